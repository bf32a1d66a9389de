import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { PushSettings } from '#contract/settings.ts'
import { useRead } from '#web/call.ts'
import { useMay } from '#web/may.ts'
import { useSchool } from '#web/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/useForm.ts'
import { RuleHistory } from './RuleHistory.tsx'

const Form = ({ push }: { push: PushSettings }) => {
  const t = useTranslations('push.office')
  const may = useMay()
  const school = useSchool()
  const [isOn, setOn] = useState(push.isOn)
  const [contact, setContact] = useState(push.contact)
  const form = useForm('config-changePush', () => t('contact'), ['push'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send({ isOn, contact: contact.trim() }, () => toast(t('saved')))
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ErrorSummary problems={form.problems} attempt={form.attempt} />
      {form.failure && (
        <Notice alert tone="danger">
          {form.failure}
        </Notice>
      )}
      <Card>
        <Switch label={t('isOn')} hint={t('isOnHint')} checked={isOn} onChange={setOn} />
        <Field label={t('contact')} hint={t('contactHint')} optional className="mt-4" {...form.field('contact')}>
          <Input
            type="email"
            autoComplete="email"
            className="max-w-96"
            placeholder={school?.school?.email}
            value={contact}
            onChange={event => setContact(event.target.value)}
          />
        </Field>
      </Card>
      {may('config-changePush') === true && (
        <Button type="submit" variant="primary" pending={form.isPending} className="justify-self-start">
          {t('save')}
        </Button>
      )}
    </form>
  )
}

/** Whether the school sends notifications to devices, and whom push services may ask; how they fare stands between. */
export const OfficePush = ({ children }: { children: ReactNode }) => {
  const t = useTranslations('push.office')
  const { push } = useRead('config-rules', {})
  const describe = (value: PushSettings): string =>
    [t(value.isOn ? 'historyOn' : 'historyOff'), value.contact].filter(Boolean).join(' · ')
  return (
    <div className="grid max-w-180 gap-5">
      <div className="grid gap-2 text-ink-2">
        <p>{t('lead')}</p>
        <p>{t('privacy')}</p>
        <p>{t('iphone')}</p>
      </div>
      <Form push={push} />
      {children}
      <RuleHistory kind="push" describe={describe} />
    </div>
  )
}
