import { expect, test } from 'vitest'
import { isLessonOver } from './lessons.ts'

test('a lesson is over when its time is up, and not before', () => {
  const isOver = (day: string, time: string) => isLessonOver({ onDay: '2026-11-22', endsAt: '15:50' }, { day, time })
  expect([isOver('2026-11-21', '20:00'), isOver('2026-11-22', '15:49'), isOver('2026-11-22', '15:50')]).toEqual([
    false,
    false,
    true,
  ])
  expect(isOver('2026-11-23', '08:00')).toBe(true)
})
