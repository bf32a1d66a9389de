import { createHash } from 'node:crypto'

/**
 * SHA-256 in hex, the form in which refresh tokens, cookies and mailed codes are stored. They are long and random, so a
 * plain hash suffices.
 */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
