import { randomBytes } from 'node:crypto'
import { hashOf } from './hash.ts'
import { base32 } from './totp.ts'

/** A code for people to read from paper: random bytes in base32, in groups of four. */
export const newPaperCode = (bytes: number): string => (base32(randomBytes(bytes)).match(/.{4}/g) ?? []).join('-')

/**
 * The stored hash of such a code, computed without dashes and in capitals, so that it doesn't matter how people type
 * it.
 */
export const paperHash = (code: string): string => hashOf(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
