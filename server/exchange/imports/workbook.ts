import { sheetLimits } from '#contract/exchange/imports.ts'
import { type Attributes, hear } from './xml.ts'
import { type Budget, readDirectory, readEntry, TooMuch } from './zip.ts'

/** The maximum unpacked size in bytes of the parts that are read; those of a workbook of ten megabytes are smaller. */
const mostBytes = 128 * 1024 * 1024
/** The maximum numbers of cells, including empty ones with a border, and of texts that cells share. */
const mostCells = 3_000_000
const mostStrings = 1_000_000
/** The maximum length of all texts of a workbook together, in characters. */
const mostText = sheetLimits.bytes * 2
const mostSheets = 30
const mostMerged = 20_000
const spreadsheetEpoch = Date.UTC(1899, 11, 30)

const codePoint = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')
/** Decodes the escapes that spreadsheets write for characters not allowed in XML. */
const textIn = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([\dA-F]{4})_/g, (_, hex: string) => codePoint(parseInt(hex, 16))) : text

type Format = 'date' | { digits: number } | null
const builtInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
const formatOf = (code: string): Format => {
  const shown = code.split(';')[0]!.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (/[yd]/i.test(shown) && !/general/i.test(shown)) return 'date'
  const digits = /^0{2,}$/.exec(shown)?.[0].length
  return digits ? { digits } : null
}
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
const rowOf = (reference: string): number => Number(/\d{1,7}$/.exec(reference)?.[0] ?? 1) - 1

/** Returns a countdown that throws `TooMuch` once nothing is left. */
const counter = (left: number) => {
  let rest = left
  return (n = 1): void => {
    rest -= n
    if (rest < 0) throw new TooMuch()
  }
}

/** Collects the texts of `t` elements, without phonetic readings (`rPh`). */
const texts = () => {
  let readings = 0
  let isOpen = false
  let text = ''
  return {
    open(name: string) {
      if (name === 'rPh') readings += 1
      isOpen = name === 't' && readings === 0
    },
    close(name: string) {
      if (name === 'rPh') readings -= 1
      isOpen = false
    },
    text(piece: string) {
      if (isOpen && text.length <= sheetLimits.cell * 8) text += piece
    },
    taken(): string {
      const whole = textIn(text)
      text = ''
      return whole
    },
  }
}

const readStrings = async (pieces: AsyncIterable<string>, takeText: (n: number) => void): Promise<string[]> => {
  const strings: string[] = []
  const take = counter(mostStrings)
  const inside = texts()
  await hear(pieces, {
    open: name => inside.open(name),
    text: piece => inside.text(piece),
    close: name => {
      inside.close(name)
      if (name !== 'si') return
      const text = inside.taken()
      take()
      takeText(text.length)
      strings.push(text)
    },
  })
  return strings
}

const readStyles = async (pieces: AsyncIterable<string>): Promise<Format[]> => {
  const codes = new Map<number, Format>()
  const styles: Format[] = []
  const take = counter(100_000)
  let isOfCells = false
  await hear(pieces, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      take()
      if (name === 'numFmt') codes.set(Number(numFmtId), formatOf(formatCode))
      else if (name === 'cellXfs') isOfCells = true
      else if (name === 'xf' && isOfCells)
        styles.push(codes.get(Number(numFmtId)) ?? (builtInDate(Number(numFmtId)) ? 'date' : null))
    },
    close: name => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return styles
}

type Book = { strings: readonly string[]; styles: readonly Format[]; is1904: boolean }

const numberText = (raw: string, format: Format, is1904: boolean): string => {
  const value = Number(raw)
  if (!Number.isFinite(value)) return raw
  if (format === 'date' && value >= 1 && value < 300_000) {
    const date = new Date(spreadsheetEpoch + Math.floor(value + (is1904 ? 1462 : 0)) * 86_400_000)
    return date.toISOString().slice(0, 10)
  }
  // A spreadsheet keeps 15 digits; the rest is an artifact.
  const text = String(Number(value.toPrecision(15)))
  return format !== null && format !== 'date' ? text.padStart(format.digits, '0') : text
}

const cellText = ({ t: type = 'n', s: style = '0' }: Attributes, raw: string, inline: string, book: Book): string => {
  if (type === 'inlineStr') return inline
  if (raw === '' || type === 'e') return ''
  if (type === 's') return book.strings[Number(raw)] ?? ''
  if (type === 'str' || type === 'd') return textIn(raw)
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE'
  return numberText(raw, book.styles[Number(style)] ?? null, book.is1904)
}

/** Copies the text of a merged range into all of its cells. */
const fillMerged = (grid: string[][], merged: readonly string[]): void => {
  for (const reference of merged) {
    const [from = '', to = from] = reference.split(':')
    const text = grid[rowOf(from)]?.[columnOf(from)] ?? ''
    if (text === '') continue
    for (let row = rowOf(from); row <= Math.min(rowOf(to), grid.length - 1); row += 1)
      for (let column = columnOf(from); column <= Math.min(columnOf(to), sheetLimits.columns - 1); column += 1) {
        const line = (grid[row] ??= [])
        line[column] ||= text
      }
  }
}

