import bidiFactory from 'bidi-js'
import { hanSigns } from './hanSigns.ts'
import { faceOf } from './typeface.ts'

/** A part of a line that one face sets at once, from left to right. `text` is in the order in which it is shaped. */
export type Run = { text: string; face: string }

const bidi = bidiFactory()
const han = new RegExp(`[${hanSigns}]`, 'u')
const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const needsOrder = /[\p{Script=Arabic}\p{Script=Hebrew}\u200f\u202b\u202e\u2067\u2068]/u
// Marks that control direction and are not visible themselves.
const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The letters of a text, each with its combining marks. */
export const clustersOf = (text: string): string[] => [...clusters.segment(text)].map(({ segment }) => segment)

type Piece = Run & { level: number }

/**
 * Splits a cluster into characters if no face has it whole. A character that no face has is drawn as a box and passed
 * to `missed`.
 */
const faced = (cluster: string, missed: (character: string) => void): Run[] => {
  const face = faceOf(cluster)
  if (face) return [{ text: cluster, face }]
  const signs = [...cluster]
  if (signs.length > 1) return signs.flatMap(sign => faced(sign, missed))
  missed(cluster)
  return [{ text: cluster, face: 'noto-sans-sc latin' }]
}

/** Reorders pieces from logical to visual order (rule L2 of the Unicode bidirectional algorithm). */
const inSight = (pieces: readonly Piece[]): Piece[] => {
  const ordered = [...pieces]
  for (let level = Math.max(0, ...pieces.map(each => each.level)); level > 0; level -= 1)
    for (let at = 0; at < ordered.length; at += 1) {
      let end = at
      while (end < ordered.length && ordered[end]!.level >= level) end += 1
      if (end > at) ordered.splice(at, end - at, ...ordered.slice(at, end).reverse())
      at = end
    }
  return ordered
}

/**
 * Splits a line into runs by the face that has their characters, in visual order: the line goes from left to right,
 * with right-to-left text within it in its own direction.
 */
export const runsOf = (written: string, missed: (character: string) => void = () => undefined): Run[] => {
  const text = written.normalize('NFC')
  const levels = needsOrder.test(text) ? bidi.getEmbeddingLevels(text, 'ltr').levels : null
  const pieces: Piece[] = []
  let index = 0
  const all = clustersOf(text)
  for (const [at, cluster] of all.entries()) {
    const level = levels?.[index] ?? 0
    index += cluster.length
    const seen = cluster.replace(marks, '')
    // Chinese quotation marks and dashes are as wide as a character; those of other scripts are not.
    const isNarrow = /[‘’“”—…]/u.test(seen) && ![all[at - 1], all[at + 1]].some(beside => han.test(beside ?? ''))
    for (const run of seen === '' ? [] : isNarrow ? [{ text: seen, face: 'noto-sans latin' }] : faced(seen, missed)) {
      const last = pieces.at(-1)
      if (
        last?.face === run.face &&
        last.level === level &&
        isRightToLeft.test(last.text) === isRightToLeft.test(run.text)
      )
        last.text += run.text
      else pieces.push({ ...run, level })
    }
  }
  return inSight(pieces).map(({ text: logical, face, level }) => {
    const isBackwards = level % 2 === 1
    // The shaper itself reverses letters of these scripts, and nothing else.
    if (isBackwards === isRightToLeft.test(logical)) return { text: logical, face }
    const turned = clustersOf(logical).toReversed()
    return {
      text: isBackwards ? turned.map(each => bidi.getMirroredCharacter(each) ?? each).join('') : turned.join(''),
      face,
    }
  })
}
