import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Day, OptionalPhone, Phone } from './values.ts'

test.each([
  ['+86 138 0013 8000', '+86 138 0013 8000'],
  ['１３８００１３８０００', '13800138000'],
  ['＋８６（１３８）００１３-８０００', '+86(138)0013-8000'],
  ['tel:+1(555)123-4567', '+1(555)123-4567'],
])('the phone number “%s” is stored as %s', (typed, kept) => {
  expect(z.parse(Phone, typed)).toBe(kept)
})

test.each(['12', 'call me', '555 0100 or 555 0101'])('“%s” is not a phone number', typed => {
  expect(z.safeParse(Phone, typed).success).toBe(false)
})

test.each([
  '555 010 2030 ext. 12',
  '555-010-2030 x12',
  '555-010-2030 (extension: 12)',
  '8888 0100 转接12',
  '(555) 010-2030 #12',
  '8888 0100 转12',
  '８８８８０１００分机12',
])('“%s” is refused because of its extension', typed => {
  for (const schema of [Phone, OptionalPhone])
    expect(z.safeParse(schema, typed).error?.issues[0]?.message).toBe('extension')
})

test('an optional phone number may be empty but not invalid', () => {
  expect([z.parse(OptionalPhone, ''), z.parse(OptionalPhone, ' 555 0100 ')]).toEqual(['', '555 0100'])
  expect(z.safeParse(OptionalPhone, 'call me').error?.issues.map(({ message }) => message)).toEqual(['phone'])
})

test.each([
  ['2026-02-28', undefined],
  ['1931-05-09', undefined],
  ['2026-02-30', 'day'],
  ['9.9.2026', 'day'],
  ['0026-09-13', 'far'],
  ['2206-09-13', 'far'],
  ['9999-12-31', 'far'],
])('the day “%s” is taken, or refused once, as %s', (typed, reason) => {
  const found = z.safeParse(Day, typed).error?.issues.map(({ message }) => message)
  expect(found).toEqual(reason && [reason])
})
