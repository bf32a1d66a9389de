import { createInflateRaw } from 'node:zlib'

type Entry = { method: number; from: number; size: number }

/** The maximum number of files in a workbook's archive. */
const mostFiles = 5000
export class TooMuch extends Error {}

/** The files of a zip archive, by name; null where the bytes are no archive. Throws `TooMuch` above 5,000 files. */
export const readDirectory = (bytes: Buffer): ReadonlyMap<string, Entry> | null => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || end + 22 > bytes.length) return null
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  const count = bytes.readUInt16LE(end + 10)
  if (count > mostFiles) throw new TooMuch()
  for (let left = count; left > 0; left -= 1) {
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

/** The number of bytes that may still be unpacked from an archive. */
export type Budget = { left: number }

async function* unpacked(packed: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  inflate.end(packed)
  for await (const piece of inflate) yield piece as Buffer
}

/**
 * The text of one file, piece by piece as it is unpacked, so that it is never in memory as a whole. Throws `TooMuch`
 * where more is unpacked than the budget allows, whatever sizes the archive states.
 */
export async function* readEntry(bytes: Buffer, { method, from, size }: Entry, budget: Budget): AsyncGenerator<string> {
  const packed = bytes.subarray(from, from + size)
  if (method !== 0 && method !== 8) throw new RangeError('the archive uses an unknown compression')
  const decoder = new TextDecoder()
  for await (const piece of method === 0 ? [packed] : unpacked(packed)) {
    budget.left -= piece.length
    if (budget.left < 0) throw new TooMuch()
    yield decoder.decode(piece, { stream: true })
  }
  yield decoder.decode()
}
