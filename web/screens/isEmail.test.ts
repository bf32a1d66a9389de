// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { Email } from '#contract/values.ts'
import { isEmail } from './Login.tsx'

test.each([
  ['ann@home.example', true],
  [' Ann.Wang+kids@mail.home.example ', true],
  ["o'ann_li-wang@home-school.example", true],
  ['.ann@home.example', false],
  ['ann.@home.example', false],
  ["ann'@home.example", false],
  ['ann@-home.example', false],
  ['ann@home.e', false],
  ['änn@home.example', false],
  ['ann', false],
  ['ann@home', false],
  ['ann@home,example.org', false],
  ['ann@@home.example', false],
  ['ann@home..example', false],
  ['ann wang@home.example', false],
  ['ann@home.example.', false],
  ['', false],
  [`${'a'.repeat(250)}@home.example`, false],
])('a form and the server agree on “%s”', (text, isOne) => {
  expect(isEmail(text)).toBe(isOne)
  expect(Email.safeParse(text).success).toBe(isOne)
})
