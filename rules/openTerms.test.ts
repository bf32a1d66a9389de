import { describe, expect, test } from 'vitest'
import { openTerms } from './openTerms.ts'

const termOf = (id: string, status: 'draft' | 'registration' | 'active' | 'grading', startsOn: string) => ({
  id,
  status,
  startsOn,
})

describe('the term with which registration and the list of classes begin', () => {
  const fall = termOf('fall', 'active', '2026-09-13')
  const spring = termOf('spring', 'registration', '2027-01-31')
  const summer = termOf('summer', 'registration', '2027-07-01')
  const first = (...of: Parameters<typeof openTerms>) => openTerms(...of)[0]?.id

  test('hasn’t begun if there is one, and is the next to start', () => {
    expect(first([fall, summer, spring])).toBe('spring')
    expect(first([fall])).toBe('fall')
    expect(first([])).toBeUndefined()
  })
  test('is the one that began first if both are running', () => {
    expect(first([termOf('camp', 'active', '2026-11-25'), fall])).toBe('fall')
  })
  test('takes registrations', () => {
    expect(openTerms([termOf('plan', 'draft', '2026-01-01'), termOf('past', 'grading', '2026-01-01'), fall])).toEqual([
      fall,
    ])
  })
  test('is one that the family may already register for', () => {
    expect(first([fall, spring], [{ termId: 'spring', isOpen: false }])).toBe('fall')
    expect(first([spring, summer], [{ termId: 'spring', isOpen: false }])).toBe('summer')
    expect(first([fall, spring], [{ termId: 'spring', isOpen: true }])).toBe('spring')
    expect(first([spring], [{ termId: 'spring', isOpen: false }])).toBe('spring')
  })
})
