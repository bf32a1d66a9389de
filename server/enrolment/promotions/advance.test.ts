import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let nextFallId: string
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const fields = (id: string) => ({
  id,
  programmeId: s.programme.id,
  nativeName: '',
  description: '',
})
const courses = async () =>
  Object.fromEntries((await s.ida.call('classes-parts', {})).courses.map(course => [course.name, course]))

test('the next course follows from the levels, unless the school sets it', async () => {
  const second = await s.ida.call('classes-createCourse', {
    programmeId: s.programme.id,
    name: 'Grade 2',
    nativeName: '二年级',
    level: 2,
    description: '',
  })
  expect(second).toMatchObject({ after: 'auto', nextCourseId: null, followingId: null })
  let now = await courses()
  expect(now['Grade 1']!.followingId).toBe(second.id)
  expect(now['Chess']!.followingId).toBe(now['Chess']!.id)
  const grade1 = { ...fields(s.course.id), name: 'Grade 1', level: 1 }
  await s.ida.call('classes-changeCourse', { ...grade1, after: 'finish' })
  expect((await courses())['Grade 1']).toMatchObject({ after: 'finish', followingId: null })
  // Changing something else keeps it.
  await s.ida.call('classes-changeCourse', grade1)
  expect((await courses())['Grade 1']!.after).toBe('finish')
  await expect(
    s.ida.call('classes-changeCourse', { ...grade1, after: 'next', nextCourseId: null }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'nextCourseId' }] } })
  await s.ida.call('classes-changeCourse', { ...grade1, after: 'next', nextCourseId: second.id })
  now = await courses()
  expect(now['Grade 1']).toMatchObject({ after: 'next', nextCourseId: second.id, followingId: second.id })
})

test('everyone moves up into a new school year, except students whose released result is too low', async () => {
  const copied = await s.ida.call('promotions-copyClasses', {
    fromTermId: s.term.id,
    toTermId: null,
    newTerm: { name: 'Next fall', nativeName: '', startsOn: '2027-09-12', endsOn: '2027-12-19', closures: true },
    sectionIds: [s.grade1.id, s.chess.id],
    options: { teachers: true, rooms: true, fees: true },
  })
  nextFallId = copied.termId
  const second = (await courses())['Grade 2']!
  await s.ida.call(
    'classes-create',
    s.section({ termId: nextFallId, courseId: second.id, name: 'Grade 2', capacity: 3 }),
  )

  const roster = await s.ida.call('classes-roster', { sectionId: s.grade1.id })
  const plan = await s.ida.call('grades-plan', {
    sectionId: s.grade1.id,
    scaleId: null,
    reason: '',
    categories: [{ id: null, name: 'Tests', nativeName: '', weightPercent: 100, dropLowest: 0 }],
  })
  const assessment = await s.ida.call('grades-createAssessment', {
    sectionId: s.grade1.id,
    categoryId: plan.categories[0]!.id,
    name: 'Final',
    nativeName: '',
    onDay: '2026-12-13',
    maxPoints: 20,
  })
  await s.ida.call('grades-enter', {
    sectionId: s.grade1.id,
    reason: '',
    cells: roster.map(({ enrolmentId, name }) => ({
      assessmentId: assessment.id,
      enrolmentId,
      points: name === 'Zoe Li' ? 9 : 18,
      isExcused: false,
      note: '',
      version: 0,
    })),
  })
  const ask = (passPercent: number | null) =>
    s.ida.call('promotions-propose', {
      fromTermId: s.term.id,
      toTermId: nextFallId,
      step: 'advance',
      raisesGrades: true,
      passPercent,
    })
  const outcome = async (id: string) =>
    Object.fromEntries(
      (await s.ida.call('promotions-lines', { id })).rows.map(line => [
        line.student,
        [line.decision, line.to?.name ?? null, line.reason, line.percent],
      ]),
    )
  // A draft grade is for the teacher only.
  const early = await ask(60)
  expect((await outcome(early.id))['Zoe Li']).toEqual(['promote', 'Grade 2', 'next', null])
  await s.ida.call('promotions-move', { id: early.id, to: 'discarded' })
  await s.ida.call('grades-release', { assessmentIds: [assessment.id] })
  const run = await ask(60)
  expect(await outcome(run.id)).toEqual({
    'Leo Wang': ['promote', 'Grade 2', 'next', null],
    'Mia Wang': ['promote', 'Grade 2', 'next', null],
    'Zoe Li': ['choose', null, 'below-pass', 45],
  })
  expect((await s.ida.call('promotions-list', {})).map(({ status }) => status)).toEqual(['draft'])
})
