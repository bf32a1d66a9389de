import { createHmac, timingSafeEqual } from 'node:crypto'

/** The parameters that all authenticator apps support: SHA-1, six digits, thirty seconds (RFC 6238). */
export const periodSeconds = 30
export const codeLength = 6
/** In bytes: as long as the hash, which RFC 4226 recommends. */
export const secretBytes = 20

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base32 without padding (RFC 4648), in which people type a key. */
export const base32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The number of the period that contains an instant. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / periodSeconds)

/** The code of a secret in a period. */
export const codeAt = (secret: Uint8Array, step: number, digits = codeLength): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The period of a given code: the current one, or the one before or after it, since clocks differ and people type
 * slowly; null if the code matches none. Periods up to `last` don't count, so that a code seen by someone else is
 * worthless once it was used.
 */
export const stepOfCode = (secret: Uint8Array, code: string, now: Date, last: number): number | null => {
  if (code.length !== codeLength) return null
  const given = Buffer.from(code)
  const current = stepOf(now)
  const match = [current - 1, current, current + 1].find(step => {
    const right = Buffer.from(codeAt(secret, step))
    return given.length === right.length && timingSafeEqual(given, right)
  })
  return match !== undefined && match > last ? match : null
}
