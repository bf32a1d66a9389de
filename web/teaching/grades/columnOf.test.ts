import { expect, test } from 'vitest'
import type { GradeBook } from '#contract/teaching/grades.ts'
import { columnOf } from './useGrid.ts'

test('a student who has left counts neither among those graded nor in the average', () => {
  const cell = (enrolmentId: string, points: number) => ({
    assessmentId: 'quiz',
    enrolmentId,
    points,
    isExcused: false,
    status: 'draft',
  })
  const book = {
    rows: [
      { enrolmentId: 'mia', isEnrolled: true },
      { enrolmentId: 'leo', isEnrolled: false },
    ],
    cells: [cell('mia', 8), cell('leo', 2)],
  } as Partial<GradeBook> as GradeBook
  expect(columnOf(book, { id: 'quiz' })).toEqual({ entered: 1, average: 8, drafts: 2, isAmended: false })
})
