import { useTranslations } from 'use-intl'
import type { Assessment, Category, GradeBook } from '#contract/teaching/grades.ts'
import { Named, useNames } from '#web/words/Name.tsx'
import { GradeCell } from '#web/teaching/grades/GradeCell.tsx'
import { Release } from '#web/teaching/grades/Release.tsx'
import { Result } from '#web/teaching/grades/results.tsx'
import type { Edits } from '#web/teaching/grades/useEdits.ts'
import { columnOf, orderedAssessments, shownRows, useGrid } from '#web/teaching/grades/useGrid.ts'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'

export type GridProps = {
  book: GradeBook
  edits: Edits
  isClosed: boolean
  onStudent: (enrolmentId: string) => void
  /** Opens an assessment to change it; undefined where that isn't possible. */
  onAssessment: ((id: string) => void) | undefined
}

const head = 'border-b border-line bg-surface text-xs font-semibold text-ink-2'
const firstColumn = 'sticky start-0 w-52 min-w-40 max-w-52 border-e border-line bg-surface'
const lastColumn = 'sticky end-0 border-s border-line bg-surface'

const CategoryHead = ({ category, span }: { category: Category; span: number }) => {
  const t = useTranslations('gradeBook')
  const names = useNames()
  return (
    <th
      scope="colgroup"
      colSpan={span}
      className={classes(head, 'sticky top-0 z-10 h-9 border-e px-3 text-start whitespace-nowrap')}
    >
      {/* Beside the students, while the columns of the category scroll by. */}
      <span className="sticky start-55 inline-block">
        <span className="text-ink">{names(category).first}</span>{' '}
        {t('weight', { percent: String(category.weightPercent) })}
        {category.dropLowest > 0 && ` · ${t('dropped', { n: category.dropLowest })}`}
      </span>
    </th>
  )
}

const AssessmentHead = ({ assessment, ...props }: { assessment: Assessment; isLast: boolean } & GridProps) => {
  const { book, edits, isClosed, onAssessment, isLast } = props
  const t = useTranslations('gradeBook')
  const names = useNames()
  const format = useFormat()
  const { first } = names(assessment)
  const title = (
    <>
      <span className="line-clamp-2 font-semibold text-ink">{first}</span>
      <span className="block font-normal whitespace-nowrap tabular-nums">
        {t('maxPoints', { points: format.number(assessment.maxPoints) })} · {format.day(assessment.onDay, 'brief')}
      </span>
    </>
  )
  return (
    <th
      scope="col"
      className={classes(head, 'sticky top-9 z-10 min-w-27 p-1 align-top font-normal', isLast && 'border-e')}
    >
      {onAssessment ? (
        <button
          type="button"
          onClick={() => onAssessment(assessment.id)}
          aria-label={t('edit', { name: first })}
          className="block w-full rounded-sm px-2 py-1 text-end hover:bg-sunken"
        >
          {title}
        </button>
      ) : (
        <div className="px-2 py-1 text-end">{title}</div>
      )}
      <div className="flex justify-end px-1 pt-0.5 pb-1">
        <Release assessment={assessment} book={book} edits={edits} isClosed={isClosed} />
      </div>
    </th>
  )
}

const AverageRow = ({
  book,
  assessments,
  rows,
}: {
  book: GradeBook
  assessments: Assessment[]
  rows: ReturnType<typeof shownRows>
}) => {
  const t = useTranslations('gradeBook')
  const format = useFormat()
  const graded = book.rows.filter(({ isEnrolled }) => isEnrolled).length
  const percents = rows.flatMap(({ percent, isEnrolled }) => (isEnrolled && percent !== null ? [percent] : []))
  const cell = 'sticky bottom-0 z-10 border-t-2 border-line bg-surface px-3 py-1.5 text-end text-xs tabular-nums'
  return (
    <tr>
      <th scope="row" className={classes(cell, firstColumn, 'z-20 px-4! text-start font-semibold')}>
        {t('average')}
      </th>
      {assessments.map(assessment => {
        const { average, entered } = columnOf(book, assessment)
        return (
          <td key={assessment.id} className={cell}>
            <span className="font-semibold">
              {average === null ? '–' : format.number(Math.round(average * 10) / 10)}
            </span>
            <span className="block text-ink-2">{t('enteredOf', { entered: String(entered), of: String(graded) })}</span>
          </td>
        )
      })}
      <td className={classes(cell, lastColumn, 'z-20')}>
        {percents.length > 0 && (
          <Result
            percent={Math.round((percents.reduce((sum, each) => sum + each, 0) / percents.length) * 10) / 10}
            step={null}
          />
        )}
      </td>
    </tr>
  )
}

