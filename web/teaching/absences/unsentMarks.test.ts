import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttendanceCode } from '#contract/teaching/absences.ts'
import { outcomeOf } from '#rules/rollCall.ts'
import { answered, attempted, decided, givenUp, marked, nothingUnsent, type Change } from './unsentMarks.ts'

const change = (code: AttendanceCode | null): Change => ({ code, ownCodeId: null, note: '' })

/** A school that records marks as the server does, one revision after another. */
const schoolOf = (students: readonly string[]) => {
  const marks = new Map(students.map(each => [each, { ...change(null), revision: null as string | null }]))
  const answers = new Map<string, { marks: { enrolmentId: string; revision: string | null }[]; conflicts: string[] }>()
  let count = 0
  /** The notes of the marks that this device sent and the school recorded, in order. */
  const arrived: string[] = []
  const record = (student: string, { code, ownCodeId, note }: Change) =>
    marks.set(student, { code, ownCodeId, note, revision: String((count += 1)) })
  return {
    marks,
    arrived,
    record,
    revisionOf: (student: string) => marks.get(student)!.revision,
    count: () => count,
    take(attempt: NonNullable<ReturnType<typeof attempted>['attempt']>) {
      const known = answers.get(attempt.operationId)
      if (known) return known
      const conflicts = attempt.marks.flatMap(mark => {
        const outcome = outcomeOf(mark, marks.get(mark.enrolmentId)!)
        if (outcome === 'recorded') {
          record(mark.enrolmentId, mark)
          arrived.push(mark.note)
        }
        return outcome === 'conflict' ? [mark.enrolmentId] : []
      })
      const answer = {
        marks: [...marks].map(([enrolmentId, { revision }]) => ({ enrolmentId, revision })),
        conflicts,
      }
      answers.set(attempt.operationId, answer)
      return answer
    },
  }
}

const student = fc.constantFrom('a', 'b', 'c')
const code = fc.constantFrom<AttendanceCode | null>(null, 'present', 'late', 'absent')
const step = fc.oneof(
  fc.record({ is: fc.constant('tap' as const), student, code }),
  fc.record({ is: fc.constant('other' as const), student, code }),
  // The school receives it, and the answer is lost or arrives.
  fc.record({ is: fc.constant('send' as const), isLost: fc.boolean() }),
)

test('each student’s last mark arrives and no mark arrives twice, even if answers are lost; none silently overwrites someone else’s', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const school = schoolOf(['a', 'b', 'c'])
      let unsent = nothingUnsent
      let operations = 0
      // Each mark has a note of its own, by which it is known when it arrives.
      const mine = new Map<string, Change>()
      const others = new Set<string>()
      const send = (isLost: boolean) => {
        unsent = attempted(unsent, `${(operations += 1)}`)
        if (!unsent.attempt) return
        const answer = school.take(unsent.attempt)
        if (!isLost) unsent = answered(unsent, answer)
      }
      for (const [at, each] of steps.entries())
        if (each.is === 'tap') {
          const made = { ...change(each.code), note: `mark ${at}` }
          unsent = marked(unsent, new Map([[each.student, made]]), school.revisionOf)
          mine.set(each.student, made)
        } else if (each.is === 'other') {
          school.record(each.student, change(each.code))
          others.add(each.student)
        } else send(each.isLost)
      send(false)
      send(false)
      expect(new Set(school.arrived).size).toBe(school.arrived.length)
      for (const [enrolmentId, made] of mine) {
        const isDisputed = unsent.changes.get(enrolmentId)?.isDisputed === true
        // If no one else marked the student, the mark is saved; otherwise it is saved or waits for a decision.
        if (!others.has(enrolmentId)) {
          expect(school.marks.get(enrolmentId)).toMatchObject(made)
          expect(school.arrived).toContain(made.note)
        }
        if (isDisputed) expect(others.has(enrolmentId)).toBe(true)
        else expect(unsent.changes.has(enrolmentId)).toBe(false)
      }
    }),
  )
})

test('an attempt whose answer was lost is sent again unchanged, before newer marks', () => {
  const first = attempted(
    marked(nothingUnsent, new Map([['a', change('present')]]), () => null),
    'one',
  )
  const more = attempted(
    marked(first, new Map([['a', change('late')]]), () => null),
    'two',
  )
  expect(more.attempt).toEqual(first.attempt)
  const after = answered(more, { marks: [{ enrolmentId: 'a', revision: '1' }], conflicts: [] })
  expect(after).toEqual({
    changes: new Map([['a', { ...change('late'), basedOn: '1', isDisputed: false }]]),
    attempt: null,
  })
})

test('a disputed mark waits for a choice, and is then based on the school’s version', () => {
  const sent = attempted(
    marked(nothingUnsent, new Map([['a', change('late')]]), () => null),
    'one',
  )
  const disputed = answered(sent, { marks: [{ enrolmentId: 'a', revision: '9' }], conflicts: ['a'] })
  expect(attempted(disputed, 'two').attempt).toBeNull()
  const chosen = attempted(decided(disputed, 'a', change('absent'), '9'), 'three')
  expect(chosen.attempt?.marks).toEqual([{ enrolmentId: 'a', ...change('absent'), basedOn: '9' }])
})

test('a child no longer in the class doesn’t keep other students’ marks from arriving', () => {
  const given = new Map([
    ['a', change('late')],
    ['b', change('present')],
  ])
  const refused = givenUp(
    attempted(
      marked(nothingUnsent, given, () => null),
      'one',
    ),
    ['a'],
  )
  expect(attempted(refused, 'two').attempt?.marks.map(({ enrolmentId }) => enrolmentId)).toEqual(['b'])
})
