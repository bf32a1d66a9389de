import { setImmediate } from 'node:timers'
import pg from 'pg'

/** A statement that has come so often will come again. */
const often = 4
/** Each connection keeps the plans of its named statements in memory: of those that came last. */
const mostNames = 256
const mostSeen = 4096
/** Nobody plans a bulk write of this length twice. */
const longest = 32_768

type Seen = { text: string; times: number }
/** Tells of each statement whether it has come often; answers its text as it came first, which all connections share. */
const counting = (): ((text: string) => string | undefined) => {
  const seen = new Map<string, Seen>()
  return text => {
    if (text.length > longest) return undefined
    let found = seen.get(text)
    if (!found) {
      if (seen.size >= mostSeen) seen.clear()
      seen.set(text, (found = { text, times: 0 }))
    }
    found.times += 1
    return found.times < often ? undefined : found.text
  }
}

/**
 * The names of one connection's statements. When there are too many, it forgets what has not come for longest: a school
 * that runs for weeks sees more statements than are worth keeping, and those of today are the ones that come.
 */
const naming = (comesOften: ReturnType<typeof counting>, forget: (name: string) => void) => {
  const names = new Map<string, string>()
  let made = 0
  return (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined) {
      names.delete(text)
      names.set(text, known)
      return known
    }
    const kept = comesOften(text)
    if (kept === undefined) return undefined
    const [oldest] = names
    if (oldest && names.size >= mostNames) {
      names.delete(oldest[0])
      forget(oldest[1])
    }
    // Never the name of one that was forgotten, of which something may still be on its way.
    const name = `often_${(made += 1)}`
    names.set(kept, name)
    return name
  }
}

const isStatement = (given: unknown): given is pg.QueryConfig =>
  typeof given === 'object' && given !== null && 'text' in given && !('submit' in given)

/** What copies rows in and out talks with the database by itself, so nothing may be sent behind it. */
const isCopy = (given: unknown): boolean => typeof given === 'object' && given !== null && 'submit' in given

/** What pg's types leave out of a connection. */
type Wire = { close(what: { type: 'S'; name: string }): void; parsedStatements: Record<string, string> }

/** Whether several calls use a connection at the same time (platform/sharedReads.ts). */
export type Sharing = { isShared?: boolean | undefined }

/**
 * The connections of one database, which has to keep the plans of the statements that come again and again: planning a
 * large one takes several times as long as running it. What a connection is given at one time is sent together, without
 * waiting for the answer to each; where calls share it, what all of them ask for in one turn of the process.
 */
export const rememberingClients = (): typeof pg.Client => {
  const comesOften = counting()
  return class extends pg.Client {
    constructor(config?: string | (pg.ClientConfig & Sharing)) {
      super(config)
      const atTheEnd = Object(config).isShared ? setImmediate : process.nextTick
      let isCorked = false
      const wire = this.connection as unknown as Wire
      const nameOf = naming(comesOften, name => {
        // Sent before the next statement, which asks for the answer. Closing what isn't there is no fault.
        wire.close({ type: 'S', name })
        delete wire.parsedStatements[name]
      })
      this.query = ((given: unknown, ...more: unknown[]) => {
        ;(this as { pipeline: boolean }).pipeline = !isCopy(given)
        if (!isCorked) {
          isCorked = true
          const { stream } = this.connection
          stream.cork()
          atTheEnd(() => {
            isCorked = false
            stream.uncork()
          })
        }
        const name = isStatement(given) && given.name === undefined ? nameOf(given.text) : undefined
        const named = name === undefined ? given : { ...(given as pg.QueryConfig), name }
        return Reflect.apply(pg.Client.prototype.query, this, [named, ...more])
      }) as typeof this.query
    }
  }
}
