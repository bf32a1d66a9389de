import { useTranslations } from 'use-intl'
import { Link, textLink } from '#web/routing/link.tsx'
import type { FamilyStep } from './problems.ts'

type ChangeProps =
  | { to: '/registration'; search: { step: FamilyStep; back: 'summary' }; label: string }
  | { to: '/registration2'; label: string }

/** A link from the summary to the page that changes a part of it. */
export const Change = ({ label, ...to }: ChangeProps) => {
  const t = useTranslations('summary')
  return (
    <Link {...to} className={`inline-flex min-h-11 items-center text-sm ${textLink}`}>
      {t('change')}
      <span className="sr-only"> {label}</span>
    </Link>
  )
}
