import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto'

/** The prefix of a sealed note. */
export const sealedPrefix = 'sealed1.'
/** Sealed notes within a text or JSON. */
export const sealedNotes = /sealed1\.([\w-]+)/g
/**
 * Shown where the key that sealed a note is lost. It contains the prefix, so that nobody saves it over the note by
 * mistake.
 */
export const unreadable = `🔒 ${sealedPrefix}…`

/** True if a text contains the prefix that only the seal may write. */
export const looksSealed = (text: string): boolean => text.includes(sealedPrefix)

/** A note and the id of the student it is about; null if it is about nobody the school has as a student. */
type Note = { of: string | null; content: Buffer }
/** Is called with the student that an opened note is about. */
type Hear = (of: string | null) => void

/** Seals notes about students' health and custody (decision 85). */
export type Notes = {
  /**
   * Seals a note for storage. An empty note stays ''. Sealing the same note about the same student again gives the same
   * text.
   */
  seal(of: string | null, content: string | Uint8Array): string
  /** The sealed note, or null if this key doesn't open it. */
  read(sealed: string): Note | null
  /** The content of a sealed file, or null if it wasn't sealed or this key doesn't open it. */
  readFile(bytes: Buffer): Buffer | null
  /** Opens every note in a text. Everything else in it stays as it is. */
  open(text: string, hear?: Hear): string
  /**
   * A keyed hash that tells two texts apart without revealing them: without the key, nobody can find a text by trying.
   */
  digest(text: string): string
}

const [ivBytes, tagBytes, idBytes] = [12, 16, 16]
const nobody = Buffer.alloc(idBytes)
const bytesOf = (id: string | null): Buffer => (id === null ? nobody : Buffer.from(id.replaceAll('-', ''), 'hex'))
const idOf = (bytes: Buffer): string | null =>
  bytes.equals(nobody) ? null : bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * AES-256-GCM. The student's id stands beside the ciphertext and is authenticated with it, so opening a note tells
 * whose it is. The nonce is an HMAC of the id and the content: the same note about the same student seals to the same
 * text, which undoing and comparing rely on, and this reveals nothing about another student's notes.
 */
export const notesWith = (key: Uint8Array): Notes => {
  // The key objects are created once, because creating one takes longer than computing a digest.
  const keyFor = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `lantern notes ${purpose}`, 32)))
  const [sealing, nonces, digests] = [keyFor('seal'), keyFor('nonce'), keyFor('digest')]
  const seal: Notes['seal'] = (of, content) => {
    if (content.length === 0) return ''
    const whose = bytesOf(of)
    const iv = createHmac('sha256', nonces).update(whose).update(content).digest().subarray(0, ivBytes)
    const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(whose)
    const body = [cipher.update(typeof content === 'string' ? Buffer.from(content, 'utf8') : content), cipher.final()]
    return sealedPrefix + Buffer.concat([whose, iv, ...body, cipher.getAuthTag()]).toString('base64url')
  }
  const read: Notes['read'] = sealed => {
    const bytes = Buffer.from(sealed.slice(sealedPrefix.length), 'base64url')
    if (!sealed.startsWith(sealedPrefix) || bytes.length <= idBytes + ivBytes + tagBytes) return null
    const whose = bytes.subarray(0, idBytes)
    try {
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(idBytes, idBytes + ivBytes))
        .setAAD(whose)
        .setAuthTag(bytes.subarray(-tagBytes))
      const content = [decipher.update(bytes.subarray(idBytes + ivBytes, -tagBytes)), decipher.final()]
      return { of: idOf(whose), content: Buffer.concat(content) }
    } catch {
      return null
    }
  }
  return {
    seal,
    read,
    readFile: bytes =>
      bytes.subarray(0, sealedPrefix.length).toString('latin1') === sealedPrefix
        ? (read(bytes.toString('latin1'))?.content ?? null)
        : null,
    open(text, hear) {
      if (!looksSealed(text)) return text
      return text.replaceAll(sealedNotes, sealed => {
        const note = read(sealed)
        if (!note) return unreadable
        hear?.(note.of)
        return note.content.toString('utf8')
      })
    },
    digest: text => createHmac('sha256', digests).update(text).digest('hex'),
  }
}

/** The notes that are opened for one answer. */
export type Opening = {
  /** Opens every note in a value, if it is a text. */
  open<T>(value: T): T
  /** Opens a file that was sealed. Returns it unchanged if it wasn't sealed or this key doesn't open it. */
  read(bytes: Buffer): Buffer
  /** Reports that the answer holds notes about these students that were opened earlier. */
  tell(studentIds: readonly string[]): void
  /** The ids of the students whose notes were opened or reported; null if there were no notes. */
  told(): readonly string[] | null
}

/** Opens notes for one answer and records that it did, and whose. */
export const openingWith = (notes: Notes): Opening => {
  const students = new Set<string>()
  let isTold = false
  const hear: Hear = of => {
    isTold = true
    if (of !== null) students.add(of)
  }
  return {
    read(bytes) {
      const note = notes.readFile(bytes)
      if (!note) return bytes
      hear(null)
      return note
    },
    open: <T>(value: T): T => (typeof value === 'string' ? (notes.open(value, hear) as T) : value),
    tell(studentIds) {
      isTold = true
      for (const id of studentIds) students.add(id)
    },
    told: () => (isTold ? [...students] : null),
  }
}
