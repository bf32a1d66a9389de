import PDFDocument from 'pdfkit'
import type { Language } from '#contract/values.ts'
import { typeface } from './typeface.ts'

export const ink = { text: '#15231E', quiet: '#47564F', board: '#14463A', line: '#D8DED2', bad: '#B3301F' } as const

const hanSigns = '\\u2E80-\\u9FFF\\uF900-\\uFAFF\\uFF00-\\uFFEF\\u3000-\\u303F“”'
// Characters that the Chinese face sets: ideographs, full-width forms and the quotation marks that stand among them.
const han = new RegExp(`[${hanSigns}]`)
const run = new RegExp(`[${hanSigns}]+|[^${hanSigns}]+`, 'g')

/** Runs of a text that one face can set: Chinese, and everything else. */
const runs = (text: string): string[] => text.match(run) ?? []

type Style = { size?: number; isBold?: boolean; colour?: string; end?: boolean }
type School = {
  school: string
  schoolNative: string
  address: string
  /** Who the school is in law, where that is another name, and its number at the tax office. */
  legalName: string
  taxId: string
}

/** Puts a name into the order of the reader's language, with its other script after it. */
export const bothNames = (language: Language, name: string, nativeName: string): string =>
  (language === 'zh' ? [nativeName, name] : [name, nativeName])
    .filter((each, at, all) => each && all.indexOf(each) === at)
    .join(' ')

/** A sheet to draw on in two scripts, with the school's head on top. */
export const openSheet = (
  options: { size: 'A4' | 'A5'; title: string; language: Language },
  { school, schoolNative, address, legalName, taxId }: School,
) => {
  const page = new PDFDocument({
    size: options.size,
    margin: 40,
    info: { Title: options.title, Author: school },
    lang: options.language,
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
  const widthOf = (text: string, { size = 9.5, isBold = false }: Style = {}) =>
    runs(text).reduce((sum, each) => sum + face(each, isBold).fontSize(size).widthOfString(each), 0)

  /** Sets one line of text on its base line; `end` aligns it to `x` from the left. */
  const set = (text: string, x: number, y: number, style: Style = {}): void => {
    const { size = 9.5, isBold = false, colour = ink.text, end = false } = style
    let at = end ? x - widthOf(text, style) : x
    for (const each of runs(text)) {
      face(each, isBold).fontSize(size).fillColor(colour)
      page.text(each, at, y, { lineBreak: false, baseline: 'alphabetic' })
      at += page.widthOfString(each)
    }
  }
  /** Lines of a text that fit a width: broken between words, and between any two Chinese characters. */
  const wrap = (text: string, width: number, style: Style = {}): string[] => {
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

  set([school, schoolNative].filter(Boolean).join('  '), left, 56, { size: 13, isBold: true })
  const tax = options.language === 'zh' ? '税号' : 'Tax ID'
  const under = [legalName === school ? '' : legalName, address, taxId && `${tax} ${taxId}`].filter(Boolean).join(' · ')
  // The head has room for one line, which shrinks before it runs out of the page.
  const size = Math.min(8.5, (8.5 * (right - left)) / Math.max(1, widthOf(under, { size: 8.5 })))
  if (under) set(under, left, 71, { size, colour: ink.quiet })
  rule(84, ink.board)
  return {
    left,
    right,
    height: page.page.height,
    set,
    wrap,
    rule,
    nextPage: (): void => {
      page.addPage()
    },
    /** Ends the sheet; several pages are numbered by `numberOf`. */
    finish: (numberOf: (page: number, pages: number) => string): Promise<Buffer> => {
      const { count } = page.bufferedPageRange()
      for (let index = 0; count > 1 && index < count; index += 1) {
        page.switchToPage(index)
        // Below the margin a text would begin a new page.
        page.page.margins.bottom = 0
        set(numberOf(index + 1, count), right, page.page.height - 28, { size: 8, colour: ink.quiet, end: true })
      }
      page.end()
      return done
    },
  }
}
