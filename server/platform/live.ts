import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Callable, sliceOf } from '#contract/callable.ts'
import { contract, type FunctionName } from '#contract/index.ts'
import type { Count, Counts } from './allowance.ts'
import type { Client, Database } from './db.ts'
import type { Actor } from './actor.ts'
import { log } from './log.ts'
import { actorFor, refusalFor } from './right.ts'

/**
 * The notification channel on which processes tell each other, and through the event streams all screens, what has
 * changed.
 */
export const liveChannel = 'lantern_live'
/** `people` are the ids of the persons who may hear of it; without them, everyone whose role may read the slices. */
export type Touch = { slices: readonly string[]; people?: readonly string[] }
/**
 * A slice that has changed. If many listeners are told, each reads it at a random moment within `withinMs`
 * milliseconds.
 */
export type Told = { slice: string; withinMs?: number }
type Listener = {
  actor: Actor
  tell: (news: readonly Told[]) => void
  /** Something about the listener's account has changed, so its right to listen must be checked again. */
  doubt?: () => void
}

const readsOf = Map.groupBy(
  (Object.keys(contract) as FunctionName[]).filter(name => contract[name].kind === 'read'),
  sliceOf,
)

/**
 * True if `actor` may learn that a slice has changed: they may read it and, if people are named, are one of them or an
 * administrator.
 */
export const mayHear = (actor: Actor, slice: string, people: readonly string[] | undefined): boolean => {
  const open = readsOf.get(slice)?.filter(name => refusalFor(actor, [name]) === null) ?? []
  const { personId } = actor
  if (people === undefined || (personId !== null && people.includes(personId))) return open.length > 0
  return open.some(name => {
    const { by }: Callable = contract[name]
    return by.includes('admin') && actorFor(actor, name).roles.includes('admin')
  })
}

// A notification holds at most 8000 bytes, so a long list of people is split over several.
const peopleAtOnce = 150

/** Every process hears all news in the same order, so the id of the last news heard marks what a listener knows. */
const newsId = (): string => randomBytes(9).toString('base64url')

/** The channel messages for these touches. */
export const newsOf = (touches: readonly Touch[], schema: string): string[] => {
  const told = touches.flatMap(({ slices, people }) => {
    const groups = people
      ? Array.from({ length: Math.max(1, Math.ceil(people.length / peopleAtOnce)) }, (_, i) =>
          people.slice(i * peopleAtOnce, (i + 1) * peopleAtOnce),
        )
      : [undefined]
    return groups.map(group => JSON.stringify({ slices, people: group }))
  })
  return [...new Set(told)].map(touch => JSON.stringify({ schema, id: newsId(), ...(JSON.parse(touch) as Touch) }))
}

/** Announces touches when the transaction of `client` commits, or at once if there is none. */
export const announce = async (client: Client, touches: readonly Touch[], schema: string): Promise<void> => {
  await client.query('select pg_notify($1, message) from unnest($2::text[]) as message', [
    liveChannel,
    newsOf(touches, schema),
  ])
}

/** The slices a listener may know to have changed since a mark, and the mark to continue from. */
export type News = { slices: string[]; mark: string }
export type Live = {
  join(listener: Listener): () => void
  /**
   * For listeners that poll, each time perhaps another process. For a mark that this process doesn't know, such as an
   * old one, the answer is `*`: anything may have changed.
   */
  since(mark: string | undefined, actor: Actor): News
  close(): Promise<void>
}

// News kept for `since`: more than a busy minute's. A listener that was away longer reads everything again.
const remembered = 2000

// A notification holds at most 8000 bytes.
const countsAtOnce = 30

/** The first news is told at once. News that follows within this many milliseconds is gathered and told together. */
const leastGatheredMs = 250
/**
 * The pause is longer when many listen: this many times as long as telling took, so that telling takes at most a fifth
 * of the time in a rush of news, as on registration day.
 */
const gathersPerTelling = 4

/**
 * With more listeners than this, reading at once would be a burst: the reads are spread over `spreadMs` milliseconds
 * per listener, at most `mostSpreadMs`.
 */
