import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { signIn } from '../../scripts/bench/lantern.ts'

type Payment = { operationId: string; householdId: string; reference: string }

export type Load = {
  /** The references of the payments that were acknowledged. */
  acknowledged: ReadonlySet<string>
  /** Every failed attempt: its start and end in milliseconds of `performance.now()`, and the reason. */
  failures: { begun: number; at: number; why: string }[]
  /** The durations of the answered calls, in milliseconds. */
  took: number[]
  /** Finishes open work as a browser does that got no answer: by repeating the call with the same id. */
  stop(): Promise<void>
}

type LoadOptions = {
  writers?: number
  readers?: number
  /** Milliseconds that each caller waits between calls, so that the machine has time for what is tested. */
  restMs?: number
  /** The prefix of the payments' references. */
  prefix?: string
}

const patienceMs = 120_000
const againAfterMs = 100

/**
 * Simulates people of the demo who write and read without a break. A failed attempt is repeated until it is answered, a
 * write under its own id. `origin` is called before each call, because a restarted program may have another one.
 */
export const mixedLoad = async (
  origin: () => string,
  { writers = 4, readers = 2, restMs = 20, prefix = 'load' }: LoadOptions = {},
): Promise<Load> => {
  const { idToken } = await signIn(origin(), 'office')
  const post = async (name: string, data: object): Promise<unknown> => {
    const answer = await fetch(`${origin()}/fn/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ data }),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`)
    return (JSON.parse(text) as { result: unknown }).result
  }
  const { rows } = (await post('payments-households', {})) as { rows: { householdId: string }[] }
  const acknowledged = new Set<string>()
  const failures: Load['failures'] = []
  const took: number[] = []
  let isOver = false
  let made = 0
  const reasonOf = (error: unknown): string =>
    error instanceof Error ? `${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}` : ''

  /** Repeats `work` until it is answered. */
  const insist = async (work: () => Promise<unknown>, mayGiveUp: () => boolean): Promise<boolean> => {
    const until = performance.now() + patienceMs
    for (;;) {
      const begun = performance.now()
      try {
        await work()
        took.push(performance.now() - begun)
        return true
      } catch (error) {
        failures.push({ begun, at: performance.now(), why: reasonOf(error) })
        if (mayGiveUp()) return false
        if (performance.now() > until) throw error
        await pause(againAfterMs)
      }
    }
  }
  const send = ({ operationId, householdId, reference }: Payment) =>
    post('payments-record', {
      operationId,
      householdId,
      method: 'cheque',
      amountCents: 100,
      receivedOn: '2026-11-20',
      reference,
      payer: '',
    })
  const write = async () => {
    while (!isOver) {
      made += 1
      const payment: Payment = {
        operationId: randomUUID(),
        householdId: rows[made % rows.length]!.householdId,
        reference: `${prefix}-${made}`,
      }
      await insist(
        () => send(payment),
        () => false,
      )
      acknowledged.add(payment.reference)
      await pause(restMs)
    }
  }
  const read = async () => {
    while (!isOver) {
      await insist(
        () => post('dashboard-figures', {}),
        () => isOver,
      )
      await pause(restMs)
    }
  }
  const work = Promise.all([...Array.from({ length: writers }, write), ...Array.from({ length: readers }, read)])
  // `stop` awaits it.
  work.catch(() => undefined)
  return {
    acknowledged,
    failures,
    took,
    async stop() {
      isOver = true
      await work
    },
  }
}

/**
 * The payments of a load in the database: the number of rows with each reference, and of its entries in the audit
 * trail.
 */
export const recorded = async (
  url: string,
  prefix = 'load',
): Promise<{ reference: string; times: number; told: number }[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ reference: string; times: number; told: number }>(
      `with told as (
         select input ->> 'reference' as reference, count(*)::int as times
         from school.audit_entries where action = 'payments-record' group by 1
       )
       select p.reference, count(*)::int as times, coalesce(max(told.times), 0) as told
       from school.payments p left join told using (reference) where p.reference like $1 group by 1`,
      [`${prefix}-%`],
    )
    return rows
  } finally {
    await client.end()
  }
}

/**
 * Compares the payments found with the acknowledged ones: lost ones, unacknowledged ones, and duplicates. All are empty
 * when all is well.
 */
export const wrongIn = (found: Awaited<ReturnType<typeof recorded>>, acknowledged: ReadonlySet<string>) => {
  const there = new Set(found.map(({ reference }) => reference))
  return {
    lost: [...acknowledged].filter(reference => !there.has(reference)),
    unasked: [...there].filter(reference => !acknowledged.has(reference)),
    twice: found.filter(({ times, told }) => times !== 1 || told !== 1),
  }
}
/** The result of `wrongIn` when all is well. */
export const allThereOnce = { lost: [], unasked: [], twice: [] }
