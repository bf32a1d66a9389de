import pg from 'pg'
import { rememberingClients, type Sharing } from './statements.ts'

/**
 * A pool in which a connection that breaks is replaced by the next query. Without listeners it would end the process: the
 * pool's is for those that lie idle, the other for those that somebody holds, such as a transaction between two statements.
 */
export const openPool = (config: pg.PoolConfig & Sharing): pg.Pool => {
  const pool = new pg.Pool({ connectionTimeoutMillis: 5_000, ...config })
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

/** The connections to PostgreSQL that all schools of a process share. Each connection is of one school, all its life. */
export type Connections = {
  /** What pools make their connections with: each waits in one line for its turn. */
  Client: typeof pg.Client
  /** Closes idle connections of this pool, too, when another school needs one; answers how to leave. */
  share(pool: pg.Pool): () => void
  /** How busy they are. */
  load(): { used: number; most: number; waiting: number }
}

/** Opens at most as many connections at once, for whichever school asks first. */
export const openConnections = (most: number): Connections => {
  const pools = new Set<pg.Pool>()
  const line: (() => void)[] = []
  let open = 0

  /** Ends an idle connection. Pools take turns, so that no school loses all of its own. */
  const endIdle = (): void => {
    for (const pool of pools) {
      if (pool.idleCount === 0 || pool.waitingCount > 0) continue
      pools.delete(pool)
      pools.add(pool)
      pool.connect().then(
        client => client.release(true),
        // It has gone by itself, so its place is free.
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
  /** Takes a place, now or in turn; answers how to give it up again, whether it was had or not. */
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
      // Pools alone make these, and begin each with a callback.
      this.connect = ((callback: (error: Error) => void): void => {
        let hasBegun = false
        const giveUp = enter(() => {
          hasBegun = true
          super.connect(callback)
        })
        // Whatever ends it: its end, a start that fails, or a pool that no longer waits for it.
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
      // While others wait, each connection serves once more and makes room.
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
