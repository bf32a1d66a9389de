import { setImmediate as breathe } from 'node:timers/promises'
import { sheetLimits } from '#contract/exchange/imports.ts'
import { readDirectory, readEntry } from './zip.ts'

/** Unpacked, a part of a workbook of ten megabytes is no larger. */
const largestPart = 96 * 1024 * 1024
const rowsAtATime = 500
const spreadsheetEpoch = Date.UTC(1899, 11, 30)

export class SheetTooLarge extends Error {}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const codePoint = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')
const textIn = (xml: string): string =>
  xml
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) =>
      hex ? codePoint(parseInt(hex, 16)) : decimal ? codePoint(Number(decimal)) : (entities[name!] ?? whole),
    )
    .replace(/_x([\dA-F]{4})_/g, (_, hex: string) => codePoint(parseInt(hex, 16)))

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find(value => value !== undefined)
/** The texts of a string with formatted parts; readings above characters are none of it. */
const richText = (xml: string): string =>
  [
    ...xml
      .replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
      .matchAll(/<(?:\w+:)?t\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?t>)/g),
  ]
    .map(match => textIn(match[1] ?? ''))
    .join('')

type Format = 'date' | { digits: number } | null
const builtInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
const formatOf = (code: string): Format => {
  const shown = code.split(';')[0]!.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (/[yd]/i.test(shown) && !/general/i.test(shown)) return 'date'
  const digits = /^0{2,}$/.exec(shown)?.[0].length
  return digits ? { digits } : null
}
const stylesOf = (xml: string): Format[] => {
  const codes = new Map(
    [...xml.matchAll(/<(?:\w+:)?numFmt\b([^>]*)>/g)].map(match => [
      Number(attribute(match[1]!, 'numFmtId')),
      formatOf(textIn(attribute(match[1]!, 'formatCode') ?? '')),
    ]),
  )
  const cells = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? ''
  return [...cells.matchAll(/<(?:\w+:)?xf\b([^>]*)>/g)].map(match => {
    const id = Number(attribute(match[1]!, 'numFmtId') ?? 0)
    return codes.get(id) ?? (builtInDate(id) ? 'date' : null)
  })
}

const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
const rowOf = (reference: string): number => Number(/\d+$/.exec(reference)?.[0] ?? 1) - 1

type Book = { strings: readonly string[]; styles: readonly Format[]; is1904: boolean }

const numberText = (raw: string, format: Format, is1904: boolean): string => {
  const value = Number(raw)
  if (!Number.isFinite(value)) return raw
  if (format === 'date' && value >= 1 && value < 300_000) {
    const date = new Date(spreadsheetEpoch + Math.floor(value + (is1904 ? 1462 : 0)) * 86_400_000)
    return date.toISOString().slice(0, 10)
  }
  // Sixteen digits are what a spreadsheet keeps; the rest is an artefact.
  const text = String(Number(value.toPrecision(15)))
  return format !== null && format !== 'date' ? text.padStart(format.digits, '0') : text
}

const cellText = (tag: string, inside: string, { strings, styles, is1904 }: Book): string => {
  const type = attribute(tag, 't') ?? 'n'
  if (type === 'inlineStr') return richText(inside)
  const raw = /<(?:\w+:)?v\b[^>]*>([\s\S]*?)<\/(?:\w+:)?v>/.exec(inside)?.[1]
  if (raw === undefined || type === 'e') return ''
  if (type === 's') return strings[Number(raw)] ?? ''
  if (type === 'str' || type === 'd') return textIn(raw)
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE'
  return numberText(raw, styles[Number(attribute(tag, 's') ?? 0)] ?? null, is1904)
}

