import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { openDataFolder } from './dataFolder.ts'
import { type Notes, notesWith } from './notes.ts'
import { writeOnce } from './wholeFile.ts'

/**
 * Seals secrets that the school has been entrusted with (such as keys of other services), so that a copy of the
 * database reveals none of them.
 */
export type Seal = {
  seal(name: string, secret: string): Promise<string>
  /** The secret that was sealed under that name. Throws for another name, another key or a changed text. */
  open(name: string, sealed: string): Promise<string>
  /** The name and the secret of a sealed text. Throws for another key or a changed text. */
  read(sealed: string): Promise<{ name: string; secret: string }>
  /** Seals notes about students with the same key. */
  notes: Notes
}

const keyBytes = 32

/** A new random key, in the form that the settings and the key file use. */
export const newSecretKey = (): string => randomBytes(keyBytes).toString('base64')
/** The path of the key file that Lantern makes itself. */
export const secretKeyFile = (folder: string): string => join(folder, 'secret.key')
/** The bytes of a key; null if the text is not a key. */
export const keyIn = (text: string): Uint8Array | null => {
  const key = Buffer.from(text, 'base64')
  return key.length === keyBytes ? key : null
}

/** A fingerprint by which a backup identifies its school's key without containing it. */
export const fingerprintOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

/**
 * Seals with AES-256-GCM in the compact form of RFC 7516, where the name is authenticated, too. Without a key it makes
 * one that ends with the process.
 */
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
 * Reads the sealing key: the one given (32 bytes in base64), else the one in the data folder, which is made at the
 * first start. Processes that start at the same time agree on one key. Throws an error with one readable sentence if it
 * is not a key.
 */
export const readSecretKey = async (given: string | undefined, folder: string): Promise<Uint8Array> => {
  const path = secretKeyFile(folder)
  if (!given) {
    await openDataFolder(folder)
    if (!existsSync(path)) await writeOnce(path, newSecretKey(), 0o600)
  }
  const key = keyIn(given ?? (await readFile(path, 'utf8')))
  if (key) return key
  throw new Error(
    given
      ? 'The setting SECRET_KEY must be 32 random bytes in base64, as `openssl rand -base64 32` prints them.'
      : `The file ${path} must contain 32 bytes in base64. Put back this school's own, or remove it and enter the school's keys again.`,
  )
}
