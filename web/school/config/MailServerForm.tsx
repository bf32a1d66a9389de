import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { MailSettings } from '#contract/settings.ts'
import { PageForm } from '#web/records/PageForm.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useMay } from '#web/session/may.ts'
import { schoolReady, useSchool } from '#web/wire/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'

type Line = Exclude<keyof MailSettings, 'way' | 'port'>

/** Chooses how emails are sent: through a mail server with an account, or by the office itself. */
export const MailServerForm = ({ mail }: { mail: Output<'config-mail'> }) => {
  const t = useTranslations('schoolMail')
  const may = useMay()
  const school = useSchool()?.school
  const [{ port, ...typed }, change] = useChanges({
    ...mail.settings,
    port: String(mail.settings.port),
    senderName: mail.settings.senderName || (school?.name ?? ''),
    senderAddress: mail.settings.senderAddress || (school?.email ?? ''),
  })
  const [password, setPassword] = useState('')
  const form = useForm('config-changeMail', path => {
    const name = path.replace('mail.', '')
    return name in mail.settings && name !== 'way' ? t(name as Line | 'port') : t('password')
  })
  const mayChange = may('config-changeMail') === true
  const bind = (key: Line) => ({
    value: typed[key],
    disabled: !mayChange,
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  })
  const submit = () =>
    form.send({ mail: { ...typed, port: Number(port) }, ...(password !== '' && { password }) }, saved => {
      change({ ...saved, port: String(saved.port) })
      setPassword('')
      void schoolReady(true)
      toast(t(saved.way === 'server' ? 'savedServer' : 'saved'))
    })
  return (
    <PageForm form={form} onSubmit={submit} className="max-w-160 gap-4">
      <RadioGroup
        name="way"
        value={typed.way}
        onChange={way => change({ way })}
        options={(['server', 'hand'] as const).map(value => ({
          value,
          label: t(`way.${value}`),
          hint: t(`way.${value}Hint`),
          disabled: !mayChange,
        }))}
      />
      {typed.way === 'server' && (
        <>
          <div className="flex flex-wrap gap-4">
            <div className="min-w-0 flex-1 basis-64">
              <Field label={t('host')} hint={t('hostHint')} required {...form.field('mail.host')}>
                <Input {...bind('host')} autoComplete="off" spellCheck={false} />
              </Field>
            </div>
            <div className="w-40">
              <Field label={t('port')} hint={t('portHint')} required {...form.field('mail.port')}>
                <Input
                  inputMode="numeric"
                  value={port}
                  disabled={!mayChange}
                  onChange={event => change({ port: event.target.value })}
                />
              </Field>
            </div>
          </div>
          <Field label={t('account')} hint={t('accountHint')} optional {...form.field('mail.account')}>
            <Input {...bind('account')} autoComplete="off" spellCheck={false} />
          </Field>
          <Field
            label={t('password')}
            hint={t(mail.hasPassword ? 'passwordKept' : 'passwordHint')}
            {...form.field('password')}
          >
            <PasswordInput
              autoComplete="new-password"
              value={password}
              disabled={!mayChange}
              onChange={event => setPassword(event.target.value)}
            />
          </Field>
          <Field label={t('senderName')} optional {...form.field('mail.senderName')}>
            <Input {...bind('senderName')} />
          </Field>
          <Field label={t('senderAddress')} required {...form.field('mail.senderAddress')}>
            <Input type="email" {...bind('senderAddress')} />
          </Field>
          {mail.week.kept > 0 && mail.mode === 'kept' && <Notice>{t('notResent')}</Notice>}
        </>
      )}
      {mayChange && (
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={typed.way === 'open'}
          pending={form.isPending}
        >
          {t('save')}
        </Button>
      )}
    </PageForm>
  )
}
