import { CircleAlert, Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PasteField } from '#contract/enrolment/classes.pasting.plain.ts'
import { pasteLimits } from '#contract/enrolment/classes.pasting.plain.ts'
import { shownFields } from '#rules/pastedClasses/columns.ts'
import type { PlannedRow } from '#rules/pastedClasses/plan.ts'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useNoteText } from './pasteText.ts'

type Part = { name: string; note: string; isNew: boolean }

const Named = ({ parts, none }: { parts: readonly Part[]; none: string }) =>
  parts.length === 0 ? (
    <span className="text-ink-2">{none}</span>
  ) : (
    parts.map(({ name, note, isNew }) => (
      <span key={name} className="block wrap-anywhere">
        {name}{' '}
        {isNew ? (
          <Badge tone="info">
            <span className="whitespace-normal">{note}</span>
          </Badge>
        ) : (
          <span className="block text-xs text-ink-2">{note}</span>
        )}
      </span>
    ))
  )

/** The meaning of a row, in words. */
const Understood = ({ row }: { row: PlannedRow }) => {
  const t = useTranslations('pasteClasses')
  const format = useFormat()
  const { ages, hours } = useClassText()
  const nameText = useNameText()
  const numbers = [
    row.capacity === null ? null : t('spots', { n: row.capacity }),
    row.tuitionCents === null ? null : format.money(row.tuitionCents),
    row.booksCents > 0 ? t('booksOf', { amount: format.money(row.booksCents) }) : null,
    row.minimum > 0 ? t('minimumOf', { n: format.number(row.minimum) }) : null,
    ages(row),
  ].filter(text => text !== null)
  const course = row.course ? nameText(row.course) : ''
  return (
    <div className="grid min-w-0 flex-1 gap-x-5 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-5">
      <div className="min-w-0">
        <span className="block text-ui font-semibold wrap-anywhere">{row.name ? nameText(row) : t('unnamed')}</span>
        {row.course && (
          <span
            className={classes('block text-xs wrap-anywhere', row.course.id === null ? 'text-info-ink' : 'text-ink-2')}
          >
            {row.course.id !== null
              ? t('knownCourse', { name: course })
              : row.level === null
                ? t('newCourse', { name: course })
                : t('newCourseLevel', { name: course, level: format.number(row.level) })}
          </span>
        )}
      </div>
      <div className="min-w-0 tabular-nums">
        {row.times.length === 0 && <span className="text-ink-2">{t('noTime')}</span>}
        {row.times.map(time => (
          <span key={`${time.weekday} ${time.startsAt}`} className="block">
            {time.weekday === null
              ? hours(time)
              : t('when', { weekday: format.weekday(time.weekday), hours: hours(time) })}
          </span>
        ))}
      </div>
      <div className="min-w-0">
        <Named
          none={t('noRoom')}
          parts={
            row.room
              ? [
                  {
                    name: row.room.name,
                    isNew: row.room.id === null,
                    note: t(row.room.id === null ? 'newRoom' : 'knownRoom'),
                  },
                ]
              : []
          }
        />
      </div>
      <div className="min-w-0">
        <Named
          none={t('noTeacher')}
          parts={row.teachers.map(teacher => ({
            name: nameText(teacher),
            isNew: teacher.id === null,
            note:
              teacher.id !== null
                ? t('knownTeacher')
                : teacher.email
                  ? t('newTeacherEmail', { email: teacher.email })
                  : t('newTeacher'),
          }))}
        />
      </div>
      <div className="min-w-0 text-ink-2 tabular-nums">{numbers.join(' · ')}</div>
    </div>
  )
}

type RowProps = {
  n: number
  row: PlannedRow
  /** The field of each column, and the text of the cells. */
  columns: readonly PasteField[]
  cells: readonly string[]
  onCell: (field: PasteField, text: string) => void
  onLeaveOut: (isLeftOut: boolean) => void
}

/** One pasted row: how it was read, what is wrong and where, and its cells to edit in place. */
export const OfficePastedRow = ({ n, row, columns, cells, onCell, onLeaveOut }: RowProps) => {
  const t = useTranslations('pasteClasses')
  const { problemText, hintText } = useNoteText()
  const [isEdited, setEdited] = useState(false)
  // A wrong field stays open while it is corrected, or the focus would be lost with its last letter.
  const [kept, setKept] = useState<ReadonlySet<PasteField>>(new Set())
  const wrong = row.isLeftOut ? [] : row.problems
  const fresh = wrong.filter(({ field }) => !kept.has(field))
  if (fresh.length > 0) setKept(new Set([...kept, ...fresh.map(({ field }) => field)]))
  // Corrected fields can be closed; wrong ones stay open.
  const isDone = isEdited || (kept.size > 0 && wrong.length === 0)
  const fields = row.isLeftOut
    ? []
    : shownFields.filter(field => kept.has(field) || (isEdited && columns.includes(field)))
  const errorAt = (field: PasteField) =>
    wrong
      .filter(problem => problem.field === field)
      .map(problemText)
      .join(' ')
  const textAt = (field: PasteField) =>
    columns.flatMap((each, index) => (each === field && cells[index] ? [cells[index]] : [])).join(' & ')
  const close = () => {
    setEdited(false)
    setKept(new Set(wrong.map(({ field }) => field)))
  }
  return (
    <li
      aria-label={t('row', { n })}
      className={classes(
        'border-b border-line px-4 py-3 last:border-0',
        wrong.length > 0 && 'border-s-4 border-s-danger',
        row.isLeftOut && 'bg-sunken',
      )}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 lg:flex-nowrap">
        <span className="flex w-8 shrink-0 items-center gap-1 pt-0.5 text-sm text-ink-2 tabular-nums">
          {n}
          {wrong.length > 0 && <CircleAlert size={16} aria-hidden className="text-danger-ink" />}
        </span>
        {row.isLeftOut ? (
          <p className="min-w-0 flex-1 text-sm text-ink-2">
            <span className="font-semibold line-through">{row.name || t('unnamed')}</span> · {t('isLeftOut')}
          </p>
        ) : (
          <Understood row={row} />
        )}
        <div className="flex shrink-0 gap-2 ms-auto">
          {!row.isLeftOut && (
            <Button
              size="small"
              aria-label={t(isDone ? 'closeRow' : 'editRow', { n })}
              onClick={isDone ? close : () => setEdited(true)}
            >
              {t(isDone ? 'close' : 'edit')}
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-label={t(row.isLeftOut ? 'takeInRow' : 'leaveOutRow', { n })}
            onClick={() => onLeaveOut(!row.isLeftOut)}
          >
            {t(row.isLeftOut ? 'takeIn' : 'leaveOut')}
          </Button>
        </div>
      </div>
      {!row.isLeftOut && row.hints.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm text-ink-2 lg:ms-12">
          {row.hints.map(hint => (
            <li key={hint.code} className="flex gap-2">
              <Info size={16} aria-hidden className="mt-0.5 shrink-0" />
              {hintText(hint)}
            </li>
          ))}
        </ul>
      )}
      {fields.length > 0 && (
        <div className="mt-3 grid items-end gap-4 sm:grid-cols-2 lg:ms-12 xl:grid-cols-3">
          {fields.map(field => (
            <Field key={field} label={t(`field.${field as 'class'}`)} error={errorAt(field)}>
              <Input
                value={textAt(field)}
                maxLength={pasteLimits.cell}
                autoComplete="off"
                onChange={event => onCell(field, event.target.value)}
              />
            </Field>
          ))}
        </div>
      )}
    </li>
  )
}
