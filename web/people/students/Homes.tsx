import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { StudentHome } from '#contract/people/students.homes.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Later } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { Part } from '#web/records/record.tsx'
import { EmergencyContacts } from '#web/people/students/shared/EmergencyContacts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { phoneHref } from '#web/ui/phoneHref.ts'

const Custody = ({ id, note, onClose }: { id: string; note: string; onClose: () => void }) => {
  const t = useTranslations('homes')
  const form = useForm('students-changeCustody', () => t('note'))
  const [{ text }, set, replaced] = useChanges({ text: note })
  const fieldText = useTranslations('field')
  const medical = useTranslations('record.medical')
  return (
    <FormDialog
      title={t('custody')}
      description={t('custodyHint')}
      verb={t('change')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id, note: text }, () => {
          toast(t('saved'))
          onClose()
        })
      }
    >
      <Field label={t('note')} optional {...form.field('note')}>
        <Textarea rows={4} value={text} onChange={event => set({ text: event.target.value })} />
      </Field>
      {replaced.text !== undefined && (
        <Notice alert tone="warn" title={fieldText('changed')}>
          {replaced.text || medical('none')}
        </Notice>
      )}
    </FormDialog>
  )
}

const Guardian = ({ guardian }: { guardian: StudentHome['guardians'][number] }) => {
  const t = useTranslations('homes')
  const relationship = useTranslations('record.relationships')
  return (
    <li className="grid gap-1 border-b border-line py-2 last:border-0">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <Named names={guardian} />
        <span className="font-normal text-ink-2">
          {[relationship(guardian.relationship), t('call', { n: String(guardian.contactOrder) })].join(' · ')}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {guardian.phone && (
          <a href={phoneHref(guardian.phone)} className={textLink}>
            {guardian.phone}
          </a>
        )}
        {!guardian.hasDataAccess && <Badge tone="bad">{t('noAccess')}</Badge>}
        {!guardian.mayPickUp && <Badge tone="bad">{t('mayNotFetch')}</Badge>}
      </p>
    </li>
  )
}

/** The homes of a student: who lives there, their permissions, and the office's note on custody. */
export const Homes = ({ studentId }: { studentId: string }) => {
  const t = useTranslations('homes')
  const record = useTranslations('record')
  const firstName = useFirstName()
  const may = useMay()
  const found = useReadLater('students-homes', { id: studentId })
  const decide = useWrite('students-changeCustody')
  const [isEditing, setEditing] = useState(false)
  const note = found.data?.custodyNote ?? ''
  return (
    <Part
      title={t('title')}
      aside={
        found.data &&
        may('students-changeCustody') === true && (
          <Button size="small" onClick={() => setEditing(true)}>
            {t(note === '' ? 'add' : 'change')}
          </Button>
        )
      }
    >
      <Later read={found}>
        {({ homes, isCustodyOpen }) => (
          <div className="grid gap-4 text-sm">
            {note !== '' && (
              <Notice
                tone="warn"
                title={t(isCustodyOpen ? 'open' : 'custody')}
                action={
                  isCustodyOpen &&
                  may('students-changeCustody') === true && (
                    <Button
                      size="small"
                      pending={decide.isPending}
                      onClick={() =>
                        decide.start({ id: studentId, note, isDecided: true }, () => toast(t('isDecided')))
                      }
                    >
                      {t('decided')}
                    </Button>
                  )
                }
              >
                <p className="whitespace-pre-line">{note}</p>
                {isCustodyOpen && <p className="mt-2">{t('openText')}</p>}
              </Notice>
            )}
            {homes.map(home => (
              <section key={home.householdId} aria-label={firstName(home)}>
                <p className="flex flex-wrap items-center gap-2">
                  <Link to="/adminparent" search={{ id: home.householdId }} className={textLink}>
                    {firstName(home)}
                  </Link>
                  {home.isBilled && <Badge tone="info">{t('billed')}</Badge>}
                </p>
                {home.guardians.length === 0 && <p className="text-ink-2">{t('nobody')}</p>}
                <ul>
                  {home.guardians.map(guardian => (
                    <Guardian key={guardian.id} guardian={guardian} />
                  ))}
                </ul>
                {(home.isBilled || home.contacts.length > 0) && (
                  <div className="mt-3">
                    <h4 className="font-semibold">{record('contact.title')}</h4>
                    {home.contacts.length === 0 && <p className="text-ink-2">{record('contact.none')}</p>}
                    <EmergencyContacts contacts={home.contacts} />
                  </div>
                )}
              </section>
            ))}
          </div>
        )}
      </Later>
      {isEditing && <Custody id={studentId} note={note} onClose={() => setEditing(false)} />}
    </Part>
  )
}
