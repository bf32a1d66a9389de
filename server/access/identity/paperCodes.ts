import { randomBytes } from 'node:crypto'
import { hashOf } from './hash.ts'
import { base32 } from './totp.ts'

/** A code that people read from paper: random bytes as base32 in groups of four. */
export const newPaperCode = (bytes: number): string => (base32(randomBytes(bytes)).match(/.{4}/g) ?? []).join('-')

/** What is kept of such a code, without dashes and in capitals, however people typed it. */
export const paperHash = (code: string): string => hashOf(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
