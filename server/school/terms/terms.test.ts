import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input, Output } from '#contract/index.ts'
import { school, sunday, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())
const spring = {
  name: 'Spring',
  nativeName: '春季',
  startsOn: '2027-01-31',
  endsOn: '2027-06-06',
  weekdays: [7],
  earlyBirdOn: null,
  closures: [{ onDay: '2027-03-28', reason: 'Easter', nativeReason: '复活节' }],
}

test('a term has a session date for each of its weekdays without a closure', async () => {
  const plan = await s.ida.call('terms-create', spring)
  expect(plan).toMatchObject({
    status: 'draft',
    sessionCount: 18,
    closures: [{ onDay: '2027-03-28', reason: 'Easter', nativeReason: '复活节' }],
  })
  const changed = await s.ida.call('terms-change', {
    ...spring,
    id: plan.id,
    closures: [...spring.closures, { onDay: '2027-04-11', reason: 'Break' }],
  })
  expect(changed.sessionDates.map(({ onDay }) => onDay)).not.toContain('2027-04-11')
  expect(changed.sessionCount).toBe(17)
  expect(changed.closures).toMatchObject([
    { reason: 'Easter', nativeReason: '复活节' },
    { reason: 'Break', nativeReason: '' },
  ])
})
test('a holiday of several days closes every lesson day from its first to its last, in one call', async () => {
  const refused = async (closure: { onDay: string; lastOn: string }, path: string, message: string) =>
    expect(
      s.ida.call('terms-create', { ...spring, closures: [...spring.closures, { ...closure, reason: 'Break' }] }),
    ).rejects.toMatchObject({ details: { fields: [{ path: `closures.1.${path}`, message }] } })
  await refused({ onDay: '2027-04-11', lastOn: '2027-04-10' }, 'lastOn', 'before')
  await refused({ onDay: '2027-05-30', lastOn: '2027-06-07' }, 'lastOn', 'outside')
  await refused({ onDay: '2027-04-12', lastOn: '2027-04-17' }, 'lastOn', 'noLessons')
  const { id, closures, sessionDates } = await s.ida.call('terms-create', {
    ...spring,
    closures: [
      ...spring.closures,
      { onDay: '2027-04-10', lastOn: '2027-04-25', reason: 'Spring break', nativeReason: '春假' },
    ],
  })
  expect(closures.map(({ onDay, reason, nativeReason }) => [onDay, reason, nativeReason])).toEqual([
    ['2027-03-28', 'Easter', '复活节'],
    ['2027-04-11', 'Spring break', '春假'],
    ['2027-04-18', 'Spring break', '春假'],
    ['2027-04-25', 'Spring break', '春假'],
  ])
  expect(
    sessionDates
      .map(({ onDay }) => onDay)
      .filter(day => day >= '2027-04-04')
      .slice(0, 2),
  ).toEqual(['2027-04-04', '2027-05-02'])
  const changed = await s.ida.call('terms-change', {
    ...spring,
    id,
    closures: [{ onDay: '2027-02-14', lastOn: '2027-02-21', reason: 'Winter break' }],
  })
  expect(changed.closures.map(({ onDay }) => onDay)).toEqual(['2027-02-14', '2027-02-21'])
  await s.database.db.execute(sql`delete from terms where id = ${id}::uuid`)
})
test('the public sees no draft terms, the office does', async () => {
  const drafts = (await s.ida.call('terms-list', {})).filter(({ status }) => status === 'draft')
  expect(drafts).toHaveLength(1)
  expect((await s.anybody.call('terms-list', {})).map(({ name }) => name)).toEqual(['Fall'])
  await expect(s.anybody.call('terms-get', { id: drafts[0]!.id })).rejects.toMatchObject({ code: 'not-found' })
})
test('a term moves only as allowed', async () => {
  const [draft] = (await s.ida.call('terms-list', {})).filter(({ status }) => status === 'draft')
  await expect(s.ida.call('terms-move', { id: draft!.id, to: 'closed' })).rejects.toMatchObject({
    details: { reason: 'MOVE_NOT_ALLOWED' },
  })
  expect(await s.ida.call('terms-move', { id: draft!.id, to: 'registration' })).toMatchObject({
    status: 'registration',
  })
})
test('invalid dates are refused at their field', async () => {
  const refused = (change: object, path: string) =>
    expect(s.ida.call('terms-create', { ...spring, ...change })).rejects.toMatchObject({
      details: { fields: [{ path }] },
    })
  await refused({ endsOn: '2026-12-31' }, 'endsOn')
  await refused({ endsOn: '2207-06-06' }, 'endsOn')
  await refused({ weekdays: [] }, 'weekdays')
  await refused({ startsOn: '2027-02-30' }, 'startsOn')
  await refused({ closures: [{ onDay: '2028-01-01', reason: 'x' }] }, 'closures.0.onDay')
})
test('a session date whose roll was taken stays despite a new closure', async () => {
  const roll = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  await s.tom.call('absences-take', {
    meetingId: s.meetingId,
    marks: [{ enrolmentId: roll.marks[0]!.enrolmentId, code: 'present', note: '' }],
  })
  const { id, name, nativeName, startsOn, endsOn, weekdays, earlyBirdOn } = s.term
  const plan = await s.ida.call('terms-change', {
    id,
    name,
    nativeName,
    startsOn,
    endsOn,
    weekdays,
    earlyBirdOn,
    closures: [
      { onDay: '2026-09-13', reason: 'Too late' },
      { onDay: '2026-09-20', reason: 'Outing' },
    ],
  })
  expect(plan.sessionDates.map(({ onDay }) => onDay).slice(0, 2)).toEqual(['2026-09-13', '2026-09-27'])
  expect((await s.ann.call('students-mine', {}))[0]!.meetings.map(({ onDay }) => onDay)).not.toContain('2026-09-20')
})
test('a no-school day is planned and removed', async () => {
  const days = ({ sessionDates }: { sessionDates: { onDay: string }[] }) => sessionDates.map(({ onDay }) => onDay)
  const hall = { onDay: '2026-10-18', reason: 'Hall is used', nativeReason: '场地另用' }
  const closed = await s.ida.call('terms-closeDay', { termId: s.term.id, ...hall })
  expect(days(closed)).not.toContain('2026-10-18')
  expect(closed.closures).toContainEqual(expect.objectContaining(hall))
  // Another no-school day leaves the first one as it was.
  await s.ida.call('terms-closeDay', { termId: s.term.id, onDay: '2026-10-25', reason: 'Storm' })
  const { closures } = await s.ida.call('terms-openDay', { termId: s.term.id, onDay: '2026-10-25' })
  expect(closures).toContainEqual(expect.objectContaining(hall))
  const opened = await s.ida.call('terms-openDay', { termId: s.term.id, onDay: '2026-10-18' })
  expect(days(opened)).toContain('2026-10-18')
  expect((await s.ann.call('students-mine', {}))[0]!.meetings.map(({ onDay }) => onDay)).toContain('2026-10-18')
  await expect(
    s.ida.call('terms-closeDay', { termId: s.term.id, onDay: '2030-01-01', reason: 'Far away' }),
  ).rejects.toMatchObject({ code: 'invalid-argument' })
})
test('figures match the lists behind them', async () => {
  const figures = await s.ida.call('terms-figures', {})
  const students = await s.ida.call('students-list', { view: 'active' })
  const balances = await s.ida.call('payments-households', { view: 'owing' })
  expect(figures).toMatchObject({
    students: students.total,
    households: 2,
    enrolled: 3,
    places: 6,
    waiting: 0,
    unpaidHouseholds: balances.total,
    owedCents: balances.totals.owingCents,
  })
  const later = await s.ida.call('terms-figures', {}, { now: new Date('2026-09-28T12:00:00Z') })
  expect(later.missingRolls).toMatchObject([{ section: 'Grade 1', onDay: '2026-09-27', teacher: 'Tom Teacher' }])
})
test('a term that ends early keeps no lessons ahead, on every page, until it is reopened', async () => {
  const early = new Date('2026-09-22T12:00:00Z')
  s.clock.now = early
  const ahead = { from: '2026-09-23', to: '2026-10-31' }
  const seen = async () => ({
    home: (await s.ann.call('parents-home', {})).meetings.length > 0,
    child: (await s.ann.call('students-mine', {}))[0]!.meetings.some(({ onDay }) => onDay >= ahead.from),
    calendar: (await s.ann.call('events-meetings', ahead)).some(({ isCancelled }) => !isCancelled),
    today: (await s.tom.call('teachers-today', {})).next.length > 0,
    days: (await s.ida.call('terms-get', { id: s.term.id })).sessionDates.some(
      ({ onDay, status }) => onDay >= ahead.from && status === 'scheduled',
    ),
  })
  const all = (is: boolean) => ({ home: is, child: is, calendar: is, today: is, days: is })
  const move = (to: Output<'terms-list'>[number]['status']) => s.ida.call('terms-move', { id: s.term.id, to })
  const day = async (onDay: string) =>
    (await s.ida.call('terms-get', { id: s.term.id })).sessionDates.find(each => each.onDay === onDay)!
  await s.ida.call('cancellations-cancelDay', {
    sessionDateId: (await day('2026-10-04')).id,
    sectionId: null,
    reason: 'Storm',
    nativeReason: '',
    remedy: 'none',
    makeUpOn: null,
    eventIds: [],
    tell: false,
    agreedCents: 0,
  })
  const before = (await s.ida.call('terms-get', { id: s.term.id })).sessionDates
  await move('active')
  await move('grading')
  expect(await seen()).toEqual(all(true))
  await move('closed')
  expect(await seen()).toEqual(all(false))
  expect((await day('2026-09-13')).status).toBe('held')
  const why = { note: 'The term ended early.', nativeNote: '学期已提前结束。' }
  expect(await day('2026-09-27')).toMatchObject({ status: 'cancelled', ...why })
  expect(await day('2026-10-04')).toMatchObject({ status: 'cancelled', note: 'Storm', nativeNote: '' })
  expect((await s.ann.call('events-calendar', ahead)).days.find(({ onDay }) => onDay === '2026-09-27')).toMatchObject(
    why,
  )
  // The child's page says that the class is over, keeps its attendance, and offers nothing that is no longer possible.
  const child = (await s.ann.call('students-mine', {}))[0]!
  expect(child.sections.map(({ name, isOver }) => [name, isOver])).toEqual([['Grade 1', true]])
  expect(child.meetings.map(({ onDay }) => onDay)).toEqual(['2026-09-13'])
  const { enrolmentId } = child.sections[0]!
  expect(await s.ann.call('leavings-mine', {})).toEqual([])
  const over = { details: { reason: 'TERM_CLOSED' } }
  await expect(s.ann.call('leavings-targets', { enrolmentId })).rejects.toMatchObject(over)
  const shown = await s.ann.call('leavings-preview', { enrolmentId })
  const leave = { enrolmentId, agreedCents: shown.totalCents, agreedFreeCents: shown.freeCents, note: '' }
  await expect(s.ann.call('leavings-withdraw', { ...leave, back: 'credit' })).rejects.toMatchObject(over)
  await move('archived')
  expect(await seen()).toEqual(all(false))
  await move('closed')
  await move('grading')
  expect(await seen()).toEqual(all(true))
  expect((await s.ann.call('leavings-mine', {})).map(each => each.enrolmentId)).toContain(enrolmentId)
  // The same for a class that ends by itself.
  const mayLeave = async () => (await s.ann.call('leavings-mine', {})).some(place => place.enrolmentId === enrolmentId)
  const moveClass = (to: 'open' | 'running' | 'ended') => s.ida.call('classes-move', { id: s.grade1.id, to })
  await moveClass('running')
  expect(await mayLeave()).toBe(true)
  await moveClass('ended')
  expect(await mayLeave()).toBe(false)
  const ended = { details: { reason: 'MOVE_NOT_ALLOWED' } }
  await expect(s.ann.call('leavings-targets', { enrolmentId })).rejects.toMatchObject(ended)
  await expect(s.ann.call('leavings-withdraw', { ...leave, back: 'credit' })).rejects.toMatchObject(ended)
  await expect(
    s.ann.call('leavings-ask', {
      ...leave,
      toSectionId: null,
      leaves: [],
      back: 'credit',
      leavesWaits: false,
    }),
  ).rejects.toMatchObject(ended)
  expect(await s.ida.call('leavings-targets', { enrolmentId })).toEqual(expect.any(Array))
  await moveClass('running')
  await moveClass('open')
  expect(await mayLeave()).toBe(true)
  // The day that the office canceled stays canceled.
  expect((await s.ida.call('terms-get', { id: s.term.id })).sessionDates).toEqual(before)
  s.clock.now = sunday
})
test('a closed term keeps its days and may be renamed, an archived one keeps everything', async () => {
  const { id } = await s.ida.call('terms-create', { ...spring, name: 'Spring 2028' })
  const move = async (...states: Output<'terms-list'>[number]['status'][]) => {
    for (const to of states) await s.ida.call('terms-move', { id, to })
  }
  const change = (over: Partial<Input<'terms-change'>> = {}) => s.ida.call('terms-change', { ...spring, id, ...over })
  const hall = { termId: id, onDay: '2027-04-11', reason: 'Hall closed' }
  await move('registration', 'active', 'grading', 'closed')
  const before = await s.ida.call('terms-get', { id })
  const closed = { details: { reason: 'TERM_CLOSED' } }
  for (const over of [
    { startsOn: '2027-02-07' },
    { endsOn: '2027-06-13' },
    { weekdays: [6, 7] },
    { earlyBirdOn: '2027-01-01' },
    { closures: [] },
    { closures: [{ ...spring.closures[0]!, reason: 'Break' }] },
  ])
    await expect(change({ name: 'Moved', ...over })).rejects.toMatchObject(closed)
  await expect(s.ida.call('terms-closeDay', hall)).rejects.toMatchObject(closed)
  await expect(s.ida.call('terms-openDay', { termId: id, onDay: '2027-03-28' })).rejects.toMatchObject(closed)
  expect(await change({ name: 'Spring, renamed' })).toEqual({ ...before, name: 'Spring, renamed' })
  await move('archived')
  await expect(change({ name: 'Again' })).rejects.toMatchObject(closed)
  await expect(s.ida.call('terms-closeDay', hall)).rejects.toMatchObject(closed)
  await move('closed', 'grading')
  expect((await change({ endsOn: '2027-06-13' })).endsOn).toBe('2027-06-13')
  await s.ida.call('terms-closeDay', hall)
})
test('a day is ahead until the first of its lessons begins', async () => {
  const at = async (now: string) => {
    const { sessionDates } = await s.ida.call('terms-get', { id: s.term.id }, { now: new Date(now) })
    return ['2026-09-13', '2026-09-27', '2026-10-11'].map(
      onDay => sessionDates.find(each => each.onDay === onDay)?.isAhead,
    )
  }
  expect(await at('2026-09-27T12:00:00Z')).toEqual([false, true, true])
  expect(await at('2026-09-27T23:00:00Z')).toEqual([false, false, true])
})
test('figures of a large school may exceed a million', async () => {
  const { rows: families } = await s.ida.call('parents-list', {})
  for (const dueOn of ['2026-09-30', '2026-10-30'])
    await s.ida.call('payments-charge', {
      audience: { kind: 'households', householdIds: families.slice(0, 1).map(({ id }) => id) },
      per: 'household',
      kind: 'other',
      description: `Building, due ${dueOn}`,
      nativeDescription: '',
      amountCents: 90_000_000,
      dueOn,
      again: [],
      without: [],
      agreedCount: 1,
      agreedCents: 90_000_000,
    })
  expect((await s.ida.call('terms-figures', {})).chargedCents).toBeGreaterThan(180_000_000)
})
