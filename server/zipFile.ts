import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)
/** The maximum size in bytes of an unpacked entry. */
const largestEntry = 2 ** 31 - 1
/** The position of the list of entries is within this many bytes at the end (PKWARE APPNOTE 4.3.16). */
const tailBytes = 22 + 0xffff

type Entry = { method: number; packed: number; size: number; at: number }
export type ZipFile = { names: string[]; read(name: string): Promise<Buffer | null> }

const piece = async (handle: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/**
 * Reads the list of entries of a zip; `read` returns one entry, or null if there is none of that name. Throws if the
 * file is not a zip or is damaged; `read` also throws if the entry is too large.
 */
export const readZip = async (handle: FileHandle): Promise<ZipFile> => {
  const { size } = await handle.stat()
  const tail = await piece(handle, Math.max(0, size - tailBytes), Math.min(size, tailBytes))
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('not a zip')
  const list = await piece(handle, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
  const entries = new Map<string, Entry>()
  for (let at = 0; at < list.length;) {
    if (list.readUInt32LE(at) !== 0x02014b50) throw new Error('a damaged zip')
    const [nameBytes, extra, comment] = [28, 30, 32].map(offset => list.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const name = list.toString('utf8', at + 46, at + 46 + nameBytes)
    entries.set(name, {
      method: list.readUInt16LE(at + 10),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + extra + comment
  }
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name)
      if (!entry) return null
      if (entry.size > largestEntry) throw new Error('too large')
      const head = await piece(handle, entry.at, 30)
      const from = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
      const packed = await piece(handle, from, entry.packed)
      const bytes = entry.method === 0 ? packed : await inflate(packed, { maxOutputLength: Math.max(1, entry.size) })
      if (bytes.length !== entry.size) throw new Error('a damaged zip')
      return bytes
    },
  }
}
