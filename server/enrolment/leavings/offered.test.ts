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
  // At the same time as Grade 1, at a higher price, with one seat, which is taken.
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

test('accepting an offer that clashes with a class leaves that class in one step, for the price shown', async () => {
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
  // Once the offer has expired, the seat can't be transferred to.
  const [{ clock }, actor] = [s, await s.ann.actor()]
  const before = clock.now
  // Later than the job that would pass it on.
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

test('an offer that clashes with two classes stays open while the office decides, and both are left with it', async () => {
  const half = async (name: string, startsAt: string, endsAt: string) => {
    const made = await s.ida.call(
      'classes-create',
      s.section({ name, startsAt, endsAt, roomId: null, teacherIds: [], capacity: 1, tuitionCents: 10_000 }),
    )
    await s.ida.call('classes-move', { id: made.id, to: 'open' })
    return made.id
  }
  const [first, second] = [await half('Early', '10:00', '10:50'), await half('Late', '11:00', '11:50')]
  const long = await half('Long', '10:00', '12:00')
  const zoe = ids.get('Zoe Li')!
  const leo = ids.get('Leo Wang')!
  await s.ida.call('enrolments-enrol', { studentId: zoe, sectionId: long }, early)
  for (const sectionId of [first, second, long])
    await s.ida.call('enrolments-enrol', { studentId: leo, sectionId }, early)
  const [taken] = await rows<{ id: string }>(
    s.database.db,
    sql`select id from enrolments where section_id = ${long}::uuid and status = 'active'`,
  )
  await s.ida.call('enrolments-move', { id: taken!.id, to: 'dropped', note: '' }, early)
  const offerOf = async (now: { now: Date }) =>
    (await s.ann.call('enrolments-offers', {}, now)).find(({ sectionId }) => sectionId === long)
  const offer = (await offerOf(early))!
  expect(offer).toMatchObject({ isAsked: false, clashes: [{ name: 'Early' }, { name: 'Late' }] })
  const [enrolmentId, other] = offer.clashes.map(each => each.enrolmentId) as [string, string]
  const step = { enrolmentId, toSectionId: long }
  await expect(s.ann.call('leavings-previewTransfer', step, early)).rejects.toMatchObject({
    details: { reason: 'TIMES_OVERLAP' },
  })
  const mia = (
    await rows<{ id: string }>(
      s.database.db,
      sql`select id from enrolments where student_id = ${ids.get('Mia Wang')!}::uuid and status = 'active' limit 1`,
    )
  )[0]!.id
  // Only a class that the new one clashes with can end with the transfer.
  await expect(s.ann.call('leavings-previewTransfer', { ...step, leaves: [other, mia] }, early)).rejects.toMatchObject({
    code: 'not-found',
  })

  await s.ida.call('config-changeRefunds', {
    tiers: [{ until: 'week', number: 4, percent: 100 }],
    processingFeeCents: 0,
    refundsBooks: false,
    byFamilies: 'never',
  })
  const leaves = [other]
  const shown = await s.ann.call('leavings-previewTransfer', { ...step, leaves }, early)
  expect(shown).toMatchObject({ way: 'ask', leaves: [{ section: 'Late' }] })
  expect(shown.differenceCents).toBe(shown.to.differenceCents - shown.leaves[0]!.totalCents)
  const agreed = {
    agreedCents: shown.differenceCents,
    agreedFreeCents: shown.freeCents,
  }
  const { requestId } = await s.ann.call(
    'leavings-ask',
    { ...step, leaves, ...agreed, back: 'credit', leavesWaits: false, note: '' },
    early,
  )
  expect(await offerOf(early)).toMatchObject({ isAsked: true })
  // The offer's time passes, the job that passes seats on runs, and the seat is still theirs.
  const past = { now: new Date(new Date(offer.expiresAt!).getTime() + 3_600_000) }
  await s.jobs.drain(past.now)
  expect(await offerOf(past)).toMatchObject({ isAsked: true })

  // After a refusal, a day is left for another answer or another request.
  await s.ida.call(
    'leavings-answer',
    { requestId, confirms: false, agreedCents: 0, agreedFreeCents: 0, note: '' },
    past,
  )
  const open = (await offerOf(past))!
  expect(open.isAsked).toBe(false)
  expect(new Date(open.expiresAt!).getTime()).toBeGreaterThan(past.now.getTime())
  const again = await s.ann.call('leavings-previewTransfer', { ...step, leaves }, past)
  const asked = await s.ann.call(
    'leavings-ask',
    {
      ...step,
      leaves,
      agreedCents: again.differenceCents,
      agreedFreeCents: again.freeCents,
      back: 'credit',
      leavesWaits: false,
      note: '',
    },
    past,
  )
  const [request] = await s.ida.call('leavings-requests', {})
  expect(request).toMatchObject({ id: asked.requestId, leaves })
  const owed = await balance()
  await s.ida.call(
    'leavings-answer',
    { ...asked, confirms: true, agreedCents: again.differenceCents, agreedFreeCents: again.freeCents, note: '' },
    past,
  )
  expect(await balance()).toBe(owed + again.differenceCents)
  expect((await places('Leo Wang')).filter(({ name }) => ['Early', 'Late', 'Long'].includes(name))).toEqual([
    { name: 'Early', status: 'transferred' },
    { name: 'Late', status: 'withdrawn' },
    { name: 'Long', status: 'active' },
  ])
})
