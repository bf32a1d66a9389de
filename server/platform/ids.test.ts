import { expect, test } from 'vitest'
import { newId } from './ids.ts'

const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

test('IDs are version 7 UUIDs with the time at which they were made', () => {
  // Other tests may have set the clock ahead for a moment, and IDs never go back.
  const ahead = timeOf(newId())
  const before = Math.max(Date.now(), ahead)
  const id = newId()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(timeOf(id)).toBeGreaterThanOrEqual(before)
  expect(timeOf(id)).toBeLessThanOrEqual(Math.max(Date.now(), ahead + 1))
})

test('each ID is greater than the previous one, even when very many are made in a millisecond', () => {
  const ids = Array.from({ length: 50_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
