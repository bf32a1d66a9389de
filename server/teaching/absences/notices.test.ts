import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { isProposedExcused } from '#contract/teaching/absences.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool, sunday } from '#tests/school.ts'

let s: SmallSchool
let mia: string
beforeAll(async () => {
  s = await school()
  mia = (await s.ann.call('students-mine', {}))[0]!.id
  // Bob is Mia's father, too, without access to her data.
  await s.database.db.execute(sql`
    insert into guardianships (student_id, guardian_id, relationship, has_data_access) select ${mia}::uuid, id, 'father', false from persons where email = 'bob@home.example'`)
})
afterAll(() => s.drop())

const morning = { now: new Date(sunday.getTime() - 4 * 3_600_000) }
const notice = (over: Partial<Input<'absences-file'>> = {}): Input<'absences-file'> => ({
  studentId: mia,
  fromDay: '2026-09-20',
  toDay: '2026-09-20',
  sectionId: null,
  reason: 'ill',
  note: 'Fever',
  ...over,
})
const file = (over: Partial<Input<'absences-file'>> = {}, options = morning) =>
  s.ann.call('absences-file', notice(over), options)
const listed = async (who: typeof s.tom, input: Input<'absences-notices'> = {}) =>
  (await who.call('absences-notices', input)).rows.map(({ student, fromDay }) => [student.name, fromDay])

