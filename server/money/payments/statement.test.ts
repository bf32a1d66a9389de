import { expect, test } from 'vitest'
import { entryText } from './statement.ts'

const reversal = {
  onDay: '2026-09-20',
  kind: 'cancellation' as const,
  chargeKind: 'tuition',
  rule: null,
  method: null,
  student: 'Mia Wang',
  studentNativeName: '王美雅',
  description: 'Chinese 1A',
  nativeDescription: '中文一年级甲班',
  reference: '',
  cause: 'left' as const,
  receiptNumber: null,
  amountCents: -26_000,
  ofCents: null,
  percent: null,
}

test('a reversed charge shows its cause in the reader’s language, followed by the office’s note', () => {
  const text = (language: 'en' | 'zh', over: object = {}) => entryText({ ...reversal, ...over }, language, String)
  expect(text('en')).toContain('Mia Wang')
  expect(text('en')).toMatch(/withdrew from the class$/)
  expect(text('zh')).toMatch(/退班$/)
  expect(text('zh')).not.toMatch(/withdrew|Left/)
  expect(text('zh', { cause: 'class-canceled', reference: '人数不足' })).toMatch(/班级停开 · 人数不足$/)
  expect(text('en', { cause: null, reference: 'Has the book' })).toMatch(/Has the book$/)
})
