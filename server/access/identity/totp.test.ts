import { expect, test } from 'vitest'
import { base32, codeAt, stepOf, stepOfCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, the rows of SHA-1.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('the code at second %i is %s', (second, code) => {
  expect(codeAt(secret, stepOf(new Date(second * 1000)), 8)).toBe(code)
})

// RFC 4648, section 10, without the padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%s is %s in base32', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
})

test('a code is valid once, in its own period and the ones next to it', () => {
  const now = new Date(1_111_111_111_000)
  const step = stepOf(now)
  expect(stepOfCode(secret, codeAt(secret, step), now, 0)).toBe(step)
  expect(stepOfCode(secret, codeAt(secret, step - 1), now, 0)).toBe(step - 1)
  expect(stepOfCode(secret, codeAt(secret, step + 1), now, 0)).toBe(step + 1)
  expect(stepOfCode(secret, codeAt(secret, step - 2), now, 0)).toBeNull()
  expect(stepOfCode(secret, codeAt(secret, step + 2), now, 0)).toBeNull()
  expect(stepOfCode(secret, codeAt(secret, step), now, step)).toBeNull()
  expect(stepOfCode(secret, codeAt(secret, step - 1), now, step)).toBeNull()
  expect(stepOfCode(secret, '', now, 0)).toBeNull()
  expect(stepOfCode(secret, '１２３４５６', now, 0)).toBeNull()
})