describe('a family reports an absence', () => {
  test('and sees which lessons it covers; the teacher and the office see it, another teacher doesn’t', async () => {
    const filed = await file({ toDay: '2026-10-04' })
    expect(filed.meetings.map(({ section, onDay }) => [section, onDay])).toEqual([
      ['Grade 1', '2026-09-20'],
      ['Grade 1', '2026-09-27'],
      ['Grade 1', '2026-10-04'],
    ])
    expect(await listed(s.tom)).toEqual([['Mia Wang', '2026-09-20']])
    expect(await listed(s.ida)).toEqual([['Mia Wang', '2026-09-20']])
    expect(await listed(s.eve)).toEqual([])
    expect(await listed(s.tom, { fromDay: '2026-10-05' })).toEqual([])
    expect(await listed(s.tom, { toDay: '2026-09-19' })).toEqual([])
    const [child] = await s.ann.call('students-mine', {})
    expect(child!.meetings.filter(each => each.notice).map(({ onDay }) => onDay)).toEqual([
      '2026-09-20',
      '2026-09-27',
      '2026-10-04',
    ])
    await s.ann.call('absences-withdraw', { id: filed.id })
    expect(await listed(s.tom)).toEqual([])
    expect((await s.ann.call('absences-mine', { studentId: mia })).rows).toMatchObject([{ status: 'withdrawn' }])
  })

  test('but not for a lesson that is over, even together with later ones', async () => {
    const evening = { now: new Date('2026-09-13T20:00:00Z') }
    const over = { details: { reason: 'LESSON_OVER' } }
    await expect(file({ fromDay: '2026-09-13', toDay: '2026-09-13' }, evening)).rejects.toMatchObject(over)
    const { id, meetings } = await file({ fromDay: '2026-09-13', toDay: '2026-09-20' }, evening)
    expect(meetings.map(({ onDay }) => onDay)).toEqual(['2026-09-20'])
    const roll = await s.tom.call('absences-roll', { meetingId: s.meetingId })
    expect(roll.marks.every(({ reported }) => reported === null)).toBe(true)
    const [child] = await s.ann.call('students-mine', {})
    expect(child!.meetings.filter(each => each.notice).map(({ onDay }) => onDay)).toEqual(['2026-09-20'])
    await s.ann.call('absences-withdraw', { id })
  })

  test('only for today or later, for days with lessons not yet reported', async () => {
    const fields = (path: string, message: string) => ({ details: { fields: [{ path, message }] } })
    await expect(file({ fromDay: '2026-09-12' })).rejects.toMatchObject(fields('fromDay', 'past'))
    await expect(file({ toDay: '2026-09-19' })).rejects.toMatchObject(fields('toDay', 'before'))
    await expect(file({ toDay: '2027-09-19' })).rejects.toMatchObject(fields('toDay', 'far'))
    const none = { details: { reason: 'NO_LESSON' } }
    await expect(file({ fromDay: '2026-09-21', toDay: '2026-09-26' })).rejects.toMatchObject(none)
    await expect(file({ sectionId: s.chess.id })).rejects.toMatchObject(none)
    // The school is closed on that Sunday.
    await expect(file({ fromDay: '2026-11-29', toDay: '2026-11-29' })).rejects.toMatchObject(none)
    const { id } = await file()
    await expect(file({ sectionId: s.grade1.id })).rejects.toMatchObject({ details: { reason: 'ALREADY_REPORTED' } })
    await expect(file({ toDay: '2026-09-27' })).resolves.toBeTruthy()
    await s.ann.call('absences-withdraw', { id })
  })

  test('only for its own child; a guardian without access can do nothing', async () => {
    const { rows: mine } = await s.ann.call('absences-mine', {})
    expect(mine.length).toBeGreaterThan(0)
    expect((await s.bob.call('absences-mine', {})).rows).toEqual([])
    expect((await s.bob.call('absences-mine', { studentId: mia })).rows).toEqual([])
    const open = mine.find(({ status }) => status === 'filed')!
    for (const call of [
      () => s.bob.call('absences-file', notice({ fromDay: '2026-10-11', toDay: '2026-10-11' }), morning),
      () => s.bob.call('absences-withdraw', { id: open.id }),
      () => s.eve.call('absences-answer', { id: open.id, to: 'acknowledged', note: '' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not-found' })
    await expect(s.ann.call('absences-notices', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
  })

  test('and can withdraw it while any of it is still ahead', async () => {
    const { id } = await file({ fromDay: '2026-10-11', toDay: '2026-10-11' })
    const [evening, later] = [{ now: new Date('2026-10-11T20:00:00Z') }, { now: new Date('2026-10-12T12:00:00Z') }]
    const refused = { details: { reason: 'MOVE_NOT_ALLOWED' } }
    await expect(s.ann.call('absences-withdraw', { id }, evening)).rejects.toMatchObject(refused)
    await expect(s.ann.call('absences-withdraw', { id }, later)).rejects.toMatchObject(refused)
    await s.ann.call('absences-withdraw', { id })
    await expect(s.ann.call('absences-withdraw', { id })).rejects.toMatchObject(refused)
  })
})

describe('a report of several days that is withdrawn when some are over', () => {
  const over = { now: new Date('2026-11-01T22:00:00Z') }
  const days = { fromDay: '2026-11-01', toDay: '2026-11-15' }
  const reported = async () =>
    (await s.ann.call('students-mine', {}))[0]!.meetings.filter(each => each.notice && each.onDay >= days.fromDay)

  test('stays for what was over, as the family, the teacher and the office see it', async () => {
    const { id } = await file(days)
    await s.tom.call('absences-answer', { id, to: 'acknowledged', note: '' })
    const left = await s.ann.call('absences-withdraw', { id }, over)
    expect(left).toMatchObject({ status: 'acknowledged', fromDay: '2026-11-01', toDay: '2026-11-01' })
    expect(left.meetings.map(({ onDay }) => onDay)).toEqual(['2026-11-01'])
    expect((await reported()).map(({ onDay }) => onDay)).toEqual(['2026-11-01'])
    for (const who of [s.tom, s.ida]) {
      expect(await listed(who, { fromDay: '2026-11-01' })).toEqual([['Mia Wang', '2026-11-01']])
      expect(await listed(who, { fromDay: '2026-11-02' })).toEqual([])
    }
    const refused = { details: { reason: 'MOVE_NOT_ALLOWED' } }
    await expect(s.ann.call('absences-withdraw', { id }, over)).rejects.toMatchObject(refused)
  })

  test('and the coming days can be reported again', async () => {
    const { id, meetings } = await file({ ...days, fromDay: '2026-11-08' }, over)
    expect(meetings.map(({ onDay }) => onDay)).toEqual(['2026-11-08', '2026-11-15'])
    await s.ann.call('absences-withdraw', { id }, over)
    expect((await reported()).map(({ onDay }) => onDay)).toEqual(['2026-11-01'])
  })
})

describe('the roll', () => {
  const marks = async () => (await s.tom.call('absences-roll', { meetingId: s.meetingId })).marks
  const proposed = async () => (await marks()).filter(isProposedExcused).map(({ name }) => name)
  const today = { fromDay: '2026-09-13', toDay: '2026-09-13' }

  test('proposes to excuse a student reported before the lesson, unless it was declined', async () => {
    const { id } = await file(today)
    expect(await proposed()).toEqual(['Mia Wang'])
    expect((await marks()).find(({ name }) => name === 'Mia Wang')!.reported).toMatchObject({
      id,
      reason: 'ill',
      note: 'Fever',
      status: 'filed',
      isInTime: true,
    })
    await s.tom.call('absences-answer', { id, to: 'acknowledged', note: '' })
    expect(await proposed()).toEqual(['Mia Wang'])
    await s.tom.call('absences-answer', { id, to: 'declined', note: 'There is a test' })
    expect(await proposed()).toEqual([])
    await s.ann.call('absences-withdraw', { id })
    expect((await marks()).every(({ reported }) => reported === null)).toBe(true)
  })

  test('marks a late report as late, and proposes nothing', async () => {
    const { id } = await file(today, { now: sunday })
    expect((await marks()).find(({ name }) => name === 'Mia Wang')!.reported).toMatchObject({ isInTime: false })
    expect(await proposed()).toEqual([])
    await s.ann.call('absences-withdraw', { id })
  })

  test('shows the newest of two reports, as the family does, and the first one counts as in time', async () => {
    const before = { now: new Date(sunday.getTime() - 24 * 3_600_000) }
    const first = await file({ ...today, reason: 'travel' }, before)
    const second = await file({ ...today, toDay: '2026-10-04' }, { now: sunday })
    expect((await marks()).find(({ name }) => name === 'Mia Wang')!.reported).toMatchObject({
      id: second.id,
      reason: 'ill',
      isInTime: true,
    })
    expect(await proposed()).toEqual(['Mia Wang'])
    const [child] = await s.ann.call('students-mine', {})
    expect(child!.meetings.find(({ onDay }) => onDay === today.fromDay)!.notice).toMatchObject({ id: second.id })
    for (const { id } of [first, second]) await s.ann.call('absences-withdraw', { id })
  })
})

test('a declined absence is emailed to the person who reported it, unless they turned such emails off', async () => {
  const letters = async () =>
    rows<{ text: string }>(
      s.database.db,
      sql`select text from mails where "to" = ${s.ann.email} and subject like '%absence%' order by id desc`,
    )
  const before = (await letters()).length
  const { id } = await file({ fromDay: '2026-10-18', toDay: '2026-10-18' })
  expect(await s.tom.call('absences-answer', { id, to: 'declined', note: 'Recital day' })).toMatchObject({
    status: 'declined',
    answer: 'Recital day',
  })
  const [letter] = await letters()
  expect([(await letters()).length, letter!.text.includes('Recital day')]).toEqual([before + 1, true])
  expect(
    (await s.ann.call('students-mine', {}))[0]!.meetings.find(each => each.onDay === '2026-10-18')!.notice,
  ).toMatchObject({
    status: 'declined',
  })
  await s.ann.call('parents-changePreference', { category: 'attendance', mail: 'off' })
  await s.tom.call('absences-answer', { id, to: 'acknowledged', note: '' })
  await s.tom.call('absences-answer', { id, to: 'declined', note: '' })
  expect(await letters()).toHaveLength(before + 1)
})