const fewHearers = 25
const spreadMs = 4
const mostSpreadMs = 5000

/** The reactions of a process to news, before its event streams are told. */
type Hearing = {
  /** Something has changed in these slices (`*` means in any slice). */
  changed?(slices: readonly string[]): void
  /** Something has changed about an account's identity or permissions. */
  caller?(accountId: string): void
  /** The process now hears news, or no longer does. */
  listening?(isListening: boolean): void
  /**
   * Milliseconds to wait before listeners are told, because they may then ask a process that hears the news later than
   * this one.
   */
  tellAfterMs?: number
  /** The counts of callers' used allowances, shared with the other processes. */
  counts?: Counts | undefined
}
type Heard = { schema: string } & (
  | { id: string; slices: string[]; people?: string[] }
  | { caller: string }
  | { of: string; counts: Count[] }
)

/** The one connection on which a process hears what all processes have announced, for any number of schools. */
export type Ear = {
  /** Starts hearing a school's news, and whether the connection is listening. Returns a function that ends this. */
  join(schema: string, hears: { heard(news: Heard): void; listening(isListening: boolean): void }): () => void
  close(): void
}

/** Listens on a connection of this pool, and opens a new one whenever it breaks. */
export const openEar = async (pool: Pick<pg.Pool, 'connect'>): Promise<Ear> => {
  const joined = new Map<string, Set<Parameters<Ear['join']>[1]>>()
  let client: pg.PoolClient | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  const tellAll = (isListening: boolean): void => {
    for (const all of joined.values()) for (const { listening } of all) listening(isListening)
  }
  const listen = async (): Promise<void> => {
    const fresh = await pool.connect()
    client = fresh
    fresh.on('error', () => {
      // A broken connection may emit several errors.
      if (client !== fresh) return
      client = undefined
      tellAll(false)
      fresh.release(true)
      again()
    })
    fresh.on('notification', ({ payload }) => {
      const news = JSON.parse(payload ?? '{}') as Heard
      for (const { heard } of joined.get(news.schema) ?? []) heard(news)
    })
    await fresh.query(`listen ${liveChannel}`)
    tellAll(true)
  }
  const again = () => {
    if (isClosed) return
    retry = setTimeout(() => {
      listen().catch((error: unknown) => {
        log.warn({ err: error }, 'live updates are interrupted')
        again()
      })
    }, 500)
  }
  await listen()
  return {
    join(schema, hears) {
      const all = joined.get(schema) ?? new Set()
      joined.set(schema, all.add(hears))
      if (client) hears.listening(true)
      return () => {
        all.delete(hears)
        if (all.size === 0 && joined.get(schema) === all) joined.delete(schema)
      }
    },
    close() {
      isClosed = true
      clearTimeout(retry)
      const open = client
      // A connection that breaks while it closes must not be released a second time.
      client = undefined
      open?.removeAllListeners('notification')
      open?.release(true)
    },
  }
}

/**
 * Hears what any process has announced and passes it on to this process's open event streams. A process with many
 * schools shares one `ear` among them.
 */
