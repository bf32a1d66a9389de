import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Student as Record } from '#contract/people/students.ts'
import { LeavingSheets } from '#web/enrolment/leavings/LeavingSheets.tsx'
import { useRead } from '#web/wire/call.ts'
import { lazily, withPage } from '#web/routing/lazily.tsx'
import { partClass, Parts } from '#web/routing/Parts.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useNavigate, useSearch } from '#web/routing/routing.tsx'
import { useNames } from '#web/words/Name.tsx'
import { useSession } from '#web/session/session.ts'
import { CurrentCard } from '#web/teaching/assignments/CurrentCard.tsx'
import { ChildAbsences } from '#web/teaching/absences/ChildAbsences.tsx'
import { PlaceActions } from '#web/enrolment/leavings/PlaceActions.tsx'
import { OwnAnswers } from '#web/people/forms/OwnAnswers.tsx'
import { ChipLink, ChipRow } from '#web/people/students/Chips.tsx'
import { StudentRecord } from '#web/people/students/StudentRecord.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty, Skeleton } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Tongues } from '#web/words/Tongues.tsx'

// A phone loads these only when they are opened, so that no one waits for them to see the child.
const ChildGrades = lazily(
  () => import('#web/teaching/grades/ChildGrades.tsx').then(module => module.ChildGrades),
  <Skeleton className="h-28 rounded-lg" />,
)
const Documents = lazily(
  () => import('#web/people/documents/Documents.tsx').then(module => module.Documents),
  <Skeleton className="h-9 w-56" />,
)

// Families don't need it.
const ClassLists = withPage(() => import('#web/screens/ClassLists.tsx').then(module => module.ClassLists))

/** The line under the name: the other script, the preferred name, birthday and grade. */
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
  return <Tongues text={parts.filter(Boolean).join(' · ')} />
}

const Children = ({ teaches }: { teaches: boolean }) => {
  const t = useTranslations('student')
  const own = useTranslations('ownFields')
  const papers = useTranslations('papers')
  const names = useNames()
  const children = useRead('students-mine', {})
  const { child, show, edit } = useSearch<'/student'>()
  const shown = edit !== 'absence' && (show === 'grades' || show === 'record') ? show : 'school'
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
                item={each}
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
      <Parts
        label={t('parts')}
        parts={[
          ['school', t('school')],
          ['grades', t('grades')],
          ['record', t('record')],
        ]}
        shown={shown}
      />
      <div className={partClass(shown === 'school')}>
        <CurrentCard studentId={chosen.id} />
      </div>
      <StudentRecord
        student={chosen}
        isFamily
        shown={shown}
        absences={<ChildAbsences key={chosen.id} student={chosen} />}
        grades={<ChildGrades key={chosen.id} student={chosen} />}
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
      <LeavingSheets isOffice={false} />
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

const ToOffice = () => {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to: '/adminstudent', replace: true }), [navigate])
  return null
}

/**
 * A family's children; with `?id=` one student, for teachers and the office; for teachers their class lists, for the
 * office with `?section=`.
 */
export default function Student() {
  const roles = useSession().user?.roles ?? []
  const { id, section } = useSearch<'/student'>()
  const teaches = roles.includes('teacher')
  if (id !== undefined) return <OneStudent key={id} id={id} />
  if (roles.includes('parent') && (section === undefined || !teaches)) return <Children teaches={teaches} />
  if (teaches || (section !== undefined && roles.includes('admin'))) return <ClassLists />
  // A person who has just signed out no longer holds any role.
  return roles.includes('admin') && <ToOffice />
}
