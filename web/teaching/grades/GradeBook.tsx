import { MessageSquareText, PencilLine, Plus, Printer, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isTermOver } from '#contract/school/terms.plain.ts'
import type { GradeBook as Book } from '#contract/teaching/grades.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { useNames } from '#web/words/Name.tsx'
import { AssessmentDialog } from '#web/teaching/grades/AssessmentDialog.tsx'
import { BookSetUp } from '#web/teaching/grades/BookSetUp.tsx'
import { Distribution } from '#web/teaching/grades/Distribution.tsx'
import { GradeColumn } from '#web/teaching/grades/GradeColumn.tsx'
import { GradeGrid } from '#web/teaching/grades/GradeGrid.tsx'
import { useRelease } from '#web/teaching/grades/Release.tsx'
import { Amending, SaveFailure, SaveState } from '#web/teaching/grades/SaveState.tsx'
import { StudentGrades } from '#web/teaching/grades/StudentGrades.tsx'
import { type Edits, useEdits } from '#web/teaching/grades/useEdits.ts'
import { columnOf, shownRows } from '#web/teaching/grades/useGrid.ts'
import { useNarrow } from '#web/ui/useNarrow.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'

/** Scale and weights in one line, to explain the figures below. */
const PlanLine = ({ book }: { book: Book }) => {
  const t = useTranslations('gradeBook')
  const names = useNames()
  const parts = book.categories.map(
    category => `${names(category).first} ${t('weight', { percent: String(category.weightPercent) })}`,
  )
  return (
    <p className="text-sm text-ink-2">
      {[book.scale ? names(book.scale).first : t('percentOnly'), ...parts].join(' · ')}
    </p>
  )
}

/** The meaning of the symbols in the cells. */
const Legend = () => {
  const t = useTranslations('gradeBook')
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-2 *:inline-flex *:items-center *:gap-1.5">
      <li>
        <span aria-hidden className="size-1.5 rounded-full bg-marigold-ink" />
        {t('legend.behind')}
      </li>
      <li>
        <PencilLine size={12} aria-hidden />
        {t('legend.amended')}
      </li>
      <li>
        <MessageSquareText size={12} aria-hidden />
        {t('legend.note')}
      </li>
      <li>
        <span aria-hidden className="line-through">
          8
        </span>
        {t('legend.dropped')}
      </li>
    </ul>
  )
}

const ReleaseAll = ({ book, edits }: { book: Book; edits: Edits }) => {
  const t = useTranslations('gradeBook')
  const release = useRelease({ book, edits })
  const waiting = book.assessments.filter(assessment => columnOf(book, assessment).drafts > 0)
  if (waiting.length < 2) return null
  const n = waiting.reduce((sum, assessment) => sum + columnOf(book, assessment).drafts, 0)
  return (
    <Button size="small" pending={release.isPending} onClick={() => void release.start(waiting)}>
      {t('releaseAll', { n })}
    </Button>
  )
}

type GradeBookProps = {
  sectionId: string
  /** The screen on which a student's record opens: the office has its own. */
  recordAt: '/adminstudent' | '/student'
}

const OpenBook = ({ book, recordAt }: { book: Book; recordAt: GradeBookProps['recordAt'] }) => {
  const t = useTranslations('gradeBook')
  const [url, change] = useUrlState()
  const isPhone = useNarrow()
  const edits = useEdits(book, t('excusedShort'))
  const may = useMay()
  const isOver = isTermOver(book.termStatus)
  const isClosed = isOver || may('grades-enter') === false
  const open = (panel?: string, id?: string) => change({ panel, id })
  const close = () => open()
  const chosenAssessment = book.assessments.find(({ id }) => id === url['id'])
  const chosenRow = shownRows(book, edits).find(({ enrolmentId }) => enrolmentId === url['id'])
  const hasBook = book.assessments.length > 0 && book.rows.length > 0
  const Grid = isPhone ? GradeColumn : GradeGrid
  const set = (
    <Button
      variant={book.plan ? 'secondary' : 'primary'}
      size="small"
      icon={SlidersHorizontal}
      onClick={() => open('setup')}
    >
      {t('setUp')}
    </Button>
  )
  const add = (
    <Button variant="primary" size="small" icon={Plus} onClick={() => open('new')}>
      {t('add')}
    </Button>
  )
  const empty = (text: string, action?: ReactNode) => <Empty action={action}>{text}</Empty>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isOver && <Notice>{t('closed')}</Notice>}
      {book.plan && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <PlanLine book={book} />
          {!isClosed && (
            <div data-noprint className="ms-auto flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1">
              <ReleaseAll book={book} edits={edits} />
              {hasBook && (
                <Button size="small" variant="quiet" icon={Printer} className="max-sm:hidden" onClick={() => print()}>
                  {t('print')}
                </Button>
              )}
              {set}
              {add}
            </div>
          )}
        </div>
      )}
      {book.rows.length === 0
        ? empty(t('nobody'))
        : !book.plan
          ? empty(t('notSetUp'), isClosed ? undefined : set)
          : book.assessments.length === 0
            ? empty(t('noAssessments'), isClosed ? undefined : add)
            : null}
      {hasBook && (
        <>
          <div>
            <div className="sticky top-2 z-20">
              <SaveFailure edits={edits} />
              <Amending book={book} edits={edits} />
            </div>
            <Grid
              book={book}
              edits={edits}
              isClosed={isClosed}
              onStudent={enrolmentId => {
                void edits.flush()
                open('student', enrolmentId)
              }}
              onAssessment={isClosed ? undefined : id => open('assessment', id)}
            />
            <Legend />
            {!isClosed && (
              <div data-noprint className="mt-2 grid gap-1">
                <SaveState edits={edits} />
                <p className="max-w-[80ch] text-sm text-ink-2 max-sm:hidden">{t('hint')}</p>
              </div>
            )}
          </div>
          <Distribution book={book} rows={shownRows(book, edits)} />
        </>
      )}
      {url['panel'] === 'setup' && !isClosed && <BookSetUp book={book} onClose={close} />}
      {url['panel'] === 'new' && book.plan && !isClosed && (
        <AssessmentDialog book={book} assessment={null} onClose={close} />
      )}
      {url['panel'] === 'assessment' && chosenAssessment && !isClosed && (
        <AssessmentDialog key={chosenAssessment.id} book={book} assessment={chosenAssessment} onClose={close} />
      )}
      {url['panel'] === 'student' && chosenRow && (
        <StudentGrades book={book} row={chosenRow} isClosed={isClosed} recordAt={recordAt} onClose={close} />
      )}
    </div>
  )
}

/** A class's grade book: enter, weigh and release grades. */
export const GradeBook = ({ sectionId, recordAt }: GradeBookProps) => {
  const book = useReadLater('grades-book', { sectionId })
  // The previous class's answer must not show for this class.
  const own = { ...book, data: book.data?.sectionId === sectionId ? book.data : undefined }
  return <Later read={own}>{found => <OpenBook key={found.sectionId} book={found} recordAt={recordAt} />}</Later>
}
