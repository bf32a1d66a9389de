import { randomBytes } from 'node:crypto'

const last = { time: 0, count: 0 }

/**
 * A UUID version 7 (RFC 9562): the time in milliseconds, a count within it (section 6.2, method 1), then random bits.
 * Each is greater than the one before, so that new rows lie together, and what is written at one instant keeps the
 * order in which it was written.
 */
export const newId = (): string => {
  const now = Date.now()
  if (now > last.time) Object.assign(last, { time: now, count: 0 })
  else if (last.count < 0xfff) last.count += 1
  else Object.assign(last, { time: last.time + 1, count: 0 })
  const bytes = randomBytes(16)
  bytes.writeUIntBE(last.time, 0, 6)
  bytes.writeUInt16BE(0x7000 | last.count, 6)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
