import { useTranslations } from 'use-intl'
import { Named, useNames } from '#web/words/Name.tsx'
import { GradeCell } from '#web/teaching/grades/GradeCell.tsx'
import type { GridProps } from '#web/teaching/grades/GradeGrid.tsx'
import { Release } from '#web/teaching/grades/Release.tsx'
import { Result } from '#web/teaching/grades/results.tsx'
import { orderedAssessments, shownRows, useGrid } from '#web/teaching/grades/useGrid.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** The grade book on a phone, one assessment at a time: the students and their grades. */
export const GradeColumn = (props: GridProps) => {
  const { book, edits, isClosed, onStudent, onAssessment } = props
  const t = useTranslations('gradeBook')
  const names = useNames()
  const format = useFormat()
  const [url, change] = useUrlState()
  const assessments = orderedAssessments(book)
  const newest = assessments.toSorted((a, b) => b.onDay.localeCompare(a.onDay))[0]
  const chosen = assessments.find(({ id }) => id === url['column']) ?? newest
  const grid = useGrid(book, edits, chosen ? [chosen] : [], isClosed)
  const rows = shownRows(book, edits)
  if (!chosen) return null
  return (
    <div className="grid gap-3">
      <Field label={t('column')}>
        <Select value={chosen.id} onChange={event => change({ column: event.target.value }, { replace: true })}>
          {book.categories.map(category => {
            const own = assessments.filter(({ categoryId }) => categoryId === category.id)
            return own.length === 0 ? null : (
              <optgroup key={category.id} label={names(category).first}>
                {own.map(assessment => (
                  <option key={assessment.id} value={assessment.id}>
                    {names(assessment).first}
                  </option>
                ))}
              </optgroup>
            )
          })}
        </Select>
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-2">
        <span>
          {t('maxPoints', { points: format.number(chosen.maxPoints) })} · {format.day(chosen.onDay)}
        </span>
        <span className="flex items-center gap-2">
          <Release assessment={chosen} book={book} edits={edits} isClosed={isClosed} />
          {onAssessment && (
            <Button size="small" variant="quiet" onClick={() => onAssessment(chosen.id)}>
              {t('edit', { name: names(chosen).first })}
            </Button>
          )}
        </span>
      </div>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface" {...grid.handlers}>
        {rows.map((row, rowAt) => (
          <li key={row.enrolmentId} className="flex items-center gap-3 px-2 py-1.5">
            <button
              type="button"
              onClick={() => onStudent(row.enrolmentId)}
              aria-label={t('openStudent', { name: names(row).first })}
              className="min-h-11 min-w-0 flex-1 rounded-md px-2 text-start hover:bg-sunken"
            >
              <span className="block font-medium">
                <Named names={row} />
              </span>
              <span className="block text-sm">
                {row.isEnrolled ? <Result {...row} /> : <span className="text-ink-2">{t('left')}</span>}
              </span>
            </button>
            <div className="w-24 shrink-0">
              <GradeCell
                {...grid.cell(row, rowAt, chosen, 0)}
                className="min-h-11 rounded-md! border border-line-strong text-base!"
              />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
