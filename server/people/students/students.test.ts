import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { family, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

test('a parent sees their own children, with classes and meetings', async () => {
  const mine = await s.ann.call('students-mine', {})
  expect(
    mine.map(({ name, sections, meetings }) => [name, sections.map(section => section.name), meetings.length]),
  ).toEqual([
    ['Mia Wang', ['Grade 1'], 14],
    ['Leo Wang', ['Grade 1'], 14],
  ])
})
test('only a child’s family, teacher and the office can open the child’s record', async () => {
  const [mia] = await s.ann.call('students-mine', {})
  for (const who of [s.ida, s.tom, s.ann])
    expect(await who.call('students-get', { id: mia!.id })).toMatchObject({ nativeName: '王美雅' })
  for (const who of [s.bob, s.eve])
    await expect(who.call('students-get', { id: mia!.id })).rejects.toMatchObject({ code: 'not-found' })
})
test('the family writes the medical card, which its teacher sees at once and other teachers don’t', async () => {
  const [mia] = await s.ann.call('students-mine', {})
  const card = {
    allergies: 'Peanuts',
    medical: 'Asthma',
    medication: 'Inhaler, front pocket',
    doctorName: 'Dr. Ho',
    doctorPhone: '+1 555 0110',
  }
  await s.ann.call('students-changeMedical', { id: mia!.id, ...card })
  expect(await s.tom.call('students-get', { id: mia!.id })).toMatchObject(card)
  const roll = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  expect(roll.marks.find(({ name }) => name === 'Mia Wang')!.allergies).toBe('Peanuts')
  for (const who of [s.bob, s.eve])
    await expect(who.call('students-get', { id: mia!.id })).rejects.toMatchObject({ code: 'not-found' })
  // Bob becomes a guardian without data access.
  await s.database.db.execute(sql`
    insert into guardianships (student_id, guardian_id, relationship, has_data_access) select ${mia!.id}::uuid, id, 'father', false from persons where email = 'bob@home.example'`)
  await expect(s.bob.call('students-changeMedical', { id: mia!.id, ...card, allergies: '' })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(s.tom.call('students-changeMedical', { id: mia!.id, ...card })).rejects.toMatchObject({
    details: { reason: 'ROLE_NEEDED' },
  })
  await s.ida.call('students-changeMedical', { id: mia!.id, ...card, allergies: '' })
  expect((await s.ann.call('students-mine', {}))[0]!.allergies).toBe('')
})
test('the office finds students in any script, by guardian, by class and by status', async () => {
  const names = async (input: Parameters<typeof s.ida.call<'students-list'>>[1]) =>
    (await s.ida.call('students-list', input)).rows.map(({ name }) => name)
  expect(await names({})).toEqual(['Zoe Li', 'Leo Wang', 'Mia Wang'])
  expect(await names({ search: '美雅' })).toEqual(['Mia Wang'])
  expect(await names({ search: 'ann w' })).toEqual(['Leo Wang', 'Mia Wang'])
  expect(await names({ search: '%' })).toEqual([])
  expect(await names({ sectionId: s.chess.id })).toEqual([])
  expect(await names({ view: 'waiting' })).toEqual([])
  expect(await names({ view: 'active', search: 'zoe' })).toEqual(['Zoe Li'])
})
test('lists page by key without losing anyone', async () => {
  const crowd = await s.ida.call('classes-create', s.section({ name: 'Crowd', capacity: 200, crayon: 'berry' }))
  await s.ida.call('classes-move', { id: crowd.id, to: 'open' })
  for (let home = 0; home < 6; home += 1) {
    const children = Array.from({ length: 10 }, (_, index) => ({
      key: `k${index}`,
      name: `Child ${home}${index}`,
      birthOn: '2018-01-01',
    }))
    await s.register(
      await s.newcomer(`crowd${home}@home.example`),
      family(
        { name: `Crowd ${home}` },
        children,
        children.map(({ key }) => ({ childKey: key, sectionId: crowd.id })),
        s.term.id,
      ),
    )
  }
  const first = await s.ida.call('students-list', {})
  expect([first.rows.length, first.total, first.next === null]).toEqual([50, 63, false])
  const second = await s.ida.call('students-list', { after: first.next! })
  expect([second.rows.length, second.next]).toEqual([13, null])
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(63)
  // An invalid page key is ignored, and the list starts from the beginning.
  expect((await s.ida.call('students-list', { after: 'bm9uc2Vuc2U' })).rows[0]!.name).toBe(first.rows[0]!.name)
})

test('guardians and teachers are shown with both names, as students are', async () => {
  const { db } = s.database
  await db.execute(sql`update persons set native_name = '田老师' where name = 'Tom Teacher'`)
  await db.execute(sql`update persons set native_name = '王安' where name = 'Ann Wang'`)
  const { rows } = await s.ida.call('students-list', { search: 'Mia' })
  expect(rows).toMatchObject([{ guardian: 'Ann Wang', guardianNativeName: '王安' }])
  const taught = { teachers: ['Tom Teacher'], teacherNativeNames: ['田老师'] }
  const [mia] = (await s.ann.call('students-mine', {})).filter(({ name }) => name === 'Mia Wang')
  expect(mia!.sections).toMatchObject([taught])
  expect(mia!.meetings[0]).toMatchObject({ teacher: 'Tom Teacher', teacherNative: '田老师' })
  expect(mia!.pickUps).toContainEqual(expect.objectContaining({ name: 'Ann Wang', nativeName: '王安' }))
  const roster = await s.tom.call('classes-roster', { sectionId: s.grade1.id })
  const listed = roster.find(({ name }) => name === 'Mia Wang')!.guardians
  expect(listed).toContainEqual(expect.objectContaining({ name: 'Ann Wang', nativeName: '王安' }))
  const { sections } = await s.anybody.call('classes-catalogue', {})
  expect(sections.find(({ id }) => id === s.grade1.id)).toMatchObject(taught)
  const sunday = { from: '2026-09-13', to: '2026-09-20', mine: true }
  const lessons = await s.ann.call('events-meetings', sunday)
  expect(lessons.find(({ sectionId }) => sectionId === s.grade1.id)).toMatchObject(taught)
  const home = await s.ann.call('parents-home', {})
  expect(home.meetings[0]).toMatchObject({ teacherNative: '田老师' })
})

test('a class that a student has left keeps its attendance for the office, its own teacher and the family', async () => {
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const { enrolmentId } = marks.find(({ name }) => name === 'Mia Wang')!
  await s.tom.call('absences-take', { meetingId: s.meetingId, marks: [{ enrolmentId, code: 'late', note: '' }] })
  const mia = (await s.ann.call('students-mine', {})).find(({ name }) => name === 'Mia Wang')!
  expect(mia.left).toEqual([])
  await s.ida.call('enrolments-enrol', { studentId: mia.id, sectionId: s.chess.id })
  await s.ida.call('enrolments-move', { id: enrolmentId, to: 'dropped', note: '' })
  for (const who of [s.ida, s.tom, s.ann]) {
    const { sections, meetings, left } = await who.call('students-get', { id: mia.id })
    expect(sections.map(({ name }) => name)).toEqual(['Chess'])
    expect(meetings.map(({ section }) => section)).not.toContain('Grade 1')
    // From the first lesson, not from the registration in July.
    expect(left).toMatchObject([
      { enrolmentId, name: 'Grade 1', fromDay: '2026-09-13', toDay: '2026-09-13', meetings: [{ code: 'late' }] },
    ])
  }
  // The teacher of the other class opens the record without it.
  expect(await s.eve.call('students-get', { id: mia.id })).toMatchObject({ name: 'Mia Wang', left: [] })
  // Another family and a guardian who is barred don't open it.
  await expect(s.bob.call('students-get', { id: mia.id })).rejects.toMatchObject({ code: 'not-found' })
  await s.database.db.execute(sql`update guardianships set has_data_access = false where student_id = ${mia.id}::uuid`)
  await expect(s.ann.call('students-get', { id: mia.id })).rejects.toMatchObject({ code: 'not-found' })
})