type Counters = { takeText: (n: number) => void; takeCell: () => void }
/** Reads the cells of a sheet, row by row as they arrive. */
const readSheet = async (
  pieces: AsyncIterable<string>,
  book: Book,
  { takeText, takeCell }: Counters,
): Promise<string[][]> => {
  const grid: string[][] = []
  const merged: string[] = []
  const inline = texts()
  let seen = 0
  let filled = 0
  let at = 0
  let line: string[] = []
  let next = 0
  let cell: Attributes | null = null
  let isValue = false
  let raw = ''
  const endCell = (of: Attributes) => {
    const column = of['r'] === undefined ? next : columnOf(of['r'])
    next = column + 1
    const text = cellText(of, raw, inline.taken(), book)
    if (text === '') return
    if (column >= sheetLimits.columns) throw new TooMuch()
    takeText(text.length)
    line[column] = text
  }
  const endRow = () => {
    if (line.length === 0) return
    filled += 1
    if (filled > sheetLimits.rows || at > sheetLimits.rows * 4) throw new TooMuch()
    grid[at] = line
  }
  await hear(pieces, {
    open: (name, attributes) => {
      inline.open(name)
      if (name === 'row') {
        seen += 1
        const n = Number(attributes['r'] ?? seen)
        at = Number.isInteger(n) && n > 0 ? n - 1 : seen - 1
        line = []
        next = 0
      } else if (name === 'c') {
        takeCell()
        cell = attributes
        raw = ''
      } else if (name === 'mergeCell' && merged.length < mostMerged) merged.push(attributes['ref'] ?? '')
      isValue = name === 'v'
    },
    text: piece => {
      inline.text(piece)
      if (isValue && raw.length <= sheetLimits.cell * 8) raw += piece
    },
    close: name => {
      inline.close(name)
      isValue = false
      if (name === 'c' && cell) endCell(cell)
      if (name === 'c') cell = null
      if (name === 'row') endRow()
    },
  })
  const whole = Array.from(grid, row => Array.from(row ?? [], text => text ?? ''))
  fillMerged(whole, merged)
  return whole.map(row => Array.from(row, text => text ?? ''))
}

/** The elements with these names in a document. Throws `TooMuch` above 10,000. */
const elements = async (pieces: AsyncIterable<string>, names: readonly string[]) => {
  const found: { name: string; attributes: Attributes }[] = []
  const take = counter(10_000)
  await hear(pieces, {
    open: (name, attributes) => {
      if (!names.includes(name)) return
      take()
      found.push({ name, attributes })
    },
  })
  return found
}

export type Workbook = { name: string; grid: string[][] }[]

/**
 * The visible sheets of a workbook with their cells as text; null where the file is no workbook. Its parts are parsed
 * while they are unpacked, so that only the needed texts and cells are in memory. Throws `TooMuch` above the limits of
 * any real sheet.
 */
export const readWorkbook = async (bytes: Buffer): Promise<Workbook | null> => {
  const directory = readDirectory(bytes)
  if (!directory) return null
  const budget: Budget = { left: mostBytes }
  const has = (name: string) => directory.has(name)
  const part = (name: string) => readEntry(bytes, directory.get(name)!, budget)
  const relations = async (name: string) => (has(name) ? elements(part(name), ['Relationship']) : [])
  const root = (await relations('_rels/.rels')).find(({ attributes }) =>
    attributes['Type']?.endsWith('/officeDocument'),
  )
  const path = (root?.attributes['Target'] ?? 'xl/workbook.xml').replace(/^\//, '')
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (!has(path)) return null
  const book = await elements(part(path), ['sheet', 'workbookPr'])
  const links = new Map(
    (await relations(`${folder}_rels/${path.slice(folder.length)}.rels`)).map(({ attributes }) => {
      const target = attributes['Target'] ?? ''
      return [attributes['Id'], target.startsWith('/') ? target.slice(1) : folder + target] as const
    }),
  )
  const takeText = counter(mostText)
  const stringsAt = `${folder}sharedStrings.xml`
  const stylesAt = `${folder}styles.xml`
  const read: Book = {
    strings: has(stringsAt) ? await readStrings(part(stringsAt), takeText) : [],
    styles: has(stylesAt) ? await readStyles(part(stylesAt)) : [],
    is1904: book.some(({ attributes }) => /^(?:1|true)$/.test(attributes['date1904'] ?? '')),
  }
  const counters: Counters = { takeText: counter(mostText), takeCell: counter(mostCells) }
  const sheets: Workbook = []
  for (const { attributes } of book.filter(({ name }) => name === 'sheet').slice(0, mostSheets)) {
    const link = Object.entries(attributes).find(([name]) => name === 'id' || name.endsWith(':id'))?.[1]
    const target = links.get(link)
    if (/hidden/i.test(attributes['state'] ?? '') || target === undefined || !has(target)) continue
    sheets.push({ name: attributes['name'] ?? '', grid: await readSheet(part(target), read, counters) })
  }
  return sheets.length === 0 ? null : sheets
}
