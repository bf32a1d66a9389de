import { useTranslations } from 'use-intl'
import type { AtRisk } from '#contract/enrolment/cancellations.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const Risk = ({ risk }: { risk: AtRisk }) => {
  const t = useTranslations('cancellations.risk')
  const format = useFormat()
  const firstName = useFirstName()
  const may = useMay()
  const when = risk.daysLeft === null ? null : risk.daysLeft < 0 ? t('begun') : t('inDays', { n: risk.daysLeft })
  return (
    <li className="grid gap-2 border-b border-line py-4 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip crayon={risk.crayon}>
          <Name {...risk} />
        </Chip>
        {when && (
          <span className="text-sm text-ink-2">
            {when}
            {risk.startsOn !== null && ` · ${format.day(risk.startsOn, 'short')}`}
          </span>
        )}
      </div>
      <p className="text-sm">
        {t('count', {
          enrolled: format.number(risk.enrolled),
          minimum: format.number(risk.minimum),
          capacity: format.number(risk.capacity),
        })}
        {risk.waiting > 0 && ` · ${t('waiting', { n: risk.waiting })}`}
      </p>
      <p className="text-sm text-ink-2">
        {risk.merges.length === 0
          ? t('noMerges')
          : `${t('merges')} ${risk.merges.map(each => t('merge', { name: firstName(each), n: each.freeSeats })).join(' · ')}`}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {may('cancellations-cancelClass') === true && (
          <ButtonLink
            to="/adminclass"
            search={{ id: risk.sectionId, cancel: risk.sectionId }}
            className="min-h-control-small"
          >
            {t('callOff')}
          </ButtonLink>
        )}
        {risk.enrolled > 0 && (
          <Link to="/adminstudent" search={{ class: risk.sectionId }} className={`text-sm ${textLink}`}>
            {t('students')}
          </Link>
        )}
      </div>
    </li>
  )
}

/**
 * The classes with fewer students than they need, by start date: where their students could go, and canceling the
 * class.
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
                <Risk key={each.sectionId} risk={each} />
              ))}
            </ul>
          </>
        )
      }
    </Later>
  )
}
