import { Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isSectionOver } from '#contract/enrolment/classes.plain.ts'
import type { Output } from '#contract/index.ts'
import { useRead } from '#web/wire/call.ts'
import { ClassOptions } from '#web/lists/ClassOptions.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { lazily } from '#web/routing/lazily.tsx'
import { Link } from '#web/routing/link.tsx'
import { Named, useFirstName, useNames, type TwoNames } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import { useSession } from '#web/session/session.ts'
import { ClassWork } from '#web/teaching/assignments/ClassWork.tsx'
import { FamilyWork } from '#web/teaching/assignments/FamilyWork.tsx'
import { useWorkText } from '#web/teaching/assignments/looks.tsx'
import { ChipLink, ChipRow } from '#web/people/students/Chips.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty, Loading } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'

// Opened only on demand, so their code loads then.
const AssignmentActions = lazily(() =>
  import('#web/teaching/assignments/AssignmentActions.tsx').then(module => module.AssignmentActions),
)
const AssignmentDialog = lazily(() =>
  import('#web/teaching/assignments/AssignmentDialog.tsx').then(module => module.AssignmentDialog),
)
const Marking = lazily(
  () => import('#web/teaching/assignments/Marking.tsx').then(module => module.Marking),
  <Loading />,
)

type Section = Pick<Output<'classes-list'>[number], 'id' | 'name' | 'nativeName' | 'termId' | 'status' | 'termStatus'>
type Child = TwoNames & { id: string }

const useSections = (): Section[] =>
  useRead('classes-list', {}).filter(({ status }) => status !== 'cancelled' && status !== 'draft')

/** One assignment of a class, with the students' work. */
const OneAssignment = ({ id }: { id: string }) => {
  const t = useTranslations('assignments')
  const names = useNames()
  const text = useWorkText()
  const [url, change] = useUrlState()
  const [error, setError] = useState<unknown>(null)
  const handedIn = useRead('assignments-get', { id })
  const { assignment } = handedIn
  const { first, second } = names({ name: assignment.title, nativeName: assignment.nativeTitle })
  const section = assignment.sectionId
  return (
    <Page
      board
      title={first}
      above={
        <Link
          to="/studentassignment"
          search={{ section }}
          className="inline-flex min-h-11 items-center underline underline-offset-3"
        >
          {t('mark.back')}
        </Link>
      }
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {second && <bdi>{second}</bdi>}
          <span>
            <Named
              names={{ name: assignment.section, nativeName: assignment.sectionNativeName }}
              quiet="text-on-board-2"
            />
          </span>
          <span>{text.due(assignment.due)}</span>
          <Badge>{t(`statuses.${assignment.status}`)}</Badge>
        </span>
      }
      actions={
        <AssignmentActions
          assignment={assignment}
          onFailure={setError}
          onCopied={(sectionId, copy) => change({ section: sectionId, id: copy, student: undefined })}
          onRemoved={() => change({ id: undefined, student: undefined }, { replace: true })}
        />
      }
    >
      <Failure error={error} again={() => setError(null)} />
      <Marking
        handedIn={handedIn}
        studentId={url['student']}
        // Moving between students replaces the entry, so that going back leads to the list.
        onChoose={student => change({ student }, { replace: url['student'] !== undefined && student !== undefined })}
      />
    </Page>
  )
}

const Chips = ({
  sections,
  family,
  current,
}: {
  sections: Section[]
  family: Child[]
  current: string | undefined
}) => {
  const t = useTranslations('assignments')
  return (
    <ChipRow label={t('choose')}>
      {sections.map(each => (
        <ChipLink
          key={each.id}
          item={each}
          to="/studentassignment"
          search={{ section: each.id }}
          current={each.id === current}
        />
      ))}
      {family.map(each => (
        <ChipLink
          key={each.id}
          item={each}
          to="/studentassignment"
          search={{ child: each.id }}
          current={each.id === current}
          avatar
        />
      ))}
    </ChipRow>
  )
}

/** The class select of the office, which works on every class; teachers have chips. */
const SectionSelect = ({ sections, current }: { sections: Section[]; current: string | undefined }) => {
  const t = useTranslations('assignments.work')
  const terms = useRead('terms-list', {})
  const [, change] = useUrlState()
  return (
    <Select
      aria-label={t('class')}
      className="w-full text-ink sm:w-80"
      value={current ?? ''}
      onChange={event => change({ section: event.target.value, child: undefined, view: undefined, search: undefined })}
    >
      <option value="">{t('allClasses')}</option>
      <ClassOptions terms={terms} sections={sections} />
    </Select>
  )
}

