import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import * as fontkit from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'
import { hanSigns } from './hanSigns.ts'

const require = createRequire(import.meta.url)

/**
 * Unpacks a WOFF 1.0 file (W3C, section 4) into the OpenType font it contains. A PDF takes only the glyphs it needs
 * from that; with a packed file each lookup would unpack a table again.
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

/** A face of a font package as an OpenType font, for example `noto-sans-sc latin`. */
export const typeface = (face: string, weight: 400 | 700): Buffer => {
  const [family = '', subset = ''] = face.split(' ')
  const file = `${family}/files/${family}-${subset}-${weight}-normal.woff`
  const known = unpacked.get(file) ?? unpackFont(readFileSync(require.resolve(`@fontsource/${file}`)))
  unpacked.set(file, known)
  return known
}

type Shaped = { font: fontkit.Font; characters: ReadonlySet<number> }
const shaped = new Map<string, Shaped>()

/**
 * Opens a face whose texts HarfBuzz shapes, as browsers do: letters are joined, and marks are put where they belong.
 */
const open = (face: string, weight: 400 | 700): Shaped => {
  const name = `${face} ${weight}`
  const known = shaped.get(name)
  if (known) return known
  const file = typeface(face, weight)
  const font = fontkit.create(file) as fontkit.Font
  const opened = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(file)))
  const shaper = new harfbuzz.Font(opened)
  const layout = (text: string) => {
    const buffer = new harfbuzz.Buffer()
    buffer.addText(text)
    buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS)
    buffer.guessSegmentProperties()
    harfbuzz.shape(shaper, buffer)
    const infos = buffer.getGlyphInfos()
    const positions = buffer.getGlyphPositions()
    const isBackwards = infos.length > 1 && infos[0]!.cluster > infos.at(-1)!.cluster
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
    const glyphs = infos.map(({ codepoint: id, cluster }, index) => {
      const end = starts.find(start => start > cluster)
      return {
        id,
        advanceWidth: shaper.glyphHAdvance(id),
        // The characters behind this glyph. If several glyphs share them, only the letter itself gets them, which its
        // dots precede or follow.
        codePoints:
          infos[index + (isBackwards ? 1 : -1)]?.cluster === cluster
            ? []
            : Array.from(text.slice(cluster, end), sign => sign.codePointAt(0)!),
      }
    })
    return {
      glyphs,
      positions,
      // pdfkit scales the positions and then needs their sum.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  const made = { font: Object.assign(font, { layout }), characters: new Set(opened.collectUnicodes()) }
  shaped.set(name, made)
  return made
}

const charactersOf = (face: string): ReadonlySet<number> => open(face, 400).characters

/** A face with which a PDF sets text. */
export const fontOf = (face: string, weight: 400 | 700): fontkit.Font => open(face, weight).font

/**
 * The face for a rare Chinese character. These are spread over a hundred small files, and a table beside them says
 * which file has which.
 */
const rareFace = (character: number): string[] => {
  const ranges = require('@fontsource/noto-sans-sc/unicode.json') as Record<string, string>
  const holds = (range: string) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return Number.parseInt(first, 16) <= character && character <= Number.parseInt(last, 16)
  }
  return Object.entries(ranges)
    .filter(([subset, listed]) => /^\[\d+\]$/.test(subset) && listed.split(',').some(holds))
    .map(([subset]) => `noto-sans-sc ${subset.slice(1, -1)}`)
}

/**
 * The faces to try for a character, the first choice first. `scx` also matches characters that several scripts share.
 */
const choices: readonly (readonly [RegExp, readonly string[]])[] = [
  [new RegExp(`[${hanSigns}‘’“”—…]`, 'u'), ['noto-sans-sc chinese-simplified']],
  [
    /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u,
    [
      'noto-sans-sc latin',
      'noto-sans-sc latin-ext',
      'noto-sans-sc vietnamese',
      'noto-sans latin-ext',
      'noto-sans vietnamese',
      'noto-sans latin',
    ],
  ],
  [/\p{scx=Hangul}/u, ['nanum-gothic korean']],
  [/\p{scx=Cyrillic}/u, ['noto-sans cyrillic', 'noto-sans cyrillic-ext']],
  [/\p{scx=Greek}/u, ['noto-sans greek', 'noto-sans greek-ext']],
  [/\p{scx=Devanagari}/u, ['noto-sans devanagari']],
  [/\p{scx=Arabic}/u, ['noto-sans-arabic arabic']],
  [/\p{scx=Hebrew}/u, ['noto-sans-hebrew hebrew']],
  [/\p{scx=Thai}/u, ['noto-sans-thai thai']],
  [/\p{scx=Lao}/u, ['noto-sans-lao lao']],
  [/\p{scx=Khmer}/u, ['noto-sans-khmer khmer']],
  [/\p{scx=Myanmar}/u, ['noto-sans-myanmar myanmar']],
  [/\p{scx=Bengali}/u, ['noto-sans-bengali bengali']],
  [/\p{scx=Tamil}/u, ['noto-sans-tamil tamil']],
  [/\p{scx=Gujarati}/u, ['noto-sans-gujarati gujarati']],
  [/\p{scx=Gurmukhi}/u, ['noto-sans-gurmukhi gurmukhi']],
  [/\p{scx=Telugu}/u, ['noto-sans-telugu telugu']],
  [/\p{scx=Kannada}/u, ['noto-sans-kannada kannada']],
  [/\p{scx=Malayalam}/u, ['noto-sans-malayalam malayalam']],
  [/\p{scx=Sinhala}/u, ['noto-sans-sinhala sinhala']],
  [/\p{scx=Ethiopic}/u, ['noto-sans-ethiopic ethiopic']],
  [/\p{scx=Georgian}/u, ['noto-sans-georgian georgian']],
  [/\p{scx=Armenian}/u, ['noto-sans-armenian armenian']],
]
const others = ['noto-sans-sc chinese-simplified']

const found = new Map<string, string | null>()

/**
 * The face that has all characters of a cluster (a letter with its combining marks), or null if none has. A face is
 * loaded only when a text needs it.
 */
export const faceOf = (cluster: string): string | null => {
  const known = found.get(cluster)
  if (known !== undefined) return known
  const signs = [...cluster].filter(sign => !/\p{Default_Ignorable_Code_Point}/u.test(sign))
  const codes = signs.map(sign => sign.codePointAt(0)!)
  const [first = ' '] = signs
  const has = (face: string) => codes.every(code => charactersOf(face).has(code))
  const face =
    choices.find(([script, faces]) => script.test(first) && faces.some(has))?.[1].find(has) ??
    others.find(has) ??
    rareFace(first.codePointAt(0)!).find(has) ??
    null
  found.set(cluster, face)
  return face
}
