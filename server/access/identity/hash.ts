import { createHash } from 'node:crypto'

/** SHA-256 in hex: how refresh tokens, cookies and mailed codes are stored. They are long and random, so this suffices. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
