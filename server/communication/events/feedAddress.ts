import { createHash } from 'node:crypto'

/** SHA-256 in hex: the secret is long and random, so this suffices. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Where a calendar program fetches somebody's feed. */
export const feedUrl = (publicUrl: string, secret: string): string => `${publicUrl}/files/calendar/${secret}.ics`

/** The secret in the file's name of such an address, null when it can be none. */
export const secretIn = (file: string): string | null => /^([\w-]{43})\.ics$/.exec(file)?.[1] ?? null
