import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ConsentLevel, Policy } from '#contract/school/policies.ts'
import { useOwnText } from '#web/words/ownText.ts'
import { useSchool } from '#web/wire/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/States.tsx'
import { inOrder } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useAsked } from './asked.ts'
import { blankContact, type Contact, type Draft, namesOf } from './draftForm.ts'
import { changeDraft, toSign, useDraft } from './draft.ts'
import { AddBlock, Block, TextField, useProblemAt } from './FlowPage.tsx'

const mostContacts = 6

type MayPickUpProps = { path: string; isAllowed: boolean; onChange: (isAllowed: boolean) => void }

const MayPickUp = ({ path, isAllowed, onChange }: MayPickUpProps) => {
  const t = useTranslations('register')
  const error = useProblemAt(path)
  return (
    <Field id={path} error={error}>
      <Checkbox label={t('mayPickUp')} checked={isAllowed} onChange={event => onChange(event.target.checked)} />
    </Field>
  )
}

/** The contacts of a family whose children this guardian may not all see: only the office changes them. */
const ContactsOnRecord = ({ contacts }: { contacts: readonly Contact[] }) => {
  const t = useTranslations('register')
  return (
    <>
      <Notice>{t(contacts.length === 0 ? 'contactsMissing' : 'contactsByOffice')}</Notice>
      {contacts.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line bg-surface px-4 sm:px-5">
          {contacts.map(({ key, name, phone, relationship, mayPickUp }) => (
            <li key={key} className="py-3">
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-ink-2">
                {[relationship, phone, mayPickUp && t('mayPickUp')].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The emergency contacts for when no guardian answers. */
export const ContactsStep = ({ draft }: { draft: Draft }) => {
  const t = useTranslations('register')
  const known = useDraft()?.known
  if (known?.isWhole === false) return <ContactsOnRecord contacts={draft.contacts} />
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
            <MayPickUp
              path={`${at}.mayPickUp`}
              isAllowed={contact.mayPickUp}
              onChange={mayPickUp => change({ mayPickUp })}
            />
          </Block>
        )
      })}
      <AddBlock
        path="contacts"
        count={draft.contacts.length}
        most={mostContacts}
        icon={Plus}
        onAdd={() => changeDraft(each => ({ ...each, contacts: [...each.contacts, blankContact()] }))}
      >
        {t('addContact')}
      </AddBlock>
    </>
  )
}

type AgreementProps = {
  policy: Policy
  level: ConsentLevel | ''
  onChange: (level: ConsentLevel | '') => void
}

/** One policy: its text, and the answer that it asks for. */
const Agreement = ({ policy, level, onChange }: AgreementProps) => {
  const t = useTranslations('register')
  const own = useOwnText()
  const path = `consents.levels.${policy.kind}`
  const error = useProblemAt(path)
  const title = own(policy.title, policy.nativeTitle)
  const text = own(policy.text, policy.nativeText)
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

/** The policies with their answers, and the name that signs them. */
export const Signing = ({ draft, policies }: { draft: Draft; policies: readonly Policy[] }) => {
  const t = useTranslations('register')
  const format = useFormat()
  const facts = useSchool()
  const { levels, signedName } = draft.consents
  const language = useLocale()
  const guardian = draft.guardians.find(({ isMe }) => isMe)
  const me = guardian ? inOrder(language, namesOf(guardian)).first : ''
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
        {...(me !== '' && {
          hint: t('signedNameHint', { name: me, day: facts ? format.day(facts.today, 'long') : '' }),
        })}
        autoComplete="name"
        value={signedName}
        onText={name => change({ signedName: name })}
      />
    </>
  )
}

/** The policies that were signed before and are still valid, with a way to answer them again. */
const Signed = ({ policies, onChange }: { policies: readonly Policy[]; onChange: (kind: string) => void }) => {
  const t = useTranslations('register')
  const own = useOwnText()
  const format = useFormat()
  const known = useDraft()?.known
  return (
    <ul className="rounded-xl border border-line bg-surface px-4 sm:px-5">
      {policies.map(policy => {
        const signed = known?.signed.find(({ kind }) => kind === policy.kind)
        const title = own(policy.title, policy.nativeTitle)
        return signed ? (
          <li
            key={policy.kind}
            className="flex items-start justify-between gap-4 border-b border-line py-3 last:border-0"
          >
            <span className="min-w-0">
              <span className="block font-semibold">{title}</span>
              <span className="block text-sm text-ink-2">
                {t(`signedLevel.${signed.level}`)} · {t('policyVersion', { version: String(signed.version) })} ·{' '}
                {t('signedBy', { name: signed.signedName, day: format.instant(signed.signedAt, 'day') })}
              </span>
            </span>
            <Button
              size="small"
              variant="quiet"
              aria-label={`${t('changeAnswer')} ${title}`}
              onClick={() => onChange(policy.kind)}
            >
              {t('changeAnswer')}
            </Button>
          </li>
        ) : null
      })}
    </ul>
  )
}

/** The policies that the family agrees to, signed by name, with earlier signatures below. */
export const ConsentsStep = ({ draft }: { draft: Draft }) => {
  const { policies } = useAsked()
  const [opened, setOpened] = useState<readonly string[]>([])
  const needed = toSign(policies)
  const isOpen = ({ kind }: Policy) => needed.some(each => each.kind === kind) || opened.includes(kind)
  const open = policies.filter(policy => isOpen(policy) || draft.consents.levels[policy.kind])
  const signed = policies.filter(policy => !open.includes(policy))
  return (
    <>
      {open.length > 0 && <Signing draft={draft} policies={open} />}
      {signed.length > 0 && <Signed policies={signed} onChange={kind => setOpened([...opened, kind])} />}
    </>
  )
}
