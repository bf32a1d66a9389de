import { useTranslations } from 'use-intl'
import type { ClassRules } from '#contract/settings.ts'
import { useFeature } from '#web/wire/school.ts'
import { useRead } from '#web/wire/call.ts'
import { MonthDayInput, useMonthDayText } from '#web/records/MonthDayInput.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { InChinese } from '#web/words/InChinese.tsx'
import { RuleForm } from './RuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'

const Form = ({ rules }: { rules: ClassRules }) => {
  const t = useTranslations('classRules.page')
  const monthDay = useMonthDayText()
  const hasTrials = useFeature('trials')
  const [values, set] = useChanges(rules)
  const form = useForm('config-changeClassRules', path => t(path === 'bring' || path === 'nativeBring' ? path : 'age'))
  const describe = (of: ClassRules): string =>
    [
      of.ageCutoff === null ? t('textFirst') : t('textAge', { day: monthDay(of.ageCutoff) }),
      ...(hasTrials ? [t(of.creditsTrials ? 'textCredit' : 'textKept')] : []),
    ].join(' · ')
  return (
    <RuleForm
      form={form}
      write="config-changeClassRules"
      onSubmit={() => form.send(values, () => toast(t('saved')))}
      save={t('save')}
      lead={t('lead')}
      aside={<RuleHistory kind="classRules" describe={describe} />}
    >
      <Card>
        <div className="grid gap-5">
          <Field {...form.field('ageCutoff')} label={t('age')} hint={t('ageHint')} group>
            <RadioGroup
              name="ageCutoff"
              value={values.ageCutoff === null ? 'first' : 'day'}
              onChange={kind => set({ ageCutoff: kind === 'first' ? null : '09-01' })}
              options={[
                { value: 'first', label: t('ageFirst') },
                { value: 'day', label: t('ageDay') },
              ]}
            />
            {values.ageCutoff !== null && (
              <MonthDayInput value={values.ageCutoff} onChange={ageCutoff => set({ ageCutoff })} />
            )}
          </Field>
          {hasTrials && (
            <>
              <Checkbox
                label={t('creditsTrials')}
                checked={values.creditsTrials}
                onChange={event => set({ creditsTrials: event.target.checked })}
              />
              <Field {...form.field('bring')} label={t('bring')} hint={t('bringHint')} optional>
                <Textarea rows={2} value={values.bring} onChange={event => set({ bring: event.target.value })} />
              </Field>
              <InChinese text={values.nativeBring}>
                <Field {...form.field('nativeBring')} label={t('nativeBring')} optional>
                  <Textarea
                    rows={2}
                    value={values.nativeBring}
                    onChange={event => set({ nativeBring: event.target.value })}
                  />
                </Field>
              </InChinese>
            </>
          )}
        </div>
      </Card>
    </RuleForm>
  )
}

/** The default rules of all classes: when ages count, and what guests read. */
export const OfficeClassRules = () => <Form rules={useRead('config-classRules', {})} />
