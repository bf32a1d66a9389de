import pg from 'pg'
import { rememberingClients, type Sharing } from './statements.ts'

/**
 * Opens a pool in which a broken connection is replaced at the next query. Without error listeners a broken connection
 * would end the process: the pool's listener covers idle connections, the client's covers those in use, such as a
 * transaction between two statements.
 */
export const openPool = (config: pg.PoolConfig & Sharing): pg.Pool => {
  const pool = new pg.Pool({ connectionTimeoutMillis: 5_000, ...config })
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

/**
 * The connections to PostgreSQL that all schools of a process share. Each connection belongs to one school for its
 * whole life.
 */
export type Connections = {
  /** The client class for pools: all its connections wait in one line for their turn. */
  Client: typeof pg.Client
  /** Also closes idle connections of this pool when another school needs one. Returns a function that ends this. */
  share(pool: pg.Pool): () => void
  /** The number of connections in use, the limit, and the number of callers that wait for one. */
  load(): { used: number; most: number; waiting: number }
}

/** Opens at most `most` connections at once, first come, first served among the schools. */
export const openConnections = (most: number): Connections => {
  const pools = new Set<pg.Pool>()
  const line: (() => void)[] = []
  let open = 0

  /** Ends an idle connection. The pools take turns, so that no school loses all of its own. */
  const endIdle = (): void => {
    for (const pool of pools) {
      if (pool.idleCount === 0 || pool.waitingCount > 0) continue
      pools.delete(pool)
      pools.add(pool)
      pool.connect().then(
        client => client.release(true),
        // The connection has closed by itself, so its place is free.
        () => undefined,
      )
      return
    }
  }
  const leave = (): void => {
    const next = line.shift()
    if (next) next()
    else open -= 1
  }
  /** Takes a place now or in turn. Returns a function that gives it up, whether or not it was taken yet. */
  const enter = (begin: () => void): (() => void) => {
    let state: 'waiting' | 'inside' | 'over' = 'waiting'
    const come = (): void => {
      state = 'inside'
      begin()
    }
    if (open < most) {
      open += 1
      come()
    } else {
      line.push(come)
      endIdle()
    }
    return () => {
      if (state === 'waiting') line.splice(line.indexOf(come), 1)
      if (state === 'inside') leave()
      state = 'over'
    }
  }

  class Client extends rememberingClients() {
    constructor(config?: string | (pg.ClientConfig & Sharing)) {
      super(config)
      // Only pools create these clients, and they always connect with a callback.
      this.connect = ((callback: (error: Error) => void): void => {
        let hasBegun = false
        const giveUp = enter(() => {
          hasBegun = true
          super.connect(callback)
        })
        // The connection closes when it is ended, when it fails to start, or when a pool stops waiting for it.
        this.connection.stream.once('close', () => {
          giveUp()
          if (!hasBegun) callback(new Error('timeout exceeded when trying to connect'))
        })
      }) as typeof this.connect
    }
  }
  return {
    Client,
    share(pool) {
      pools.add(pool)
      // While others wait, a connection that is released is closed to make room.
      const yieldPlace = (_error: Error | undefined, client: pg.PoolClient): void => {
        if (line.length > 0) void (client as pg.PoolClient & pg.Client).end()
      }
      pool.on('release', yieldPlace)
      return () => {
        pools.delete(pool)
        pool.off('release', yieldPlace)
      }
    },
    load: () => ({ used: open, most, waiting: line.length }),
  }
}
