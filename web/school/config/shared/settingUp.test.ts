import { expect, test } from 'vitest'
import { asksFor } from './settingUp.ts'

test('a setup step is in progress only while its page, tab and task are open', () => {
  expect(asksFor({ tab: 'terms' }, { tab: 'terms' })).toBe(true)
  expect(asksFor({ tab: 'terms', term: 'x' }, { tab: 'terms' })).toBe(true)
  expect(asksFor({}, {})).toBe(true)
  expect(asksFor({}, { tab: 'terms' })).toBe(false)
  expect(asksFor({ tab: 'courses' }, { tab: 'terms' })).toBe(false)
  expect(asksFor({ tab: 'courses' }, {})).toBe(false)
  expect(asksFor({ subMenu: 'fees' }, { subMenu: 'policies' })).toBe(false)
  expect(asksFor({ do: 'paste' }, {})).toBe(false)
})
