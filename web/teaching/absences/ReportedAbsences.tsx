import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AbsenceNotice } from '#contract/teaching/absences.notices.ts'
import { absenceNoticeMoves } from '#contract/teaching/absences.notices.plain.ts'
import type { Input } from '#contract/index.ts'
import { NoticeStatusBadge } from '#web/words/attendance.tsx'
import { usePages, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { useDays } from '#web/words/useDays.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input as TextInput } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Loading } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'

const Decline = ({ notice, onClose }: { notice: AbsenceNotice; onClose: () => void }) => {
  const t = useTranslations('record.absence')
  const name = useFirstName()(notice.student)
  const form = useForm('absences-answer', () => t('declineNote'))
  const [note, setNote] = useState('')
  return (
    <FormDialog
      title={t('declineTitle', { name })}
      form={form}
      verb={t('decline')}
      danger
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: notice.id, to: 'declined', note }, () => {
          toast(t('declined', { name }))
          onClose()
        })
      }
    >
      <Field {...form.field('note')} label={t('declineNote')} hint={t('declineHint')} optional>
        <TextInput maxLength={200} value={note} onChange={event => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

const Row = ({ notice }: { notice: AbsenceNotice }) => {
  const t = useTranslations('record.absence')
  const days = useDays('weekday')
  const firstName = useFirstName()
  const failure = useFailureText()
  const answer = useWrite('absences-answer')
  const [isDeclining, setDeclining] = useState(false)
  const moves = absenceNoticeMoves[notice.status]
  const name = firstName(notice.student)
  const acknowledge = () =>
    answer
      .send({ id: notice.id, to: 'acknowledged', note: '' })
      .then(() => toast(t('acknowledged', { name })))
      .catch((error: unknown) => toast(failure(error)))
  const sections = [...new Map(notice.meetings.map(meeting => [meeting.sectionId, meeting])).values()]
  return (
    <li className="grid gap-1.5 py-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">
          <Named names={notice.student} />
        </span>
        <NoticeStatusBadge status={notice.status} />
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <span className="font-medium text-ink">{t(`reasons.${notice.reason}`)}</span>
        {days(notice)}
        {sections.map(meeting => (
          <Chip key={meeting.sectionId} crayon={meeting.crayon}>
            <Named names={{ name: meeting.section, nativeName: meeting.nativeName }} quiet="" />
          </Chip>
        ))}
        <span>{t('filedBy', { name: firstName(notice.filedBy) })}</span>
      </p>
      {notice.note && <p className="text-sm whitespace-pre-line">{notice.note}</p>}
      {notice.answer && <p className="text-sm text-ink-2">{t('answer', { note: notice.answer })}</p>}
      {(moves.includes('acknowledged') || moves.includes('declined')) && (
        <div className="flex flex-wrap gap-2 pt-1">
          {moves.includes('acknowledged') && (
            <Button
              size="small"
              pending={answer.isPending}
              aria-label={t('acknowledgeOf', { name })}
              onClick={() => void acknowledge()}
            >
              {t('acknowledge')}
            </Button>
          )}
          {moves.includes('declined') && (
            <Button
              size="small"
              variant="quiet"
              aria-label={t('declineOf', { name })}
              onClick={() => setDeclining(true)}
            >
              {t('decline')}
            </Button>
          )}
        </div>
      )}
      {isDeclining && <Decline notice={notice} onClose={() => setDeclining(false)} />}
    </li>
  )
}

type ReportedAbsencesProps = { filter: Omit<Input<'absences-notices'>, 'after'>; none: string }

/** The absences that families reported, with the school's answers; updated live, so a new report appears at once. */
export const ReportedAbsences = ({ filter, none }: ReportedAbsencesProps) => {
  const pages = usePages('absences-notices', filter)
  return (
    <>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && <p className="text-ui text-ink-2">{none}</p>}
      <ul className="-my-3 divide-y divide-line">
        {pages.rows?.map(notice => (
          <Row key={notice.id} notice={notice} />
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </>
  )
}
