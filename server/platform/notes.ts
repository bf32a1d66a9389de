import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto'

/** What a sealed note begins with. */
export const sealedPrefix = 'sealed1.'
/** Sealed notes within a text or JSON. */
export const sealedNotes = /sealed1\.([\w-]+)/g
/** Stands where the key that sealed a note is gone. It has the prefix, so nobody writes it over the note by mistake. */
export const unreadable = `🔒 ${sealedPrefix}…`

/** Whether a text holds what only the seal may write. */
export const looksSealed = (text: string): boolean => text.includes(sealedPrefix)

/** A note with the student whom it is about; null where it is about nobody whom the school has as a student. */
type Note = { of: string | null; content: Buffer }
/** Hears about whom a note was that was opened. */
type Hear = (of: string | null) => void

/** Seals notes about students' health and custody (decision 85). */
export type Notes = {
  /** A note as it is kept: nothing stays '', and the same note about the same student is the same text again. */
  seal(of: string | null, content: string | Uint8Array): string
  /** What was sealed; null where this key doesn't open it. */
  read(sealed: string): Note | null
  /** A file that was sealed; null where it wasn't, or this key doesn't open it. */
  readFile(bytes: Buffer): Buffer | null
  /** A text with every note in it opened. What isn't sealed stays as it is. */
  open(text: string, hear?: Hear): string
  /** Tells two texts apart without telling what they say: nobody without the key finds them by trying. */
  digest(text: string): string
}

const [ivBytes, tagBytes, idBytes] = [12, 16, 16]
const nobody = Buffer.alloc(idBytes)
const bytesOf = (id: string | null): Buffer => (id === null ? nobody : Buffer.from(id.replaceAll('-', ''), 'hex'))
const idOf = (bytes: Buffer): string | null =>
  bytes.equals(nobody) ? null : bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * AES-256-GCM. Who it is about stands beside it and is authenticated with it, so the one who opens a note knows whose it is.
 * The nonce follows from both by an HMAC: the same note of a student seals to the same text, by which undoing and
 * comparing work, and it tells nothing about another student's.
 */
export const notesWith = (key: Uint8Array): Notes => {
  // Made into what the library takes once, which takes it longer than a digest.
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

/** The notes that one answer tells. */
export type Opening = {
  /** A value with every note in it opened, where it is a text. */
  open<T>(value: T): T
  /** The same of a file that was sealed; as it is where it wasn't, or where the key is gone. */
  read(bytes: Buffer): Buffer
  /** Says that the answer holds notes about these students which were opened before. */
  tell(studentIds: readonly string[]): void
  /** About whom notes were told; null where none was. */
  told(): readonly string[] | null
}

/** Opens notes for one answer, and remembers that it told some, and about whom. */
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
