import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FunctionName, Input, Output } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import { family, school, type SmallSchool } from '#tests/school.ts'

/** Eighty families at once, through the real door, on a database server reached over TCP. */
const families = 80
const seats = 20

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

type Racer = { actor: Actor; draft: ReturnType<typeof family> }

/** Creates a class at a time of its own, and everyone who wants a seat in it. */
const race = async (
  name: string,
  hour: string,
  wanting = families,
): Promise<{ sectionId: string; racers: Racer[] }> => {
  const section = await s.ida.call(
    'classes-create',
    s.section({ name, startsAt: `${hour}:00`, endsAt: `${hour}:50`, capacity: seats }),
  )
  await s.ida.call('classes-move', { id: section.id, to: 'open' })
  const accounts = await rows<{ id: string; email: string }>(
    s.database.db,
    sql`insert into accounts (id, email, display_name, is_verified)
      select gen_random_uuid(), ${name} || n || '@home.example', 'Racer', true from generate_series(1, ${wanting}::int) n returning id, email`,
  )
  const base = await (await s.newcomer(`${name}@home.example`)).actor()
  const racers = accounts.map(({ id, email }) => ({
    actor: { ...base, accountId: id, email },
    draft: family(
      { name: `Parent of ${email}` },
      [{ key: 'c', name: `Child of ${email}`, birthOn: '2019-01-01' }],
      [{ childKey: 'c', sectionId: section.id }],
      s.term.id,
    ),
  }))
  return { sectionId: section.id, racers }
}

/**
 * Calls as a browser does: retries a call that is told to come back soon, with the same operation id
 * (web/wire/call.ts).
 */
const call = async <N extends FunctionName>(actor: Actor, name: N, input: Input<N>): Promise<Output<N>> => {
  const data = { operationId: crypto.randomUUID(), ...input }
  for (let attempt = 1; ; attempt += 1)
    try {
      return (await s.door.call({ name, data, actor, address: '127.0.0.1' })) as Output<N>
    } catch (error) {
      if (attempt === 3 || (error as { code?: string }).code !== 'unavailable') throw error
    }
}
const reasonOf = (outcome: PromiseSettledResult<unknown>): string =>
  outcome.status === 'fulfilled'
    ? 'done'
    : ((outcome.reason as { details?: { reason?: string } }).details?.reason ?? String(outcome.reason))
const tally = (reasons: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const each of reasons) counts[each] = (counts[each] ?? 0) + 1
  return counts
}
const stateOf = async (sectionId: string) => {
  const [found] = await rows<{ seated: number; waiting: number; held: number; invoices: number }>(
    s.database.db,
    sql`select (select count(*)::int from enrolments where section_id = ${sectionId}::uuid and status = 'active') as seated,
      (select count(*)::int from waitlist_entries where section_id = ${sectionId}::uuid and status = 'waiting') as waiting,
      (select count(*)::int from seat_holds where section_id = ${sectionId}::uuid) as held,
      (select count(distinct c.invoice_id)::int from charges c join enrolments e on e.id = c.enrolment_id where e.section_id = ${sectionId}::uuid) as invoices`,
  )
  return found!
}
const price = 26_000 + 2500 + 4000

describe(`${families} families race for ${seats} seats`, { timeout: 120_000 }, () => {
  test('with holds: twenty hold and get a seat, the others see a full class and join the waitlist', async () => {
    const { sectionId, racers } = await race('held', '08')
    const held = await Promise.all(racers.map(({ actor, draft }) => call(actor, 'enrolments-hold', { draft })))
    expect(tally(held.map(({ choices }) => `${choices[0]!.outcome} ${choices[0]!.isHeld}`))).toEqual({
      'seat true': seats,
      'waitlist false': families - seats,
    })
    // Everyone sends what they were shown, with or without a hold.
    const sent = await Promise.all(
      racers.map(({ actor, draft }, n) =>
        call(actor, 'enrolments-submit', {
          draft,
          agreedCents: held[n]!.choices[0]!.isHeld ? price : 0,
          agreed: held[n]!.choices.map(({ childKey, sectionId: id, outcome }) => ({
            childKey,
            sectionId: id,
            outcome,
          })),
        }),
      ),
    )
    sent.forEach(({ outcomes }, n) => expect(outcomes[0]!.outcome).toBe(held[n]!.choices[0]!.outcome))
    expect(await stateOf(sectionId)).toEqual({ seated: seats, waiting: families - seats, held: 0, invoices: seats })
    expect(sent.flatMap(({ outcomes }) => outcomes[0]!.waitingPosition ?? []).sort((a, b) => a - b)).toEqual(
      Array.from({ length: families - seats }, (_, n) => n + 1),
    )
  })

  test('without holds: twenty get a seat, the others are refused, and nothing of theirs is saved', async () => {
    const { sectionId, racers } = await race('straight', '09')
    const sent = await Promise.allSettled(
      racers.map(({ actor, draft }) => call(actor, 'enrolments-submit', { draft, agreedCents: price })),
    )
    expect(tally(sent.map(reasonOf))).toEqual({ done: seats, CLASS_FULL: families - seats })
    expect(await stateOf(sectionId)).toEqual({ seated: seats, waiting: 0, held: 0, invoices: seats })
    const [left] = await rows<{ n: number }>(
      s.database.db,
      sql`select count(*)::int as n from persons where name like 'Child of straight%'`,
    )
    expect(left!.n).toBe(seats)
  })

  test('with a mix of holds, direct registrations and releases: the class is never oversold', async () => {
    const { sectionId, racers } = await race('mixed', '10', 80)
    const done = await Promise.allSettled(
      racers.map(async ({ actor, draft }, n) => {
        if (n % 4 === 0) return call(actor, 'enrolments-submit', { draft, agreedCents: price })
        await call(actor, 'enrolments-hold', { draft })
        if (n % 4 === 1) return call(actor, 'enrolments-hold', { draft: { ...draft, choices: [] } })
        return call(actor, 'enrolments-submit', { draft, agreedCents: price })
      }),
    )
    expect(Object.keys(tally(done.map(reasonOf))).filter(reasons => !['done', 'CLASS_FULL'].includes(reasons))).toEqual(
      [],
    )
    const { seated, held } = await stateOf(sectionId)
    expect({ held, isOversold: seated > seats }).toEqual({ held: 0, isOversold: false })
  })
})

test('a registration takes its invoice number after writing its people, signatures and seats', async () => {
  const {
    racers: [first, second],
  } = await race('numbered', '11', 2)
  const send = ({ actor, draft }: Racer) => call(actor, 'enrolments-submit', { draft, agreedCents: price })
  await send(first!)
  await s.database.transaction(async db => {
    await rows(db, sql`select from numbers where kind = 'invoice' for update`)
    const sent = send(second!)
    const written = () =>
      rows<{ name: string }>(
        s.database.db,
        sql`select l.relation::regclass::text as name from pg_stat_activity a join pg_locks l on l.pid = a.pid
          where a.datname = current_database() and a.wait_event_type = 'Lock' and l.locktype = 'relation' and l.mode = 'RowExclusiveLock'`,
      )
    await expect.poll(written).toContainEqual({ name: 'numbers' })
    const names = (await written()).map(({ name }) => name)
    for (const name of ['persons', 'consents', 'registrations', 'enrolments', 'carts', 'drafts'])
      expect(names).toContain(name)
    expect(names).not.toContain('charges')
    // It proceeds when this transaction ends.
    sent.catch(() => undefined)
  })
  await expect(send(second!)).resolves.toMatchObject({ totalCents: price })
})
