import PDFDocument from 'pdfkit'
import type { Language } from '#contract/values.ts'
import { messages as en } from './paper.en.ts'
import { messages as zh } from './paper.zh.ts'
import { textsOf } from './texts.ts'
import { typeface } from './typeface.ts'

const texts = textsOf({ en, zh })

export const ink = { text: '#15231E', quiet: '#47564F', board: '#14463A', line: '#D8DED2', bad: '#B3301F' } as const

const hanSigns = '\\u2E80-\\u9FFF\\uF900-\\uFAFF\\uFF00-\\uFFEF\\u3000-\\u303F“”'
// Characters that the Chinese face sets: ideographs, full-width forms and the quotation marks that stand among them.
const han = new RegExp(`[${hanSigns}]`)
const run = new RegExp(`[${hanSigns}]+|[^${hanSigns}]+`, 'g')

/** Runs of a text that one face can set: Chinese, and everything else. */
const runs = (text: string): string[] => text.match(run) ?? []

/** Puts a name into the order of the reader's language, with its other script after it. */
export const bothNames = (language: Language, name: string, nativeName: string): string =>
  (language === 'zh' ? [nativeName, name] : [name, nativeName])
    .filter((each, at, all) => each && all.indexOf(each) === at)
    .join(' ')

/** Half a sheet of that paper, in points. */
const halves = { A4: [419.53, 595.28], LETTER: [396, 612] } as const

type TextStyle = { size?: number; isBold?: boolean; colour?: string; end?: boolean }
type PaperOptions = {
  /** As rules/region.ts says of the school. */
  size: 'A4' | 'LETTER'
  /** Half a sheet. */
  isHalf?: boolean
  layout?: 'portrait' | 'landscape'
  margin: number
  title: string
  author: string
  language: Language
}

/** Paper to draw on in two scripts, as a PDF. Positions are points from the upper left corner. */
export const openPaper = ({
  size,
  isHalf = false,
  layout = 'portrait',
  margin,
  title,
  author,
  language,
}: PaperOptions) => {
  const page = new PDFDocument({
    size: isHalf ? [...halves[size]] : size,
    layout,
    margin,
    info: { Title: title, Author: author },
    lang: language,
    // Page numbers are written when it is known how many pages there are.
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
  for (const script of ['latin', 'chinese-simplified'] as const)
    for (const weight of [400, 700] as const) page.registerFont(`${script} ${weight}`, typeface(script, weight))
  const face = (text: string, isBold: boolean) =>
    page.font(`${han.test(text) ? 'chinese-simplified' : 'latin'} ${isBold ? 700 : 400}`)
  const widthOf = (text: string, { size = 9.5, isBold = false }: TextStyle = {}) =>
    runs(text).reduce((sum, each) => sum + face(each, isBold).fontSize(size).widthOfString(each), 0)

  /** Sets one line of text on its base line; `end` aligns it to `x` from the left. */
  const set = (text: string, x: number, y: number, style: TextStyle = {}): void => {
    const { size = 9.5, isBold = false, colour = ink.text, end = false } = style
    let at = end ? x - widthOf(text, style) : x
    for (const each of runs(text)) {
      face(each, isBold).fontSize(size).fillColor(colour)
      page.text(each, at, y, { lineBreak: false, baseline: 'alphabetic' })
      at += page.widthOfString(each)
    }
  }
  /** Lines of a text that fit a width: broken between words, and between any two Chinese characters. */
  const wrap = (text: string, width: number, style: TextStyle = {}): string[] => {
    const lines: string[] = []
    let line = ''
    for (const part of text.match(new RegExp(`[${hanSigns}]|[^\\s${hanSigns}]+\\s*|\\s+`, 'g')) ?? []) {
      if (line !== '' && widthOf((line + part).trimEnd(), style) > width) {
        lines.push(line.trimEnd())
        line = part.trimStart()
      } else line += part
    }
    return line.trim() === '' ? lines : [...lines, line.trimEnd()]
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
    widthOf,
    rule,
    /** Lines from point to point. */
    line: (x1: number, y1: number, x2: number, y2: number, colour: string = ink.line): void => {
      page.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.7).strokeColor(colour).stroke()
    },
    box: (x: number, y: number, width: number, height: number, colour: string): void => {
      page.rect(x, y, width, height).fill(colour)
    },
    nextPage: (): void => {
      page.addPage()
    },
    /** Ends the sheet; several pages are numbered, if they are to be. */
    finish: (isNumbered: boolean): Promise<Buffer> => {
      const { count } = page.bufferedPageRange()
      for (let index = 0; isNumbered && count > 1 && index < count; index += 1) {
        page.switchToPage(index)
        // Below the margin a text would begin a new page.
        page.page.margins.bottom = 0
        set(texts(language)('page', { page: index + 1, pages: count }), right, page.page.height - 28, {
          size: 8,
          colour: ink.quiet,
          end: true,
        })
      }
      page.end()
      return done
    },
  }
}

export type Paper = ReturnType<typeof openPaper>
