import { useTranslations } from 'use-intl'
import { useRead } from '#web/wire/call.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { EventLine, type EventScreen } from '#web/communication/events/EventLines.tsx'
import { Card } from '#web/ui/Page.tsx'

const shown = 2

/** The next few events for the reader; nothing if there are none. `all` links to the whole calendar. */
export const NextEvents = ({ to, all = false }: { to: EventScreen; all?: boolean }) => {
  const t = useTranslations('events')
  const { rows } = useRead('events-agenda', { mine: true })
  if (rows.length === 0) return null
  return (
    <Card
      title={t('next')}
      aside={
        all && (
          <Link to={to} search={{}} className={`-my-2 inline-flex min-h-11 items-center text-sm ${textLink}`}>
            {t('all')}
          </Link>
        )
      }
    >
      <ul className="-my-2 divide-y divide-line">
        {rows.slice(0, shown).map(event => (
          <EventLine key={event.id} event={event} to={to} />
        ))}
      </ul>
    </Card>
  )
}
