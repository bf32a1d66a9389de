import { useTranslations } from 'use-intl'
import { useRead } from '#web/wire/call.ts'
import { ButtonLink, Link } from '#web/routing/link.tsx'
import { useNames } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { Stat } from '#web/ui/Stat.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The office's figures, each leading to the list behind it. */
export const OfficeTiles = () => {
  const t = useTranslations('officeTiles')
  const names = useNames()
  const format = useFormat()
  const figures = useRead('terms-figures', {})
  if (!figures.term)
    return (
      <Empty
        action={
          <ButtonLink to="/adminconfig" variant="primary">
            {t('makeTerm')}
          </ButtonLink>
        }
      >
        {t('noTerm')}
      </Empty>
    )
  const tiles = [
    { key: 'students', to: '/adminstudent', value: figures.students, isWaiting: false },
    { key: 'families', to: '/adminparent', value: figures.households, isWaiting: false },
    ...(figures.unpaidHouseholds === null
      ? []
      : [{ key: 'unpaid', to: '/adminpayment', value: figures.unpaidHouseholds, isWaiting: true } as const]),
    { key: 'waiting', to: '/adminstudent', value: figures.waiting, isWaiting: true },
    { key: 'rolls', to: '/admindashboard', value: figures.missingRolls.length, isWaiting: true },
    { key: 'unverified', to: '/adminuser', value: figures.unverifiedAccounts, isWaiting: true },
  ] as const
  const hints: Partial<Record<(typeof tiles)[number]['key'], string>> = {
    students: t('places', { enrolled: format.number(figures.enrolled), places: format.number(figures.places) }),
    ...(figures.owedCents !== null && { unpaid: t('owed', { amount: format.money(figures.owedCents) }) }),
  }
  return (
    <section aria-labelledby="office-figures" className="grid gap-3">
      <h2 id="office-figures" className="text-lg">
        {t('title', { term: names(figures.term).first })}
      </h2>
      <ul className="grid grid-cols-2 gap-3 min-[56.25rem]:grid-cols-3">
        {tiles.map(({ key, to, value, isWaiting }) => (
          <li key={key} className="grid">
            <Link
              to={to}
              className={classes('group grid rounded-lg', '[&>div]:transition-colors [&:hover>div]:bg-sunken')}
            >
              <Stat
                label={t(key)}
                value={format.number(value)}
                hint={hints[key]}
                tone={isWaiting && value > 0 ? 'warn' : 'normal'}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
