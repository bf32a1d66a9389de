import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { startLive } from '#server/platform/live.ts'
import { freeLapsed } from './jobs.ts'
import { family, type Person, school, type SmallSchool, sunday } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const hours = (n: number, from = sunday): Date => new Date(from.getTime() + n * 3_600_000)
const policy = { holdMinutes: 15, offerHours: 48, offersByItself: true, priorities: [] }
beforeEach(async () => {
  s.clock.now = sunday
  await s.ida.call('config-changeRegistration', policy)
})

let made = 0
/** Creates a class at a time of its own, and families who want a seat in it, in order. */
const classWith = async (capacity: number, families: number) => {
  made += 1
  const startsAt = `${String(made % 20).padStart(2, '0')}:00`
  const section = await s.ida.call(
    'classes-create',
    s.section({ name: `Class ${made}`, startsAt, endsAt: startsAt.replace(':00', ':50'), capacity }),
  )
  await s.ida.call('classes-move', { id: section.id, to: 'open' })
  const people: Person[] = []
  for (let n = 1; n <= families; n += 1) {
    const who = await s.newcomer(`c${made}f${n}@home.example`)
    const choices = [{ childKey: 'c', sectionId: section.id }]
    const children = [{ key: 'c', name: `Child ${made}.${n}`, birthOn: '2019-02-02' }]
    await s.register(who, family({ name: `Family ${made}.${n}` }, children, choices, s.term.id))
    people.push(who)
  }
  return { section, people, input: s.section({ name: section.name, startsAt, endsAt: section.endsAt, capacity }) }
}
const leave = async (sectionId: string, to: 'withdrawn' | 'dropped' = 'withdrawn') => {
  const [seat] = await rows<{ id: string }>(
    s.database.db,
    sql`select id from enrolments where section_id = ${sectionId}::uuid and status = 'active' order by created_at, id limit 1`,
  )
  await s.ida.call('enrolments-move', { id: seat!.id, to, note: '' })
}
const line = async (sectionId: string) =>
  (
    await rows<{ status: string }>(
      s.database.db,
      sql`select status from waitlist_entries where section_id = ${sectionId}::uuid order by priority desc, joined_at, id`,
    )
  ).map(({ status }) => status)
const lettersTo = async (who: Person) =>
  (
    await rows<{ text: string }>(
      s.database.db,
      sql`select text from mails where "to" = ${who.email} order by queued_at, id`,
    )
  ).map(({ text }) => text)
/** Runs the job at once, as the queue would. */
const sweep = (now: Date) =>
  freeLapsed.run(
    {},
    {
      database: s.database,
      settings: s.settings,
      now,
      enqueue: s.jobs.enqueue,
      touch: async () => undefined,
      signal: AbortSignal.timeout(10_000),
    },
  )

