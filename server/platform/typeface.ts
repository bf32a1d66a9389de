import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const require = createRequire(import.meta.url)

/**
 * Unpacks a WOFF 1.0 file (W3C, section 4) into the OpenType font it holds: from that, a PDF takes just the glyphs it
 * needs, where from a packed file each look-up would unpack a table again.
 */
export const unpackFont = (woff: Buffer): Buffer => {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + count * 16)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  const parts: Buffer[] = [head]
  let at = head.length
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + index * 20
    const offset = woff.readUInt32BE(entry + 4)
    const packed = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const raw = woff.subarray(offset, offset + packed)
    const table = packed < length ? inflateSync(raw) : raw
    const record = 12 + index * 16
    woff.copy(head, record, entry, entry + 4)
    head.writeUInt32BE(woff.readUInt32BE(entry + 16), record + 4)
    head.writeUInt32BE(at, record + 8)
    head.writeUInt32BE(length, record + 12)
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    parts.push(table, padding)
    at += length + padding.length
  }
  return Buffer.concat(parts)
}

const unpacked = new Map<string, Buffer>()

/** A face of Noto Sans as an OpenType font: Latin letters, or Chinese characters. */
export const typeface = (script: 'latin' | 'chinese-simplified', weight: 400 | 700): Buffer => {
  const file = `noto-sans-sc-${script}-${weight}-normal.woff`
  const known =
    unpacked.get(file) ?? unpackFont(readFileSync(require.resolve(`@fontsource/noto-sans-sc/files/${file}`)))
  unpacked.set(file, known)
  return known
}
