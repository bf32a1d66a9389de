import type { ReactNode } from 'react'
import { isLessonOver } from '#rules/lessons.ts'
import { useTranslations } from 'use-intl'
import type { ChildMeeting } from '#contract/people/students.meetings.ts'
import type { Student } from '#contract/people/students.ts'
import { AttendanceBadge, NoticeBadge } from '#web/words/attendance.tsx'
import { lazily } from '#web/routing/lazily.tsx'
import { partClass } from '#web/routing/Parts.tsx'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { Named, useFirstName, useTeachersText } from '#web/words/Name.tsx'
import { Attendance } from '#web/people/students/Attendance.tsx'
import { MedicalCard } from '#web/people/students/MedicalCard.tsx'
import { PickUps } from '#web/people/students/PickUps.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'
import { useUrlState } from '#web/routing/urlState.ts'
import { useClose } from '#web/routing/wayBack.ts'

// Few students have left a class.
const LeftClasses = lazily(() => import('#web/people/students/LeftClasses.tsx').then(module => module.LeftClasses))
// Opened only on demand, so its code loads then.
const EditMedical = lazily(() => import('#web/people/students/EditMedical.tsx').then(module => module.EditMedical))

type Section = Student['sections'][number]

const sectionStates = ['held', 'approval', 'completed'] as const
const isState = (status: string): status is (typeof sectionStates)[number] =>
  (sectionStates as readonly string[]).includes(status)

const ClassRow = ({ section, actions }: { section: Section; actions: ReactNode }) => {
  const t = useTranslations('student')
  const teachersText = useTeachersText()
  const format = useFormat()
  const term = useFirstName()({ name: section.term, nativeName: section.termNativeName })
  return (
    <li className="grid gap-1 py-3">
      <span className="flex flex-wrap items-center gap-2">
        <Chip crayon={section.crayon}>
          <Named names={section} quiet="" />
        </Chip>
        {section.waitingPosition !== null && (
          <Badge tone="warn">
            {section.status === 'offered'
              ? t('states.offered')
              : t('waitingPosition', { position: String(section.waitingPosition) })}
          </Badge>
        )}
        {isState(section.status) && <Badge>{t(`states.${section.status}`)}</Badge>}
        {section.isOver && section.status !== 'completed' && <Badge>{t('over')}</Badge>}
        {section.type === 'audit' && <Badge>{t('sitsIn')}</Badge>}
      </span>
      <p className="text-sm text-ink-2">
        {format.parts([
          format.weekday(section.weekday),
          `${format.time(section.startsAt)} – ${format.time(section.endsAt)}`,
        ])}
        {section.room && ` · ${section.room}`}
        {` · ${term}`}
      </p>
      {section.teachers.length > 0 && (
        <p className="text-sm text-ink-2">{t('teachers', { names: teachersText(section) })}</p>
      )}
      {actions}
    </li>
  )
}

type ClassesProps = Pick<StudentRecordProps, 'student' | 'placeActions'> & { canRegister: boolean }
const Classes = ({ student, canRegister, placeActions }: ClassesProps) => {
  const t = useTranslations('student')
  return (
    <Card title={t('classes')}>
      {student.sections.length > 0 ? (
        <ul className="-my-3 divide-y divide-line">
          {student.sections.map(section => (
            <ClassRow key={section.enrolmentId} section={section} actions={placeActions?.(section)} />
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
                    <Named names={{ name: meeting.section, nativeName: meeting.nativeName }} quiet="" />
                  </Chip>
                  {meeting.room}
                  {meeting.status === 'cancelled' ? (
                    <Badge tone="bad">{t('cancelled')}</Badge>
                  ) : (
                    <>
                      <AttendanceBadge code={meeting.code} ownCode={meeting.ownCode} />
                      {meeting.code === null && <NoticeBadge notice={meeting.notice} />}
                    </>
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

type StudentRecordProps = {
  student: Student
  isFamily: boolean
  /** The part that a phone shows; if omitted, all. */
  shown?: 'school' | 'grades' | 'record'
  /** Content about this child from other parts of the school. */
  absences?: ReactNode
  grades?: ReactNode
  /** Renders the actions on one of the child's classes. */
  placeActions?: (section: Section) => ReactNode
  /** The answers to the school's own questions. */
  more?: ReactNode
}

/** Everything about one student: classes, attendance, what comes next, grades, health, who may pick it up. */
export const StudentRecord = ({
  student,
  isFamily,
  shown,
  absences,
  grades,
  placeActions,
  more,
}: StudentRecordProps) => {
  const record = useTranslations('record')
  const now = useSchoolClock()
  const [{ edit }, change] = useUrlState()
  const close = useClose('edit')
  const isShown = (part: typeof shown) => shown === undefined || shown === part
  const coming = student.meetings.filter(meeting => !isLessonOver(meeting, now))
  return (
    <div className="grid items-start gap-4 min-[56.25rem]:grid-cols-[3fr_2fr]">
      <div className={partClass(shown !== 'record')}>
        <div className={partClass(isShown('school'))}>
          <Coming meetings={coming} />
          {absences}
          <Classes student={student} canRegister={isFamily} {...(placeActions && { placeActions })} />
          {/* Of a child who has left every class, it would say that the first lesson is still to come. */}
          {student.sections.length > 0 && (
            <Attendance
              meetings={student.meetings}
              now={now}
              isOver={student.sections.every(section => section.isOver)}
            />
          )}
          {student.left.length > 0 && (
            <Card title={record('left.title')}>
              <LeftClasses left={student.left} />
            </Card>
          )}
        </div>
        {grades && <div className={partClass(isShown('grades'))}>{grades}</div>}
      </div>
      <div className={partClass(isShown('record'))}>
        <MedicalCard student={student} {...(isFamily && { onEdit: () => change({ edit: 'medical' }) })} />
        <Card
          title={record('pickUp.title')}
          aside={
            isFamily && (
              <Link
                to="/parent"
                search={{ part: 'pickups', ...(student.householdId && { of: student.householdId }) }}
                className={`-my-2 inline-flex min-h-11 items-center text-sm ${textLink}`}
              >
                {record('edit')}
              </Link>
            )
          }
        >
          <PickUps student={student} />
        </Card>
        {more}
      </div>
      {isFamily && edit === 'medical' && <EditMedical key={student.id} student={student} onClose={close} />}
    </div>
  )
}
