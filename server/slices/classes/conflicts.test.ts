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

test('a class that is planned is compared with the others before it is saved', async () => {
  expect(await ask(plan())).toEqual([])
  const tom = s.grade1.teacherIds[0]!
  const found = await ask(plan({ roomId: s.room.id, teacherIds: [tom], capacity: 30 }))
  expect(found).toMatchObject([
    { kind: 'room', sectionId: null, other: 'Grade 1', what: '101' },
    { kind: 'teacher', otherId: s.grade1.id, n: 1, people: [{ name: 'Tom Teacher' }] },
    { kind: 'small', otherId: null, what: '101', n: 30, seats: 24 },
  ])
  // It begins when the other ends, or meets on another day.
  expect(await ask(plan({ startsAt: '15:50', roomId: s.room.id, teacherIds: [tom] }))).toEqual([])
  expect(await ask(plan({ weekday: 6, roomId: s.room.id, teacherIds: [tom] }))).toEqual([])
})

test('students who sit in both are counted and named; a class is never its own conflict', async () => {
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

test('all classes of a term are compared with each other once, and only for the office', async () => {
  const section = await s.ida.call('classes-create', s.section({ name: 'Grade 1 B', capacity: 40 }))
  const found = await ask()
  expect(found.map(({ kind }) => kind)).toEqual(['room', 'teacher', 'small'])
  expect(new Set([found[0]!.sectionId, found[0]!.otherId])).toEqual(new Set([s.grade1.id, section.id]))
  for (const who of [s.tom, s.ann])
    await expect(who.call('classes-conflicts', { termId: s.term.id })).rejects.toMatchObject({
      code: 'permission-denied',
    })
})
