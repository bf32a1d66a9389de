import { CalendarDays, MapPin } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { useGuestRead } from '#web/wire/guestRead.ts'
import { textLink } from '#web/routing/link.tsx'
import { Named } from '#web/words/Name.tsx'
import { PagePart } from '#web/ui/PagePart.tsx'
import { useOwnText } from '#web/words/ownText.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Public events as cards; nothing if there are none. The heading level fits a part of the home page. */
export const PublicEvents = () => {
  const t = useTranslations('publicEvents')
  const format = useFormat()
  const own = useOwnText()
  const language = useLocale()
  const events = useGuestRead('events-public', {})
  if (events.length === 0) return null
  return (
    <PagePart title={t('title')} className="border-t border-line first:border-0">
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {events.map(event => (
          <li key={event.id} className="grid content-start gap-2 rounded-xl border border-line bg-surface p-4 sm:p-5">
            <p className="flex items-center gap-2 text-sm font-semibold text-plum-ink">
              <CalendarDays size={18} aria-hidden className="shrink-0" />
              <time dateTime={event.startsOn}>
                {format.parts([
                  format.day(event.startsOn, 'weekday') +
                    (event.endsOn > event.startsOn ? ` – ${format.day(event.endsOn, 'weekday')}` : ''),
                  event.startTime === null ? t('allDay') : format.time(event.startTime),
                ])}
              </time>
            </p>
            <h3 className="display text-lg">
              <Named names={{ name: event.title, nativeName: event.nativeTitle }} />
            </h3>
            <p className="line-clamp-4 text-sm whitespace-pre-line text-ink-2 empty:hidden">
              {own(event.description, event.nativeDescription)}
            </p>
            {event.place && (
              <p className="flex items-center gap-2 text-sm text-ink-2">
                <MapPin size={18} aria-hidden className="shrink-0" />
                {event.place}
              </p>
            )}
            <a
              href={`/files/public-dates/event-${event.id}.ics?lang=${language}`}
              title={own(event.title, event.nativeTitle)}
              className={`text-sm ${textLink}`}
            >
              {t('toCalendar')}
            </a>
          </li>
        ))}
      </ul>
    </PagePart>
  )
}
