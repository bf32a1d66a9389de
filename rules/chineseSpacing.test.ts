import { expect, test } from 'vitest'
import { spacedForValues } from './chineseSpacing.ts'

const said = (message: readonly unknown[], values: Record<string, string>): string =>
  spacedForValues(message, values)
    .map(part => (Array.isArray(part) ? values[String(part[0])] : part))
    .join('')

test('Chinese joins Chinese without a space, and Latin letters with one', () => {
  const report = ['为 ', ['name'], ' 请假']
  expect(said(report, { name: '王思涵' })).toBe('为王思涵请假')
  expect(said(report, { name: 'Emily Wang' })).toBe('为 Emily Wang 请假')
  const asked = [['name'], '申请，', ['day'], ' 到期']
  expect(said(asked, { name: 'Yong Xie', day: '2026年8月29日' })).toBe('Yong Xie 申请，2026年8月29日到期')
  expect(said(asked, { name: '谢勇', day: '8/29' })).toBe('谢勇申请，8/29 到期')
})

test('Chinese brackets at the end of a name take no space', () => {
  const setFor = ['给 ', ['name'], ' 布置作业']
  expect(said(setFor, { name: '数学（6–8 年级）' })).toBe('给数学（6–8 年级）布置作业')
  expect(said(setFor, { name: '（双语）数学' })).toBe('给（双语）数学布置作业')
  expect(said(setFor, { name: 'Math (6–8)' })).toBe('给 Math (6–8) 布置作业')
})

test('spacing also works inside choices and marked-up parts', () => {
  const message = [
    ['kind', 1, { own: ['您为 ', ['name'], ' 报名'], other: '报名' }],
    ['b', ['name'], ' 的课'],
  ]
  expect(spacedForValues(message, { kind: 'own', name: '王思涵' })).toEqual([
    ['kind', 1, { own: ['您为', ['name'], '报名'], other: '报名' }],
    ['b', ['name'], '的课'],
  ])
})

test('user text, numbers, punctuation and texts without Chinese stay as they are', () => {
  expect(said(['原因：', ['why']], { why: '生病 明天来' })).toBe('原因：生病 明天来')
  expect(said(['共 ', ['n'], ' 人'], { n: '18' })).toBe('共 18 人')
  expect(said([['a'], ' ', ['b']], { a: '春季', b: '秋季' })).toBe('春季 秋季')
  expect(said(['发给 ', ['to'], '。'], { to: 'ann@school.example' })).toBe('发给 ann@school.example。')
  expect(spacedForValues('没有学生', {})).toBe('没有学生')
})
