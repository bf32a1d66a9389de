import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronRight, Phone, Printer } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { classListKinds } from '#contract/labels.ts'
import type { Student as Record } from '#contract/students.ts'
import { useAhead, useRead } from '#web/call.ts'
import { withPage } from '#web/lazily.tsx'
import { ButtonLink, Link } from '#web/link.tsx'
import { Named, useNames } from '#web/Name.tsx'
import { useSchool } from '#web/school.ts'
import { useSession } from '#web/session.ts'
import { CurrentCard } from '#web/slices/assignments/CurrentCard.tsx'
import { ChildAbsences } from '#web/slices/absences/ChildAbsences.tsx'
import { Documents } from '#web/slices/documents/Documents.tsx'
import { ChildGrades } from '#web/slices/grades/ChildGrades.tsx'
import { OwnAnswers } from '#web/slices/forms/OwnAnswers.tsx'
import { PlaceActions } from '#web/slices/leavings/PlaceActions.tsx'
import { ChipLink, ChipRow } from '#web/slices/students/Chips.tsx'
import { StudentRecord } from '#web/slices/students/StudentRecord.tsx'
import { classListAddress } from '#web/slices/views/classListAddress.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Avatar, Badge } from '#web/ui/Marks.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useFormat } from '#web/useFormat.ts'

const LeavingSheets = lazy(() =>
  import('#web/slices/leavings/LeavingSheets.tsx').then(module => ({ default: module.LeavingSheets })),
)

/** What stands under the name: the other script, the name one is called by, birthday and grade. */
const Lead = ({ student }: { student: Record }) => {
  const t = useTranslations('student')
  const { second } = useNames()(student)
  const format = useFormat()
  const parts = [
    second,
    student.preferredName && t('called', { name: student.preferredName }),
    student.birthOn && t('born', { day: format.day(student.birthOn) }),
    student.grade && t('grade', { grade: student.grade }),
  ]
  return parts.filter(Boolean).join(' · ')
}

const Children = ({ teaches }: { teaches: boolean }) => {
  const t = useTranslations('student')
  const own = useTranslations('ownFields')
  const papers = useTranslations('papers')
  const names = useNames()
  useAhead('users-me', 'students-mine', 'leavings-mine', 'grades-mine')
  const children = useRead('students-mine', {})
  const { child } = useSearch({ from: '/student' })
  const chosen = children.find(({ id }) => id === child) ?? children[0]
  const classLists = teaches && (
    <ButtonLink to="/student" search={{ section: 'mine' }} variant="board">
      {t('classLists')}
    </ButtonLink>
  )
  if (!chosen)
    return (
      <Page board title={t('children')} actions={classLists}>
        <Empty action={<ButtonLink to="/registration">{t('register')}</ButtonLink>}>{t('noChildren')}</Empty>
      </Page>
    )
  return (
    <Page
      board
      title={names(chosen).first}
      lead={<Lead student={chosen} />}
      actions={classLists}
      band={
        children.length > 1 && (
          <ChipRow label={t('children')}>
            {children.map(each => (
              <ChipLink
                key={each.id}
                of={each}
                to="/student"
                search={{ child: each.id }}
                current={each.id === chosen.id}
                avatar
              />
            ))}
          </ChipRow>
        )
      }
    >
      <CurrentCard studentId={chosen.id} />
      <StudentRecord
        student={chosen}
        isFamily
        absences={<ChildAbsences key={chosen.id} student={chosen} />}
        grades={<ChildGrades studentId={chosen.id} />}
        placeActions={section => <PlaceActions section={section} />}
        more={
          <>
            <Card title={papers('title')}>
              <Documents key={chosen.id} studentId={chosen.id} mayAdd />
            </Card>
            <OwnAnswers
              key={chosen.id}
              subject={{ studentId: chosen.id }}
              name={names(chosen).first}
              title={own('title', { name: names(chosen).first })}
            />
          </>
        }
      />
      <Suspense>
        <LeavingSheets isOffice={false} />
      </Suspense>
    </Page>
  )
}

const OneStudent = ({ id }: { id: string }) => {
  const student = useRead('students-get', { id })
  const { first } = useNames()(student)
  const own = useTranslations('ownFields')
  const papers = useTranslations('papers')
  return (
    <Page board title={first} lead={<Lead student={student} />}>
      <StudentRecord
        student={student}
        isFamily={false}
        more={
          <>
            <Card title={papers('title')}>
              <Documents studentId={student.id} mayAdd={false} />
            </Card>
            <OwnAnswers
              subject={{ studentId: student.id }}
              name={first}
              title={own('title', { name: first })}
              mayChange={false}
            />
          </>
        }
      />
    </Page>
  )
}

