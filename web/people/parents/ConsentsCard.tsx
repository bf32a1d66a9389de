import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { ConsentLevel, Policy } from '#contract/school/policies.ts'
import { consentLevels } from '#contract/school/policies.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Later } from '#web/routing/Later.tsx'
import { useOwnText } from '#web/words/ownText.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'
import { useClose } from '#web/routing/wayBack.ts'

type Household = Output<'parents-household'>[number]
type Guardian = Household['guardians'][number]
type Child = Household['children'][number]
type Asked = { key: string; policy: Policy; child: Child | null }

/** The questions to a family: photos for each child, and every other policy once. */
const askedOf = (household: Household, policies: readonly Policy[]): Asked[] =>
  policies.flatMap<Asked>(policy =>
    policy.kind === 'photo'
      ? household.children.map(child => ({ key: `photo-${child.id}`, policy, child }))
      : [{ key: policy.kind, policy, child: null }],
  )

/** Returns the newest answer to a question: the child's own, or the household's if that is newer. */
const answerTo = ({ consents }: Household, { policy, child }: Asked) =>
  consents
    .filter(consent => consent.kind === policy.kind && (consent.studentId === null || consent.studentId === child?.id))
    .sort((a, b) => a.signedAt.localeCompare(b.signedAt))
    .at(-1)

/** True if a question must be answered, for the first time or again. */
const isOpen = (household: Household, asked: Asked): boolean => {
  const answer = answerTo(household, asked)
  return answer === undefined || !(Number(answer.version) >= asked.policy.neededVersion)
}

const useQuestion = () => {
  const t = useTranslations('record.consent')
  const own = useOwnText()
  const firstName = useFirstName()
  return ({ policy, child }: Asked): string =>
    child ? t('photo', { name: firstName(child) }) : own(policy.title, policy.nativeTitle)
}

/** Returns a function that names an answer: a release and a choice have different names for the same level. */
const useLevelText = () => {
  const t = useTranslations('record.consent')
  return ({ answer }: Policy, level: ConsentLevel): string =>
    answer === 'choice' ? t(level === 'granted' ? 'agreed' : 'refused') : t(`levels.${level}`)
}

const PolicyText = ({ policy }: { policy: Policy }) => (
  <p className="max-w-[66ch] whitespace-pre-line">{useOwnText()(policy.text, policy.nativeText)}</p>
)

type SignProps = {
  household: Household
  asked: Asked
  /** The reader's entry among the guardians, whose name signs. */
  me: Guardian | undefined
  onClose: () => void
}

