import { setImmediate } from 'node:timers'
import pg from 'pg'
import { openNamedQueries } from './namedQuery.ts'

/** A statement that has been sent this many times gets a name. */
const often = 4
/**
 * The maximum number of named statements per connection, since each keeps their plans in memory. The most recently used
 * are kept.
 */
const mostNames = 256
const mostSeen = 4096
/** Statements longer than this many characters, such as bulk writes, are never named. */
const longest = 32_768

/**
 * The statements that the database plans. What `fetch` returns depends on its cursor, so its columns may be different
 * next time.
 */
const isPlanned = /^\s*(select|insert|update|delete|merge|values|with)\b/i

type Seen = { text: string; times: number }
/**
 * Counts statements. Once a statement has been sent often, returns its text as first seen, which all connections share;
 * else undefined.
 */
const counting = (): ((text: string) => string | undefined) => {
  const seen = new Map<string, Seen>()
  return text => {
    if (text.length > longest || !isPlanned.test(text)) return undefined
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
 * The names of one connection's statements. When there are too many, the least recently used one is closed: a school
 * that runs for weeks sends more different statements than are worth keeping, and the recent ones are those that
 * repeat.
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
    // A new name each time: statements with a forgotten name may still be in flight.
    const name = `often_${(made += 1)}`
    names.set(kept, name)
    return name
  }
}

const isStatement = (given: unknown): given is pg.QueryConfig =>
  typeof given === 'object' && given !== null && 'text' in given && !('submit' in given)

/**
 * True for a query that copies rows in or out. It speaks its own protocol with the database, so nothing may be sent
 * behind it.
 */
const isCopy = (given: unknown): boolean => typeof given === 'object' && given !== null && 'submit' in given

/** Members of a connection that pg's types leave out. */
type Wire = { close(what: { type: 'S'; name: string }): void; parsedStatements: Record<string, string> }

/** `isShared` is true if several calls use a connection at the same time (platform/sharedReads.ts). */
export type Sharing = { isShared?: boolean | undefined }

/**
 * A client class for one database that names frequent statements, so that their plans are kept: planning a large one
 * takes several times as long as running it. Statements issued at the same time are sent together, without waiting for
 * each answer; on a shared connection, that is what all calls issue in one turn of the event loop.
 */
export const rememberingClients = (): typeof pg.Client => {
  const comesOften = counting()
  return class extends pg.Client {
    constructor(config?: string | (pg.ClientConfig & Sharing)) {
      super(config)
      const atTheEnd = Object(config).isShared ? setImmediate : process.nextTick
      let isCorked = false
      const wire = this.connection as unknown as Wire
      const send = (...asked: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, this, asked)
      const namedQueries = openNamedQueries(send)
      const nameOf = naming(comesOften, name => {
        // Sent before the next statement, which asks for the response. Closing a statement that doesn't exist is not an
        // error.
        wire.close({ type: 'S', name })
        delete wire.parsedStatements[name]
        namedQueries.forget(name)
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
        if (!isStatement(given)) return send(given, ...more)
        const name = given.name ?? nameOf(given.text)
        if (name === undefined) return send(given, ...more)
        const [values, answered] = typeof more[0] === 'function' ? [undefined, more[0]] : more
        return namedQueries.send({ ...given, name }, values as unknown[] | undefined, answered as undefined)
      }) as typeof this.query
    }
  }
}
