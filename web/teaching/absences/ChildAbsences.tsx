import { isLessonOver } from '#rules/lessons.ts'
import { CalendarOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AbsenceNotice } from '#contract/teaching/absences.notices.ts'
import { absenceNoticeMoves } from '#contract/teaching/absences.notices.plain.ts'
import type { Student } from '#contract/people/students.ts'
import { NoticeStatusBadge } from '#web/words/attendance.tsx'
import { usePages, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Named } from '#web/words/Name.tsx'
import { ReportAbsence } from '#web/teaching/absences/ReportAbsence.tsx'
import { useDays } from '#web/words/useDays.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Loading } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'
import { useUrlState } from '#web/routing/urlState.ts'
import { useClose } from '#web/routing/wayBack.ts'

const Row = ({ notice }: { notice: AbsenceNotice }) => {
  const t = useTranslations('record.absence')
  const days = useDays('weekday')
  const failure = useFailureText()
  const now = useSchoolClock()
  const { day } = now
  const withdraw = useWrite('absences-withdraw')
  const again = useWrite('absences-file')
  const { id, student, fromDay, toDay, sectionId, reason, note, status } = notice
  const isAhead = toDay >= day && status !== 'withdrawn'
  // The lessons were canceled after the family reported the absence.
  const isMoot = isAhead && notice.meetings.length === 0
  const canWithdraw =
    notice.meetings.some(meeting => !isLessonOver(meeting, now)) && absenceNoticeMoves[status].includes('withdrawn')
  const takeBack = () =>
    withdraw
      .send({ id })
      .then(() =>
        toast(t('withdrawn'), () =>
          again.start({
            studentId: student.id,
            fromDay: fromDay < day ? day : fromDay,
            toDay,
            sectionId,
            reason,
            note,
          }),
        ),
      )
      .catch((error: unknown) => toast(failure(error)))
  const sections = [...new Map(notice.meetings.map(meeting => [meeting.sectionId, meeting])).values()]
  return (
    <li className="grid gap-1.5 py-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{days(notice)}</span>
        {!isMoot && <NoticeStatusBadge status={status} />}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        {t(`reasons.${reason}`)}
        {sections.map(meeting => (
          <Chip key={meeting.sectionId} crayon={meeting.crayon}>
            <Named names={{ name: meeting.section, nativeName: meeting.nativeName }} quiet="" />
          </Chip>
        ))}
      </p>
      {isMoot && <p className="text-sm">{t('moot')}</p>}
      {note && <p className="text-sm whitespace-pre-line">{note}</p>}
      {notice.answer && <p className="text-sm text-ink-2">{t('answer', { note: notice.answer })}</p>}
      {canWithdraw && (
        <Button
          size="small"
          className="justify-self-start"
          pending={withdraw.isPending}
          aria-label={t('withdrawOf', { day: days(notice) })}
          onClick={() => void takeBack()}
        >
          {t('withdraw')}
        </Button>
      )}
    </li>
  )
}

/** The absences that the family reported for one child, the school's answers, and a button to report another. */
export const ChildAbsences = ({ student }: { student: Student }) => {
  const t = useTranslations('record.absence')
  const [{ edit }, change] = useUrlState()
  const close = useClose('edit')
  const pages = usePages('absences-mine', { studentId: student.id })
  const canReport = student.sections.some(({ status, isOver }) => status === 'active' && !isOver)
  return (
    <Card title={t('title')}>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      {pages.rows && pages.rows.length > 0 && (
        <ul className="-my-3 divide-y divide-line">
          {pages.rows.map(notice => (
            <Row key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
      {canReport && (
        <Button
          variant="primary"
          icon={CalendarOff}
          wide="phone"
          className="mt-5"
          onClick={() => change({ edit: 'absence' })}
        >
          {t('report')}
        </Button>
      )}
      {edit === 'absence' && canReport && <ReportAbsence key={student.id} student={student} onClose={close} />}
    </Card>
  )
}
