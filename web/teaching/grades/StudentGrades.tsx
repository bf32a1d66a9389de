import { Printer } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Assessment, BookRow, Cell, GradeBook } from '#contract/teaching/grades.ts'
import { releasedGrades } from '#contract/teaching/grades.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useNames } from '#web/words/Name.tsx'
import { Part } from '#web/records/record.tsx'
import { textOf } from '#web/teaching/grades/cellText.ts'
import { Result, useSheetLine } from '#web/teaching/grades/results.tsx'
import { keyOf } from '#web/teaching/grades/useEdits.ts'
import { orderedAssessments } from '#web/teaching/grades/useGrid.ts'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { Replaced } from '#web/records/Replaced.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

type NoteProps = {
  sectionId: string
  assessment: Assessment
  row: BookRow
  cell: Cell | undefined
  onClose: () => void
}

const NoteForm = ({ sectionId, assessment, row, cell, onClose }: NoteProps) => {
  const t = useTranslations('gradeBook')
  const text = useUiText()
  const names = useNames()
  const [{ note }, change, replaced] = useChanges({ note: cell?.note ?? '' })
  const [reason, setReason] = useState('')
  const form = useForm('grades-enter', path => (path === 'reason' ? t('reason') : t('record.note')))
  const isReleased = releasedGrades.includes(cell?.status ?? 'none')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send(
      {
        sectionId,
        reason,
        cells: [
          {
            assessmentId: assessment.id,
            enrolmentId: row.enrolmentId,
            points: cell?.points ?? null,
            isExcused: cell?.isExcused ?? false,
            note,
            version: cell?.version ?? 0,
          },
        ],
      },
      () => {
        toast(t('record.saved'))
        onClose()
      },
    )
  }
  const about = form.field('cells.0.note')
  return (
    <form noValidate onSubmit={submit} className="mt-2 grid gap-3">
      {form.failure && (
        <Notice alert tone="danger">
          {form.failure}
        </Notice>
      )}
      <Field label={t('record.noteFor', { name: names(assessment).first })} hint={t('record.noteHint')} {...about}>
        <Textarea
          rows={2}
          maxLength={200}
          value={note}
          onChange={event => change({ note: event.target.value.replaceAll('\n', ' ') })}
        />
      </Field>
      {isReleased && (
        <Field label={t('reason')} hint={t('reasonHint')} required {...form.field('reason')}>
          <Input value={reason} maxLength={200} onChange={event => setReason(event.target.value)} />
        </Field>
      )}
      <Replaced fields={replaced} labelOf={() => t('record.note')} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button size="small" type="submit" variant="primary" pending={form.isPending}>
          {t('record.save')}
        </Button>
      </div>
    </form>
  )
}

const GradeLine = (props: Omit<NoteProps, 'onClose'> & { isReadOnly: boolean }) => {
  const { assessment, cell, isReadOnly } = props
  const t = useTranslations('gradeBook')
  const names = useNames()
  const format = useFormat()
  const [isEditing, setEditing] = useState(false)
  const shown = textOf(cell, t('excused'))
  return (
    <li className="border-b border-line py-3 last:border-0">
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0">
          <span className="font-medium">{names(assessment).first}</span>
          <span className="block text-sm text-ink-2">{format.day(assessment.onDay)}</span>
        </span>
        <span className="text-end tabular-nums">
          {shown === '' ? (
            <span className="text-sm text-ink-2">{t('record.noGrade')}</span>
          ) : (
            <>
              <span className="font-semibold">{shown}</span>{' '}
              {cell?.isExcused !== true && (
                <span className="text-sm text-ink-2">
                  {t('maxPoints', { points: format.number(assessment.maxPoints) })}
                </span>
              )}
            </>
          )}
          {cell && (
            <span className="mt-0.5 block">
              <Badge tone={cell.status === 'draft' ? 'neutral' : 'good'}>
                {t(cell.status === 'draft' ? 'draft' : 'released')}
              </Badge>
            </span>
          )}
        </span>
      </div>
      {cell?.reason && (
        <p className="mt-1 text-sm text-ink-2">{format.labelled(t('record.status.amended'), cell.reason)}</p>
      )}
      {cell?.note && !isEditing && <p className="mt-1 text-sm">{cell.note}</p>}
      {isEditing ? (
        <NoteForm {...props} onClose={() => setEditing(false)} />
      ) : (
        !isReadOnly && (
          <Button
            size="small"
            variant="quiet"
            className="-ms-3"
            aria-label={t(cell?.note ? 'record.changeNoteOn' : 'record.addNoteOn', { name: names(assessment).first })}
            onClick={() => setEditing(true)}
          >
            {t(cell?.note ? 'record.changeNote' : 'record.addNote')}
          </Button>
        )
      )}
    </li>
  )
}

