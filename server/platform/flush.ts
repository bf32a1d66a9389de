import type pg from 'pg'

/**
 * Writes a few bytes to the write-ahead log and commits. That waits for the disk, and so for everything committed
 * before.
 */
const wait = { name: 'flush', text: `select pg_logical_emit_message(true, 'lantern', '')` }

/**
 * Returns a function that waits until everything this process has committed is safe on disk. Callers that arrive while
 * one wait is under way share the next one (decision 101). It rejects when the database fails; it is then unknown
 * whether the commits are on disk.
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
