import { createHash } from 'node:crypto'

/** SHA-256 in hex, which is enough because the secret is long and random. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The address at which a calendar program fetches a person's feed. */
export const feedUrl = (publicUrl: string, secret: string): string => `${publicUrl}/files/calendar/${secret}.ics`

/** The secret in the file name of such an address; null if the name can't contain one. */
export const secretIn = (file: string): string | null => /^([\w-]{43})\.ics$/.exec(file)?.[1] ?? null
