import { randomUUID } from 'node:crypto'

const last = { time: 0, count: 0 }

/**
 * A UUID version 7 (RFC 9562): the time in milliseconds, a counter within it (section 6.2, method 1), then random bits.
 * Each is greater than the one before, so that new rows lie together and rows written in the same instant keep their
 * order.
 */
export const newId = (): string => {
  const now = Date.now()
  if (now > last.time) Object.assign(last, { time: now, count: 0 })
  else if (last.count < 0xfff) last.count += 1
  else Object.assign(last, { time: last.time + 1, count: 0 })
  const time = last.time.toString(16).padStart(12, '0')
  const count = last.count.toString(16).padStart(3, '0')
  // The last two parts of a random UUID (version 4) are the variant and random bits, as here.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`
}
