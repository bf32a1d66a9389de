import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import type { Identity, Recipient } from 'age-encryption'

// The library derives a key from a passphrase, too, but in JavaScript, which blocks the process for more than a second.
// Node does it in a separate thread. The format: https://age-encryption.org/v1

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const label = 'age-encryption.org/v1/scrypt'
/** The work factor of deriving a key, as a power of two: the library's own default, and the maximum that it accepts. */
const usualWork = 18
const mostWork = 20
const [saltBytes, fileKeyBytes, tagBytes] = [16, 16, 16]

const keyOf = (passphrase: string, salt: Buffer, work: number): Promise<Buffer> => {
  const [N, r] = [2 ** work, 8]
  // Node's default limit would refuse this much memory.
  return derive(passphrase, Buffer.concat([Buffer.from(label), salt]), 32, { N, r, p: 1, maxmem: 129 * N * r })
}
const cipher = 'chacha20-poly1305'
const noNonce = Buffer.alloc(12)
const tagLength = { authTagLength: tagBytes }

/** Encrypts a file with a passphrase, in the format of age. */
export const passphraseRecipient = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const { Stanza } = await import('age-encryption')
    const salt = randomBytes(saltBytes)
    const sealing = createCipheriv(cipher, await keyOf(passphrase, salt, usualWork), noNonce, tagLength)
    const body = Buffer.concat([sealing.update(fileKey), sealing.final(), sealing.getAuthTag()])
    return [new Stanza(['scrypt', salt.toString('base64').replaceAll('=', ''), String(usualWork)], body)]
  },
})

/**
 * Opens a file that was encrypted with a passphrase, here or by any other program that writes the format of age. Throws
 * if the file's header violates the format.
 */
export const passphraseIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const stanza = stanzas.find(({ args: [kind] }) => kind === 'scrypt')
    if (!stanza) return null
    const { args, body } = stanza
    const [, salted = '', work = ''] = args
    const salt = Buffer.from(salted, 'base64')
    const isSound =
      stanzas.length === 1 &&
      args.length === 3 &&
      salt.length === saltBytes &&
      /^[1-9]\d?$/.test(work) &&
      Number(work) <= mostWork &&
      body.length === fileKeyBytes + tagBytes
    if (!isSound) throw new Error('The file is encrypted in a way that age does not allow')
    const key = await keyOf(passphrase, salt, Number(work))
    const opening = createDecipheriv(cipher, key, noNonce, tagLength).setAuthTag(body.subarray(-tagBytes))
    try {
      return Buffer.concat([opening.update(body.subarray(0, -tagBytes)), opening.final()])
    } catch {
      return null
    }
  },
})