type ClassesProps = { sections: Section[]; family: Child[]; isOffice: boolean }

const Classes = ({ sections, family, isOffice }: ClassesProps) => {
  const t = useTranslations('assignments')
  const firstName = useFirstName()
  const [url, change] = useUrlState()
  const chosen =
    sections.find(({ id }) => id === url['section']) ??
    (isOffice ? undefined : (sections.find(each => !isSectionOver(each)) ?? sections[0]))
  const maySet = useMay()('assignments-create') === true
  // Nothing is assigned to a class that is over.
  const maySetHere = maySet && chosen !== undefined && !isSectionOver(chosen)
  const isSetting = maySetHere && url['new'] !== undefined
  return (
    <Page
      board
      title={t('title')}
      {...(chosen && { lead: <Named names={chosen} quiet="text-on-board-2" /> })}
      actions={
        maySetHere && (
          <Button variant="accent" icon={Plus} onClick={() => change({ new: 'yes' })}>
            {t('work.new')}
          </Button>
        )
      }
      band={
        isOffice ? (
          <div className="grid gap-2">
            <SectionSelect sections={sections} current={chosen?.id} />
            {family.length > 0 && <Chips sections={[]} family={family} current={undefined} />}
          </div>
        ) : (
          sections.length + family.length > 1 && <Chips sections={sections} family={family} current={chosen?.id} />
        )
      }
    >
      {sections.length === 0 ? (
        <Empty>{t('noClasses')}</Empty>
      ) : (
        <ClassWork key={chosen?.id} section={chosen ?? null} maySet={maySetHere} />
      )}
      {isSetting && (
        <AssignmentDialog
          key={firstName(chosen)}
          section={chosen}
          assignment={null}
          onClose={() => change({ new: undefined })}
          onSaved={() => change({ new: undefined }, { replace: true })}
        />
      )}
    </Page>
  )
}

const Family = ({ sections }: { sections: Section[] }) => {
  const t = useTranslations('assignments')
  const names = useNames()
  const children = useRead('students-mine', {})
  const [url] = useUrlState()
  const chosen = children.find(({ id }) => id === url['child']) ?? children[0]
  return (
    <Page
      board
      title={chosen ? t('family.title', { name: names(chosen).first }) : t('title')}
      actions={
        chosen && (
          <Button variant="board" icon={Printer} className="max-sm:hidden" onClick={() => print()}>
            {t('print')}
          </Button>
        )
      }
      band={
        sections.length + children.length > 1 && <Chips sections={sections} family={children} current={chosen?.id} />
      }
    >
      {chosen ? <FamilyWork key={chosen.id} child={chosen} /> : <Empty>{t('noChildren')}</Empty>}
    </Page>
  )
}

/** A student's own homework. */
const Own = () => {
  const t = useTranslations('assignments')
  const me = useRead('users-me', {})
  return (
    <Page board title={t('title')}>
      {me && <FamilyWork child={me} />}
    </Page>
  )
}

const Working = ({ isOffice }: { isOffice: boolean }) => (
  <Classes sections={useSections()} family={[]} isOffice={isOffice} />
)

/** For a person who works here and has children here: classes and children side by side. */
const Both = ({ isOffice }: { isOffice: boolean }) => {
  const sections = useSections()
  const children = useRead('students-mine', {})
  const [url] = useUrlState()
  const isFamily = url['child'] !== undefined || (sections.length === 0 && !isOffice)
  return isFamily ? (
    <Family sections={isOffice ? [] : sections} />
  ) : (
    <Classes sections={sections} family={children} isOffice={isOffice} />
  )
}

/**
 * Homework: a student's own, by child for families, by class for teachers and the office; with `?id=` one assignment.
 */
export default function StudentAssignment() {
  const roles = useSession().user?.roles ?? []
  const [url] = useUrlState()
  if (roles.includes('student')) return <Own />
  const isOffice = roles.includes('admin')
  const isWorking = isOffice || roles.includes('teacher')
  if (!isWorking) return <Family sections={[]} />
  if (url['id'] !== undefined && url['child'] === undefined) return <OneAssignment key={url['id']} id={url['id']} />
  return roles.includes('parent') ? <Both isOffice={isOffice} /> : <Working isOffice={isOffice} />
}
