import { expect, test } from 'vitest'
import { decode, encode } from './encoding.ts'

test('a value that is already JSON stays the same object', () => {
  const answer = { a: [1, { b: 'x' }], c: null }
  expect(encode(answer)).toBe(answer)
  expect(decode(answer)).toBe(answer)
})

test('undefined becomes null at any depth, and the input isn’t changed', () => {
  const answer = { a: undefined, b: [1, undefined, { c: undefined }], d: new Date(0), e: { f: 1 } }
  expect(encode(answer)).toEqual({ a: null, b: [1, null, { c: null }], d: {}, e: { f: 1 } })
  expect(answer.b).toEqual([1, undefined, { c: undefined }])
  // oxlint-disable-next-line no-sparse-arrays -- a hole is what is meant
  expect(encode([, 1])).toEqual([null, 1])
})

test('a change deep inside costs one walk', () => {
  let walks = 0
  let deep: unknown = undefined
  for (let level = 0; level < 60; level += 1) {
    const inner = deep
    deep = Object.defineProperty({}, 'in', {
      enumerable: true,
      get: () => {
        walks += 1
        return inner
      },
    })
  }
  encode(deep)
  expect(walks).toBeLessThan(1000)
})

test('a member named __proto__ is kept as a member and changes no prototype', () => {
  const given = JSON.parse(
    '{"__proto__":{"x":1},"n":{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"9"}}',
  ) as object
  const decoded = decode(given) as Record<string, unknown>
  expect(Object.keys(decoded)).toEqual(['__proto__', 'n'])
  expect(decoded['n']).toBe(9)
  expect(decoded['x']).toBeUndefined()
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})

test('a value that JSON can’t hold throws', () => {
  for (const value of [Number.NaN, Infinity, 10n, Symbol('s')]) expect(() => encode({ a: [value] })).toThrow()
})
