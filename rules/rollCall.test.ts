import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastMarks } from './rollCall.ts'

test('of several marks for one student the last counts, and nobody else loses theirs', () => {
  expect(
    lastMarks([
      { enrolmentId: 'mia', code: 'present' },
      { enrolmentId: 'zoe', code: 'late' },
      { enrolmentId: 'mia', code: 'absent' },
    ]),
  ).toEqual([
    { enrolmentId: 'mia', code: 'absent' },
    { enrolmentId: 'zoe', code: 'late' },
  ])
})

test('two rolls merged in one go are the first with the second over it', () => {
  const roll = fc.array(fc.record({ enrolmentId: fc.constantFrom('a', 'b', 'c', 'd'), code: fc.string() }))
  fc.assert(
    fc.property(roll, roll, (one, other) => {
      const merged = lastMarks([...one, ...other])
      expect(new Set(merged.map(({ enrolmentId }) => enrolmentId)).size).toBe(merged.length)
      expect(merged.toSorted(byStudent)).toEqual(
        lastMarks([...lastMarks(one), ...lastMarks(other)]).toSorted(byStudent),
      )
    }),
  )
})

const byStudent = (a: { enrolmentId: string }, b: { enrolmentId: string }) => a.enrolmentId.localeCompare(b.enrolmentId)
