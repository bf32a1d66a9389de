import { useTranslations } from 'use-intl'
import { ButtonLink } from '#web/routing/link.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Leads people who need a second factor and have none to the page where they set it up. */
export default function SecondFactorDue({ by, isOverdue }: { by: string; isOverdue: boolean }) {
  const t = useTranslations('signingIn.account')
  const format = useFormat()
  return (
    <Notice
      tone="warn"
      title={t('dueTitle')}
      className="mx-gutter mt-4"
      action={
        <ButtonLink to="/account" size="small">
          {t('goSetUp')}
        </ButtonLink>
      }
    >
      {isOverdue ? t('overdue') : t('due', { day: format.instant(by, 'day') })}
    </Notice>
  )
}