const Sign = ({ household, asked, me, onClose }: SignProps) => {
  const t = useTranslations('record.consent')
  const question = useQuestion()
  const levelText = useLevelText()
  const firstName = useFirstName()
  const { policy, child } = asked
  const levels = consentLevels[policy.answer]
  const before = levels.find(level => level === answerTo(household, asked)?.level) ?? null
  const [level, setLevel] = useState<ConsentLevel | null>(policy.answer === 'agree' ? 'granted' : before)
  const [signedName, setSignedName] = useState('')
  const form = useForm('parents-sign', path => (path === 'signedName' ? t('signedName') : question(asked)))
  const ask = () => {
    if (child) return t('photoQuestion', { name: firstName(child) })
    return policy.kind === 'medical' ? t('medicalQuestion') : t('ask')
  }
  return (
    <FormDialog
      title={question(asked)}
      description={t('version', { version: String(policy.version) })}
      form={form}
      verb={t('sign')}
      onClose={onClose}
      onSubmit={() =>
        form.send(
          {
            householdId: household.id,
            studentId: child?.id ?? null,
            kind: policy.kind,
            level: level as ConsentLevel,
            signedName,
          },
          () => {
            toast(t('done'))
            onClose()
          },
        )
      }
    >
      <PolicyText policy={policy} />
      {policy.answer !== 'agree' && (
        <Field group {...form.field('level')} label={ask()}>
          <RadioGroup
            options={levels.map(value => ({
              value,
              label: levelText(policy, value),
              ...((policy.kind === 'photo' || policy.kind === 'medical') && { hint: t(`levelHints.${value}`) }),
            }))}
            value={level}
            onChange={setLevel}
          />
        </Field>
      )}
      <Field
        {...form.field('signedName')}
        label={t('signedName')}
        hint={me ? t('signedHintName', { name: firstName(me) }) : t('signedHint')}
      >
        <Input autoComplete="name" value={signedName} onChange={event => setSignedName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

/** What the family has already signed, to read again. */
const Reading = ({ asked, onClose }: { asked: Asked; onClose: () => void }) => {
  const t = useTranslations('record.consent')
  const question = useQuestion()
  return (
    <Dialog
      open
      title={question(asked)}
      description={t('version', { version: String(asked.policy.version) })}
      onClose={onClose}
    >
      <PolicyText policy={asked.policy} />
    </Dialog>
  )
}

type ConsentsProps = { household: Household; me: Guardian | undefined; policies: readonly Policy[] }

const Consents = ({ household, me, policies }: ConsentsProps) => {
  const t = useTranslations('record.consent')
  const format = useFormat()
  const question = useQuestion()
  const levelText = useLevelText()
  const [{ edit, of }, change] = useUrlState()
  const close = useClose('edit', 'of')
  const all = askedOf(household, policies)
  // A link from the to-do list names the pending version, for any household.
  const meant = (asked: Asked) =>
    asked.key === of ||
    `${household.id}-${asked.key}` === of ||
    (asked.policy.versionId === of && isOpen(household, asked))
  // What can only be agreed to has no other answer to sign.
  const isOnlyRead = (asked: Asked) => asked.policy.answer === 'agree' && !isOpen(household, asked)
  const open = edit === 'sign' ? all.find(meant) : undefined
  return (
    <>
      <ul className="-my-2.5 divide-y divide-line">
        {all.map(asked => {
          const { policy } = asked
          const answer = answerTo(household, asked)
          const level = consentLevels[policy.answer].find(each => each === answer?.level)
          const waits = isOpen(household, asked)
          const verb = t(waits ? 'signNow' : isOnlyRead(asked) ? 'read' : 'change')
          return (
            <li key={asked.key} className="flex items-start justify-between gap-3 py-2.5">
              <div className="min-w-0">
                <p className="text-sm text-ink-2">{question(asked)}</p>
                <p className="font-semibold">{level ? levelText(policy, level) : t('unanswered')}</p>
                {answer && (
                  <p className="text-sm text-ink-2">
                    {t('signed', {
                      name: answer.signedName,
                      day: format.instant(answer.signedAt, 'day'),
                      version: answer.version,
                    })}
                  </p>
                )}
                {answer && waits && (
                  <p className="mt-1">
                    <Badge tone="warn">{t('newer')}</Badge>
                  </p>
                )}
              </div>
              <Button
                size="small"
                variant={waits ? 'primary' : 'quiet'}
                aria-label={format.labelled(verb, question(asked))}
                onClick={() => change({ edit: 'sign', of: `${household.id}-${asked.key}` })}
              >
                {verb}
              </Button>
            </li>
          )
        })}
      </ul>
      {open &&
        (isOnlyRead(open) ? (
          <Reading asked={open} onClose={close} />
        ) : (
          <Sign household={household} asked={open} me={me} onClose={close} />
        ))}
    </>
  )
}

/** The policies that the family has signed, by whom and when. Answers can be changed; the rules can only be read. */
export const ConsentsCard = ({ household, me }: { household: Household; me: Guardian | undefined }) => {
  const t = useTranslations('record.consent')
  const policies = useReadLater('policies-current', {}, { withPage: true })
  if (policies.data?.length === 0) return null
  return (
    <Card title={t('title')}>
      <Later read={policies}>{current => <Consents household={household} me={me} policies={current} />}</Later>
    </Card>
  )
}
