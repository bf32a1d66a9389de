import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitingPriorities } from '#contract/settings.ts'
import { priorityOf } from './waiting.ts'

const rule = fc.shuffledSubarray([...waitingPriorities])
const facts = fc.record({ sibling: fc.boolean(), returning: fc.boolean(), staff: fc.boolean() })

test('anyone who has the first priority that two differ in stands ahead, whatever else they have', () => {
  fc.assert(
    fc.property(rule, facts, facts, (priorities, one, other) => {
      const first = priorities.find(each => one[each] !== other[each])
      const ahead = priorityOf({ priorities }, one).priority - priorityOf({ priorities }, other).priority
      return first === undefined ? ahead === 0 : one[first] ? ahead > 0 : ahead < 0
    }),
  )
})

test('the reasons are those that hold and count, in the order of the rule', () => {
  fc.assert(
    fc.property(rule, facts, (priorities, each) => {
      const { reasons } = priorityOf({ priorities }, each)
      return JSON.stringify(reasons) === JSON.stringify(priorities.filter(name => each[name]))
    }),
  )
})

test('without a rule everybody stands by the time they joined', () => {
  expect(priorityOf({ priorities: [] }, { sibling: true, returning: true, staff: true })).toEqual({
    priority: 0,
    reasons: [],
  })
})
