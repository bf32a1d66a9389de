import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let art: { id: string }
const early = { now: new Date('2026-09-20T16:00:00Z') }
const ids = new Map<string, string>()
const places = new Map<string, string>()

beforeAll(async () => {
  s = await school()
  await s.ida.call('config-changeRefunds', {
    tiers: [{ until: 'week', number: 4, percent: 100 }],
    processingFeeCents: 1000,
    refundsBooks: false,
    transferFeeCents: 500,
  })
  art = await s.ida.call(
    'classes-create',
    s.section({ name: 'Art', nativeName: '美术', startsAt: '17:10', endsAt: '18:00', capacity: 2, auditCents: 8000 }),
  )
  await s.ida.call('classes-move', { id: art.id, to: 'open' })
  for (const { id, name } of await rows<{ id: string; name: string }>(
    s.database.db,
    sql`select p.id, p.name from persons p join students st on st.id = p.id`,
  )) {
    ids.set(name, id)
    if (name === 'Zoe Li') continue
    await s.ida.call('enrolments-enrol', { studentId: id, sectionId: art.id }, early)
  }
  for (const { id, name } of await rows<{ id: string; name: string }>(
    s.database.db,
    sql`select e.id, p.name from enrolments e join persons p on p.id = e.student_id where e.section_id = ${art.id}::uuid`,
  ))
    places.set(name, id)
})
afterAll(() => s.drop())

const balance = async () => (await s.ann.call('payments-ledger', {}))[0]!.balanceCents
const agreedOf = (shown: { differenceCents: number; freeCents: number }) => ({
  agreedCents: shown.differenceCents,
  agreedFreeCents: shown.freeCents,
  back: 'credit' as const,
  note: '',
})
const lastLetter = async () =>
  (
    await rows<{ subject: string; text: string }>(
      s.database.db,
      sql`select subject, text from mails where "to" = 'ann@home.example' order by id desc limit 1`,
    )
  )[0]!

test('the office switches a student to auditing: seat and roll stay, and the difference shown is settled', async () => {
  const enrolmentId = places.get('Mia Wang')!
  const shown = await s.ida.call('leavings-previewType', { enrolmentId }, early)
  expect(shown).toMatchObject({
    type: 'regular',
    toType: 'audit',
    way: 'now',
    reasons: [],
    price: [{ kind: 'tuition', amountCents: 8000, type: 'audit' }],
  })
  expect(shown.lines.find(({ kind }) => kind === 'books')).toMatchObject({ backCents: 0, why: 'books' })
  expect(shown.differenceCents).toBeLessThan(0)
  const step = { enrolmentId, toType: shown.toType, ...agreedOf(shown) }
  for (const who of [s.ann, s.tom])
    await expect(who.call('leavings-changeType', step, early)).rejects.toMatchObject({ code: 'permission-denied' })
  await expect(s.bob.call('leavings-previewType', { enrolmentId }, early)).rejects.toMatchObject({ code: 'not-found' })
  await expect(s.ida.call('leavings-changeType', { ...step, agreedCents: 0 }, early)).rejects.toMatchObject({
    details: { reason: 'PREVIEW_CHANGED', totalCents: shown.differenceCents },
  })
  const owed = await balance()
  expect(await s.ida.call('leavings-changeType', step, early)).toMatchObject({ type: 'audit' })
  expect(await balance()).toBe(owed + shown.differenceCents)
  // On a second click, the other way is no longer the one that was shown.
  await expect(s.ida.call('leavings-changeType', step, early)).rejects.toMatchObject({
    details: { reason: 'PREVIEW_CHANGED' },
  })
  const letter = await lastLetter()
  expect(letter.subject).toContain('Mia Wang now audits Art')

  const roster = await s.tom.call('classes-roster', { sectionId: art.id })
  expect(roster.map(({ name, type }) => [name, type])).toEqual([
    ['Leo Wang', 'regular'],
    ['Mia Wang', 'audit'],
  ])
  const [meeting] = await rows<{ id: string }>(
    s.database.db,
    sql`select id from meetings where section_id = ${art.id}::uuid and on_day > '2026-09-21' order by on_day limit 1`,
  )
  const { marks } = await s.tom.call('absences-roll', { meetingId: meeting!.id })
  expect(marks.map(({ name, isAuditor }) => [name, isAuditor])).toEqual([
    ['Leo Wang', false],
    ['Mia Wang', true],
  ])
  const [mia] = await s.ann.call('students-mine', {})
  expect(mia!.sections.find(({ sectionId }) => sectionId === art.id)).toMatchObject({ type: 'audit' })
  // An auditor keeps the seat: the class is as full as before.
  const full = (await s.ida.call('classes-list', {})).find(({ id }) => id === art.id)
  expect(full).toMatchObject({ enrolled: 2, placesLeft: 0 })
})

