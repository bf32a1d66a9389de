import { expect, test } from 'vitest'
import { dueAround } from './backups.ts'

const around = (zone: string, hour: number, now: string) => {
  const { last, next } = dueAround(zone, hour, new Date(now))
  return [last.toISOString(), next.toISOString()]
}

test('a backup is due at its hour in the school’s time zone', () => {
  const of = (now: string) => around('Asia/Kolkata', 2, now)
  expect(of('2026-10-01T20:29:59Z')).toEqual(['2026-09-30T20:30:00.000Z', '2026-10-01T20:30:00.000Z'])
  expect(of('2026-10-01T20:30:00Z')).toEqual(['2026-10-01T20:30:00.000Z', '2026-10-02T20:30:00.000Z'])
})

test('midnight is the school’s, not the server’s', () => {
  expect(around('America/New_York', 0, '2026-10-02T03:59:59Z')[0]).toBe('2026-10-01T04:00:00.000Z')
  expect(around('America/New_York', 0, '2026-10-02T04:00:00Z')[0]).toBe('2026-10-02T04:00:00.000Z')
})

test('a backup hour that daylight saving skips is due right after the gap, and a repeated hour only once', () => {
  const of = (hour: number, now: string) => around('America/New_York', hour, now)
  expect(of(2, '2027-03-14T06:59:59Z')).toEqual(['2027-03-13T07:00:00.000Z', '2027-03-14T07:00:00.000Z'])
  expect(of(2, '2027-03-14T07:00:00Z')).toEqual(['2027-03-14T07:00:00.000Z', '2027-03-15T06:00:00.000Z'])
  expect(of(1, '2026-11-01T05:30:00Z')).toEqual(['2026-11-01T05:00:00.000Z', '2026-11-02T06:00:00.000Z'])
  expect(of(1, '2026-11-01T06:30:00Z')).toEqual(['2026-11-01T05:00:00.000Z', '2026-11-02T06:00:00.000Z'])
})
