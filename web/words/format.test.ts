import { expect, test } from 'vitest'
import { formatInstant, formatTime } from './format.ts'

test('times have plain spaces, and Chinese hours two digits', () => {
  expect([formatTime('en', '08:00'), formatTime('zh', '08:00'), formatTime('zh', '00:05')]).toEqual([
    '8:00 AM',
    '08:00',
    '00:05',
  ])
  const at = '2026-11-15T13:00:00Z'
  expect([formatInstant('en', at, 'America/New_York'), formatInstant('zh', at, 'America/New_York')]).toEqual([
    'Nov 15, 2026, 8:00 AM',
    '2026年11月15日 08:00',
  ])
})