// Few schools have badges, so their code comes where one does.
const BadgesCard = withPage(() => import('#web/slices/badges/BadgesCard.tsx').then(module => module.BadgesCard))

const Roster = ({ sectionId }: { sectionId: string }) => {
  const t = useTranslations('student')
  const roster = useRead('classes-roster', { sectionId })
  const language = useLocale()
  const badges = useTranslations('badges.office')
  const hasBadges = useSchool()?.signIn.badges === true
  if (roster.length === 0) return <Empty>{t('emptyRoster')}</Empty>
  return (
    <Card title={t('roster', { n: roster.length })}>
      <p className="mb-3 flex flex-wrap gap-3">
        {classListKinds.map(kind => (
          <a
            key={kind}
            href={classListAddress({ section: sectionId }, kind, language)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass()}
          >
            <Printer size={18} aria-hidden />
            {t(`print.${kind}`)}
          </a>
        ))}
        {hasBadges && (
          <ButtonLink to="/student" search={{ section: sectionId, badges: 'yes' }}>
            {badges('link')}
          </ButtonLink>
        )}
      </p>
      <ul className="-my-2 divide-y divide-line">
        {roster.map(student => (
          <li key={student.enrolmentId} className="grid gap-1 py-2">
            <Link
              to="/student"
              search={{ id: student.studentId }}
              className="-mx-2 flex min-h-row items-center gap-3 rounded-md px-2 hover:bg-sunken"
            >
              <Avatar name={student.name} id={student.studentId} />
              <span className="min-w-0 flex-1 font-semibold">
                <Named of={student} stacked />
              </span>
              {student.type === 'audit' && <Badge>{t('sitsIn')}</Badge>}
              {student.allergies && <Badge tone="bad">{t('hasAllergy')}</Badge>}
              {student.photoConsent === 'none' && <Badge tone="warn">{t('noPhotos')}</Badge>}
              <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
            </Link>
            {student.guardians.some(({ phone }) => phone) && (
              <p className="flex flex-wrap gap-x-5 ps-13 text-sm text-ink-2">
                {student.guardians
                  .filter(({ phone }) => phone)
                  .map(({ name, phone }) => (
                    <a
                      key={phone}
                      href={`tel:${phone}`}
                      className="inline-flex min-h-9 items-center gap-1.5 hover:text-ink hover:underline"
                    >
                      <Phone size={14} aria-hidden />
                      {name} <span className="tabular-nums">{phone}</span>
                    </a>
                  ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Classes = () => {
  const t = useTranslations('student')
  const sections = useRead('classes-list', {})
  const { section, badges } = useSearch({ from: '/student' })
  const running = sections.filter(({ status }) => status !== 'cancelled' && status !== 'draft')
  const chosen = running.find(({ id }) => id === section) ?? running[0]
  return (
    <Page
      board
      title={t('classLists')}
      band={
        running.length > 0 && (
          <ChipRow label={t('classes')}>
            {running.map(each => (
              <ChipLink
                key={each.id}
                of={each}
                to="/student"
                search={{ section: each.id }}
                current={each.id === chosen?.id}
              />
            ))}
          </ChipRow>
        )
      }
    >
      {!chosen ? (
        <Empty>{t('noSections')}</Empty>
      ) : badges === undefined ? (
        <Roster sectionId={chosen.id} />
      ) : (
        <BadgesCard key={chosen.id} sectionId={chosen.id} />
      )}
    </Page>
  )
}

const ToOffice = () => {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to: '/adminstudent', replace: true }), [navigate])
  return null
}

/** A family's children; with `?id=` one student for teachers and the office; for teachers their class lists, for the office with `?section=`. */
export default function Student() {
  const roles = useSession().user?.roles ?? []
  const { id, section } = useSearch({ from: '/student' })
  const teaches = roles.includes('teacher')
  if (id !== undefined) return <OneStudent key={id} id={id} />
  if (roles.includes('parent') && (section === undefined || !teaches)) return <Children teaches={teaches} />
  if (teaches || (section !== undefined && roles.includes('admin'))) return <Classes />
  // Whoever has just signed out holds no role any more, and is no office.
  return roles.includes('admin') && <ToOffice />
}
