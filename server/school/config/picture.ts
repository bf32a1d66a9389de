import type { PictureType } from '#contract/school/config.ts'

type PictureFile = { type: PictureType; width: number; height: number; bytes: Buffer }

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const readPng = (bytes: Buffer): PictureFile | null =>
  bytes.length > 33 && bytes.subarray(0, 8).equals(png) && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes }
    : null

// Frame markers are SOF0 to SOF15. DHT, JPG and DAC are in the same range but are not frames.
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
// APP1 to APP13 and comments: the place, the camera and the photographer.
const isAboutThePhotographer = (marker: number): boolean =>
  (marker >= 0xe1 && marker <= 0xed && marker !== 0xe2) || marker === 0xfe

/** Reads a JPEG and removes its metadata, except for the color profile (APP2). */
const readJpeg = (bytes: Buffer): PictureFile | null => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return null
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    // The image data starts here and continues to the end.
    if (marker === 0xda) {
      kept.push(bytes.subarray(at))
      return size && { type: 'image/jpeg', ...size, bytes: Buffer.concat(kept) }
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return null
    if (isFrame(marker) && end - at > 9)
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (!isAboutThePhotographer(marker)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return null
}

const readWebp = (bytes: Buffer): PictureFile | null => {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null
  const of = (width: number, height: number): PictureFile => ({ type: 'image/webp', width, height, bytes })
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return of(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return of((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      return of(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    default:
      return null
  }
}

const widest = 12_000

/**
 * Reads a picture, identified by its first bytes and never by its declared type: a JPEG, PNG or WebP of a size that a
 * page can show; null for anything else.
 */
export const readPicture = (bytes: Buffer): PictureFile | null => {
  const found = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  if (!found || found.width < 1 || found.height < 1 || found.width > widest || found.height > widest) return null
  return found
}
