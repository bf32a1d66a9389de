import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Phone } from './values.ts'

test.each([
  ['+86 138 0013 8000', '+86 138 0013 8000'],
  ['１３８００１３８０００', '13800138000'],
  ['＋８６（１３８）００１３-８０００', '+86(138)0013-8000'],
  ['tel:+1(555)123-4567', '+1(555)123-4567'],
])('the telephone number “%s” is kept as %s', (typed, kept) => {
  expect(z.parse(Phone, typed)).toBe(kept)
})

test.each(['12', 'call me', '555 0100 or 555 0101'])('“%s” is no telephone number', typed => {
  expect(z.safeParse(Phone, typed).success).toBe(false)
})
