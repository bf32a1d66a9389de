import { expect, test } from 'vitest'
import { currentTerm, gradedTerm } from './terms.plain.ts'

test('while the next term registers, the one that is running is graded', () => {
  const terms = [
    { name: 'Summer', status: 'draft' },
    { name: 'Spring', status: 'registration' },
    { name: 'Fall', status: 'active' },
    { name: 'Last spring', status: 'closed' },
  ] as const
  expect([currentTerm(terms)?.name, gradedTerm(terms)?.name]).toEqual(['Spring', 'Fall'])
  expect(gradedTerm(terms.slice(3))?.name).toBe('Last spring')
})
