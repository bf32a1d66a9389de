import type pg from 'pg'

/** Writes a few bytes to the log and commits, which waits for the disk and so for all that was committed before. */
const wait = { name: 'flush', text: `select pg_logical_emit_message(true, 'lantern', '')` }

/**
 * Answers a function that waits until all that this process has committed is safe on the disk. Who asks while one wait
 * is under way shares the next one (decision 101). It fails where the database does, and then nobody knows.
 */
export const openFlush = (pool: Pick<pg.Pool, 'query'>): (() => Promise<void>) => {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  const flush = async (): Promise<void> => {
    await running
    next = undefined
    const own = pool.query(wait)
    running = own.catch(() => undefined)
    await own
  }
  return () => (next ??= flush())
}
