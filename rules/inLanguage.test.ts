import { expect, test } from 'vitest'
import { textIn } from './inLanguage.ts'

test.each([
  ['en', 'Spring concert', '春季音乐会', 'Spring concert'],
  ['zh', 'Spring concert', '春季音乐会', '春季音乐会'],
  ['zh', 'Spring concert', '', 'Spring concert'],
  ['en', '', '春季音乐会', '春季音乐会'],
  ['en', '', '', ''],
])('a reader of %s who is offered “%s” and “%s” sees “%s”', (language, english, native, shown) => {
  expect(textIn(language, english, native)).toBe(shown)
})
