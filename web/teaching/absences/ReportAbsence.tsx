import { isLessonOver } from '#rules/lessons.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NoticeReason } from '#contract/teaching/absences.notices.ts'
import { absenceReasons } from '#contract/attendance.plain.ts'
import type { ChildMeeting } from '#contract/people/students.meetings.ts'
import type { Student } from '#contract/people/students.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select, Textarea } from '#web/ui/Input.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

const isReported = ({ notice }: ChildMeeting): boolean => notice !== null && notice.status !== 'declined'

type CoveredProps = { meetings: readonly ChildMeeting[]; none: 'coversNone' | 'coversOver' | 'coversReported' }
const Covered = ({ meetings, none }: CoveredProps) => {
  const t = useTranslations('record.absence')
  const format = useFormat()
  return (
    <div role="status" className="rounded-md bg-sunken px-4 py-3 text-sm">
      <p className="font-medium">{meetings.length > 0 ? t('covers', { n: meetings.length }) : t(none)}</p>
      <ul className="mt-1 grid gap-1">
        {meetings.slice(0, 6).map(meeting => (
          <li key={meeting.meetingId} className="flex flex-wrap items-center gap-2">
            <span className="min-w-24 tabular-nums">{format.day(meeting.onDay, 'weekday')}</span>
            <Chip crayon={meeting.crayon}>
              <Named names={{ name: meeting.section, nativeName: meeting.nativeName }} quiet="" />
            </Chip>
            {format.time(meeting.startsAt)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Reports an absence of one child in advance, and shows at once which lessons it covers. */
export const ReportAbsence = ({ student, onClose }: { student: Student; onClose: () => void }) => {
  const t = useTranslations('record.absence')
  const firstName = useFirstName()
  const format = useFormat()
  const now = useSchoolClock()
  const { day } = now
  const held = student.meetings.filter(({ status }) => status !== 'cancelled')
  const coming = held.filter(meeting => !isLessonOver(meeting, now))
  const first = coming.find(meeting => !isReported(meeting))?.onDay ?? day
  const [days, setDays] = useState({ fromDay: first, toDay: first })
  const [sectionId, setSection] = useState('')
  const [reason, setReason] = useState<NoticeReason | null>(null)
  const [note, setNote] = useState('')
  const seated = student.sections.filter(({ status, isOver }) => status === 'active' && !isOver)
  const isOneTerm = new Set(seated.map(({ term }) => term)).size === 1
  const section = seated.find(each => each.sectionId === sectionId)
  const optionText = (of: Student['sections'][number]): string => {
    const parts = [firstName(of)]
    if (!isOneTerm) parts.push(firstName({ name: of.term, nativeName: of.termNativeName }))
    const isShared = seated.some(
      ({ sectionId: id, name, term }) => id !== of.sectionId && name === of.name && term === of.term,
    )
    if (isShared) parts.push(`${format.weekday(of.weekday)} ${format.time(of.startsAt)}`)
    return format.parts(parts)
  }
  const isMeant = (meeting: ChildMeeting): boolean =>
    meeting.onDay >= days.fromDay &&
    meeting.onDay <= days.toDay &&
    (!section || meeting.sectionId === section.sectionId)
  const meant = coming.filter(isMeant)
  const none = meant.length > 0 ? 'coversReported' : held.some(isMeant) ? 'coversOver' : 'coversNone'
  const label = (path: string): string =>
    path === 'fromDay' ? t('from') : path === 'toDay' ? t('to') : path === 'reason' ? t('reason') : t('note')
  const form = useForm('absences-file', label)
  const choose = (from: typeof days, of = sectionId) => {
    setDays(from)
    setSection(of)
    // The refusal was about other lessons.
    if (form.failure !== null) form.reset()
  }
  const send = () =>
    form.send(
      { studentId: student.id, ...days, sectionId: sectionId || null, reason: reason as NoticeReason, note },
      ({ meetings }) => {
        toast(t('sent', { n: meetings.length }))
        onClose()
      },
    )
  return (
    <FormDialog
      title={t('reportOf', { name: firstName(student) })}
      form={form}
      verb={t('send')}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        <Field {...form.field('fromDay')} label={t('from')}>
          <Input
            type="date"
            min={day}
            value={days.fromDay}
            onChange={({ target: { value } }) =>
              choose({ fromDay: value, toDay: days.toDay < value || days.toDay === days.fromDay ? value : days.toDay })
            }
          />
        </Field>
        <Field {...form.field('toDay')} label={t('to')}>
          <Input
            type="date"
            min={days.fromDay}
            value={days.toDay}
            onChange={event => choose({ ...days, toDay: event.target.value })}
          />
        </Field>
      </div>
      {seated.length > 1 && (
        <Field {...form.field('sectionId')} label={t('which')}>
          <Select value={sectionId} onChange={event => choose(days, event.target.value)}>
            <option value="">{t('every')}</option>
            {seated.map(each => (
              <option key={each.sectionId} value={each.sectionId}>
                {optionText(each)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Covered meetings={meant.filter(meeting => !isReported(meeting))} none={none} />
      <Field group {...form.field('reason')} label={t('reason')}>
        <RadioGroup
          options={absenceReasons.map(value => ({ value, label: t(`reasons.${value}`) }))}
          value={reason}
          onChange={setReason}
        />
      </Field>
      <Field {...form.field('note')} label={t('note')} optional>
        <Textarea rows={2} value={note} onChange={event => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
