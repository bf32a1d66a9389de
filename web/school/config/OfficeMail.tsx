import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { Stat } from '#web/ui/Stat.tsx'
import { useForm } from '#web/records/useForm.ts'
import { MailServerForm } from './MailServerForm.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The result of the test email; read again when the outbox changes. */
const Result = ({ mailId, to }: { mailId: string; to: string }) => {
  const t = useTranslations('schoolMail')
  const state = useReadLater('config-mailState', { mailId })
  if (!state.data) return null
  const { status, error, problem } = state.data
  return (
    <Notice tone={status === 'failed' ? 'danger' : status === 'sent' ? 'good' : 'info'} alert={status === 'failed'}>
      {t(`result.${status}`, { to })} {problem !== null && t(`problem.${problem}`)}
      {error && <span className="mt-1 block font-mono text-xs break-words">{error}</span>}
      {status === 'queued' && (
        <Button size="small" variant="quiet" onClick={() => void state.refetch()}>
          {t('look')}
        </Button>
      )}
    </Notice>
  )
}

/** The school's outgoing email: the server, recent results, and a test. */
export const OfficeMail = () => {
  const t = useTranslations('schoolMail')
  const format = useFormat()
  const mail = useRead('config-mail', {})
  const me = useRead('users-me', {})
  const [to, setTo] = useState(me?.email ?? '')
  const [sent, setSent] = useState<{ mailId: string; to: string } | null>(null)
  const form = useForm('config-testMail', () => t('to'))
  return (
    <div className="grid gap-4">
      <Card title={t('how')}>
        {mail.mode === 'smtp' && <p>{t('smtp', { from: mail.from })}</p>}
        {mail.isFixed && mail.mode === 'smtp' && <p className="mt-2 text-sm text-ink-2">{t('fixed')}</p>}
        {mail.isFixed && mail.mode === 'kept' && (
          <p>
            {t('demo')}{' '}
            <a href="/mailbox" className={textLink}>
              {t('mailbox')}
            </a>
          </p>
        )}
        {!mail.isFixed && (
          <>
            {mail.settings.way === 'open' && <p className="mb-2">{t('open')}</p>}
            <MailServerForm mail={mail} />
          </>
        )}
      </Card>
      <section aria-label={t('week')} className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {(['sent', 'kept', 'queued', 'failed'] as const).map(status => (
          <Stat
            key={status}
            label={t(`status.${status}`)}
            value={format.number(mail.week[status])}
            tone={status === 'failed' && mail.week.failed > 0 ? 'warn' : 'normal'}
            hint={t('week')}
          />
        ))}
      </section>
      {mail.lastError && (
        <Notice tone="warn">
          {t('lastError')} <span className="block font-mono text-xs break-words">{mail.lastError}</span>
        </Notice>
      )}
      {(mail.mode === 'smtp' || mail.isFixed) && (
        <Card title={t('test')}>
          <form
            noValidate
            className="grid max-w-md gap-4"
            onSubmit={event => {
              event.preventDefault()
              form.send({ to }, answer => setSent({ mailId: answer.mailId, to: to.trim() }))
            }}
          >
            {form.failure && (
              <Notice alert tone="danger">
                {form.failure}
              </Notice>
            )}
            <Field label={t('to')} required {...form.field('to')}>
              <Input type="email" autoComplete="email" value={to} onChange={event => setTo(event.target.value)} />
            </Field>
            <div>
              <Button type="submit" variant="primary" pending={form.isPending}>
                {t('send')}
              </Button>
            </div>
            {sent && <Result key={sent.mailId} {...sent} />}
          </form>
        </Card>
      )}
      <p className="text-sm">
        <Link to="/adminmessage" search={{ tab: 'outbox' }} className={textLink}>
          {t(mail.mode === 'smtp' ? 'outbox' : 'keptOutbox')}
        </Link>
      </p>
    </div>
  )
}