describe('a freed seat', () => {
  test('is offered to the first on the waitlist only, with a deadline in the school’s time zone', async () => {
    const { section, people } = await classWith(1, 4)
    await leave(section.id)
    expect(await line(section.id)).toEqual(['offered', 'waiting', 'waiting'])
    expect((await lettersTo(people[1]!)).at(-1)).toContain('until Tuesday, September 15, 2026 at 2:10 PM')
    const { sections } = await s.anybody.call('classes-catalogue', { termId: s.term.id })
    expect(sections.find(({ id }) => id === section.id)).toMatchObject({ placesLeft: 0, state: 'waitlist' })
  })

  test('passes on once when the offer expires; a late answer is refused even before the job runs', async () => {
    const { section, people } = await classWith(1, 3)
    await leave(section.id)
    const [offer] = await people[1]!.call('enrolments-offers', {})
    s.clock.now = hours(49)
    await expect(people[1]!.call('enrolments-answerOffer', { id: offer!.id, accepts: true })).rejects.toMatchObject({
      details: { reason: 'OFFER_LAPSED' },
    })
    await sweep(hours(47.9))
    expect(await line(section.id)).toEqual(['offered', 'waiting'])
    await Promise.all([sweep(hours(49)), sweep(hours(49))])
    expect(await line(section.id)).toEqual(['expired', 'offered'])
    expect((await lettersTo(people[1]!)).at(-1)).toContain('wasn’t accepted in time')
    expect((await lettersTo(people[2]!)).filter(text => text.includes('is open for'))).toHaveLength(1)
    await sweep(hours(200))
    expect(await line(section.id)).toEqual(['expired', 'expired'])
    const { sections } = await s.anybody.call('classes-catalogue', { termId: s.term.id })
    expect(sections.find(({ id }) => id === section.id)).toMatchObject({ placesLeft: 1 })
  })

  test('is passed on by the job that was scheduled with the offer', async () => {
    const { section } = await classWith(1, 3)
    await leave(section.id)
    await s.jobs.drain(hours(48.1))
    expect(await line(section.id)).toEqual(['expired', 'offered'])
  })

  test.each(['a declined offer', 'an entry removed while offered', 'more seats', 'a declined approval'])(
    'comes from %s',
    async how => {
      const { section, people, input } = await classWith(1, 3)
      if (how === 'more seats') {
        await s.ida.call('classes-change', { ...input, id: section.id, capacity: 3 })
        expect(await line(section.id)).toEqual(['offered', 'offered'])
        await expect(s.ida.call('classes-change', { ...input, id: section.id, capacity: 2 })).rejects.toMatchObject({
          details: { fields: [{ path: 'capacity', message: 'seated' }] },
        })
        return
      }
      if (how === 'a declined approval')
        await s.database.db.execute(
          sql`update enrolments set status = 'approval' where section_id = ${section.id}::uuid`,
        )
      await (how === 'a declined approval' ? decline(section.id) : leave(section.id))
      expect(await line(section.id)).toEqual(['offered', 'waiting'])
      const [offer] = await people[1]!.call('enrolments-offers', {})
      if (how === 'a declined offer') {
        await people[1]!.call('enrolments-answerOffer', { id: offer!.id, accepts: false })
        expect(await line(section.id)).toEqual(['declined', 'offered'])
        // The school hasn't refused: the family did.
        const mails = await rows<{ text: string }>(
          s.database.db,
          sql`select text from mails where text like '%was declined. It goes to the next on the waitlist.%'`,
        )
        expect(mails).toHaveLength(1)
        expect(
          await rows(
            s.database.db,
            sql`select from mails where text like '%can’t offer%' and text like ${`%${section.name}%`}`,
          ),
        ).toEqual([])
      } else if (how === 'an entry removed while offered') {
        await s.ida.call('enrolments-moveWaiting', { id: offer!.id, to: 'removed' })
        expect(await line(section.id)).toEqual(['removed', 'offered'])
      }
    },
  )
  const decline = async (sectionId: string) => {
    const [seat] = await rows<{ id: string }>(
      s.database.db,
      sql`select id from enrolments where section_id = ${sectionId}::uuid`,
    )
    await s.ida.call('enrolments-move', { id: seat!.id, to: 'dropped', note: '' })
  }

  test('is offered by hand if the school prefers that, to the first on the waitlist only', async () => {
    await s.ida.call('config-changeRegistration', { ...policy, offersByItself: false, offerHours: 2 })
    const { section, people } = await classWith(1, 3)
    await leave(section.id)
    expect(await line(section.id)).toEqual(['waiting', 'waiting'])
    const [first, second] = await s.ida.call('enrolments-waitlist', { sectionId: section.id })
    await expect(s.ida.call('enrolments-moveWaiting', { id: second!.id, to: 'offered' })).rejects.toMatchObject({
      details: { reason: 'NOT_FIRST_IN_LINE' },
    })
    const live = await startLive(s.database, s.schema)
    const heard = new Set<string>()
    live.join({ actor: await people[1]!.actor(), tell: news => news.forEach(({ slice }) => heard.add(slice)) })
    await s.ida.call('enrolments-moveWaiting', { id: first!.id, to: 'offered' })
    // The card with the offer appears on the family's open screen.
    await expect.poll(() => [...heard]).toEqual(expect.arrayContaining(['enrolments', 'students', 'parents']))
    await live.close()
    expect((await lettersTo(people[1]!)).at(-1)).toContain('at 4:10 PM')
    await sweep(hours(3))
    expect(await line(section.id)).toEqual(['expired', 'waiting'])
  })
})

test('twenty families race for a freed seat with three waiting: only the first on the waitlist gets it', async () => {
  const { section, people } = await classWith(1, 4)
  const racers = await Promise.all(Array.from({ length: 20 }, (_, n) => s.newcomer(`racer${n}@home.example`)))
  const cart = (n: number) =>
    family(
      { name: `Racer ${n}` },
      [{ key: 'r', name: `Runner ${n}`, birthOn: '2019-01-01' }],
      [{ childKey: 'r', sectionId: section.id }],
      s.term.id,
    )
  const [outcomes] = await Promise.all([
    Promise.allSettled(racers.map((who, n) => who.call('enrolments-submit', { draft: cart(n), agreedCents: 32_500 }))),
    leave(section.id),
  ])
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { details: { reason: 'CLASS_FULL' } } })
  expect(await line(section.id)).toEqual(['offered', 'waiting', 'waiting'])
  // Everyone on the waitlist tries to take it, the first one three times.
  const [offer] = await people[1]!.call('enrolments-offers', {})
  const answers = await Promise.allSettled(
    [people[1]!, people[1]!, people[1]!, people[2]!, people[3]!].map(who =>
      who.call('enrolments-answerOffer', { id: offer!.id, accepts: true }),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await line(section.id)).toEqual(['accepted', 'waiting', 'waiting'])
  const seats = await rows<{ n: number }>(
    s.database.db,
    sql`select count(*)::int as n from enrolments where section_id = ${section.id}::uuid and status = 'active'`,
  )
  expect(seats[0]!.n).toBe(1)
})
