import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)

type Entry = { method: number; from: number; size: number }

/** The files of a zip archive, by name; null where it is none. */
export const readDirectory = (bytes: Buffer): ReadonlyMap<string, Entry> | null => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || end + 22 > bytes.length) return null
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) return null
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const header = bytes.readUInt32LE(at + 42)
    if (header + 30 > bytes.length) return null
    const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    entries.set(name, { method: bytes.readUInt16LE(at + 10), from, size: bytes.readUInt32LE(at + 20) })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** Unpacks one file off the main thread. Rejects where it is larger than it may be, whatever the archive says of it. */
export const readEntry = async (bytes: Buffer, { method, from, size }: Entry, atMost: number): Promise<string> => {
  const packed = bytes.subarray(from, from + size)
  if (method === 0 && packed.length <= atMost) return packed.toString('utf8')
  if (method !== 8) throw new RangeError('an archive of an unknown kind')
  return (await inflate(packed, { maxOutputLength: atMost })).toString('utf8')
}