const History = ({ sectionId, enrolmentId }: { sectionId: string; enrolmentId: string }) => {
  const t = useTranslations('gradeBook')
  const names = useNames()
  const format = useFormat()
  const history = useReadLater('grades-history', { sectionId, enrolmentId })
  return (
    <Part title={t('record.history')}>
      <Later read={history}>
        {entries =>
          entries.length === 0 ? (
            <p className="text-sm text-ink-2">{t('record.noHistory')}</p>
          ) : (
            <ol className="grid gap-2 text-sm">
              {entries.map(entry => (
                <li key={entry.id} className="border-s-2 border-line ps-3">
                  <span className="font-medium">
                    {names({ name: entry.assessment, nativeName: entry.assessmentNativeName }).first}
                  </span>{' '}
                  <span className="tabular-nums">{textOf(entry, t('excused'))}</span>
                  <span className="block text-ink-2">
                    {entry.reason && entry.status === 'amended'
                      ? format.labelled(t('record.status.amended'), entry.reason)
                      : t(`record.status.${entry.status}`)}
                  </span>
                  <span className="block text-xs text-ink-2">
                    {t('record.by', {
                      day: format.instant(entry.changedAt),
                      name: names({ name: entry.changedBy, nativeName: entry.changedByNativeName }).first,
                    })}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Later>
    </Part>
  )
}

type StudentGradesProps = {
  book: GradeBook
  row: BookRow
  isClosed: boolean
  /** The screen of the student's own record. */
  recordAt: '/adminstudent' | '/student'
  onClose: () => void
}

/** One student of a grade book: results, notes and all changes. */
export const StudentGrades = ({ book, row, isClosed, recordAt, onClose }: StudentGradesProps) => {
  const t = useTranslations('gradeBook')
  const names = useNames()
  const sheetLine = useSheetLine()
  const { first, second } = names(row)
  const cells = new Map(book.cells.map(cell => [keyOf(cell), cell]))
  return (
    <SidePanel
      open
      onClose={onClose}
      title={first}
      description={second}
      actions={
        <>
          <ButtonLink to={recordAt} search={{ id: row.studentId }}>
            {t('record.toStudent')}
          </ButtonLink>
          <Button icon={Printer} onClick={() => print()}>
            {t('record.print')}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {/* On paper, the page behind it doesn't say which class and term these grades belong to. */}
        <p className="hidden print:block">
          {[names(book).first, names({ name: book.term, nativeName: book.termNativeName }).first, sheetLine].join(
            ' · ',
          )}
        </p>
        <p className="flex items-baseline justify-between gap-3 rounded-lg bg-sunken px-4 py-3">
          <span className="text-sm text-ink-2">{t('record.overall')}</span>
          <Result {...row} />
        </p>
        {book.cells.some(cell => cell.enrolmentId === row.enrolmentId && cell.status === 'draft') && (
          <p className="-mt-4 text-sm text-ink-2">{t('overallHint')}</p>
        )}
        <Part title={t('record.grades')}>
          <ul className="-my-3">
            {orderedAssessments(book).map(assessment => (
              <GradeLine
                key={assessment.id}
                sectionId={book.sectionId}
                assessment={assessment}
                row={row}
                cell={cells.get(keyOf({ assessmentId: assessment.id, enrolmentId: row.enrolmentId }))}
                isReadOnly={isClosed || !row.isEnrolled}
              />
            ))}
          </ul>
        </Part>
        <div data-noprint>
          <History sectionId={book.sectionId} enrolmentId={row.enrolmentId} />
        </div>
      </div>
    </SidePanel>
  )
}
