import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { enrollableSections } from '#contract/enrolment/classes.plain.ts'
import { enrolmentMoves, enrolmentMovesByHand, enrolmentStatuses } from '#contract/enrolment/enrolments.plain.ts'
import type { Output } from '#contract/index.ts'
import { retypedEnrolments, typeMoves } from '#contract/enrolment/leavings.plain.ts'
import { useFeature } from '#web/wire/school.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useFirstName, useNameText, useTeachersText } from '#web/words/Name.tsx'
import { SiblingClasses, VisitConflicts, Waiting } from '#web/people/students/FamilyTimes.tsx'
import { EnrolFit, useEnrolling } from '#web/people/students/shared/EnrolFit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select, Textarea } from '#web/ui/Input.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Student = Output<'students-get'>
type Section = Student['sections'][number]
type ByHand = (typeof enrolmentMovesByHand)[number]

const statusOf = (section: Section) => enrolmentStatuses.find(each => each === section.status)

/** The transitions by hand. Ending an enrolment is one step with its money, if the person may move money. */
const movesOf = (section: Section, mayLeave: boolean): ByHand[] => {
  const status = statusOf(section)
  // An application is decided in the list of applications, where the office sees what it charges.
  if (!status || status === 'approval' || section.waitingPosition !== null) return []
  const isEnding = (to: ByHand) => to === 'withdrawn' || (to === 'dropped' && mayLeave)
  return enrolmentMovesByHand.filter(to => !isEnding(to) && enrolmentMoves[status].includes(to))
}

/** True if the enrolment can be ended (`withdrawn`), or changed to another class (`transferred`). */
const can = (section: Section, to: 'withdrawn' | 'transferred'): boolean => {
  const status = statusOf(section)
  if (section.waitingPosition !== null || status === undefined) return false
  return enrolmentMoves[status].includes(to) || (to === 'withdrawn' && status === 'held')
}

/** Returns the other way in which the student could take part, or undefined if it can't be changed. */
const otherType = (section: Section, hasAuditing: boolean) => {
  const status = statusOf(section)
  if (section.waitingPosition !== null || status === undefined || !retypedEnrolments.includes(status)) return undefined
  return typeMoves[section.type].find(to => to !== 'audit' || (hasAuditing && section.takesAuditors))
}

type MoveProps = {
  section: Section
  to: ByHand
  onClose: () => void
}

/**
 * Ends, approves or completes an enrolment, after showing what the family reads and what remains to be done about
 * money.
 */
const MoveDialog = ({ section, to, onClose }: MoveProps) => {
  const t = useTranslations('enrolling')
  const text = useUiText()
  const failure = useFailureText()
  const nameText = useNameText()
  const mails = useMails()
  const [note, setNote] = useState('')
  const move = useWrite('enrolments-move')
  const fitText = useTranslations('enrolFit')
  const format = useFormat()
  // Only held spots become active by hand, and they are charged at once.
  const price = useReadLater('enrolments-heldPrice', { id: section.enrolmentId }, { enabled: to === 'active' })
  const error = move.error ?? price.error
  const name = nameText(section)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`moves.${to}`, { section: name })}
      description={
        to === 'active'
          ? price.data && fitText('price', { amount: format.money(price.data.totalCents) })
          : t(to === 'completed' ? 'moveHint' : mails === 'kept' ? 'endHintKept' : 'endHint')
      }
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant={to === 'withdrawn' || to === 'dropped' ? 'danger' : 'primary'}
            pending={move.isPending}
            disabled={to === 'active' && !price.data}
            onClick={() =>
              move.start(
                { id: section.enrolmentId, to, note, ...(price.data && { agreedCents: price.data.totalCents }) },
                () => {
                  toast(t(`moved.${to}`, { section: name }))
                  onClose()
                },
              )
            }
          >
            {t(`verbs.${to}`)}
          </Button>
        </>
      }
    >
      {error !== null && (
        <Notice alert tone="danger">
          {failure(error)}
        </Notice>
      )}
      <Field label={t('note')} hint={t(mails === 'kept' ? 'noteHintKept' : 'noteHint')} optional>
        <Textarea rows={2} maxLength={200} value={note} onChange={event => setNote(event.target.value)} />
      </Field>
    </Dialog>
  )
}

/** Enrolls the student in a class that takes enrolments, after showing the free seats and how they fit. */
const EnrolDialog = ({ student, onClose }: { student: Student; onClose: () => void }) => {
  const t = useTranslations('enrolling')
  const text = useUiText()
  const format = useFormat()
  const nameText = useNameText()
  const sections = useReadLater('classes-list', {})
  const times = useReadLater('enrolments-familyTimes', { studentId: student.id })
  const [sectionId, setSectionId] = useState('')
  const choices = sections.data?.filter(
    each =>
      enrollableSections.includes(each.status) &&
      !student.sections.some(
        has => has.sectionId === each.id && (has.waitingPosition !== null || has.status === 'active'),
      ),
  )
  const chosen = choices?.find(({ id }) => id === sectionId)
  const enrolling = useEnrolling(
    { studentId: student.id, sectionId: chosen?.id ?? '', section: chosen ? nameText(chosen) : '' },
    onClose,
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('enrolTitle', { name: nameText(student) })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          {enrolling.button}
        </>
      }
    >
      <Later read={sections}>
        {() => (
          <div className="grid gap-3">
            <Field label={t('class')}>
              <Select value={sectionId} onChange={event => setSectionId(event.target.value)}>
                <option value="">{t('chooseClass')}</option>
                {choices?.map(each => (
                  <option key={each.id} value={each.id}>
                    {`${nameText(each)} · ${format.weekday(each.weekday)} ${format.time(each.startsAt)} · ${t('spotsIn', { enrolled: String(each.enrolled), capacity: String(each.capacity) })}`}
                  </option>
                ))}
              </Select>
            </Field>
            <EnrolFit enrolling={enrolling} />
            {chosen && times.data && (
              <Waiting times={times.data} sections={choices ?? []} chosen={chosen} onChoose={setSectionId} />
            )}
            {times.data && <SiblingClasses times={times.data} studentId={student.id} />}
          </div>
        )}
      </Later>
    </Dialog>
  )
}

