import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let twin: { id: string }
const early = { now: new Date('2026-09-20T16:00:00Z') }
const ids = new Map<string, string>()

beforeAll(async () => {
  s = await school()
  await s.ida.call('config-changeRefunds', {
    tiers: [{ until: 'week', number: 4, percent: 100 }],
    processingFeeCents: 0,
    refundsBooks: false,
  })
  // At the hour of Grade 1, dearer, with one seat that is taken.
  twin = await s.ida.call('classes-create', s.section({ name: 'Grade 1 B', tuitionCents: 32_000, capacity: 1 }))
  await s.ida.call('classes-move', { id: twin.id, to: 'open' })
  for (const { id, name } of await rows<{ id: string; name: string }>(
    s.database.db,
    sql`select p.id, p.name from persons p join students st on st.id = p.id`,
  ))
    ids.set(name, id)
  await s.ida.call('enrolments-enrol', { studentId: ids.get('Zoe Li')!, sectionId: twin.id }, early)
  await s.ida.call('enrolments-enrol', { studentId: ids.get('Mia Wang')!, sectionId: twin.id }, early)
})
afterAll(() => s.drop())

const balance = async () => (await s.ann.call('payments-ledger', {}))[0]!.balanceCents
const places = async (name: string) =>
  rows<{ name: string; status: string }>(
    s.database.db,
    sql`select x.name, e.status from enrolments e join sections x on x.id = e.section_id where e.student_id = ${ids.get(name)!}::uuid order by x.name`,
  )

test('a seat on offer at the time of another class is taken and that class left in one step, for what was shown', async () => {
  const [taken] = await rows<{ id: string }>(
    s.database.db,
    sql`select id from enrolments where section_id = ${twin.id}::uuid and status = 'active'`,
  )
  await s.ida.call('enrolments-move', { id: taken!.id, to: 'dropped', note: '' }, early)
  const [offer] = await s.ann.call('enrolments-offers', {}, early)
  expect(offer).toMatchObject({ sectionId: twin.id, clashes: [{ name: 'Grade 1', mayChange: true }] })
  await expect(s.ann.call('enrolments-answerOffer', { id: offer!.id, accepts: true }, early)).rejects.toMatchObject({
    details: { reason: 'TIME_CLASH' },
  })
  const { enrolmentId } = offer!.clashes[0]!
  const step = { enrolmentId, toSectionId: twin.id }
  // Once the offer has lapsed, the seat is nobody's to change to.
  const [{ clock }, actor] = [s, await s.ann.actor()]
  const before = clock.now
  // Past the job that would pass it on.
  clock.now = new Date(new Date(offer!.expiresAt!).getTime() + 1)
  expect(
    await s.door.call({ name: 'leavings-previewTransfer', data: step, actor, address: '127.0.0.1' }),
  ).toMatchObject({ to: { isOffered: false, free: 0 } })
  clock.now = before
  const shown = await s.ann.call('leavings-previewTransfer', step, early)
  expect(shown).toMatchObject({ to: { isOffered: true, free: 1 }, way: 'now' })
  const owed = await balance()
  await s.ann.call(
    'leavings-transfer',
    {
      ...step,
      agreedCents: shown.differenceCents,
      agreedFreeCents: shown.freeCents,
      back: 'credit',
      leavesWaits: false,
      note: '',
    },
    early,
  )
  expect(await balance()).toBe(owed + shown.differenceCents)
  expect(await places('Mia Wang')).toEqual([
    { name: 'Grade 1', status: 'transferred' },
    { name: 'Grade 1 B', status: 'active' },
  ])
  expect(await s.ann.call('enrolments-offers', {}, early)).toEqual([])
  expect(
    await rows(s.database.db, sql`select status from waitlist_entries where section_id = ${twin.id}::uuid`),
  ).toEqual([{ status: 'accepted' }])
})
