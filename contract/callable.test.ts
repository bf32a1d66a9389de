import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaReaches, areas } from './areas.ts'
import { exportedLists } from './fileRoutes.ts'
import {
  callTimeoutMs,
  documentCacheSize,
  longPollWait,
  serverTimeoutMs,
  tokenSyncFreshnessMs,
  transactionAttempts,
} from './callable.ts'

// The constants exactly as in the specification, section 9.
test('the constants match the specification', () => {
  expect(callTimeoutMs).toBe(70_000)
  expect(serverTimeoutMs).toBeLessThan(callTimeoutMs)
  expect(transactionAttempts).toBe(5)
  expect(tokenSyncFreshnessMs).toBe(300_000)
  expect(documentCacheSize()).toBe(41_943_040)
  expect(documentCacheSize(0)).toBe(1_048_576)
  expect([longPollWait(0), longPollWait(5), longPollWait(12.5), longPollWait(30), longPollWait(3600)]).toEqual([
    5, 5, 12.5, 30, 30,
  ])
  expect(longPollWait(Number.NaN)).toBe(30)
})

test('no number sets the wait outside its bounds or the cache below its minimum', () => {
  fc.assert(
    fc.property(fc.double(), asked => {
      expect(longPollWait(asked)).toBeGreaterThanOrEqual(5)
      expect(longPollWait(asked)).toBeLessThanOrEqual(30)
      expect(documentCacheSize(asked)).toBeGreaterThanOrEqual(1_048_576)
    }),
  )
})

test('a new function is closed to every area that doesn’t name it', () => {
  expect(areaReaches('registrar', 'students-change', 'write')).toBe(true)
  for (const area of areas.filter(each => each !== 'all')) {
    expect([area, areaReaches(area, 'novelties-change', 'write')]).toEqual([area, false])
    expect([area, areaReaches(area, 'config-changeNovelties', 'write')]).toEqual([area, false])
  }
})

test('every area can begin the downloads that its reads allow', () => {
  const lists = Object.values(exportedLists)
  for (const area of areas) {
    expect([area, lists.some(name => areaReaches(area, name, 'read'))]).toEqual([area, true])
    expect([area, areaReaches(area, 'users-exportPeople', 'write')]).toEqual([area, true])
  }
})
