import { useTranslations } from 'use-intl'
import type { Assessment, GradeBook } from '#contract/teaching/grades.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useNames } from '#web/words/Name.tsx'
import type { Edits } from '#web/teaching/grades/useEdits.ts'
import { columnOf } from '#web/teaching/grades/useGrid.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type ReleasingProps = { book: GradeBook; edits: Edits }

/** Releases drafts to families, after everything typed has been saved; with undo while nothing was amended. */
export const useRelease = ({ book, edits }: ReleasingProps) => {
  const t = useTranslations('gradeBook')
  const names = useNames()
  const failureText = useFailureText()
  const release = useWrite('grades-release')
  const takeBack = useWrite('grades-takeBack')
  const format = useFormat()
  const undo = (assessments: readonly Assessment[]) => {
    const assessmentIds = assessments.map(({ id }) => id)
    const name = format.list(assessments.map(each => names(each).first))
    takeBack.send({ assessmentIds }).then(
      () => toast(t('takenBack', { name })),
      (error: unknown) => toast(failureText(error)),
    )
  }
  const start = async (assessments: readonly Assessment[]): Promise<void> => {
    if (!(await edits.flush())) return
    try {
      const { releasedCount } = await release.send({ assessmentIds: assessments.map(({ id }) => id) })
      // Grades released before stay released: only a first release can be undone as a whole.
      const isFirst = assessments.every(({ status, id }) => status === 'draft' && !columnOf(book, { id }).isAmended)
      toast(t('releasedToast', { n: releasedCount }), isFirst ? () => undo(assessments) : undefined)
    } catch (error) {
      toast(failureText(error))
    }
  }
  return { start, undo, isPending: release.isPending || takeBack.isPending }
}

type ReleaseProps = ReleasingProps & { assessment: Assessment; isClosed: boolean }

/** The release state of an assessment, and the button that releases what is entered. */
export const Release = ({ assessment, book, edits, isClosed }: ReleaseProps) => {
  const t = useTranslations('gradeBook')
  const names = useNames()
  const release = useRelease({ book, edits })
  const { drafts } = columnOf(book, assessment)
  const { first: name } = names(assessment)
  if (drafts > 0 && !isClosed)
    return (
      <button
        type="button"
        data-noprint
        disabled={release.isPending}
        aria-label={t('releaseLabel', { n: drafts, name })}
        onClick={() => void release.start([assessment])}
        className="inline-flex min-h-7 items-center max-sm:min-h-11 max-sm:px-4 max-sm:text-sm rounded-full border border-line-strong px-2.5 text-2xs font-semibold whitespace-nowrap text-ink hover:bg-sunken disabled:opacity-55"
      >
        {t('release', { count: String(drafts) })}
      </button>
    )
  return <Badge tone={assessment.status === 'released' ? 'good' : 'neutral'}>{t(assessment.status)}</Badge>
}
