import { useTranslations } from 'use-intl'
import type { AtRisk } from '#contract/enrolment/cancellations.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const Risk = ({ of }: { of: AtRisk }) => {
  const t = useTranslations('cancellations.risk')
  const format = useFormat()
  const firstName = useFirstName()
  const may = useMay()
  const when = of.daysLeft === null ? null : of.daysLeft < 0 ? t('begun') : t('inDays', { n: of.daysLeft })
  return (
    <li className="grid gap-2 border-b border-line py-4 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip crayon={of.crayon}>
          <Name {...of} />
        </Chip>
        {when && (
          <span className="text-sm text-ink-2">
            {when}
            {of.startsOn !== null && ` · ${format.day(of.startsOn, 'short')}`}
          </span>
        )}
      </div>
      <p className="text-sm">
        {t('count', {
          enrolled: format.number(of.enrolled),
          minimum: format.number(of.minimum),
          capacity: format.number(of.capacity),
        })}
        {of.waiting > 0 && ` · ${t('waiting', { n: of.waiting })}`}
      </p>
      <p className="text-sm text-ink-2">
        {of.merges.length === 0
          ? t('noMerges')
          : `${t('merges')} ${of.merges.map(each => t('merge', { name: firstName(each), n: each.freeSeats })).join(' · ')}`}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {may('cancellations-cancelClass') === true && (
          <ButtonLink
            to="/adminconfig"
            search={{ subMenu: 'classes', cancel: of.sectionId }}
            className="min-h-control-small"
          >
            {t('callOff')}
          </ButtonLink>
        )}
        {of.enrolled > 0 && (
          <Link to="/adminstudent" search={{ class: of.sectionId }} className={`text-sm ${textLink}`}>
            {t('students')}
          </Link>
        )}
      </div>
    </li>
  )
}

/**
 * Classes that fewer have joined than they need, the one that begins first on top: where their students could go, and
 * calling them off.
 */
export const OfficeAtRisk = () => {
  const t = useTranslations('cancellations.risk')
  const found = useReadLater('cancellations-atRisk', {})
  return (
    <Later read={found}>
      {risks =>
        risks.length === 0 ? (
          <p className="text-ink-2">{t('none')}</p>
        ) : (
          <>
            <p className="max-w-[60ch] text-sm text-ink-2">{t('lead')}</p>
            <ul>
              {risks.map(each => (
                <Risk key={each.sectionId} of={each} />
              ))}
            </ul>
          </>
        )
      }
    </Later>
  )
}
