import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Postgres, type PostgresOptions, startPostgres } from '#server/platform/postgres.ts'

const firstPauseMs = 500
const longestPauseMs = 10_000

type Options = Pick<PostgresOptions, 'dataDir' | 'log' | 'engine' | 'begun'> & {
  /** Called when the database ends by itself, and each time a restart fails. */
  failed(error: unknown): void
}

/**
 * Keeps the embedded database running as long as Lantern runs. If it ends by itself, as without a disk to write to, it
 * is restarted at the same address, with growing pauses until that succeeds.
 */
export const keepPostgres = async ({ failed, ...options }: Options): Promise<Pick<Postgres, 'url' | 'stop'>> => {
  const stopping = new AbortController()
  let current: Postgres | undefined
  let following: Promise<void> = Promise.resolve()
  const begin = async (): Promise<Postgres> => {
    let server: Postgres | undefined
    let early: Error | undefined
    server = await startPostgres({
      ...options,
      died: error => {
        // If the server ends while it starts, the error comes before `server` is set.
        if (server) following = follow(error)
        else early = error
      },
    })
    current = server
    if (early) following = follow(early)
    return server
  }
  const follow = async (ended: Error): Promise<void> => {
    failed(ended)
    await current?.stop()
    for (let waitMs = firstPauseMs; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, longestPauseMs)) {
      try {
        // If the disk is not mounted, no empty database must be made in its place.
        await access(join(options.dataDir, 'cluster'))
        await begin()
        return
      } catch (error) {
        failed(error)
        await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const { url } = await begin()
  return {
    url,
    async stop() {
      stopping.abort()
      await following
      await current?.stop()
    },
  }
}
