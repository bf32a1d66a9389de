import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitingPriorities } from '#contract/settings.ts'
import { priorityOf } from './waiting.ts'

const rule = fc.shuffledSubarray([...waitingPriorities])
const facts = fc.record({ sibling: fc.boolean(), returning: fc.boolean(), staff: fc.boolean() })

test('of two families, the one with the first priority they differ in goes first', () => {
  fc.assert(
    fc.property(rule, facts, facts, (priorities, one, other) => {
      const first = priorities.find(each => one[each] !== other[each])
      const ahead = priorityOf({ priorities }, one).priority - priorityOf({ priorities }, other).priority
      return first === undefined ? ahead === 0 : one[first] ? ahead > 0 : ahead < 0
    }),
  )
})

test('the reasons are the priorities that apply, in the order of the rule', () => {
  fc.assert(
    fc.property(rule, facts, (priorities, each) => {
      const { reasons } = priorityOf({ priorities }, each)
      return JSON.stringify(reasons) === JSON.stringify(priorities.filter(name => each[name]))
    }),
  )
})

test('without a rule no one has priority', () => {
  expect(priorityOf({ priorities: [] }, { sibling: true, returning: true, staff: true })).toEqual({
    priority: 0,
    reasons: [],
  })
})
