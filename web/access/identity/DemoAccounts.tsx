import { useTranslations } from 'use-intl'
import type { SchoolFacts } from '#web/wire/school.ts'
import { Button } from '#web/ui/Button.tsx'

type DemoAccount = SchoolFacts['demoAccounts'][number]
type DemoAccountsProps = { accounts: readonly DemoAccount[]; onEnter: (account: DemoAccount) => void }

/** The people as whom anyone may look at the demo school. */
export default function DemoAccounts({ accounts, onEnter }: DemoAccountsProps) {
  const t = useTranslations('login')
  const roleNames = useTranslations('account.roleNames')
  const roleName = (role: string) =>
    role === 'admin' || role === 'teacher' || role === 'parent' ? roleNames(role) : role
  return (
    <section className="mt-6 border-t border-line pt-5">
      <h2 className="font-sans text-sm font-semibold tracking-normal text-ink-2">{t('demo')}</h2>
      <div className="mt-3 flex flex-wrap gap-2">
        {accounts.map(account => (
          <Button key={account.email} size="small" title={account.email} onClick={() => onEnter(account)}>
            {roleName(account.role)}
          </Button>
        ))}
      </div>
    </section>
  )
}