test('switching back costs the same again, and books aren’t charged twice', async () => {
  const enrolmentId = places.get('Mia Wang')!
  const owed = await balance()
  const shown = await s.ida.call('leavings-previewType', { enrolmentId }, early)
  expect(shown).toMatchObject({ type: 'audit', toType: 'regular' })
  expect(shown.price.map(({ kind }) => kind)).toEqual(['tuition'])
  await s.ida.call('leavings-changeType', { enrolmentId, toType: 'regular', ...agreedOf(shown) }, early)
  expect(await balance()).toBe(owed + shown.differenceCents)
  expect((await lastLetter()).subject).toContain('Mia Wang now takes Art for grades')
  const history = await rows<{ type: string; cents: number }>(
    s.database.db,
    sql`select to_type as type, difference_cents::int as cents from type_changes where enrolment_id = ${enrolmentId}::uuid order by created_at, id`,
  )
  expect(history.map(({ type }) => type)).toEqual(['audit', 'regular'])
  expect(history.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
})

test('a family asks to audit, the office confirms what was shown, and the request is answered once', async () => {
  const enrolmentId = places.get('Leo Wang')!
  expect((await s.ann.call('leavings-mine', {}, early)).find(each => each.enrolmentId === enrolmentId)).toMatchObject({
    toType: 'audit',
    request: null,
  })
  const shown = await s.ann.call('leavings-previewType', { enrolmentId }, early)
  expect(shown.way).toBe('ask')
  const ask = {
    enrolmentId,
    toSectionId: null,
    leavesWaits: false,
    toType: 'audit' as const,
    ...agreedOf(shown),
    note: 'He only wants to paint',
  }
  await expect(s.ann.call('leavings-ask', { ...ask, toType: 'regular' }, early)).rejects.toMatchObject({
    details: { reason: 'PREVIEW_CHANGED' },
  })
  const { requestId } = await s.ann.call('leavings-ask', ask, early)
  const [request] = await s.ida.call('leavings-requests', {})
  expect(request).toMatchObject({ id: requestId, kind: 'type', type: 'regular', toSectionId: null, section: 'Art' })
  const owed = await balance()
  const answer = { requestId, confirms: true, agreedCents: shown.differenceCents, agreedFreeCents: shown.freeCents }
  expect(await s.ida.call('leavings-answer', { ...answer, note: '' }, early)).toMatchObject({ status: 'confirmed' })
  expect(await balance()).toBe(owed + shown.differenceCents)
  await expect(s.ida.call('leavings-answer', { ...answer, note: '' }, early)).rejects.toMatchObject({
    details: { reason: 'MOVE_NOT_ALLOWED' },
  })
  expect(await s.ida.call('leavings-requests', {})).toEqual([])
  expect((await s.ann.call('leavings-mine', {}, early)).find(each => each.enrolmentId === enrolmentId)).toMatchObject({
    toType: 'regular',
    request: null,
  })
})

test('a class without auditing allows no switch, and neither does an ended enrolment', async () => {
  const [grade1] = await rows<{ id: string }>(
    s.database.db,
    sql`select e.id from enrolments e where e.student_id = ${ids.get('Zoe Li')!}::uuid and e.status = 'active'`,
  )
  await expect(s.ida.call('leavings-previewType', { enrolmentId: grade1!.id }, early)).rejects.toMatchObject({
    details: { reason: 'CLASS_CLOSED' },
  })
  await s.ida.call('enrolments-move', { id: grade1!.id, to: 'dropped', note: '' }, early)
  await expect(s.ida.call('leavings-previewType', { enrolmentId: grade1!.id }, early)).rejects.toMatchObject({
    details: { reason: 'MOVE_NOT_ALLOWED' },
  })
})