/** A spreadsheet of students × assessments: headers and names stay in view, and keys move between cells. */
export const GradeGrid = (props: GridProps) => {
  const { book, edits, isClosed, onStudent } = props
  const t = useTranslations('gradeBook')
  const format = useFormat()
  const names = useNames()
  const assessments = orderedAssessments(book)
  const grid = useGrid(book, edits, assessments, isClosed)
  const rows = shownRows(book, edits)
  const groups = book.categories
    .map(category => ({ category, span: assessments.filter(({ categoryId }) => categoryId === category.id).length }))
    .filter(({ span }) => span > 0)
  const isLastOfGroup = (index: number) => assessments[index]?.categoryId !== assessments[index + 1]?.categoryId
  return (
    <div
      role="group"
      data-wide
      aria-label={t('title')}
      className="max-h-[max(26rem,calc(100dvh-15rem))] w-fit max-w-full scroll-ps-52 scroll-pe-30 scroll-pt-32 scroll-pb-16 overflow-auto rounded-lg border border-line bg-surface print:max-h-none print:overflow-visible print:border-0"
      {...grid.handlers}
    >
      <table className="border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{format.labelled(t('title'), names(book).first)}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              rowSpan={2}
              className={classes(head, firstColumn, 'top-0 z-30 px-4 text-start align-bottom pb-2')}
            >
              {t('student')}
            </th>
            {groups.map(({ category, span }) => (
              <CategoryHead key={category.id} category={category} span={span} />
            ))}
            <th
              scope="col"
              rowSpan={2}
              className={classes(head, lastColumn, 'top-0 z-30 px-4 pb-2 text-start align-bottom')}
            >
              {t('overall')}
            </th>
          </tr>
          <tr>
            {assessments.map((assessment, index) => (
              <AssessmentHead key={assessment.id} {...props} assessment={assessment} isLast={isLastOfGroup(index)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowAt) => (
            <tr key={row.enrolmentId} className="group/row">
              <th
                scope="row"
                className={classes(
                  firstColumn,
                  'z-10 border-b border-line px-2 text-start font-medium group-last/row:border-b-0',
                )}
              >
                <button
                  type="button"
                  onClick={() => onStudent(row.enrolmentId)}
                  aria-label={t('openStudent', { name: names(row).first })}
                  className="flex min-h-control w-full flex-wrap content-center items-center gap-x-1.5 rounded-sm px-2 text-start leading-5 hover:bg-sunken print:min-h-6"
                >
                  <Named names={row} />
                  {!row.isEnrolled && <span className="text-xs font-normal text-ink-2">({t('left')})</span>}
                </button>
              </th>
              {assessments.map((assessment, columnAt) => (
                <td
                  key={assessment.id}
                  className={classes(
                    'border-b border-line p-px group-last/row:border-b-0',
                    isLastOfGroup(columnAt) && 'border-e',
                  )}
                >
                  <GradeCell {...grid.cell(row, rowAt, assessment, columnAt)} />
                </td>
              ))}
              <td className={classes(lastColumn, 'border-b px-4 group-last/row:border-b-0')}>
                <Result {...row} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <AverageRow book={book} assessments={assessments} rows={rows} />
        </tfoot>
      </table>
    </div>
  )
}
