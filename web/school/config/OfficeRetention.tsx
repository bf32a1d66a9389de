import { useTranslations } from 'use-intl'
import { RetentionSettings, type RetentionCounts } from '#contract/settings.ts'
import { moneyYears, retained } from '#contract/settings.plain.ts'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'
import { numberOf } from './typed.ts'

type Kind = (typeof retained)[number]
/** True if the office may leave it empty and keep these records forever. */
const isOptional = (kind: Kind): boolean => RetentionSettings.shape[kind].safeParse(null).success

const Runs = ({ settings }: { settings: RetentionSettings }) => {
  const t = useTranslations('schoolRules.retention')
  const format = useFormat()
  const found = useReadLater('config-retention', settings)
  const textOf = (counts: RetentionCounts, rules: RetentionSettings | null): string =>
    format.list(
      retained
        .filter(kind => counts[kind] > 0)
        .map(kind => {
          const part = { n: format.number(counts[kind]), what: t(`field.${kind}`) }
          const days = rules?.[kind] ?? null
          return days === null ? t('part', part) : t('partBy', { ...part, days })
        }),
    )
  return (
    <Card title={t('runs')}>
      <Later read={found}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p className="text-sm text-ink-2">{t('noRuns')}</p>
          ) : (
            <ol className="grid gap-2 text-sm">
              {runs.map(run => {
                const what = textOf(run.counts, run.rules)
                const day = format.instant(run.at)
                return <li key={run.id}>{what ? t('run', { day, what }) : t('runNothing', { day })}</li>
              })}
            </ol>
          )
        }
      </Later>
    </Card>
  )
}

const Form = ({ retention }: { retention: RetentionSettings }) => {
  const t = useTranslations('schoolRules.retention')
  const f = useTranslations('features.retention')
  const format = useFormat()
  const [typed, change] = useChanges(
    Object.fromEntries(retained.map(kind => [kind, String(retention[kind] ?? '')])) as Record<Kind, string>,
  )
  const asked = Object.fromEntries(
    retained.map(kind => [kind, isOptional(kind) && typed[kind].trim() === '' ? null : numberOf(typed[kind])]),
  ) as RetentionSettings
  const parsed = RetentionSettings.safeParse(asked)
  const preview = useReadLater('config-retention', parsed.success ? parsed.data : retention)
  const form = useForm('config-changeRetention', path => t(`field.${path as Kind}`))
  const describe = (value: RetentionSettings): string =>
    retained
      .map(kind => {
        const days = value[kind]
        return days === null
          ? f('kept', { what: t(`field.${kind}`) })
          : `${t(`field.${kind}`)} ${format.number(days)} ${t('days')}`
      })
      .join(' · ')
  return (
    <RuleForm
      form={form}
      write="config-changeRetention"
      onSubmit={() => form.send(asked, () => toast(t('saved')))}
      save={t('save')}
      lead={t('lead')}
      aside={
        <>
          <Card title={t('money')}>
            <p className="text-sm">{t('moneyText', { years: String(moneyYears) })}</p>
            <p className="mt-2 text-sm">{t('children')}</p>
          </Card>
          <Runs settings={retention} />
          <RuleHistory kind="retention" describe={describe} />
        </>
      }
    >
      <Card>
        <div className="grid gap-5">
          {retained.map(kind => (
            <Field
              key={kind}
              label={t(`field.${kind}`)}
              hint={isOptional(kind) ? `${t(`hint.${kind}`)} ${f('empty')}` : t(`hint.${kind}`)}
              {...form.field(kind)}
            >
              <div className="flex flex-wrap items-center gap-3">
                <Input
                  inputMode="numeric"
                  className="w-24 text-end"
                  value={typed[kind]}
                  onChange={event => change({ [kind]: event.target.value })}
                />
                <span>{t('days')}</span>
                <span role="status" className="text-sm text-ink-2 tabular-nums">
                  {preview.data &&
                    (preview.data.now[kind] > 0
                      ? t('now', { n: format.number(preview.data.now[kind]) })
                      : t('nothing'))}
                </span>
              </div>
            </Field>
          ))}
        </div>
      </Card>
    </RuleForm>
  )
}

/**
 * The retention of records: the rule, what would be deleted tonight as typed, and what was deleted in the last nights.
 */
export const OfficeRetention = () => <Form retention={useRead('config-rules', {}).retention} />