/** What is merged says the same in all its cells. */
const fillMerged = (grid: string[][], xml: string): void => {
  for (const match of [...xml.matchAll(/<(?:\w+:)?mergeCell\b([^>]*)>/g)].slice(0, 20_000)) {
    const [from = '', to = from] = (attribute(match[1]!, 'ref') ?? '').split(':')
    const text = grid[rowOf(from)]?.[columnOf(from)] ?? ''
    if (text === '') continue
    for (let row = rowOf(from); row <= Math.min(rowOf(to), grid.length - 1); row += 1)
      for (let column = columnOf(from); column <= Math.min(columnOf(to), sheetLimits.columns - 1); column += 1) {
        const line = (grid[row] ??= [])
        line[column] ||= text
      }
  }
}

const readSheet = async (xml: string, book: Book): Promise<string[][]> => {
  const grid: string[][] = []
  let filled = 0
  let seen = 0
  for (const row of xml.matchAll(/<(?:\w+:)?row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?row>)/g)) {
    seen += 1
    if (seen % rowsAtATime === 0) await breathe()
    if (!row[2]) continue
    const at = Number(attribute(row[1]!, 'r') ?? seen) - 1
    const line: string[] = []
    let next = 0
    for (const cell of row[2].matchAll(/<(?:\w+:)?c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g)) {
      const reference = attribute(cell[1]!, 'r')
      const column = reference === undefined ? next : columnOf(reference)
      next = column + 1
      const text = cell[2] === undefined ? '' : cellText(cell[1]!, cell[2], book)
      if (text === '') continue
      if (column >= sheetLimits.columns) throw new SheetTooLarge()
      line[column] = text
    }
    if (line.length === 0) continue
    filled += 1
    if (filled > sheetLimits.rows || at > sheetLimits.rows * 4) throw new SheetTooLarge()
    grid[at] = line
  }
  const whole = Array.from(grid, line => Array.from(line ?? [], cell => cell ?? ''))
  fillMerged(whole, xml.slice(xml.search(/<(?:\w+:)?mergeCells\b/) >>> 0))
  return whole.map(line => Array.from(line, cell => cell ?? ''))
}

export type Workbook = { name: string; grid: string[][] }[]

/** The visible sheets of a workbook with their cells as text; null where the file is no workbook. */
export const readWorkbook = async (bytes: Buffer): Promise<Workbook | null> => {
  const directory = readDirectory(bytes)
  const part = async (name: string): Promise<string> => {
    const entry = directory?.get(name)
    return entry ? readEntry(bytes, entry, largestPart) : ''
  }
  if (!directory) return null
  const root = /<Relationship\b[^>]*officeDocument"[^>]*>/.exec(await part('_rels/.rels'))?.[0] ?? ''
  const path = (attribute(root, 'Target') ?? 'xl/workbook.xml').replace(/^\//, '')
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const workbook = await part(path)
  if (workbook === '') return null
  const links = new Map(
    [
      ...(await part(`${folder}_rels/${path.slice(folder.length)}.rels`)).matchAll(/<(?:\w+:)?Relationship\b([^>]*)>/g),
    ].map(match => {
      const target = attribute(match[1]!, 'Target') ?? ''
      return [attribute(match[1]!, 'Id'), target.startsWith('/') ? target.slice(1) : folder + target] as const
    }),
  )
  const strings = [
    ...(await part(`${folder}sharedStrings.xml`)).matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g),
  ].map(match => richText(match[1] ?? ''))
  const book: Book = {
    strings,
    styles: stylesOf(await part(`${folder}styles.xml`)),
    is1904: /date1904\s*=\s*["'](?:1|true)/.test(workbook),
  }
  const sheets: Workbook = []
  for (const match of [...workbook.matchAll(/<(?:\w+:)?sheet\b([^>]*)>/g)].slice(0, 30)) {
    const isHidden = /hidden/i.test(attribute(match[1]!, 'state') ?? '')
    const target = links.get(/r:id\s*=\s*["']([^"']*)/.exec(match[1]!)?.[1] ?? attribute(match[1]!, 'id'))
    const xml = isHidden || target === undefined ? '' : await part(target)
    if (xml !== '') sheets.push({ name: textIn(attribute(match[1]!, 'name') ?? ''), grid: await readSheet(xml, book) })
  }
  return sheets.length === 0 ? null : sheets
}
