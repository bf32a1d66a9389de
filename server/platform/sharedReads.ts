import type pg from 'pg'

/** The number of shared connections while all reads are quick. */
const usual = 2

/**
 * Milliseconds during which calls may join a connection. After that, further calls take a new connection and this one
 * is released once its calls end: nobody waits behind a slow read that began earlier, and other schools of the process
 * get their turn.
 */
const joinedForMs = 10

/** A connection that several reads use at the same time. */
type Shared = { client: Promise<pg.PoolClient>; since: number; calls: number }

/**
 * Lets several reads use one connection at the same time: their statements are sent together, without waiting for each
 * answer. Each statement is answered, and fails, by itself. A transaction needs its own connection.
 */
export const openSharedReads = (
  pool: Pick<pg.Pool, 'connect'>,
  clock: () => number = () => performance.now(),
): (<T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>) => {
  let open: Shared[] = []
  const take = (): Shared => {
    const now = clock()
    open = open.filter(({ since }) => now - since < joinedForMs)
    if (open.length >= usual) return open.reduce((best, each) => (each.calls < best.calls ? each : best))
    const taken = { client: pool.connect(), since: now, calls: 0 }
    open.push(taken)
    return taken
  }
  return async work => {
    const shared = take()
    shared.calls += 1
    let client: pg.PoolClient | undefined
    try {
      client = await shared.client
      return await work(client)
    } finally {
      shared.calls -= 1
      if (shared.calls === 0) {
        open = open.filter(each => each !== shared)
        client?.release()
      }
    }
  }
}
