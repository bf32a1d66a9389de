import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

test('the catalogue shows open classes and their free seats to everyone', async () => {
  const { term, sections } = await s.anybody.call('classes-catalogue', {})
  expect(term!.name).toBe('Fall')
  expect(sections.map(({ name, placesLeft, state }) => [name, placesLeft, state])).toEqual([
    ['Grade 1', 1, 'few'],
    ['Chess', 2, 'few'],
  ])
})
test('a draft class is visible to the office only', async () => {
  const draft = await s.ida.call('classes-create', s.section({ name: 'Secret', crayon: 'slate' }))
  expect((await s.ida.call('classes-list', { termId: s.term.id })).map(({ id }) => id)).toContain(draft.id)
  expect((await s.anybody.call('classes-catalogue', {})).sections.map(({ id }) => id)).not.toContain(draft.id)
})
test('a teacher sees the roster of their own class only', async () => {
  const roster = await s.tom.call('classes-roster', { sectionId: s.grade1.id })
  expect(roster.map(({ name }) => name)).toEqual(['Zoe Li', 'Leo Wang', 'Mia Wang'])
  expect(roster[2]).toMatchObject({
    nativeName: '王美雅',
    photoConsent: 'school',
    guardians: [{ name: 'Ann Wang', phone: '+1 555 0100' }],
  })
  await expect(s.eve.call('classes-roster', { sectionId: s.grade1.id })).rejects.toMatchObject({ code: 'not-found' })
  expect((await s.eve.call('classes-list', {})).map(({ name }) => name)).toEqual(['Chess'])
})
test('a class list names the people who are not allowed to pick up each child', async () => {
  const barred = async () =>
    (await s.tom.call('classes-roster', { sectionId: s.grade1.id })).map(each => [each.name, each.barred])
  expect(await barred()).toContainEqual(['Mia Wang', []])
  const { id: studentId, householdId } = (await s.ida.call('students-list', { search: 'Mia' })).rows[0]!
  await s.ida.call('parents-denyPickUp', {
    householdId: householdId!,
    studentId,
    name: 'Uncle Rick',
    phone: '',
    relationship: '',
    fromDay: '2026-01-01',
    toDay: null,
  })
  expect(await barred()).toContainEqual(['Mia Wang', ['Uncle Rick']])
  expect(await barred()).toContainEqual(['Zoe Li', []])
})
test('class names match the list and its order, and a teacher gets only their own', async () => {
  const names = await s.ida.call('classes-names', {})
  const all = await s.ida.call('classes-list', {})
  expect(names.length).toBeGreaterThan(1)
  expect(names).toEqual(
    all.map(({ id, termId, name, nativeName, status, otherTerm }) => ({
      id,
      termId,
      name,
      nativeName,
      status,
      otherTerm,
    })),
  )
  expect((await s.eve.call('classes-names', {})).map(({ name }) => name)).toEqual(['Chess'])
})
test('capacity can’t go below the number of enrolled students', async () => {
  await expect(s.ida.call('classes-change', { ...s.section({ capacity: 2 }), id: s.grade1.id })).rejects.toMatchObject({
    details: { fields: [{ path: 'capacity', message: 'seated' }] },
  })
  expect(await s.ida.call('classes-change', { ...s.section({ capacity: 3 }), id: s.grade1.id })).toMatchObject({
    capacity: 3,
    placesLeft: 0,
    state: 'waitlist',
  })
})
test('status changes and values that make no sense are refused', async () => {
  await expect(s.ida.call('classes-move', { id: s.grade1.id, to: 'ended' })).rejects.toMatchObject({
    details: { reason: 'MOVE_NOT_ALLOWED' },
  })
  await expect(s.ida.call('classes-move', { id: s.grade1.id, to: 'cancelled' })).rejects.toMatchObject({
    details: { reason: 'MOVE_NOT_ALLOWED' },
  })
  await expect(s.ida.call('classes-create', s.section({ startsAt: '16:00', endsAt: '15:00' }))).rejects.toMatchObject({
    details: { fields: [{ path: 'endsAt' }] },
  })
  await expect(s.ida.call('classes-create', s.section({ ageFrom: 9, ageTo: 6 }))).rejects.toMatchObject({
    details: { fields: [{ path: 'ageTo' }] },
  })
  // Not 'capacity', which is the message for a number that no class may have.
  await expect(s.ida.call('classes-create', s.section({ capacity: 8, minimum: 9 }))).rejects.toMatchObject({
    details: { fields: [{ path: 'minimum', message: 'spots' }] },
  })
  await expect(s.ida.call('classes-createRoom', { name: '101', capacity: null })).rejects.toMatchObject({
    details: { reason: 'ALREADY_EXISTS' },
  })
  await expect(
    s.ida.call('classes-createCourse', {
      programmeId: crypto.randomUUID(),
      name: 'X',
      nativeName: '',
      level: null,
      description: '',
    }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'programmeId' }] } })
})
test('the office gets the lists of teachers and rooms for a class', async () => {
  const parts = await s.ida.call('classes-parts', {})
  expect(parts.teachers.map(({ name }) => name)).toEqual(['Eve Teacher', 'Tom Teacher'])
  expect(parts.rooms).toMatchObject([{ name: '101', capacity: 24 }])
})
test('programs and rooms can be changed, and programs and courses archived', async () => {
  const parts = await s.ida.call('classes-parts', {})
  const [enrichment, language] = parts.programmes
  expect([enrichment!.name, language!.name]).toEqual(['Enrichment', 'Language'])
  await s.ida.call('classes-changeProgramme', { id: language!.id, name: 'Chinese', nativeName: '中文' })
  await s.ida.call('classes-changeRoom', { id: s.room.id, name: '102', capacity: null })
  expect((await s.anybody.call('classes-catalogue', {})).sections[0]).toMatchObject({
    programme: 'Chinese',
    room: '102',
  })
  const archive = (part: 'programme' | 'course' | 'room', id: string, isArchived = true) =>
    s.ida.call('classes-archivePart', { part, id, isArchived })
  await expect(archive('programme', language!.id)).rejects.toMatchObject({ details: { reason: 'PART_IN_USE' } })
  await archive('course', s.course.id)
  await archive('programme', language!.id)
  await expect(
    s.ida.call('classes-createCourse', {
      programmeId: language!.id,
      name: 'Grade 2',
      nativeName: '',
      level: 2,
      description: '',
    }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'programmeId', message: 'required' }] } })
  expect((await s.ida.call('classes-parts', {})).courses.find(({ id }) => id === s.course.id)?.isArchived).toBe(true)
  await archive('programme', language!.id, false)
  await archive('course', s.course.id, false)
  expect((await s.ida.call('classes-parts', {})).courses.some(({ isArchived }) => isArchived)).toBe(false)
  await expect(
    s.ida.call('classes-changeRoom', { id: crypto.randomUUID(), name: '1', capacity: null }),
  ).rejects.toMatchObject({ code: 'not-found' })
})
