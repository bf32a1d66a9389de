import { Plus } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { ConsentLevel, Policy } from '#contract/policies.ts'
import { useSchool } from '#web/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useFormat } from '#web/useFormat.ts'
import { useAsked } from './asked.ts'
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

type AgreementProps = {
  policy: Policy
  level: ConsentLevel | ''
  onChange: (level: ConsentLevel | '') => void
}

/** One policy: its words, and the answer that it asks for. */
const Agreement = ({ policy, level, onChange }: AgreementProps) => {
  const t = useTranslations('register')
  const language = useLocale()
  const path = `consents.levels.${policy.kind}`
  const error = useProblemAt(path)
  const title = (language === 'zh' && policy.nativeTitle) || policy.title
  const text = (language === 'zh' && policy.nativeText) || policy.text
  const tick = (label: string) => (
    <Checkbox
      label={label}
      checked={level === 'granted'}
      onChange={event => onChange(event.target.checked ? 'granted' : '')}
    />
  )
  return (
    <Field
      id={path}
      group
      label={title}
      hint={policy.version > 1 ? t('policyVersion', { version: String(policy.version) }) : undefined}
      error={error}
    >
      {text && (
        <div
          tabIndex={0}
          role="region"
          aria-label={title}
          className="mb-2 max-h-72 overflow-y-auto rounded-lg border border-line bg-surface p-4 text-sm whitespace-pre-line"
        >
          {text}
        </div>
      )}
      {policy.answer === 'levels' && (
        <RadioGroup
          options={(['public', 'school', 'none'] as const).map(value => ({
            value,
            label: t(`photoLevel.${value}`),
            hint: t(`photoHint.${value}`),
          }))}
          value={level || null}
          onChange={onChange}
        />
      )}
      {policy.answer === 'choice' && (
        <RadioGroup
          options={[
            { value: 'granted', label: t('choiceYes') },
            { value: 'withdrawn', label: t('choiceNo') },
          ]}
          value={level === '' ? null : level}
          onChange={onChange}
        />
      )}
      {policy.answer === 'release' &&
        tick(policy.kind === 'medical' ? t('medicalReleaseText') : t('agreeTo', { title }))}
      {policy.answer === 'agree' && tick(policy.kind === 'policy' ? t('policyAccept') : t('agreeTo', { title }))}
    </Field>
  )
}

/** What the family allows and agrees to, signed by name. */
export const ConsentsStep = ({ draft }: { draft: Draft }) => {
  const t = useTranslations('register')
  const format = useFormat()
  const facts = useSchool()
  const { policies } = useAsked()
  const { levels, signedName } = draft.consents
  const change = (part: Partial<Draft['consents']>) =>
    changeDraft(each => ({ ...each, consents: { ...each.consents, ...part } }))
  return (
    <>
      {policies.map(policy => (
        <Agreement
          key={policy.kind}
          policy={policy}
          level={levels[policy.kind] ?? ''}
          onChange={level => change({ levels: { ...levels, [policy.kind]: level } })}
        />
      ))}
      <TextField
        path="consents.signedName"
        label={t('signedName')}
        hint={t('signedNameHint', { day: facts ? format.day(facts.today, 'long') : '' })}
        autoComplete="off"
        value={signedName}
        onText={name => change({ signedName: name })}
      />
    </>
  )
}
