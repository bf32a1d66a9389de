import { useTranslations } from 'use-intl'
import { useRead } from '#web/wire/call.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { Named } from '#web/words/Name.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { Stat } from '#web/ui/Stat.tsx'
import { useDeviceText } from '#web/words/deviceText.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { tones, useSentText } from '../sentText.ts'
import { TestButton } from '../TestButton.tsx'

/** The delivery of push notices, a test, and recent failures. */
export const OfficeDevices = () => {
  const t = useTranslations('push.office')
  const text = useSentText()
  const format = useFormat()
  const device = useDeviceText()
  const { contact, devices, people, week, failures } = useRead('push-status', {})
  return (
    <>
      {contact === null && (
        <Notice tone="warn" title={t('noContact')}>
          {t('noContactText')}
        </Notice>
      )}
      <section aria-label={t('figures')} className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Stat label={t('devices')} value={format.number(devices)} hint={t('people', { n: people })} />
        <Stat label={t('sent')} value={format.number(week.sent)} hint={t('week')} />
        <Stat label={t('queued')} value={format.number(week.queued)} hint={t('week')} />
        <Stat
          label={t('failed')}
          value={format.number(week.failed)}
          tone={week.failed > 0 ? 'warn' : 'normal'}
          hint={t('week')}
        />
      </section>
      <Card title={t('test')}>
        <p className="mb-3 text-sm text-ink-2">
          {t.rich('testText', {
            link: chunks => (
              <Link to="/account" className={textLink}>
                {chunks}
              </Link>
            ),
          })}
        </p>
        <TestButton variant="primary" />
      </Card>
      <Card title={t('lately')}>
        {failures.length === 0 ? (
          <p className="text-sm text-ink-2">{t('nothingFailed')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {failures.map(each => (
              <li key={each.id} className="grid gap-0.5 py-2 text-sm">
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <Named names={{ name: each.person, nativeName: each.nativeName }} />
                  <span className="text-ink-2">
                    {device(each.device)} · {t(`kind.${each.kind}`)} · {format.instant(each.at)}
                  </span>
                </span>
                <Status tone={tones[each.status]}>{text(each)}</Status>
                {each.detail && <span className="font-mono text-xs break-words text-ink-2">{each.detail}</span>}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
