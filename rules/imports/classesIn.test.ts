import { expect, test } from 'vitest'
import { findClass, type KnownClass } from './classesIn.ts'
import { keyReader } from './names.ts'

const named = (name: string, nativeName = ''): KnownClass => ({
  id: name,
  name,
  nativeName,
  course: 'Mandarin',
  courseNativeName: '中文',
  teachers: [],
  weekday: 6,
  startsAt: '09:00',
})
const classes = [
  named('M1A – Mandarin 1'),
  named('Mandarin 1 (M1B)'),
  named('Mandarin 2', '中文二 CH2'),
  named('Dance 7-9'),
]
const found = (name: string) =>
  findClass(
    { name, teacher: '', time: '' },
    classes,
    keyReader(() => []),
  ).section?.id ?? null

test.each([
  ['M1A', 'M1A – Mandarin 1'],
  ['m1b', 'Mandarin 1 (M1B)'],
  ['CH2', 'Mandarin 2'],
  ['Mandarin 2', 'Mandarin 2'],
])('%s is the code or name of one class', (text, id) => expect(found(text)).toBe(id))

test.each(['M1', 'Mandarin 1', '1', 'M1C'])('%s finds no class, since it may be several or none', text =>
  expect(found(text)).toBeNull(),
)
