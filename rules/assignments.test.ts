import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AssignmentStatus,
  assignmentStatuses,
  submissionMoves,
  submissionStatuses,
  type TurnKind,
} from '#contract/teaching/assignments.ts'
import { mayHandIn, statusAfter, usualDue } from './assignments.ts'
import { instantIn } from './calendar.ts'

test('work assigned today is due at the next class, or today if there is none', () => {
  const [today, next] = [{ day: '2026-11-22' }, { day: '2026-12-06' }]
  expect(usualDue([today, next], '2026-11-22')).toBe(next)
  expect(usualDue([next], '2026-11-22')).toBe(next)
  expect(usualDue([today], '2026-11-22')).toBe(today)
  expect(usualDue([], '2026-11-22')).toBeUndefined()
})

test('a student who is no longer excused has the status they had before', () => {
  expect(statusAfter(['turned-in', 'excused', 'unexcused'], true)).toBe('turned-in')
  expect(statusAfter(['excused', 'unexcused'], false)).toBe('assigned')
  expect(statusAfter(['excused', 'unexcused'], true)).toBe('draft')
})

test('a requested resubmission is still requested after the work is turned in and reclaimed', () => {
  expect(statusAfter(['turned-in', 'resubmit-requested', 'turned-in', 'reclaimed'], true)).toBe('resubmit-requested')
  expect(statusAfter(['turned-in', 'reclaimed'], true)).toBe('draft')
})

test('any sequence of allowed moves ends in a status with further moves, and undoing an excuse restores the status', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 30 }), fc.boolean(), (choices, hasDraft) => {
      const turns: TurnKind[] = []
      for (const choice of choices) {
        const status = statusAfter(turns, hasDraft)
        const moves = submissionMoves[status]
        expect(moves.length).toBeGreaterThan(0)
        if (moves.includes('excused')) expect(statusAfter([...turns, 'excused', 'unexcused'], hasDraft)).toBe(status)
        turns.push(moves[choice % moves.length]!)
      }
    }),
  )
})

test('work can’t be handed in before it is assigned, or once it is turned in, returned or excused', () => {
  const at = (status: AssignmentStatus, isOver = false) => ({ status, isOver })
  for (const status of submissionStatuses) {
    for (const standing of assignmentStatuses) {
      expect(mayHandIn(status, at(standing, true))).toBe(false)
      if (standing === 'draft' || standing === 'scheduled') expect(mayHandIn(status, at(standing))).toBe(false)
      if (status === 'turned-in' || status === 'returned' || status === 'excused')
        expect(mayHandIn(status, at(standing))).toBe(false)
    }
  }
  expect(mayHandIn('draft', at('closed'))).toBe(false)
  expect(mayHandIn('resubmit-requested', at('closed'))).toBe(true)
})

test('local time converts to the right instant, also when clocks change', () => {
  expect(instantIn('America/New_York', '2026-10-31', '14:00').toISOString()).toBe('2026-10-31T18:00:00.000Z')
  expect(instantIn('America/New_York', '2026-11-01', '14:00').toISOString()).toBe('2026-11-01T19:00:00.000Z')
  expect(instantIn('America/New_York', '2027-03-14', '02:30').toISOString()).toBe('2027-03-14T07:30:00.000Z')
})
