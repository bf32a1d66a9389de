import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { type Notes, notesWith } from './notes.ts'
import { writeOnce } from './wholeFile.ts'

/** Seals what the school has been trusted with (keys of others' services), so that a copy of the database tells none of it. */
export type Seal = {
  seal(name: string, secret: string): Promise<string>
  /** The secret that was sealed under that name; throws for another name, another key or a changed text. */
  open(name: string, sealed: string): Promise<string>
  /** The name under which something was sealed and the secret itself; throws for another key. */
  read(sealed: string): Promise<{ name: string; secret: string }>
  /** Seals notes about students by the same key. */
  notes: Notes
}

const keyBytes = 32

/** A fresh key as settings and the key file have it. */
export const newSecretKey = (): string => randomBytes(keyBytes).toString('base64')
/** Where the key lies that was made here. */
export const secretKeyFile = (folder: string): string => join(folder, 'secret.key')
/** The bytes of a key; null where the text is none. */
export const keyIn = (text: string): Uint8Array | null => {
  const key = Buffer.from(text, 'base64')
  return key.length === keyBytes ? key : null
}

/** By this a backup knows the key of its school without holding it. */
export const fingerprintOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

/** AES-256-GCM in the compact form of RFC 7516; the name is authenticated with it. Without a key: one that ends with the process. */
export const sealWith = (key: Uint8Array = randomBytes(keyBytes)): Seal => {
  const read = async (sealed: string) => {
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, key)
    return { name: protectedHeader.kid ?? '', secret: new TextDecoder().decode(plaintext) }
  }
  return {
    seal: (name, secret) =>
      new CompactEncrypt(new TextEncoder().encode(secret))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: name })
        .encrypt(key),
    async open(name, sealed) {
      const found = await read(sealed)
      if (found.name !== name) throw new Error(`This secret was sealed as ${found.name}`)
      return found.secret
    },
    read,
    notes: notesWith(key),
  }
}

/**
 * The key that seals: the one given (32 bytes in base64), else the one that lies in the data folder, made at the first
 * start. Processes that start together agree. Throws one sentence where it is not a key.
 */
export const readSecretKey = async (given: string | undefined, folder: string): Promise<Uint8Array> => {
  const path = secretKeyFile(folder)
  if (!given) {
    await mkdir(folder, { recursive: true })
    if (!existsSync(path)) await writeOnce(path, newSecretKey(), 0o600)
  }
  const key = keyIn(given ?? (await readFile(path, 'utf8')))
  if (key) return key
  throw new Error(
    given
      ? 'The setting SECRET_KEY must be 32 random bytes in base64, as `openssl rand -base64 32` prints them.'
      : `The file ${path} must hold 32 bytes in base64. Put back the one of this school, or remove it and enter the school's keys again.`,
  )
}
