import type { Language } from '#contract/values.ts'
import { messages as en } from './paper.en.ts'
import { messages as zh } from './paper.zh.ts'
import { log } from './log.ts'
import { hanSigns } from './hanSigns.ts'
import type { Run } from './runs.ts'
import { textsOf } from './texts.ts'

const texts = textsOf({ en, zh })

export const ink = { text: '#15231E', quiet: '#47564F', board: '#14463A', line: '#D8DED2', bad: '#B3301F' } as const

const words = new Intl.Segmenter('th', { granularity: 'word' })
/** A letter of a script in which letters may change their shape or combine. */
const shaped =
  /(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Ethiopic}])\p{L}/u
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** The parts of a text that a line may not break within; a no-break space is part of the word. */
const partsOf = (text: string): string[] =>
  (text.match(new RegExp(`[${hanSigns}]|(?:[^\\s${hanSigns}]|\u00a0)+[^\\S\u00a0]*|[^\\S\u00a0]+`, 'g')) ?? []).flatMap(
    part => (unspaced.test(part) ? [...words.segment(part)].map(({ segment }) => segment) : [part]),
  )

/** Half a sheet of each paper size, in points. */
const halves = { A4: [419.53, 595.28], LETTER: [396, 612] } as const

type TextStyle = { size?: number; isBold?: boolean; colour?: string; end?: boolean }
type PaperOptions = {
  /** The school's paper size, from rules/region.ts. */
  size: 'A4' | 'LETTER'
  /** True for half a sheet. */
  isHalf?: boolean
  layout?: 'portrait' | 'landscape'
  margin: number
  title: string
  author: string
  language: Language
}

/** The drawing library is large, so it is loaded with the first paper. */
const drawing = async () => {
  const [{ default: PDFDocument }, { clustersOf, runsOf }, { fontOf }] = await Promise.all([
    import('pdfkit'),
    import('./runs.ts'),
    import('./typeface.ts'),
  ])
  return { PDFDocument, clustersOf, runsOf, fontOf }
}

/** Opens a PDF to draw on in any script. Positions are in points from the upper left corner. */
export const openPaper = async ({
  size,
  isHalf = false,
  layout = 'portrait',
  margin,
  title,
  author,
  language,
}: PaperOptions) => {
  const { PDFDocument, clustersOf, runsOf, fontOf } = await drawing()
  const page = new PDFDocument({
    size: isHalf ? [...halves[size]] : size,
    layout,
    margin,
    info: { Title: title, Author: author },
    lang: language,
    // Page numbers are written once the number of pages is known.
    bufferPages: true,
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
  const left = page.page.margins.left
  const right = page.page.width - page.page.margins.right
  const registered = new Set<string>()
  const missing = new Set<string>()
  const runs = (text: string) => runsOf(text, character => missing.add(character))
  const face = (run: Run, isBold: boolean) => {
    const weight = isBold ? 700 : 400
    const name = `${run.face} ${weight}`
    // pdfkit also accepts an opened font, though its types allow only files.
    if (!registered.has(name)) page.registerFont(name, fontOf(run.face, weight) as unknown as Buffer)
    registered.add(name)
    return page.font(name)
  }
  const widthOf = (text: string, { size = 9.5, isBold = false }: TextStyle = {}) =>
    runs(text).reduce((sum, each) => sum + face(each, isBold).fontSize(size).widthOfString(each.text), 0)

  /** Sets one line of text on its baseline. With `end`, the text ends at `x`. */
  const set = (text: string, x: number, y: number, style: TextStyle = {}): void => {
    const { size = 9.5, isBold = false, colour = ink.text, end = false } = style
    let at = end ? x - widthOf(text, style) : x
    // Where letters change their shape or position, the original text is embedded for copying and screen readers.
    const isShaped = shaped.test(text)
    if (isShaped) page.markContent('Span', { actual: text })
    for (const each of runs(text)) {
      face(each, isBold).fontSize(size).fillColor(colour)
      page.text(each.text, at, y, { lineBreak: false, baseline: 'alphabetic' })
      at += page.widthOfString(each.text)
    }
    if (isShaped) page.endMarkedContent()
  }
  /** A text shortened to one line of this width, with an ellipsis if it was cut. */
  const fit = (text: string, width: number, style: TextStyle = {}): string => {
    if (widthOf(text, style) <= width) return text
    const signs = clustersOf(text)
    while (signs.length > 1 && widthOf(`${signs.join('')}…`, style) > width) signs.pop()
    return `${signs.join('')}…`
  }
  /**
   * Breaks a text into lines of this width: between words, between any two Chinese characters, and within a word that
   * is wider than the line.
   */
  const wrap = (text: string, width: number, style: TextStyle = {}): string[] => {
    const lines: string[] = []
    let line = ''
    const parts = partsOf(text).flatMap(part => (widthOf(part.trimEnd(), style) > width ? clustersOf(part) : [part]))
    for (const part of parts) {
      if (line !== '' && widthOf((line + part).trimEnd(), style) > width) {
        lines.push(line.trimEnd())
        line = part.trimStart()
      } else line += part
    }
    return line.trim() === '' ? lines : [...lines, line.trimEnd()]
  }
  /**
   * The lines of a text in a narrow place, and their size: each step is a number of lines, the largest size and the
   * smallest. What doesn't fit in any of them is cut in the last.
   */
  const squeeze = (
    text: string,
    width: number,
    steps: readonly (readonly [count: number, from: number, to: number])[],
    style: TextStyle = {},
  ): { lines: string[]; size: number } => {
    for (const [count, from, to] of steps)
      for (let size = from; size >= to; size -= 0.5) {
        const lines = wrap(text, width, { ...style, size })
        if (lines.length <= count) return { lines, size }
      }
    const [count, , size] = steps.at(-1)!
    const lines = wrap(text, width, { ...style, size })
    const rest = lines.slice(count - 1).join(' ')
    return { lines: [...lines.slice(0, count - 1), fit(rest, width, { ...style, size })], size }
  }
  const rule = (y: number, colour: string = ink.line): void => {
    page.moveTo(left, y).lineTo(right, y).lineWidth(0.7).strokeColor(colour).stroke()
  }
  return {
    left,
    right,
    width: page.page.width,
    height: page.page.height,
    set,
    wrap,
    squeeze,
    widthOf,
    rule,
    /** A line from one point to another. */
    line: (x1: number, y1: number, x2: number, y2: number, colour: string = ink.line): void => {
      page.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.7).strokeColor(colour).stroke()
    },
    box: (x: number, y: number, width: number, height: number, colour: string): void => {
      page.rect(x, y, width, height).fill(colour)
    },
    nextPage: (): void => {
      page.addPage()
    },
    /** Ends the PDF and resolves with its bytes. With `isNumbered`, several pages get page numbers. */
    finish: (isNumbered: boolean): Promise<Buffer> => {
      const { count } = page.bufferedPageRange()
      for (let index = 0; isNumbered && count > 1 && index < count; index += 1) {
        page.switchToPage(index)
        // Without this, text below the margin would begin a new page.
        page.page.margins.bottom = 0
        set(texts(language)('page', { page: index + 1, pages: count }), right, page.page.height - 28, {
          size: 8,
          colour: ink.quiet,
          end: true,
        })
      }
      if (missing.size > 0) log.warn({ characters: [...missing].join('') }, 'no typeface has these characters')
      page.end()
      return done
    },
  }
}

export type Paper = Awaited<ReturnType<typeof openPaper>>
