import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { consentLevels, type ConsentKind } from '#contract/familyRecord.ts'
import type { Output } from '#contract/index.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useFirstName } from '#web/Name.tsx'
import { useSchool } from '#web/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/useForm.ts'
import { useFormat } from '#web/useFormat.ts'
import { useUrlState } from '#web/urlState.ts'

type Household = Output<'parents-household'>[number]
type Level = (typeof consentLevels)[ConsentKind][number]
type Child = Household['children'][number]
type Asked = { key: string; kind: ConsentKind; child: Child | null }

const isLevel = (kind: ConsentKind, level: string): level is Level =>
  (consentLevels[kind] as readonly string[]).includes(level)

/** What a family is asked: photos of each child, medical care, and the school's policy. */
const askedOf = (household: Household): Asked[] => [
  ...household.children.map(child => ({ key: `photo-${child.id}`, kind: 'photo' as const, child })),
  { key: 'medical', kind: 'medical', child: null },
  { key: 'policy', kind: 'policy', child: null },
]

/** The newest answer to a question: one for the child itself, or for the whole household where that is newer. */
const answerTo = ({ consents }: Household, { kind, child }: Asked) =>
  consents
    .filter(consent => consent.kind === kind && (consent.studentId === null || consent.studentId === child?.id))
    .sort((a, b) => a.signedAt.localeCompare(b.signedAt))
    .at(-1)

const useQuestion = () => {
  const t = useTranslations('record.consent')
  const firstName = useFirstName()
  return ({ kind, child }: Asked): string =>
    child ? t('photo', { name: firstName(child) }) : t(kind === 'policy' ? 'policy' : 'medical')
}

const Sign = ({ household, asked, onClose }: { household: Household; asked: Asked; onClose: () => void }) => {
  const t = useTranslations('record.consent')
  const question = useQuestion()
  const firstName = useFirstName()
  const school = useSchool()?.school
  const before = answerTo(household, asked)?.level ?? ''
  const { kind, child } = asked
  const [level, setLevel] = useState<Level | null>(
    kind === 'policy' ? 'granted' : isLevel(kind, before) ? before : null,
  )
  const [signedName, setSignedName] = useState('')
  const form = useForm('parents-sign', path => (path === 'signedName' ? t('signedName') : question(asked)), [
    'students',
    'classes',
    'config',
  ])
  return (
    <FormDialog
      title={question(asked)}
      {...(kind === 'policy' && school && { description: t('version', { version: school.policyVersion }) })}
      form={form}
      verb={t('sign')}
      onClose={onClose}
      onSubmit={() =>
        form.send(
          { householdId: household.id, studentId: child?.id ?? null, kind, level: level as Level, signedName },
          () => {
            toast(t('done'))
            onClose()
          },
        )
      }
    >
      {kind === 'policy' ? (
        <p className="max-w-[66ch] whitespace-pre-line">{school?.policy || t('noText')}</p>
      ) : (
        <Field
          group
          {...form.field('level')}
          label={child ? t('photoQuestion', { name: firstName(child) }) : t('medicalQuestion')}
        >
          <RadioGroup
            options={consentLevels[kind].map((value: Level) => ({
              value,
              label: t(`levels.${value}`),
              hint: t(`levelHints.${value}`),
            }))}
            value={level}
            onChange={setLevel}
          />
        </Field>
      )}
      <Field {...form.field('signedName')} label={t('signedName')} hint={t('signedHint')}>
        <Input autoComplete="name" value={signedName} onChange={event => setSignedName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

/** What the family has agreed to, by whom and when; each answer can be signed anew. */
export const ConsentsCard = ({ household }: { household: Household }) => {
  const t = useTranslations('record.consent')
  const format = useFormat()
  const question = useQuestion()
  const version = useSchool()?.school?.policyVersion
  const [{ edit, of }, change] = useUrlState()
  const all = askedOf(household)
  const open = edit === 'sign' ? all.find(({ key }) => key === of || `${household.id}-${key}` === of) : undefined
  return (
    <Card title={t('title')}>
      <ul className="-my-2.5 divide-y divide-line">
        {all.map(asked => {
          const answer = answerTo(household, asked)
          const isOld = asked.kind === 'policy' && answer?.version !== version
          return (
            <li key={asked.key} className="flex items-start justify-between gap-3 py-2.5">
              <div className="min-w-0">
                <p className="text-sm text-ink-2">{question(asked)}</p>
                <p className="font-semibold">
                  {answer && isLevel(asked.kind, answer.level) ? t(`levels.${answer.level}`) : t('unanswered')}
                </p>
                {answer && (
                  <p className="text-sm text-ink-2">
                    {t('signed', {
                      name: answer.signedName,
                      day: format.instant(answer.signedAt, 'day'),
                      version: answer.version,
                    })}
                  </p>
                )}
                {isOld && (
                  <p className="mt-1">
                    <Badge tone="warn">{t('newer')}</Badge>
                  </p>
                )}
              </div>
              <Button
                size="small"
                variant={isOld ? 'primary' : 'quiet'}
                aria-label={t('changeOf', { what: question(asked) })}
                onClick={() => change({ edit: 'sign', of: `${household.id}-${asked.key}` })}
              >
                {t(isOld ? 'signNow' : asked.kind === 'policy' ? 'read' : 'change')}
              </Button>
            </li>
          )
        })}
      </ul>
      {open && <Sign household={household} asked={open} onClose={() => change({ edit: undefined, of: undefined })} />}
    </Card>
  )
}
