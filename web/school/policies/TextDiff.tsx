import { Fragment } from 'react'
import { type Beside, layBeside, paragraphsOf, wordsOf } from '#web/school/policies/paragraphs.ts'

type TextDiffProps = {
  /** The headings of the two texts. */
  heads: { before: string; after: string }
  before: string
  after: string
  /** The language of both texts, if it isn't the page's. */
  lang?: string
}

/** The share of two paragraphs that must be equal for one to count as a changed version of the other. */
const alike = 0.5

const besideByWords = (before: string, after: string): Beside[] => {
  const words = layBeside(wordsOf(before), wordsOf(after))
  const length = (rows: readonly Beside[]) => rows.reduce((sum, row) => sum + (row.after ?? row.before ?? '').length, 0)
  const isMended = length(words.filter(({ isSame }) => isSame)) >= alike * Math.max(before.length, after.length)
  return isMended ? words : [{ before, after, isSame: false }]
}

/** One side of a paragraph, with the words marked that the other side lacks. */
const Side = ({ words, of }: { words: readonly Beside[]; of: 'before' | 'after' }) =>
  words.map((word, at) => {
    const text = word[of]
    if (text === null) return null
    if (word.isSame) return <Fragment key={at}>{text}</Fragment>
    return of === 'before' ? (
      <del key={at} className="text-danger-ink decoration-danger-ink">
        {text}
      </del>
    ) : (
      <ins key={at} className="rounded-sm bg-primary-soft text-primary-ink no-underline">
        {text}
      </ins>
    )
  })

/** Two versions of a text side by side, paragraph by paragraph; changes are marked word by word, by more than color. */
export const TextDiff = ({ heads, before, after, lang }: TextDiffProps) => (
  <table lang={lang} className="w-full table-fixed text-sm">
    <thead>
      <tr className="text-xs text-ink-2" lang="">
        <th scope="col" className="py-1 pe-3 text-start font-medium">
          {heads.before}
        </th>
        <th scope="col" className="border-s border-line py-1 ps-3 text-start font-medium">
          {heads.after}
        </th>
      </tr>
    </thead>
    <tbody>
      {layBeside(paragraphsOf(before), paragraphsOf(after)).map((row, at) => {
        const words =
          row.isSame || row.before === null || row.after === null ? [row] : besideByWords(row.before, row.after)
        return (
          <tr key={at} className={row.isSame ? 'align-top text-ink-2' : 'align-top'}>
            <td className="border-t border-line py-2 pe-3 wrap-anywhere whitespace-pre-line">
              <Side words={words} of="before" />
            </td>
            <td className="border-s border-t border-line py-2 ps-3 wrap-anywhere whitespace-pre-line">
              <Side words={words} of="after" />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
