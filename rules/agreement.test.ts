import { expect, test } from 'vitest'
import { isFullName } from './agreement.ts'

const zoe = { name: 'Zoë Wang-Müller', nativeName: '王 佐伊' }

test.each([
  'Zoë Wang-Müller',
  'zoe wang muller',
  ' WANG-MULLER, Zoe ',
  'Zoe Anna Wang Müller',
  '王佐伊',
  'Zoë Wang-Müller 王佐伊',
])('“%s” is a full name', typed => expect(isFullName(typed, zoe)).toBe(true))
test.each(['', '-', 'Zoë', 'Wang', 'Zoë Müller', '佐伊', 'x'])('“%s” is not', typed =>
  expect(isFullName(typed, zoe)).toBe(false),
)
test('a name of one word is signed with it, and one without a native name isn’t signed with nothing', () => {
  expect(isFullName('madonna', { name: 'Madonna', nativeName: '' })).toBe(true)
  expect(isFullName('', { name: 'Madonna', nativeName: '' })).toBe(false)
})
