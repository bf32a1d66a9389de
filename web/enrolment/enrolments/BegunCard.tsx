import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** A registration that was begun and not sent, with a link to where it stopped; nothing if there is none. */
export const BegunCard = () => {
  const t = useTranslations('dashboard')
  const format = useFormat()
  // No device keeps it, so without a connection the rest of the page shows what is kept.
  const { savedAt, startedAt } = useReadLater('enrolments-begun', {}, { withPage: true }).data ?? { savedAt: null }
  if (savedAt === null) return null
  return (
    <Card title={t('draftTitle', { day: format.instant(startedAt ?? savedAt, 'day') })}>
      <p className="max-w-[66ch] text-ink-2">{t('draftText')}</p>
      <div className="mt-5">
        <ButtonLink to="/registration" variant="primary" wide="phone">
          {t('goOn')}
        </ButtonLink>
      </div>
    </Card>
  )
}