export const startLive = async (
  database: Database,
  schema: string,
  hearing: Hearing = {},
  ear?: Ear,
): Promise<Live> => {
  const { tellAfterMs = 0, counts } = hearing
  const listeners = new Set<Listener>()
  const process = randomUUID()
  const recent: { id: string; touch: Touch }[] = [{ id: newsId(), touch: { slices: ['*'] } }]
  const changed = new Set<string>()
  // Cached answers of slices that change all the time are dropped once per pause: the list of classes takes a while to
  // compute, and many ask for it.
  let resting: NodeJS.Timeout | undefined
  const forgetChanged = (): void => {
    clearTimeout(resting)
    resting = undefined
    if (changed.size === 0) return
    hearing.changed?.([...changed])
    changed.clear()
    resting = setTimeout(forgetChanged, tellAfterMs || leastGatheredMs).unref()
  }
  const forget = (slices: readonly string[]): void => {
    for (const slice of slices) changed.add(slice)
    if (!resting) forgetChanged()
  }
  const tellAll = (news: readonly (typeof recent)[number][]): void => {
    // By the time anyone is told, no older answer is given.
    forgetChanged()
    recent.push(...news)
    recent.splice(0, recent.length - remembered)
    const touches = new Map(
      news.map(({ touch: { slices, people } }) => [JSON.stringify([slices, people]), { slices, people }]),
    )
    const hearers = new Map<string, number>()
    const all = [...listeners].map(({ actor, tell }) => {
      const heard = new Set<string>()
      for (const { slices, people } of touches.values())
        for (const slice of slices)
          if (!heard.has(slice) && (slice === '*' || mayHear(actor, slice, people))) heard.add(slice)
      for (const slice of heard) hearers.set(slice, (hearers.get(slice) ?? 0) + 1)
      return { tell, heard }
    })
    const told = new Map(
      [...hearers].map(([slice, n]): [string, Told] => [
        slice,
        n > fewHearers ? { slice, withinMs: Math.min(mostSpreadMs, n * spreadMs) } : { slice },
      ]),
    )
    for (const { tell, heard } of all) if (heard.size > 0) tell([...heard].map(slice => told.get(slice)!))
  }
  let gathered: typeof recent = []
  let isGathering = false
  const tellGathered = (): void => {
    const news = gathered
    gathered = []
    isGathering = news.length > 0
    if (!isGathering) return
    const begun = performance.now()
    tellAll(news)
    const tookMs = performance.now() - begun
    setTimeout(tellGathered, Math.max(leastGatheredMs, gathersPerTelling * tookMs)).unref()
  }
  const gather = (id: string, touch: Touch): void => {
    gathered.push({ id, touch })
    if (!isGathering) tellGathered()
  }
  const spread = (id: string, touch: Touch): void => {
    forget(touch.slices)
    if (tellAfterMs === 0) gather(id, touch)
    else setTimeout(() => gather(id, touch), tellAfterMs).unref()
  }
  counts?.share(taken => {
    const news = Array.from({ length: Math.ceil(taken.length / countsAtOnce) }, (_, i) =>
      JSON.stringify({ schema, of: process, counts: taken.slice(i * countsAtOnce, (i + 1) * countsAtOnce) }),
    )
    database.pool
      .query('select pg_notify($1, message) from unnest($2::text[]) as message', [liveChannel, news])
      .catch((error: unknown) => log.warn({ err: error }, 'other processes could not be told who calls too often'))
  })
  const hears: Parameters<Ear['join']>[1] = {
    heard(news) {
      if ('caller' in news) {
        hearing.caller?.(news.caller)
        for (const { actor, doubt } of listeners) if (actor.accountId === news.caller) doubt?.()
      } else if ('counts' in news) {
        if (news.of !== process) counts?.hear(news.counts)
      } else spread(news.id, news)
    },
    listening(isListening) {
      hearing.listening?.(isListening)
      if (!isListening) return
      // News announced while the connection was down is lost, so everything is read again.
      spread(newsId(), { slices: ['*'] })
      for (const { doubt } of listeners) doubt?.()
      // Announces an empty change, which all processes hear, so that all of them know its mark.
      announce(database.pool, [{ slices: [] }], schema).catch((error: unknown) =>
        log.warn({ err: error }, 'listeners can’t continue at another process'),
      )
    },
  }
  const own = ear ? undefined : await openEar(database.pool)
  const leave = (ear ?? own!).join(schema, hears)
  return {
    join(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    since(mark, actor) {
      const next = recent.at(-1)!.id
      const known = recent.findLastIndex(({ id }) => id === mark)
      if (known === -1) return { slices: ['*'], mark: next }
      const missed = recent
        .slice(known + 1)
        .flatMap(({ touch: { slices, people } }) =>
          slices.filter(slice => slice === '*' || mayHear(actor, slice, people)),
        )
      return { slices: [...new Set(missed)], mark: next }
    },
    async close() {
      leave()
      own?.close()
      hearing.listening?.(false)
    },
  }
}
