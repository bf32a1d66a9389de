import { useTranslations } from 'use-intl'
import type { PayingSettings } from '#contract/settings.ts'
import { useRead } from '#web/wire/call.ts'
import { PayingWays } from '#web/school/config/shared/PayingWays.tsx'
import { useSchool } from '#web/wire/school.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { InChinese } from '#web/words/InChinese.tsx'
import { RuleForm } from './RuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'

const Form = ({ paying }: { paying: PayingSettings }) => {
  const t = useTranslations('schoolRules.paying')
  const year = (useSchool()?.today ?? '').slice(0, 4)
  const [typed, change] = useChanges(paying)
  const form = useForm('config-changePaying', path => t(path as keyof PayingSettings))
  const bind = (key: keyof PayingSettings) => ({
    value: typed[key],
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  })
  const line = (key: keyof PayingSettings, hint?: string) => (
    <Field label={t(key)} optional {...(hint && { hint })} {...form.field(key)}>
      <Input {...bind(key)} {...(key.startsWith('native') && { lang: 'zh' })} />
    </Field>
  )
  const prefix = (key: 'receiptPrefix' | 'invoicePrefix') => (
    <Field label={t(key)} hint={t('prefixHint', { example: `${typed[key]}-${year}-00042` })} {...form.field(key)}>
      <Input
        className="max-w-32"
        {...bind(key)}
        onChange={event => change({ [key]: event.target.value.toUpperCase() })}
      />
    </Field>
  )
  const describe = (value: PayingSettings): string =>
    (['payableTo', 'transfer', 'cash', 'taxId', 'receiptPrefix', 'invoicePrefix'] as const)
      .filter(key => value[key] !== '')
      .map(key => t('historyPart', { what: t(key), value: value[key].split('\n')[0] ?? '' }))
      .join(' · ')
  return (
    <RuleForm
      form={form}
      write="config-changePaying"
      onSubmit={() =>
        form.send(typed, saved => {
          change(saved)
          toast(t('saved'))
        })
      }
      save={t('save')}
      lead={t('lead')}
      aside={
        <>
          <Card title={t('preview')}>
            <div role="status">
              <PayingWays ways={typed} />
            </div>
          </Card>
          <RuleHistory kind="paying" describe={describe} />
        </>
      }
    >
      <Card title={t('cheque')}>
        <div className="grid gap-4">
          {line('payableTo')}
          {line('chequeTo')}
          <InChinese text={typed.nativeChequeTo}>{line('nativeChequeTo')}</InChinese>
        </div>
      </Card>
      <Card title={t('transferTitle')}>
        <div className="grid gap-4">
          <Field label={t('transfer')} hint={t('transferHint')} optional {...form.field('transfer')}>
            <Textarea rows={3} {...bind('transfer')} />
          </Field>
          <InChinese text={typed.nativeTransfer}>
            <Field label={t('nativeTransfer')} optional {...form.field('nativeTransfer')}>
              <Textarea rows={3} {...bind('nativeTransfer')} lang="zh" />
            </Field>
          </InChinese>
        </div>
      </Card>
      <Card title={t('cashTitle')}>
        <div className="grid gap-4">
          {line('cash')}
          <InChinese text={typed.nativeCash}>{line('nativeCash')}</InChinese>
        </div>
      </Card>
      <Card title={t('paper')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {line('legalName', t('legalNameHint'))}
          {line('taxId', t('taxIdHint'))}
          {prefix('receiptPrefix')}
          {prefix('invoicePrefix')}
        </div>
      </Card>
    </RuleForm>
  )
}

/** The payment instructions and the texts on paper, with a live preview of what families see. */
export const OfficePaying = () => <Form paying={useRead('config-rules', {}).paying} />
