import { expect, test } from 'vitest'
import { attentionKeys, pressingKeys } from './dashboard.plain.ts'

test('a child nobody may pick up until the office decides can’t wait until tomorrow, an import in progress can', () => {
  expect(pressingKeys).toContain('custody')
  expect(attentionKeys).toContain('imports')
  expect(pressingKeys).not.toContain('imports')
})
