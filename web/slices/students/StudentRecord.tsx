import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ChildMeeting } from '#contract/parents.ts'
import type { Student } from '#contract/students.ts'
import { AttendanceBadge } from '#web/attendance.tsx'
import { ButtonLink } from '#web/link.tsx'
import { Named, useFirstName } from '#web/Name.tsx'
import { Attendance } from '#web/slices/students/Attendance.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/useFormat.ts'
import { useSchoolClock } from '#web/useSchoolClock.ts'

type Section = Student['sections'][number]

const sectionStates = ['held', 'approval', 'completed'] as const
const isState = (status: string): status is (typeof sectionStates)[number] =>
  (sectionStates as readonly string[]).includes(status)

const ClassRow = ({ section }: { section: Section }) => {
  const t = useTranslations('student')
  const format = useFormat()
  const term = useFirstName()({ name: section.term, nativeName: section.termNativeName })
  return (
    <li className="grid gap-1 py-3">
      <span className="flex flex-wrap items-center gap-2">
        <Chip crayon={section.crayon}>
          <Named of={section} quiet="" />
        </Chip>
        {section.waitingPosition !== null && (
          <Badge tone="warn">
            {section.status === 'offered'
              ? t('states.offered')
              : t('waitingPosition', { position: String(section.waitingPosition) })}
          </Badge>
        )}
        {isState(section.status) && <Badge>{t(`states.${section.status}`)}</Badge>}
      </span>
      <p className="text-sm text-ink-2">
        {format.weekday(section.weekday)}, {format.time(section.startsAt)} – {format.time(section.endsAt)}
        {section.room && ` · ${section.room}`}
        {` · ${term}`}
      </p>
      {section.teachers.length > 0 && (
        <p className="text-sm text-ink-2">{t('teachers', { names: section.teachers.join(', ') })}</p>
      )}
    </li>
  )
}

const Classes = ({ student, canRegister }: { student: Student; canRegister: boolean }) => {
  const t = useTranslations('student')
  return (
    <Card title={t('classes')}>
      {student.sections.length > 0 ? (
        <ul className="-my-3 divide-y divide-line">
          {student.sections.map(section => (
            <ClassRow key={section.enrolmentId} section={section} />
          ))}
        </ul>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="text-ink-2">{t('noClasses')}</p>
          {canRegister && <ButtonLink to="/registration2">{t('choose')}</ButtonLink>}
        </div>
      )}
    </Card>
  )
}

const Coming = ({ meetings }: { meetings: readonly ChildMeeting[] }) => {
  const t = useTranslations('student')
  const format = useFormat()
  if (meetings.length === 0) return null
  const days = [...Map.groupBy(meetings, ({ onDay }) => onDay)].slice(0, 3)
  return (
    <Card title={t('next')}>
      <ul className="grid gap-4">
        {days.map(([day, list]) => (
          <li key={day}>
            <p className="text-sm font-semibold">{format.day(day, 'weekday')}</p>
            <ul className="mt-1 grid gap-1">
              {list.map(meeting => (
                <li key={meeting.meetingId} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
                  <span className="w-19 tabular-nums">{format.time(meeting.startsAt)}</span>
                  <Chip crayon={meeting.crayon}>
                    <Named of={{ name: meeting.section, nativeName: meeting.nativeName }} quiet="" />
                  </Chip>
                  {meeting.room}
                  {meeting.status === 'cancelled' ? (
                    <Badge tone="bad">{t('cancelled')}</Badge>
                  ) : (
                    <AttendanceBadge code={meeting.code} />
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const photoLevels = ['public', 'school', 'none'] as const
const isPhotoLevel = (level: string): level is (typeof photoLevels)[number] =>
  (photoLevels as readonly string[]).includes(level)

const Health = ({ student, isFamily }: { student: Student; isFamily: boolean }) => {
  const t = useTranslations('student')
  const facts = [
    { key: 'allergies', value: student.allergies || t('noneKnown') },
    { key: 'medical', value: student.medical || t('noneKnown') },
    {
      key: 'photos',
      value: isPhotoLevel(student.photoConsent) ? t(`photo.${student.photoConsent}`) : t('photo.unset'),
    },
  ] as const
  return (
    <Card title={t('health')}>
      <dl className="grid gap-3">
        {facts.map(({ key, value }) => (
          <div key={key}>
            <dt className="text-sm text-ink-2">{t(key)}</dt>
            <dd className="whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      {isFamily && <p className="mt-4 border-t border-line pt-3 text-sm text-ink-2">{t('healthChange')}</p>}
    </Card>
  )
}

type StudentRecordProps = { student: Student; isFamily: boolean; grades?: ReactNode }

/** Everything about one student: classes, what comes next, attendance, grades, health. */
export const StudentRecord = ({ student, isFamily, grades }: StudentRecordProps) => {
  const { day } = useSchoolClock()
  const coming = student.meetings.filter(({ onDay }) => onDay >= day)
  return (
    <div className="grid items-start gap-4 min-[900px]:grid-cols-[3fr_2fr]">
      <div className="grid gap-4">
        <Classes student={student} canRegister={isFamily} />
        <Attendance meetings={student.meetings} today={day} />
        {grades}
      </div>
      <div className="grid gap-4">
        <Coming meetings={coming} />
        <Health student={student} isFamily={isFamily} />
      </div>
    </div>
  )
}
