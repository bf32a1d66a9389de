import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'

/** What a teacher can see of a student for thirty days after the student left the class or the class ended. */
let s: SmallSchool
let mia: string
let seat: string
beforeAll(async () => {
  s = await school()
  mia = (await s.ann.call('students-mine', {})).find(({ name }) => name === 'Mia Wang')!.id
  await s.ida.call('students-changeMedical', {
    id: mia,
    allergies: 'Peanuts',
    medical: 'Asthma',
    medication: 'Inhaler',
    doctorName: 'Dr Lee',
    doctorPhone: '+1 555 0111',
  })
  const roster = await s.ida.call('classes-roster', { sectionId: s.grade1.id })
  seat = roster.find(({ studentId }) => studentId === mia)!.enrolmentId
})
afterAll(() => s.drop())

const refused = { code: 'not-found' }
const readBy = (who: SmallSchool['tom'], now: string) => who.call('students-get', { id: mia }, { now: new Date(now) })
const rollOf = async (now: string) =>
  (await s.tom.call('absences-roll', { meetingId: s.meetingId }, { now: new Date(now) })).marks.find(
    ({ studentId }) => studentId === mia,
  )!

describe('after the class has ended', () => {
  // The term ends on 20 December in New York.
  const last = '2027-01-20T04:59:00Z'
  const after = '2027-01-20T05:00:00Z'

  test('its teacher reads the record for thirty more days, and then no longer', async () => {
    expect(await readBy(s.tom, last)).toMatchObject({ medical: 'Asthma', doctorName: 'Dr Lee' })
    await expect(readBy(s.tom, after)).rejects.toMatchObject(refused)
    expect(await readBy(s.ida, after)).toMatchObject({ medical: 'Asthma' })
    expect(await readBy(s.ann, after)).toMatchObject({ medical: 'Asthma' })
    await expect(readBy(s.eve, last)).rejects.toMatchObject(refused)
  })

  test('old class lists then show only names', async () => {
    const rosterAt = async (now: string) =>
      (await s.tom.call('classes-roster', { sectionId: s.grade1.id }, { now: new Date(now) })).find(
        ({ studentId }) => studentId === mia,
      )!
    const known = await rosterAt(last)
    expect(known).toMatchObject({ allergies: 'Peanuts', birthOn: '2019-03-01' })
    expect(known.guardians).toMatchObject([{ name: 'Ann Wang' }])
    expect(await rosterAt(after)).toMatchObject({ name: 'Mia Wang', allergies: '', birthOn: null, guardians: [] })
    expect(await rollOf(last)).toMatchObject({ allergies: 'Peanuts' })
    expect(await rollOf(after)).toMatchObject({ name: 'Mia Wang', allergies: '', barred: [] })
  })
})

describe('after the student has left', () => {
  const left = '2026-10-01T12:00:00.000Z'
  const last = '2026-10-31T12:00:00.000Z'
  const after = '2026-10-31T12:00:00.001Z'

  test('the teacher reads the record and documents for thirty more days, and then no longer', async () => {
    await s.ida.call('enrolments-move', { id: seat, to: 'withdrawn', note: '' }, { now: new Date(left) })
    expect(await readBy(s.tom, last)).toMatchObject({ allergies: 'Peanuts', doctorPhone: '+1 555 0111' })
    await expect(readBy(s.tom, after)).rejects.toMatchObject(refused)
    expect(await readBy(s.ida, after)).toMatchObject({ allergies: 'Peanuts' })
    await s.database.db.execute(
      sql`with file as (insert into files (id, name, type, size, bytes, created_at) values (gen_random_uuid(), 'plan.pdf', 'application/pdf', 1, 'x', now()) returning id)
        insert into student_documents (id, student_id, file_id, kind, title, added_at) select gen_random_uuid(), ${mia}::uuid, id, 'actionPlan', 'Plan', now() from file`,
    )
    const plans = (now: string) => s.tom.call('documents-list', { studentId: mia }, { now: new Date(now) })
    expect(await plans(last)).toMatchObject([{ title: 'Plan' }])
    expect(await plans(after)).toEqual([])
  })

  test('others in the class stay readable', async () => {
    const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId }, { now: new Date(after) })
    expect(marks.map(({ name }) => name)).toEqual(['Zoe Li', 'Leo Wang'])
    const [leo] = (await s.ann.call('students-mine', {})).filter(({ name }) => name === 'Leo Wang')
    expect(await s.tom.call('students-get', { id: leo!.id }, { now: new Date(after) })).toMatchObject({
      name: 'Leo Wang',
    })
  })
})

test('a student of an old class who is in a new one with the same teacher stays readable', async () => {
  const after = '2027-01-20T05:00:00Z'
  const now = { now: new Date(after) }
  const spring = await s.ida.call('terms-create', {
    name: 'Spring',
    nativeName: '',
    startsOn: '2027-01-10',
    endsOn: '2027-05-30',
    weekdays: [7],
    earlyBirdOn: null,
    closures: [],
  })
  await s.ida.call('terms-move', { id: spring.id, to: 'registration' })
  const next = await s.ida.call('classes-create', s.section({ termId: spring.id, name: 'Grade 2' }))
  await s.ida.call('classes-move', { id: next.id, to: 'open' })
  await s.ida.call('enrolments-enrol', { studentId: mia, sectionId: next.id }, now)
  expect(await readBy(s.tom, after)).toMatchObject({ medical: 'Asthma' })
})