/** Withdrawing and transferring move money, so each has a sheet of its own. */
export type PlaceWays = {
  onLeave: (enrolmentId: string) => void
  onTransfer: (enrolmentId: string) => void
  onRetype: (enrolmentId: string) => void
}

/** The student's enrolments and waitlist entries, with the office's actions on each. */
export const OfficePlaces = ({ student, onLeave, onTransfer, onRetype }: PlaceWays & { student: Student }) => {
  const t = useTranslations('enrolling')
  const teachersText = useTeachersText()
  const panel = useTranslations('adminStudent')
  const nav = useTranslations('nav')
  const enrolmentText = useTranslations('officeWords.enrolment')
  const format = useFormat()
  const mayCall = useMay()
  const leavings = useTranslations('leavings')
  const nameText = useNameText()
  const first = useFirstName()
  const [open, setOpen] = useState<{ section: Section; to: ByHand } | 'enrol' | null>(null)
  const mayTimes = mayCall('enrolments-familyTimes') === true
  const times = useReadLater('enrolments-familyTimes', { studentId: student.id }, { enabled: mayTimes }).data
  const hasAuditing = useFeature('auditing')
  const close = () => setOpen(null)
  return (
    <div className="grid gap-3">
      {student.sections.length === 0 && <p className="text-sm text-ink-2">{panel('noClasses')}</p>}
      <ul className="grid text-sm">
        {student.sections.map(section => {
          const status = statusOf(section)
          const other = otherType(section, hasAuditing)
          return (
            <li key={section.enrolmentId} className="grid gap-1 border-b border-line py-2 first:pt-0 last:border-0">
              <div className="flex flex-wrap items-center gap-2">
                <Chip crayon={section.crayon}>
                  <Name {...section} />
                </Chip>
                {section.waitingPosition !== null ? (
                  <Badge tone="warn">{panel('waitingAt', { position: String(section.waitingPosition) })}</Badge>
                ) : (
                  status !== undefined && status !== 'active' && <Badge>{enrolmentText(status)}</Badge>
                )}
                {section.type === 'audit' && <Badge>{leavings('sitsIn')}</Badge>}
              </div>
              <p className="text-ink-2">
                {[
                  first({ name: section.term, nativeName: section.termNativeName }),
                  `${format.weekday(section.weekday)} ${format.time(section.startsAt)}–${format.time(section.endsAt)}`,
                  section.room,
                  teachersText(section),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {times && (
                <VisitConflicts times={times} child={{ studentId: student.id, sectionId: section.sectionId }} />
              )}
              {status === 'approval' && mayCall('applications-approve') === true && (
                <p>
                  <Link to="/adminapplication" search={{ search: student.name }} className={textLink}>
                    {nav('applications')}
                  </Link>
                </p>
              )}
              {(mayCall('enrolments-move') === true || mayCall('leavings-withdraw') === true) && (
                <div className="flex flex-wrap gap-2 empty:hidden">
                  {mayCall('leavings-transfer') === true && can(section, 'transferred') && (
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={leavings('named', { verb: leavings('change'), section: nameText(section) })}
                      onClick={() => onTransfer(section.enrolmentId)}
                    >
                      {leavings('change')}
                    </Button>
                  )}
                  {mayCall('leavings-changeType') === true && other && (
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={leavings('named', {
                        verb: leavings(`types.${other}`),
                        section: nameText(section),
                      })}
                      onClick={() => onRetype(section.enrolmentId)}
                    >
                      {leavings(`types.${other}`)}
                    </Button>
                  )}
                  {mayCall('leavings-withdraw') === true && can(section, 'withdrawn') && (
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={leavings('named', { verb: leavings('office.leave'), section: nameText(section) })}
                      onClick={() => onLeave(section.enrolmentId)}
                    >
                      {leavings('office.leave')}
                    </Button>
                  )}
                  {(mayCall('enrolments-move') === true
                    ? movesOf(section, mayCall('leavings-withdraw') === true)
                    : []
                  ).map(to => (
                    <Button
                      key={to}
                      size="small"
                      variant={to === 'active' ? 'primary' : 'quiet'}
                      aria-label={leavings('named', { verb: t(`verbs.${to}`), section: nameText(section) })}
                      onClick={() => setOpen({ section, to })}
                    >
                      {t(`verbs.${to}`)}
                    </Button>
                  ))}
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {times && <SiblingClasses times={times} studentId={student.id} />}
      {mayCall('enrolments-enrol') === true && !student.isArchived && (
        <div>
          <Button size="small" icon={Plus} onClick={() => setOpen('enrol')}>
            {t('addClass')}
          </Button>
        </div>
      )}
      {open === 'enrol' && <EnrolDialog student={student} onClose={close} />}
      {open !== null && open !== 'enrol' && <MoveDialog {...open} onClose={close} />}
    </div>
  )
}
