import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const plan = (over: object = {}) => ({
  id: null,
  weekday: 7,
  startsAt: '15:00',
  endsAt: '15:55',
  roomId: null,
  teacherIds: [],
  capacity: 10,
  ...over,
})
const ask = (planned?: ReturnType<typeof plan>) =>
  s.ida.call('classes-conflicts', { termId: s.term.id, ...(planned && { planned }) })

test('a planned class is checked against the others before it is saved', async () => {
  expect(await ask(plan())).toEqual([])
  const tom = s.grade1.teacherIds[0]!
  const found = await ask(plan({ roomId: s.room.id, teacherIds: [tom], capacity: 30 }))
  expect(found).toMatchObject([
    { kind: 'room', sectionId: null, other: 'Grade 1', what: '101' },
    { kind: 'teacher', otherId: s.grade1.id, n: 1, people: [{ name: 'Tom Teacher' }] },
    { kind: 'small', otherId: null, what: '101', n: 30, seats: 24 },
  ])
  // It begins when the other one ends, or meets on another day.
  expect(await ask(plan({ startsAt: '15:50', roomId: s.room.id, teacherIds: [tom] }))).toEqual([])
  expect(await ask(plan({ weekday: 6, roomId: s.room.id, teacherIds: [tom] }))).toEqual([])
})

test('students in both classes are counted and named; a class never conflicts with itself', async () => {
  const [mia] = await s.ann.call('students-mine', {})
  await s.ida.call('enrolments-enrol', { studentId: mia!.id, sectionId: s.chess.id })
  expect(await ask()).toEqual([])
  const moved = plan({ id: s.chess.id, startsAt: '14:30', endsAt: '15:30' })
  expect(await ask(moved)).toMatchObject([
    {
      kind: 'student',
      sectionId: s.chess.id,
      other: 'Grade 1',
      n: 1,
      people: [{ name: 'Mia Wang', nativeName: '王美雅' }],
    },
  ])
  expect(await ask(plan({ id: s.grade1.id, startsAt: '14:00', endsAt: '15:50' }))).toEqual([])
})

test('all classes of a term are checked against each other once, for the office only', async () => {
  const section = await s.ida.call('classes-create', s.section({ name: 'Grade 1 B', capacity: 40 }))
  const found = await ask()
  expect(found.map(({ kind }) => kind)).toEqual(['room', 'teacher', 'small'])
  expect(new Set([found[0]!.sectionId, found[0]!.otherId])).toEqual(new Set([s.grade1.id, section.id]))
  for (const who of [s.tom, s.ann])
    await expect(who.call('classes-conflicts', { termId: s.term.id })).rejects.toMatchObject({
      code: 'permission-denied',
    })
})

test('a teacher’s busy time conflicts with a class planned then; other teachers can’t read or set it', async () => {
  const tom = s.grade1.teacherIds[0]!
  const time = { weekday: 7, startsAt: '18:00', endsAt: '20:00', note: 'Choir' }
  expect(await s.tom.call('teachers-setBusyTimes', { times: [time] })).toEqual([time])
  expect(await s.tom.call('teachers-busyTimes', {})).toEqual([time])
  expect(await s.ida.call('teachers-busyTimes', { id: tom })).toEqual([time])
  // Another teacher has none, and can neither read nor set anyone else's.
  expect(await s.eve.call('teachers-busyTimes', {})).toEqual([])
  await expect(s.eve.call('teachers-busyTimes', { id: tom })).rejects.toMatchObject({ code: 'not-found' })
  await expect(s.eve.call('teachers-setBusyTimes', { id: tom, times: [] })).rejects.toMatchObject({ code: 'not-found' })
  await expect(s.ann.call('teachers-busyTimes', { id: tom })).rejects.toMatchObject({ code: 'permission-denied' })
  await expect(
    s.ida.call('teachers-setBusyTimes', { id: tom, times: [{ ...time, endsAt: '17:00' }] }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'times.0.endsAt', message: 'before' }] } })

  const at = (startsAt: string, endsAt: string, teacherIds = [tom]) => ask(plan({ startsAt, endsAt, teacherIds }))
  expect(await at('19:00', '19:50')).toMatchObject([
    { kind: 'busy', otherId: null, n: 1, people: [{ name: 'Tom Teacher' }] },
  ])
  expect(await at('20:00', '20:50')).toEqual([])
  expect(await at('19:00', '19:50', [])).toEqual([])
  // The office changes it, and the time is free again.
  await s.ida.call('teachers-setBusyTimes', { id: tom, times: [] })
  expect(await at('19:00', '19:50')).toEqual([])
})

test('a class moved too close to a sibling’s class is reported with the students it affects', async () => {
  const [mia] = await s.ann.call('students-mine', {})
  const alone = await s.ida.call(
    'classes-create',
    s.section({ name: 'Drums', startsAt: '18:00', endsAt: '18:50', roomId: null, teacherIds: [] }),
  )
  await s.ida.call('classes-move', { id: alone.id, to: 'open' })
  await s.ida.call('enrolments-enrol', { studentId: mia!.id, sectionId: alone.id })
  // Leo's class ends at 15:50.
  const close = await ask(plan({ id: alone.id, startsAt: '15:55', endsAt: '16:45' }))
  expect(close.filter(({ kind }) => kind === 'sibling')).toMatchObject([
    { sectionId: alone.id, otherId: null, n: 1, people: [{ name: 'Mia Wang' }] },
  ])
  const fine = await ask(plan({ id: alone.id, startsAt: '17:10', endsAt: '17:55' }))
  expect(fine.filter(({ kind }) => kind === 'sibling')).toEqual([])
})

test('the office sees the siblings’ classes and which class means the least waiting for the family', async () => {
  const [mia, leo] = await s.ann.call('students-mine', {})
  const { visits, choices } = await s.ida.call('enrolments-familyTimes', { studentId: leo!.id })
  expect(new Set(visits.map(({ studentId }) => studentId))).toEqual(new Set([mia!.id, leo!.id]))
  const drums = visits.find(({ section }) => section === 'Drums')!
  expect(drums).toMatchObject({ student: 'Mia Wang', startsAt: '18:00' })
  // Grade 1 is at the same time as Leo's class; Drums is in Mia's place.
  const of = (id: string) => choices.find(({ sectionId }) => sectionId === id)
  expect(of(s.grade1.id)).toMatchObject({ minutes: null, isLeast: false })
  expect(of(drums.sectionId)!.minutes).toBeGreaterThan(0)
  expect(of(drums.sectionId)).toMatchObject({ isLeast: true })
  // Zoe has no siblings, so there is nothing to compare.
  const [zoe] = await s.bob.call('students-mine', {})
  expect((await s.ida.call('enrolments-familyTimes', { studentId: zoe!.id })).choices).toEqual([])
  for (const who of [s.ann, s.tom])
    await expect(who.call('enrolments-familyTimes', { studentId: leo!.id })).rejects.toMatchObject({
      code: 'permission-denied',
    })
})
