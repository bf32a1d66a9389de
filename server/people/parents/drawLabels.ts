import { type LabelKind, type LabelSheet, sheetSizes } from '#contract/labels.ts'
import type { Language } from '#contract/values.ts'
import { inThread } from '#server/platform/makingThread.ts'
import { ink, openPaper, type Paper } from '#server/platform/paper.ts'
import { bothNames } from '#server/platform/texts.ts'
import type { Label } from './labelQueries.ts'

type Place = { x: number; y: number; width: number; height: number }
const pad = 9

const drawAddress = (paper: Paper, { x, y, width, height }: Place, label: Label, language: Language): void => {
  const room = width - 2 * pad
  const name = bothNames(language, label.title, label.native)
  // A line less would send the letter elsewhere, so all of them shrink.
  const linesAt = (scale: number) =>
    [name, ...label.lines].flatMap((text, at) => {
      const style = { size: (at === 0 ? 9.5 : 9) * scale, isBold: at === 0 }
      return paper.wrap(text, room, style).map(line => ({ line, style }))
    })
  let scale = 1
  let lines = linesAt(scale)
  while (lines.length * 11.5 * scale + 14.5 > height && scale > 0.4) {
    scale -= 0.05
    lines = linesAt(scale)
  }
  const step = 11.5 * scale
  const top = y + (height - 12 - (lines.length - 1) * step) / 2 + 8
  lines.forEach(({ line, style }, at) => paper.set(line, x + pad, top + at * step, style))
}

const drawBadge = (paper: Paper, { x, y, width, height }: Place, label: Label, language: Language): void => {
  const room = width - 2 * pad
  const [first, second] = language === 'zh' && label.native ? [label.native, label.title] : [label.title, label.native]
  /** Centers a text, its last line at `end`. */
  const middle = (
    text: string,
    end: number,
    steps: readonly (readonly [number, number, number])[],
    face: { isBold?: boolean; colour?: string } = {},
  ) => {
    const { lines, size } = paper.squeeze(text, room, steps, face)
    const style = { ...face, size }
    lines.forEach((line, at) => {
      const from = x + (width - paper.widthOf(line, style)) / 2
      paper.set(line, from, end - (lines.length - 1 - at) * size * 1.15, style)
    })
  }
  middle(
    first,
    y + height * 0.4,
    [
      [1, 17, 11],
      [2, 11, 6],
    ],
    { isBold: true, colour: ink.board },
  )
  if (second && second !== first) middle(second, y + height * 0.4 + 16, [[1, 11, 5]])
  middle(
    label.lines.join(' · '),
    y + height - 9,
    [
      [1, 7.5, 6],
      [2, 6.5, 4.5],
    ],
    { colour: ink.quiet },
  )
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
