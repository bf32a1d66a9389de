import { fileTypes, type FileType } from '#contract/access/files.ts'

const starts = (bytes: Buffer, text: string, at = 0): boolean => bytes.toString('latin1', at, at + text.length) === text

/**
 * ISO base media brands of audio and video. HEIC pictures and QuickTime films use the same container and are not among
 * them.
 */
const soundBrands = ['M4A ', 'M4B ']
const videoBrands = [
  'isom',
  'iso2',
  'iso4',
  'iso5',
  'iso6',
  'mp41',
  'mp42',
  'avc1',
  'M4V ',
  'MSNV',
  'dash',
  '3gp4',
  '3gp5',
]

const baseMedia = (bytes: Buffer): FileType | null => {
  const brand = bytes.toString('latin1', 8, 12)
  if (soundBrands.includes(brand)) return 'audio/mp4'
  return videoBrands.includes(brand) ? 'video/mp4' : null
}

// Layer III of MPEG 1 or 2, without the reserved bit rates.
const isMp3Frame = (bytes: Buffer): boolean =>
  bytes.length > 3 &&
  bytes[0] === 0xff &&
  (bytes[1]! & 0xe6) === 0xe2 &&
  (bytes[1]! & 0x18) !== 0x08 &&
  (bytes[2]! & 0xf0) !== 0xf0

/** A Word document is a zip with its parts in `word/`, without macros. */
const isWord = (bytes: Buffer): boolean =>
  starts(bytes, 'PK\x03\x04') &&
  bytes.includes('word/document.xml') &&
  bytes.includes('[Content_Types].xml') &&
  !bytes.includes('vbaProject.bin')

const markup = /^\s*(?:<[!?a-z]|#!)/i

/** True for UTF-8 text without control characters that no browser or shell would run. */
const isPlainText = (bytes: Buffer): boolean => {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return false
  }
  return !/[^\P{Cc}\t\n\r\f]/u.test(text) && !markup.test(text) && !/<(?:script|html|svg|iframe)\b/i.test(text)
}

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * The type of a file by its content; null for what is not accepted: programs, web pages, drawings with scripts,
 * archives.
 */
export const typeOf = (bytes: Buffer, name: string): FileType | null => {
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'image/webp'
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'image/gif'
  if (starts(bytes, '%PDF-')) return 'application/pdf'
  if (starts(bytes, 'ID3') || isMp3Frame(bytes)) return 'audio/mpeg'
  if (starts(bytes, 'ftyp', 4)) return baseMedia(bytes)
  if (starts(bytes, '\x1a\x45\xdf\xa3') && bytes.subarray(0, 64).includes('webm')) return 'video/webm'
  if (isWord(bytes)) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  return extensionOf(name) === 'txt' && isPlainText(bytes) ? 'text/plain' : null
}

/**
 * A safe file name: without folders and control characters, at most 120 characters, with an extension that fits
 * the content.
 */
export const nameFor = (given: string, type: FileType): string => {
  const plain = given
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '')
    .trim()
  const endings: readonly string[] = fileTypes[type]
  const ending = extensionOf(plain)
  const stem = endings.includes(ending) ? plain.slice(0, -ending.length - 1) : plain
  const shown = [...stem].slice(0, 110).join('').replace(/^\.+/, '').trim()
  return `${shown || 'file'}.${endings.includes(ending) ? ending : endings[0]!}`
}

/**
 * True for types that a browser displays itself without running any code in Lantern's origin; the others are
 * downloaded.
 */
export const isShownInline = (type: string): boolean => type.startsWith('image/') || type === 'application/pdf'
