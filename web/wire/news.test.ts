import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answersOf, gathering, slicesWith } from './news.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A screen whose reads take `tookMs`. It records which slice it read and when, and which it marked as old. */
const screen = (tookMs: number) => {
  const asked: { slice: string; at: number }[] = []
  const marked: string[] = []
  const hear = gathering({
    read: slice => {
      asked.push({ slice, at: performance.now() })
      return new Promise(done => setTimeout(done, tookMs))
    },
    mark: slice => marked.push(slice),
  })
  return { asked, marked, hear }
}

test('a single change is read at once, and so is the next one after a pause', async () => {
  const { asked, marked, hear } = screen(50)
  hear('classes')
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3_000)
  hear('classes')
  expect(asked).toHaveLength(2)
  expect(marked).toEqual([])
})

test.each([
  ['that answers quickly', 'classes', 50, 1_350],
  ['that answers slowly', 'classes', 700, 4_250],
  ['for its sums', 'dashboard', 50, 6_350],
])('a rush of changes reads a school %s only now and then', async (_how, slice, tookMs, mostMs) => {
  const { asked, marked, hear } = screen(tookMs)
  for (let n = 0; n < 600; n += 1) {
    hear(slice)
    await vi.advanceTimersByTimeAsync(50)
  }
  const gaps = asked.slice(1).map(({ at }, n) => at - asked[n]!.at)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(Math.max(750, tookMs * 4))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(mostMs)
  expect(marked).toHaveLength(600 - 1)
})

test('changes during a read are read once after it', async () => {
  const { asked, marked, hear } = screen(400)
  hear('payments')
  await vi.advanceTimersByTimeAsync(100)
  hear('payments')
  hear('payments')
  expect(asked).toHaveLength(1)
  expect(marked).toEqual(['payments', 'payments'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(2)
  expect(asked[1]!.at - asked[0]!.at).toBeGreaterThan(400)
})

test('many screens told at once spread their reads over the given time', async () => {
  const screens = Array.from({ length: 200 }, () => screen(50))
  for (const { hear, asked, marked } of screens) {
    hear('classes', 1_200)
    // Anything opened after that reads it again.
    expect([asked, marked]).toEqual([[], ['classes']])
  }
  const begun = performance.now()
  await vi.advanceTimersByTimeAsync(1_200)
  const moments = screens.map(({ asked }) => asked[0]!.at - begun)
  for (const quarter of [0, 300, 600, 900])
    expect(moments.filter(at => at >= quarter && at <= quarter + 300).length).toBeGreaterThan(20)
})

test('one slice doesn’t wait for another', async () => {
  const { asked, hear } = screen(5_000)
  hear('dashboard')
  hear('messages')
  expect(asked.map(({ slice }) => slice)).toEqual(['dashboard', 'messages'])
})

test('a change also refreshes the dashboard, one of payments what can be paid by card, and * stands for every answer', () => {
  expect(slicesWith('classes')).toEqual(['classes', 'dashboard'])
  expect(slicesWith('payments')).toEqual(['payments', 'cards', 'dashboard'])
  expect(slicesWith('dashboard')).toEqual(['dashboard'])
  expect(answersOf('classes')).toEqual({ queryKey: ['classes'] })
  expect(slicesWith('*').map(answersOf)).toEqual([{}])
})
