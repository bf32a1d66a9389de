import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'
import { copyToSpring } from '#tests/spring.ts'

let s: SmallSchool
let springId: string
beforeAll(async () => {
  s = await school()
  springId = await copyToSpring(s, [s.grade1.id, s.chess.id])
  await s.ida.call('terms-move', { id: springId, to: 'registration', opensClasses: true })
})
afterAll(() => s.drop())

const propose = (raisesGrades: boolean) =>
  s.ida.call('promotions-propose', {
    fromTermId: s.term.id,
    toTermId: springId,
    step: 'continue',
    raisesGrades,
    passPercent: null,
  })
const lines = async (id: string) =>
  (await s.ida.call('promotions-lines', { id })).rows.map(({ student, from, decision, reason, grade, nextGrade }) => [
    student,
    from.name,
    decision,
    reason,
    `${grade} to ${nextGrade}`,
  ])
const gradeOf = async (name: string) => (await s.ida.call('students-list', { search: name })).rows[0]!.grade

test('a student who already has a spot goes up a grade with the others, and undoing takes it back', async () => {
  const students = (await s.ida.call('students-list', {})).rows
  const [mia, zoe] = ['Mia Wang', 'Zoe Li'].map(name => students.find(each => each.name === name)!.id)
  const spring = await s.ida.call('classes-list', { termId: springId })
  const grade1 = spring.find(({ name }) => name === 'Grade 1')!.id
  await s.ida.call('enrolments-enrol', { studentId: zoe!, sectionId: grade1 })
  await s.ida.call('enrolments-enrol', { studentId: mia!, sectionId: s.chess.id })

  const { id } = await propose(true)
  const chessOfMia = (await s.ida.call('promotions-lines', { id, fromSectionId: s.chess.id })).rows[0]!
  await s.ida.call('promotions-decide', { id, lineIds: [chessOfMia.id], decision: 'leave', sectionId: null })
  // Both lines of Mia show the one grade that she will have.
  expect(await lines(id)).toEqual([
    ['Zoe Li', 'Grade 1', 'retain', 'placed', '3 to 4'],
    ['Leo Wang', 'Grade 1', 'retain', 'continues', '3 to 4'],
    ...(await lines(id)).filter(([name]) => name === 'Mia Wang'),
  ])
  expect(new Set((await lines(id)).map(([, , , , grades]) => grades))).toEqual(new Set(['3 to 4']))
  expect((await s.ida.call('promotions-get', { id })).counts.grades).toBe(3)

  await s.ida.call('promotions-move', { id, to: 'reviewed' })
  const apply = () => s.ida.call('promotions-apply', { id, holdUntil: '2027-01-10', tell: false })
  const { batchId, ...applied } = await apply()
  expect(applied).toEqual({ places: 2, grades: 3, letters: 0 })
  expect(await gradeOf('Zoe Li')).toBe('4')
  expect((await s.ida.call('promotions-get', { id })).counts.grades).toBe(0)
  await s.ida.call('batches-undo', { id: batchId })
  expect(await gradeOf('Zoe Li')).toBe('3')
  await s.ida.call('promotions-move', { id, to: 'draft' })
  await s.ida.call('promotions-move', { id, to: 'reviewed' })
  await apply()
  expect(await gradeOf('Zoe Li')).toBe('4')
})

test('nobody goes up twice', async () => {
  const { id } = await propose(true)
  expect(await lines(id)).toEqual([['Mia Wang', 'Chess', 'retain', 'continues', '4 to 4']])
})
