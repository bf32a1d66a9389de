import { CalendarPlus, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const programs = ['iphone', 'google', 'outlook'] as const

/** The secret link, shown only this once. */
const Link = ({ url }: { url: string }) => {
  const t = useTranslations('events.feed')
  return (
    <div className="grid gap-3">
      <Notice tone="good">{t('once')}</Notice>
      <Field label={t('label')}>
        <Input readOnly value={url} dir="ltr" onFocus={event => event.target.select()} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" icon={Copy} wide="phone" onClick={() => copyText(url, t('copied'))}>
          {t('copy')}
        </Button>
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass('secondary', 'normal', 'phone')}>
          <CalendarPlus size={18} aria-hidden />
          {t('open')}
        </a>
      </div>
    </div>
  )
}

/** The subscription to the person's own calendar: the link, how to add it, a new link, and ending it. */
export const CalendarFeed = ({ isTeacher = false }: { isTeacher?: boolean }) => {
  const t = useTranslations('events.feed')
  const format = useFormat()
  const failureText = useFailureText()
  const feed = useRead('events-feed', {})
  const make = useWrite('events-makeFeed')
  const revoke = useWrite('events-revokeFeed')
  const [url, setUrl] = useState<string | null>(null)
  const error = make.error ?? revoke.error
  const end = () =>
    revoke.start({}, () => {
      setUrl(null)
      toast(t('revoked'))
    })
  return (
    <Card title={t('title')}>
      <div className="grid gap-4">
        <p className="max-w-[66ch] text-ink-2">
          {format.sentences([t(isTeacher ? 'teacherText' : 'text'), !isTeacher && t('privacy')])}
        </p>
        {error !== null && (
          <Notice alert tone="danger">
            {failureText(error)}
          </Notice>
        )}
        {url !== null && <Link url={url} />}
        {feed !== null && (
          <p className="text-sm text-ink-2">
            {format.sentences([
              t('made', { day: format.instant(feed.createdAt, 'day') }),
              feed.lastUsedAt === null ? t('unused') : t('used', { when: format.instant(feed.lastUsedAt) }),
            ])}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant={feed === null ? 'primary' : 'secondary'}
            wide="phone"
            pending={make.isPending}
            onClick={() => make.start({}, made => setUrl(made.url))}
          >
            {t(feed === null ? 'make' : 'again')}
          </Button>
          {feed !== null && (
            <>
              <Button variant="quiet" wide="phone" pending={revoke.isPending} onClick={end}>
                {t('revoke')}
              </Button>
              <span className="text-sm text-ink-2">{t('againHint')}</span>
            </>
          )}
        </div>
        <details className="rounded-md">
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-primary-ink">
            {t('how')}
          </summary>
          <dl className="grid gap-3 pt-1 text-sm">
            {programs.map(program => (
              <div key={program}>
                <dt className="font-semibold">{t(program)}</dt>
                <dd className="max-w-[66ch] text-ink-2">{t(`${program}Text`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </Card>
  )
}
