import { type LabelKind, type LabelSheet, sheetSizes } from '#contract/labels.ts'
import type { Language } from '#contract/values.ts'
import { inThread } from '#server/platform/makingThread.ts'
import { bothNames, ink, openPaper, type Paper } from '#server/platform/paper.ts'
import type { Label } from './labelQueries.ts'

type Place = { x: number; y: number; width: number; height: number }
const pad = 9

const drawAddress = (paper: Paper, { x, y, width, height }: Place, label: Label, language: Language): void => {
  const room = width - 2 * pad
  const lines = label.lines.flatMap(each => paper.wrap(each, room, { size: 9 }))
  const shown = lines.slice(0, Math.floor((height - 26) / 11.5))
  let line = y + (height - 12 - shown.length * 11.5) / 2 + 8
  const name = bothNames(language, label.title, label.native)
  paper.set(paper.fit(name, room, { size: 9.5, isBold: true }), x + pad, line, { size: 9.5, isBold: true })
  for (const each of shown) {
    line += 11.5
    paper.set(each, x + pad, line, { size: 9 })
  }
}

const drawBadge = (paper: Paper, { x, y, width, height }: Place, label: Label, language: Language): void => {
  const room = width - 2 * pad
  const [first, second] = language === 'zh' && label.native ? [label.native, label.title] : [label.title, label.native]
  const middle = (text: string, at: number, style: { size: number; isBold?: boolean; colour?: string }) => {
    const shown = paper.fit(text, room, style)
    paper.set(shown, x + (width - paper.widthOf(shown, style)) / 2, at, style)
  }
  const size = Math.max(11, Math.min(17, (17 * room) / Math.max(1, paper.widthOf(first, { size: 17, isBold: true }))))
  middle(first, y + height * 0.4, { size, isBold: true, colour: ink.board })
  if (second && second !== first) middle(second, y + height * 0.4 + 16, { size: 11 })
  middle(label.lines.join(' · '), y + height - 9, { size: 7.5, colour: ink.quiet })
}

type LabelOptions = {
  kind: LabelKind
  sheet: LabelSheet
  start: number
  language: Language
  title: string
  author: string
}

/** Renders sheets of labels as a PDF, starting at the `start`th label of the first sheet (from 1). */
export const drawLabels = inThread(
  import.meta.url,
  'drawLabels',
  30,
  async (labels: readonly Label[], of: LabelOptions) => {
    const { paper: size, across, down, width, height, left, top, stepX, stepY } = sheetSizes[of.sheet]
    const paper = await openPaper({ size, margin: 0, title: of.title, author: of.author, language: of.language })
    const draw = of.kind === 'address' ? drawAddress : drawBadge
    labels.forEach((label, index) => {
      const at = index + of.start - 1
      const onSheet = at % (across * down)
      if (index > 0 && onSheet === 0) paper.nextPage()
      const place = {
        x: left + (onSheet % across) * stepX,
        y: top + Math.floor(onSheet / across) * stepY,
        width,
        height,
      }
      draw(paper, place, label, of.language)
    })
    return paper.finish(false)
  },
)
