import { BookOpen, ChevronRight, CreditCard, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '#web/routing/link.tsx'
import { Card } from '#web/ui/Page.tsx'

export type FamilyTarget = {
  to: '/registration' | '/registration2' | '/parent' | '/student' | '/paymenthistory' | '/classes' | '/account'
  search?: { child?: string; edit?: string; of?: string; part?: 'confirm' | 'requests' }
}

/** A line of a card that links to one of the family's pages. */
export const FamilyLink = ({
  to,
  search,
  icon: Icon,
  children,
}: FamilyTarget & { icon?: LucideIcon; children: ReactNode }) => (
  <li>
    <Link
      to={to}
      {...(search && { search })}
      className="-mx-2 flex min-h-13 items-center gap-3 rounded-md px-2 font-medium hover:bg-sunken"
    >
      {Icon && <Icon size={20} aria-hidden className="shrink-0 text-primary-ink" />}
      <span className="min-w-0 flex-1">{children}</span>
      <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
    </Link>
  </li>
)

/** Links to the family's pages that are not in the navigation. */
export const FamilyLinks = ({ children }: { children?: ReactNode }) => {
  const t = useTranslations('familyHome.links')
  return (
    <Card>
      <ul className="-my-2 divide-y divide-line">
        <FamilyLink to="/classes" icon={BookOpen}>
          {t('classes')}
        </FamilyLink>
        <FamilyLink to="/paymenthistory" icon={CreditCard}>
          {t('payments')}
        </FamilyLink>
        {children}
      </ul>
    </Card>
  )
}
