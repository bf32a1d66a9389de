import { Archive, ArchiveRestore, Eraser, HeartPulse, Merge, Pencil, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { healthFields, saidIn } from '#contract/studentFields.plain.ts'
import type { Household } from '#contract/people/parents.ts'
import type { useArchiving } from '#web/lists/archiving.ts'
import { usePages, useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { lazily } from '#web/routing/lazily.tsx'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { EmergencyContacts } from '#web/people/students/shared/EmergencyContacts.tsx'
import { useMay } from '#web/session/may.ts'
import { useFirstName, useNameText } from '#web/words/Name.tsx'
import { Fact, Part } from '#web/records/record.tsx'
import { OfficeFamilyForm } from '#web/people/parents/office/OfficeFamilyForm.tsx'
import { OfficeGuardians } from '#web/people/parents/office/OfficeGuardians.tsx'
import { OfficeRequests } from '#web/people/parents/office/OfficeRequests.tsx'
import { notInYet } from '#web/people/parents/notInYet.ts'
import { PickUpList } from '#web/people/parents/PickUpCard.tsx'
import { AddPickUp } from '#web/people/parents/pickUpParts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Tongues } from '#web/words/Tongues.tsx'

const row = 'grid gap-1 border-b border-line py-2.5 first:pt-0 last:border-0'

const Children = ({ household }: { household: Household }) => {
  const t = useTranslations('adminParent')
  const states = useTranslations('officeWords.enrolment')
  const format = useFormat()
  const nameText = useNameText()
  return (
    <ul className="grid text-sm">
      {household.children.map(child => (
        <li key={child.id} className={row}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <Link to="/adminstudent" search={{ id: child.id }} className={textLink}>
              <Tongues text={nameText(child)} />
            </Link>
            {child.birthOn && <span className="text-ink-2">{t('born', { day: format.day(child.birthOn) })}</span>}
          </p>
          {saidIn(healthFields, child).length > 0 && (
            <p className="flex items-start gap-2 text-danger-ink">
              <HeartPulse size={16} aria-hidden className="mt-0.5 shrink-0" />
              {saidIn(healthFields, child).join(' · ')}
            </p>
          )}
          <p className="flex flex-wrap gap-1.5">
            {child.sections.map(section => {
              const why = notInYet(section.status)
              return (
                <Chip key={section.id} crayon={section.crayon}>
                  <Tongues text={nameText(section)} />
                  {why && format.aside(why === 'waiting' || why === 'offered' ? t('waiting') : states(why))}
                </Chip>
              )
            })}
            {child.sections.length === 0 && <span className="text-ink-2">{t('noClasses')}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The family's pending change requests; nothing if there are none. */
const Requests = ({ householdId }: { householdId: string }) => {
  const t = useTranslations('record.ask')
  const waiting = usePages('parents-requests', { status: 'filed', householdId })
  if (!waiting.rows?.length) return null
  return (
    <Part title={t('title')}>
      <OfficeRequests householdId={householdId} />
    </Part>
  )
}

const Record = ({
  household,
  more,
  onAddChild,
}: {
  household: Household
  more?: ReactNode
  onAddChild: () => void
}) => {
  const t = useTranslations('adminParent')
  const people = useTranslations('people')
  const may = useMay()
  const [editing, setEditing] = useState(false)
  const officeText = useTranslations('officeWords')
  const record = useTranslations('record')
  const firstName = useFirstName()
  const format = useFormat()
  const [adding, setAdding] = useState<'allow' | 'deny' | null>(null)
  // An area of the office that may not manage policies uses those that everyone may read.
  const isKeeper = may('policies-list')
  const kept = useReadLater('policies-list', {}, { enabled: isKeeper === true }).data
  const current = useReadLater('policies-current', {}, { enabled: isKeeper === false }).data
  const policies = kept ?? current ?? []
  const policyOf = (kind: string) => policies.find(each => each.kind === kind)
  const consentText = (kind: string, level: string): string => {
    if (kind === 'photo' && officeText.has(`photo.${level as 'none'}`)) return officeText(`photo.${level as 'none'}`)
    if (level !== 'withdrawn') return t('agreed')
    return record(policyOf(kind)?.answer === 'choice' ? 'consent.refused' : 'consent.levels.withdrawn')
  }
  const consentLabel = ({ kind, studentId }: Household['consents'][number]): string => {
    const child = household.children.find(({ id }) => id === studentId)
    const policy = policyOf(kind)
    const label = policy ? firstName({ name: policy.title, nativeName: policy.nativeTitle }) : ''
    return child ? format.labelled(label, firstName(child)) : label
  }
  return (
    <div className="grid gap-6">
      {household.isArchived && <Notice>{people('archivedHint')}</Notice>}
      {editing && <OfficeFamilyForm household={household} onDone={() => setEditing(false)} />}
      <Requests householdId={household.id} />
      <div className="flex items-start justify-between gap-3">
        <dl className="grid flex-1 grid-cols-2 gap-3 text-sm">
          {household.balanceCents !== null && (
            <Fact label={t('balance')}>
              {household.balanceCents > 0
                ? t('owes', { amount: format.money(household.balanceCents) })
                : household.balanceCents < 0
                  ? officeText('credit', { amount: format.money(-household.balanceCents) })
                  : officeText('nothingDue')}
            </Fact>
          )}
          <Fact label={t('address')}>{household.address || t('noAddress')}</Fact>
        </dl>
        {!editing && may('parents-change') === true && (
          <Button size="small" icon={Pencil} aria-label={people('family.change')} onClick={() => setEditing(true)}>
            {people('edit')}
          </Button>
        )}
      </div>
      <OfficeGuardians household={household} />
      <Part
        title={t('children')}
        aside={
          may('students-create') === true && (
            <Button size="small" icon={Plus} onClick={onAddChild}>
              {people('student.add')}
            </Button>
          )
        }
      >
        <Children household={household} />
      </Part>
      <Part title={record('contact.title')}>
        {household.contacts.length === 0 && <p className="text-sm text-ink-2">{record('contact.none')}</p>}
        <div className="text-sm">
          <EmergencyContacts contacts={household.contacts} />
        </div>
      </Part>
      <Part
        title={record('pickUp.title')}
        aside={
          may('parents-denyPickUp') === true && (
            <span className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => setAdding('allow')}>
                {record('pickUp.add')}
              </Button>
              <Button size="small" onClick={() => setAdding('deny')}>
                {record('pickUp.bar')}
              </Button>
            </span>
          )
        }
      >
        <PickUpList household={household} isOffice />
        {adding && <AddPickUp household={household} rule={adding} onClose={() => setAdding(null)} />}
      </Part>
      <Part title={t('consents')}>
        {household.consents.length === 0 && <p className="text-sm text-ink-2">{t('noConsents')}</p>}
        <dl className="grid gap-3 text-sm">
          {household.consents.map(consent => (
            <Fact key={`${consent.kind}${consent.studentId ?? ''}`} label={consentLabel(consent)}>
              {consentText(consent.kind, consent.level)}
              <span className="block text-xs font-normal text-ink-2">
                {t('signed', {
                  name: consent.signedName,
                  day: format.instant(consent.signedAt, 'day'),
                  version: consent.version,
                })}
              </span>
            </Fact>
          ))}
        </dl>
      </Part>
      {more}
    </div>
  )
}

type PanelProps = {
  id: string
  /** Content below the record. */
  more?: (household: Household) => ReactNode
  archiving: ReturnType<typeof useArchiving>
  onAddChild: (household: Household) => void
  onClose: () => void
}

const Erase = lazily(() => import('./OfficeErase.tsx').then(module => module.OfficeErase))

/** One family's record, beside the list. */
export const OfficeFamilyPanel = ({ id, more, archiving, onAddChild, onClose }: PanelProps) => {
  const t = useTranslations('adminParent')
  const people = useTranslations('people')
  const may = useMay()
  const merge = useTranslations('duplicates.merge')
  const firstName = useFirstName()
  const [isErasing, setErasing] = useState(false)
  const found = useReadLater('parents-get', { id })
  const household = found.data
  return (
    <SidePanel
      open
      onClose={onClose}
      title={household ? firstName(household) : t('record')}
      {...(household && {
        actions: (
          <>
            {may('parents-archive') === true &&
              (household.isArchived ? (
                <>
                  {!household.isErased && (
                    <Button icon={ArchiveRestore} pending={archiving.isPending} onClick={() => archiving.restore([id])}>
                      {people('restore')}
                    </Button>
                  )}
                  {!household.isErased && may('parents-erase') === true && (
                    <Button icon={Eraser} onClick={() => setErasing(true)}>
                      {people('erase')}
                    </Button>
                  )}
                </>
              ) : (
                <Button icon={Archive} pending={archiving.isPending} onClick={() => archiving.archive([id], onClose)}>
                  {people('archive')}
                </Button>
              ))}
            {may('duplicates-merge') === true && (
              <ButtonLink to="/adminparent" search={{ merge: `household.${id}.` }} icon={Merge}>
                {merge('open')}
              </ButtonLink>
            )}
            {may('payments-ledger') === true && (
              <ButtonLink to="/adminpayment" search={{ family: id }} variant="primary">
                {t('toLedger')}
              </ButtonLink>
            )}
          </>
        ),
      })}
    >
      {isErasing && household && <Erase family={household} onClose={() => setErasing(false)} onErased={onClose} />}
      {archiving.problems.map(problem => (
        <Notice key={problem} alert tone="warn" className="mb-4">
          {problem}
        </Notice>
      ))}
      <Later read={found}>
        {record => <Record household={record} more={more?.(record)} onAddChild={() => onAddChild(record)} />}
      </Later>
    </SidePanel>
  )
}
