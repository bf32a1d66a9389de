import { Archive, ArchiveRestore, HeartPulse, Merge, Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { factOf, fieldsIn, isIn, isNeeded, saidIn, type StudentFact } from '#contract/studentFields.plain.ts'
import type { Student } from '#contract/people/students.ts'
import type { useArchiving } from '#web/lists/archiving.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { useNameText } from '#web/words/Name.tsx'
import { Fact, Part } from '#web/records/record.tsx'
import { EditMedical } from '#web/people/students/EditMedical.tsx'
import { LeftClasses } from '#web/people/students/LeftClasses.tsx'
import { Homes } from '#web/people/students/Homes.tsx'
import { PickUps } from '#web/people/students/PickUps.tsx'
import { OfficeAttendance } from '#web/people/students/office/OfficeAttendance.tsx'
import { OfficePlaces, type PlaceWays } from '#web/people/students/office/OfficePlaces.tsx'
import { OfficeStudentForm } from '#web/people/students/office/OfficeStudentForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const healthFacts = [...new Set(fieldsIn('card').map(factOf))]
const cardParts = (fact: StudentFact) => fieldsIn('card').filter(field => factOf(field) === fact)
/** The fields above the medical card, apart from names and birthday. */
const otherFields = fieldsIn('office').filter(
  field => !isIn('card', field) && !isNeeded(field) && field !== 'nativeName',
)

type RecordProps = {
  student: Student
  more?: ReactNode
  places: PlaceWays
  onEdit: (() => void) | null
}

const Record = ({ student, more, places, onEdit }: RecordProps) => {
  const t = useTranslations('adminStudent')
  const people = useTranslations('people')
  const format = useFormat()
  const photo = useTranslations('officeWords.photo')
  const record = useTranslations('record')
  const may = useMay()
  const [isEditing, setEditing] = useState(false)
  const names = useTranslations('personFields')
  const health = healthFacts
    .map(fact => ({ fact, text: format.list(saidIn(cardParts(fact), student)) }))
    .filter(({ text }) => text !== '')
  return (
    <div className="grid gap-6">
      {student.isArchived && <Notice>{people('archivedHint')}</Notice>}
      <div className="flex items-start justify-between gap-3">
        <dl className="grid flex-1 grid-cols-2 gap-3 text-sm">
          <Fact label={names('birthOn')}>{student.birthOn ? format.day(student.birthOn) : '–'}</Fact>
          {otherFields.map(
            field =>
              student[field] && (
                <Fact key={field} label={names(field)}>
                  {student[field]}
                </Fact>
              ),
          )}
          <Fact label={names('photo')}>
            {photo.has(student.photoConsent as 'none') ? photo(student.photoConsent as 'none') : t('notAsked')}
          </Fact>
        </dl>
        {onEdit && (
          <Button size="small" icon={Pencil} onClick={onEdit}>
            {people('edit')}
          </Button>
        )}
      </div>
      <Part
        title={t('health')}
        aside={
          may('students-changeMedical') === true && (
            <Button size="small" aria-label={record('medical.edit')} onClick={() => setEditing(true)}>
              {record('medical.change')}
            </Button>
          )
        }
      >
        {health.length === 0 ? (
          <p className="text-sm text-ink-2">{t('noHealth')}</p>
        ) : (
          <dl className="grid gap-2 rounded-s-[4px] rounded-e-lg border-s-4 border-danger bg-danger-soft px-4 py-3 text-sm text-danger-ink">
            {health.map(each => (
              <div key={each.fact}>
                <dt className="flex items-center gap-2 font-semibold">
                  <HeartPulse size={16} aria-hidden />
                  {names(each.fact)}
                </dt>
                <dd className="whitespace-pre-line">{each.text}</dd>
              </div>
            ))}
          </dl>
        )}
      </Part>
      {isEditing && <EditMedical student={student} onClose={() => setEditing(false)} />}
      <Homes studentId={student.id} />
      <Part title={record('pickUp.title')}>
        <PickUps student={student} />
      </Part>
      <Part title={t('classes')}>
        <OfficePlaces student={student} {...places} />
      </Part>
      {more}
      <Part title={t('attendance')}>
        <OfficeAttendance meetings={student.meetings} />
      </Part>
      {student.left.length > 0 && (
        <Part title={record('left.title')}>
          <LeftClasses left={student.left} />
        </Part>
      )}
    </div>
  )
}

type PanelProps = PlaceWays & {
  id: string
  /** Content within the record, above the attendance. */
  more?: (student: Student) => ReactNode
  archiving: ReturnType<typeof useArchiving>
  onClose: () => void
}

/** One student's record, beside the list. */
export const OfficeStudentPanel = ({ id, more, onLeave, onTransfer, onRetype, archiving, onClose }: PanelProps) => {
  const t = useTranslations('adminStudent')
  const people = useTranslations('people')
  const nameText = useNameText()
  const may = useMay()
  const merge = useTranslations('duplicates.merge')
  const found = useReadLater('students-get', { id })
  const [editing, setEditing] = useState(false)
  const student = found.data
  const householdId = student?.householdId
  return (
    <SidePanel
      open
      onClose={onClose}
      title={student ? nameText(student) : t('record')}
      {...(student &&
        householdId &&
        !editing && {
          actions: (
            <>
              {may('students-archive') === true &&
                (student.isArchived ? (
                  <Button icon={ArchiveRestore} pending={archiving.isPending} onClick={() => archiving.restore([id])}>
                    {people('restore')}
                  </Button>
                ) : (
                  <Button
                    icon={Archive}
                    pending={archiving.isPending}
                    className="sm:me-auto"
                    onClick={() => archiving.archive([id], onClose)}
                  >
                    {people('archive')}
                  </Button>
                ))}
              {may('duplicates-merge') === true && (
                <ButtonLink to="/adminstudent" search={{ merge: `student.${id}.` }} icon={Merge}>
                  {merge('open')}
                </ButtonLink>
              )}
              {may('payments-ledger') === true && (
                <ButtonLink to="/adminpayment" search={{ family: householdId }}>
                  {t('toLedger')}
                </ButtonLink>
              )}
              <ButtonLink to="/adminparent" search={{ id: householdId }} variant="primary">
                {t('toFamily')}
              </ButtonLink>
            </>
          ),
        })}
    >
      {archiving.problems.map(problem => (
        <Notice key={problem} alert tone="warn" className="mb-4">
          {problem}
        </Notice>
      ))}
      <Later read={found}>
        {record =>
          editing ? (
            <OfficeStudentForm student={record} onDone={() => setEditing(false)} />
          ) : (
            <Record
              student={record}
              more={more?.(record)}
              places={{ onLeave, onTransfer, onRetype }}
              onEdit={may('students-change') === true ? () => setEditing(true) : null}
            />
          )
        }
      </Later>
    </SidePanel>
  )
}
