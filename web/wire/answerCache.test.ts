import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makingRoom } from './answerCache.ts'

const kept = fc.uniqueArray(
  fc.record({ key: fc.string(), bytes: fc.integer({ min: 1, max: 400 }), usedAt: fc.integer({ min: 0, max: 1000 }) }),
  { selector: ({ key }) => key, maxLength: 20 },
)

test('a new answer makes room by removing the least recently used ones', () => {
  fc.assert(
    fc.property(kept, fc.string(), fc.integer({ min: 1, max: 1200 }), (all, key, bytes) => {
      const gone = makingRoom(all, { key, bytes }, 1000)
      expect(gone === null).toBe(bytes > 1000)
      if (gone === null) return
      const stays = all.filter(each => each.key !== key && !gone.includes(each.key))
      expect(stays.reduce((sum, each) => sum + each.bytes, bytes)).toBeLessThanOrEqual(1000)
      const oldest = Math.min(...stays.map(({ usedAt }) => usedAt))
      for (const each of all.filter(({ key: one }) => gone.includes(one)))
        expect(each.usedAt).toBeLessThanOrEqual(oldest)
    }),
  )
})

test('nothing is removed while there is room, and an answer replaces its own old copy', () => {
  const all = [
    { key: 'a', bytes: 400, usedAt: 1 },
    { key: 'b', bytes: 400, usedAt: 2 },
  ]
  expect(makingRoom(all, { key: 'c', bytes: 200 }, 1000)).toEqual([])
  expect(makingRoom(all, { key: 'a', bytes: 600 }, 1000)).toEqual([])
  expect(makingRoom(all, { key: 'c', bytes: 201 }, 1000)).toEqual(['a'])
})
