import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { PushSettings } from '#contract/settings.ts'
import { useRead } from '#web/wire/call.ts'
import { useSchool } from '#web/wire/school.ts'
import { Switch } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'

const Form = ({ push }: { push: PushSettings }) => {
  const t = useTranslations('push.office')
  const school = useSchool()
  const [{ isOn, contact }, change] = useChanges(push)
  const form = useForm('config-changePush', () => t('contact'))
  const describe = (value: PushSettings): string =>
    [t(value.isOn ? 'historyOn' : 'historyOff'), value.contact].filter(Boolean).join(' · ')
  return (
    <RuleForm
      form={form}
      write="config-changePush"
      onSubmit={() => form.send({ isOn, contact: contact.trim() }, () => toast(t('saved')))}
      save={t('save')}
      lead={t('lead')}
      aside={
        <>
          <Card>
            <div className="grid gap-3 text-sm text-ink-2">
              <p>{t('privacy')}</p>
              <p>{t('iphone')}</p>
            </div>
          </Card>
          <RuleHistory kind="push" describe={describe} />
        </>
      }
    >
      <Card>
        <Switch label={t('isOn')} hint={t('isOnHint')} checked={isOn} onChange={next => change({ isOn: next })} />
        <Field label={t('contact')} hint={t('contactHint')} optional className="mt-4" {...form.field('contact')}>
          <Input
            type="email"
            autoComplete="email"
            className="max-w-96"
            placeholder={school?.school?.email}
            value={contact}
            onChange={event => change({ contact: event.target.value })}
          />
        </Field>
      </Card>
    </RuleForm>
  )
}

/** The rule for push notices and the contact for push services; below, the delivery results. */
export const OfficePush = ({ children }: { children: ReactNode }) => {
  const { push } = useRead('config-rules', {})
  return (
    <div className="grid gap-8">
      <Form push={push} />
      <div className="grid max-w-180 gap-5">{children}</div>
    </div>
  )
}
