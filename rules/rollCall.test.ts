import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastMarks, outcomeOf, takenBack } from './rollCall.ts'

test('a student’s last mark counts, and other students keep theirs', () => {
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

test('merging two rolls at once equals merging the second over the first', () => {
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

test('undoing a bulk mark restores only students who haven’t been marked again since', () => {
  const student = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const code = fc.constantFrom(null, 'present', 'late', 'absent')
  fc.assert(
    fc.property(
      fc.uniqueArray(student),
      fc.dictionary(student, code),
      fc.array(fc.tuple(student, code)),
      (bulk, start, later) => {
        const roll = new Map(Object.entries(start))
        const before = new Map(bulk.map(each => [each, roll.get(each) ?? null]))
        for (const each of bulk) roll.set(each, 'present')
        for (const [each, given] of later) roll.set(each, given)
        const afterwards = new Map(roll)
        for (const [each, given] of takenBack(before, new Set(later.map(([each]) => each)))) roll.set(each, given)
        for (const each of roll.keys()) {
          const isMarkedLater = later.some(([one]) => one === each)
          const isTakenBack = bulk.some(one => one === each) && !isMarkedLater
          expect(roll.get(each)).toBe(isTakenBack ? (start[each] ?? null) : afterwards.get(each))
        }
      },
    ),
  )
})

test('a mark conflicts only if someone else has recorded a different one since', () => {
  const present = { code: 'present', ownCodeId: null, note: '' }
  const late = { code: 'late', ownCodeId: null, note: '' }
  expect(outcomeOf({ ...late, basedOn: 'one' }, { ...present, revision: 'one' })).toBe('recorded')
  expect(outcomeOf({ ...late, basedOn: null }, { ...present, revision: null })).toBe('recorded')
  expect(outcomeOf({ ...late, basedOn: 'one' }, { ...present, revision: 'two' })).toBe('conflict')
  expect(outcomeOf({ ...late, basedOn: null }, { ...late, note: 'bus', revision: 'two' })).toBe('conflict')
  expect(outcomeOf({ ...late, basedOn: null }, { ...late, revision: 'two' })).toBe('same')
  // A client that doesn't send the version it saw, such as an older one, is recorded as before.
  expect(outcomeOf(late, { ...present, revision: 'two' })).toBe('recorded')
})

const byStudent = (a: { enrolmentId: string }, b: { enrolmentId: string }) => a.enrolmentId.localeCompare(b.enrolmentId)
