import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useSchool } from '#web/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useFormat } from '#web/useFormat.ts'
import { blankContact, changeDraft, type Contact, type Draft } from './draft.ts'
import { Block, TextField, useProblemAt } from './FlowPage.tsx'

const mostContacts = 6

/** Whom the school calls when no guardian answers. */
export const ContactsStep = ({ draft }: { draft: Draft }) => {
  const t = useTranslations('register')
  return (
    <>
      {draft.contacts.map((contact, index) => {
        const at = `contacts.${index}`
        const title = contact.name.trim() || t('contactNumber', { n: String(index + 1) })
        const change = (part: Partial<Contact>) =>
          changeDraft(each => ({
            ...each,
            contacts: each.contacts.map(other => (other.key === contact.key ? { ...other, ...part } : other)),
          }))
        return (
          <Block
            key={contact.key}
            title={title}
            removeLabel={t('removeNamed', { name: title })}
            onRemove={
              draft.contacts.length > 1
                ? () =>
                    changeDraft(each => ({ ...each, contacts: each.contacts.filter(({ key }) => key !== contact.key) }))
                : undefined
            }
          >
            <TextField
              path={`${at}.name`}
              label={t('fullName')}
              autoComplete="off"
              value={contact.name}
              onText={name => change({ name })}
            />
            <TextField
              path={`${at}.phone`}
              label={t('phone')}
              type="tel"
              autoComplete="off"
              value={contact.phone}
              onText={phone => change({ phone })}
            />
            <TextField
              path={`${at}.relationship`}
              label={t('contactRelationship')}
              hint={t('contactRelationshipHint')}
              autoComplete="off"
              optional
              value={contact.relationship}
              onText={relationship => change({ relationship })}
            />
          </Block>
        )
      })}
      {draft.contacts.length < mostContacts && (
        <Button
          icon={Plus}
          className="sm:justify-self-start"
          onClick={() => changeDraft(each => ({ ...each, contacts: [...each.contacts, blankContact()] }))}
        >
          {t('addContact')}
        </Button>
      )}
    </>
  )
}

/** What the family allows and agrees to, signed by name. */
export const ConsentsStep = ({ draft }: { draft: Draft }) => {
  const t = useTranslations('register')
  const format = useFormat()
  const facts = useSchool()
  const { consents } = draft
  const change = (part: Partial<Draft['consents']>) =>
    changeDraft(each => ({ ...each, consents: { ...each.consents, ...part } }))
  const wrong = {
    photo: useProblemAt('consents.photo'),
    medical: useProblemAt('consents.medical'),
    policy: useProblemAt('consents.policy'),
  }
  const policy = facts?.school?.policy ?? ''
  return (
    <>
      <Field id="consents.photo" group label={t('photo')} error={wrong.photo}>
        <RadioGroup
          options={(['public', 'school', 'none'] as const).map(value => ({
            value,
            label: t(`photoLevel.${value}`),
            hint: t(`photoHint.${value}`),
          }))}
          value={consents.photo === '' ? null : consents.photo}
          onChange={photo => change({ photo })}
        />
      </Field>
      <Field id="consents.medical" group label={t('medicalRelease')} error={wrong.medical}>
        <Checkbox
          label={t('medicalReleaseText')}
          checked={consents.medical}
          onChange={event => change({ medical: event.target.checked })}
        />
      </Field>
      <Field
        id="consents.policy"
        group
        label={t('policy')}
        hint={policy ? t('policyVersion', { version: facts?.school?.policyVersion ?? '' }) : undefined}
        error={wrong.policy}
      >
        {policy && (
          <div
            tabIndex={0}
            role="region"
            aria-label={t('policy')}
            className="mb-2 max-h-72 overflow-y-auto rounded-lg border border-line bg-surface p-4 text-sm whitespace-pre-line"
          >
            {policy}
          </div>
        )}
        <Checkbox
          label={t('policyAccept')}
          checked={consents.policy}
          onChange={event => change({ policy: event.target.checked })}
        />
      </Field>
      <TextField
        path="consents.signedName"
        label={t('signedName')}
        hint={t('signedNameHint', { day: facts ? format.day(facts.today, 'long') : '' })}
        autoComplete="off"
        value={consents.signedName}
        onText={signedName => change({ signedName })}
      />
    </>
  )
}
