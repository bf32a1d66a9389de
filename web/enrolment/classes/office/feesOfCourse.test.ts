import { expect, test } from 'vitest'
import { feesOfCourse } from './feesOfCourse.ts'

test('a new class begins with the fees of its own course, never with the books of another', () => {
  const classes = [
    { courseId: 'chinese', tuitionCents: 38_000, booksCents: 3000 },
    { courseId: 'chinese', tuitionCents: 40_000, booksCents: 3500 },
    { courseId: 'chess', tuitionCents: 12_000, booksCents: 900 },
  ]
  expect(feesOfCourse('chinese', classes)).toEqual({ tuitionCents: 40_000, booksCents: 3500 })
  expect(feesOfCourse('dance', classes)).toEqual({ tuitionCents: null, booksCents: 0 })
})
