import { UserPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '#web/routing/link.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { blankGuardian, type Draft, type Guardian } from './draftForm.ts'
import { changeDraft } from './draft.ts'
import { OwnFamilyFields } from './OwnFields.tsx'
import { AddBlock, Block, TextField, useProblemAt } from './FlowPage.tsx'

const mostGuardians = 6

const changeGuardian = (key: string, change: Partial<Guardian>): void =>
  changeDraft(draft => ({
    ...draft,
    guardians: draft.guardians.map(each => (each.key === key ? { ...each, ...change } : each)),
  }))

const kinds = ['mother', 'father', 'grandparent', 'guardian', 'self', 'other'] as const

const Relationship = ({ path, guardian, label }: { path: string; guardian: Guardian; label: string }) => {
  const t = useTranslations('register')
  const error = useProblemAt(path)
  // Only the person at the keyboard can be the student.
  const offered = kinds.filter(kind => kind !== 'self' || guardian.isMe)
  return (
    <Field id={path} label={label} error={error} required>
      <Select
        value={guardian.relationship}
        onChange={event =>
          changeGuardian(guardian.key, { relationship: kinds.find(kind => kind === event.target.value) ?? '' })
        }
      >
        <option value="">{t('choose')}</option>
        {offered.map(kind => (
          <option key={kind} value={kind}>
            {t(`relationship.${kind}`)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** The person who registers, and the family's address. */
export const YouStep = ({ draft, maySeek }: { draft: Draft; maySeek: boolean }) => {
  const t = useTranslations('register')
  const index = draft.guardians.findIndex(({ isMe }) => isMe)
  const me = draft.guardians[index]
  if (!me) return null
  const at = `guardians.${index}`
  return (
    <>
      {maySeek && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl bg-primary-soft px-4 py-3">
          <span>
            <span className="block font-semibold">{t('been')}</span>
            <span className="block text-sm text-ink-2">{t('beenText')}</span>
          </span>
          <ButtonLink to="/registration" search={{ step: 'find' }} size="small">
            {t('find')}
          </ButtonLink>
        </p>
      )}
      <TextField
        path={`${at}.name`}
        label={t('yourName')}
        autoComplete="name"
        value={me.name}
        onText={name => changeGuardian(me.key, { name })}
      />
      <TextField
        path={`${at}.nativeName`}
        label={t('nativeName')}
        hint={t('nativeNameHint')}
        optional
        value={me.nativeName}
        onText={nativeName => changeGuardian(me.key, { nativeName })}
      />
      <Relationship path={`${at}.relationship`} guardian={me} label={t('youAre')} />
      <TextField
        path={`${at}.phone`}
        label={t('phone')}
        hint={t('phoneHint')}
        type="tel"
        autoComplete="tel"
        optional
        value={me.phone}
        onText={phone => changeGuardian(me.key, { phone })}
      />
      <TextField
        path="address"
        label={t('address')}
        autoComplete="street-address"
        optional
        value={draft.address}
        onText={address => changeDraft(each => ({ ...each, address }))}
      />
      <OwnFamilyFields draft={draft} />
    </>
  )
}

/** The other people who care for the children. */
export const GuardiansStep = ({ draft }: { draft: Draft }) => {
  const t = useTranslations('register')
  const others = draft.guardians
    .map((guardian, index) => ({ guardian, at: `guardians.${index}` }))
    .filter(({ guardian }) => !guardian.isMe)
  return (
    <>
      {others.map(({ guardian, at }, index) => {
        const change = (part: Partial<Guardian>) => changeGuardian(guardian.key, part)
        const title = guardian.name.trim() || t('otherGuardian', { n: String(index + 2) })
        return (
          <Block
            key={guardian.key}
            title={title}
            removeLabel={t('removeNamed', { name: title })}
            onRemove={() =>
              changeDraft(each => ({ ...each, guardians: each.guardians.filter(({ key }) => key !== guardian.key) }))
            }
          >
            <TextField
              path={`${at}.name`}
              label={t('fullName')}
              autoComplete="off"
              value={guardian.name}
              onText={name => change({ name })}
            />
            <TextField
              path={`${at}.nativeName`}
              label={t('nativeName')}
              autoComplete="off"
              optional
              value={guardian.nativeName}
              onText={nativeName => change({ nativeName })}
            />
            <Relationship path={`${at}.relationship`} guardian={guardian} label={t('theyAre')} />
            <TextField
              path={`${at}.phone`}
              label={t('phone')}
              type="tel"
              autoComplete="off"
              optional
              value={guardian.phone}
              onText={phone => change({ phone })}
            />
            <TextField
              path={`${at}.email`}
              label={t('email')}
              hint={t('guardianEmailHint')}
              type="email"
              autoComplete="off"
              optional
              value={guardian.email}
              onText={email => change({ email })}
            />
            <div>
              <Checkbox
                label={t('mayPickUp')}
                checked={guardian.mayPickUp}
                onChange={event => change({ mayPickUp: event.target.checked })}
              />
              <Checkbox
                label={t('hasDataAccess')}
                hint={t('hasDataAccessHint')}
                checked={guardian.hasDataAccess}
                onChange={event => change({ hasDataAccess: event.target.checked })}
              />
            </div>
          </Block>
        )
      })}
      <AddBlock
        path="guardians"
        count={draft.guardians.length}
        most={mostGuardians}
        icon={UserPlus}
        onAdd={() => changeDraft(each => ({ ...each, guardians: [...each.guardians, blankGuardian()] }))}
      >
        {t(others.length === 0 ? 'addGuardian' : 'addAnother')}
      </AddBlock>
    </>
  )
}
