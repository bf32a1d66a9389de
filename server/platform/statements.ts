import { createHash } from 'node:crypto'
import pg from 'pg'

/** A statement that has come so often will come again. */
const often = 4
/** Each connection keeps the plans of its named statements in memory. */
const mostNames = 256
const mostSeen = 4096
/** Nobody plans a bulk write of this length twice. */
const longest = 32_768

/** Names the statements of one database that have come often enough for it to keep their plans. */
const naming = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  return text => {
    const known = names.get(text)
    if (known !== undefined || names.size >= mostNames || text.length > longest) return known
    const times = (seen.get(text) ?? 0) + 1
    if (times < often) {
      if (seen.size >= mostSeen) seen.clear()
      seen.set(text, times)
      return undefined
    }
    seen.delete(text)
    const name = `often_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`
    names.set(text, name)
    return name
  }
}

const isStatement = (given: unknown): given is pg.QueryConfig =>
  typeof given === 'object' && given !== null && 'text' in given && !('submit' in given)

/** What copies rows in and out talks with the database by itself, so nothing may be sent behind it. */
const isCopy = (given: unknown): boolean => typeof given === 'object' && given !== null && 'submit' in given

/**
 * The connections of one database, which has to keep the plans of the statements that come again and again: planning a
 * large one takes several times as long as running it. What a connection is given at one time is sent together, without
 * waiting for the answer to each.
 */
export const rememberingClients = (): typeof pg.Client => {
  const nameOf = naming()
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      let isCorked = false
      this.query = ((given: unknown, ...more: unknown[]) => {
        ;(this as { pipeline: boolean }).pipeline = !isCopy(given)
        if (!isCorked) {
          isCorked = true
          const { stream } = this.connection
          stream.cork()
          process.nextTick(() => {
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
