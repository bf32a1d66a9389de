import { isLessonOver } from '#rules/lessons.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { TeacherMeeting } from '#contract/people/teachers.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Named } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

type Absence = Output<'teachers-today'>['absences'][number]

/** Says that the office knows of the absence, since when, and how to withdraw it. */
const Known = ({ absence }: { absence: Absence }) => {
  const t = useTranslations('teaching.ill')
  const format = useFormat()
  const failure = useFailureText()
  const { day } = useSchoolClock()
  const withdraw = useWrite('teachers-withdrawAbsence')
  const isOfToday = format.instant(absence.reportedAt, 'day') === format.day(day)
  return (
    <span role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone="warn">{t('known')}</Badge>
      <span className="text-sm">
        {t('since', { at: format.instant(absence.reportedAt, isOfToday ? 'time' : 'full') })}
      </span>
      <Button
        size="small"
        pending={withdraw.isPending}
        onClick={() =>
          withdraw
            .send({ id: absence.id })
            .then(() => toast(t('taken')))
            .catch((error: unknown) => toast(failure(error)))
        }
      >
        {t('back')}
      </Button>
    </span>
  )
}

type IllNoticeProps = { onDay: string; meetings: readonly TeacherMeeting[]; absences: readonly Absence[] }

/** Calls in sick for all of the teacher's lessons of a day, in two taps. */
export const IllNotice = ({ onDay, meetings, absences }: IllNoticeProps) => {
  const t = useTranslations('teaching.ill')
  const text = useUiText()
  const format = useFormat()
  const now = useSchoolClock()
  const report = useWrite('teachers-reportAbsence')
  const [isAsking, setAsking] = useState(false)
  const absence = absences.find(each => each.onDay === onDay)
  const left = meetings.filter(({ endsAt }) => !isLessonOver({ onDay, endsAt }, now))
  if (absence) return <Known absence={absence} />
  if (left.length === 0) return null
  const day = format.day(onDay, 'weekday')
  const tell = () => report.start({ onDay }, () => setAsking(false))
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {onDay === now.day ? t('today') : t('on', { day })}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('ask')}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{text.cancel}</Button>
            <Button variant="primary" pending={report.isPending} onClick={tell}>
              {t('tell')}
            </Button>
          </>
        }
      >
        <div className="grid gap-3 py-1">
          <Failure error={report.error} again={tell} />
          <p>{t('affected', { n: left.length, day })}</p>
          <ul className="grid gap-1.5">
            {left.map(meeting => (
              <li key={meeting.meetingId} className="flex flex-wrap gap-x-3">
                <span className="tabular-nums">
                  {format.time(meeting.startsAt)} – {format.time(meeting.endsAt)}
                </span>
                <span className="font-semibold">
                  <Named names={{ name: meeting.section, nativeName: meeting.nativeName }} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
    </>
  )
}
