import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { EventRow } from '#contract/communication/events.ts'
import { Link } from '#web/routing/link.tsx'
import { Named } from '#web/words/Name.tsx'
import { useEventText } from '#web/communication/events/useEventText.ts'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The screen on which an event opens. */
export type EventScreen = '/calendar' | '/teacherdashboard/'

/** A calendar leaf: weekday, day, month. */
const Leaf = ({ day, isOff = false }: { day: string; isOff?: boolean }) => {
  const format = useFormat()
  return (
    <span
      className={classes(
        'grid size-13 shrink-0 content-center justify-items-center rounded-lg text-center leading-tight',
        isOff ? 'bg-danger-soft text-danger-ink' : 'bg-plum-soft text-plum-ink',
      )}
      aria-hidden
    >
      <span className="text-2xs font-semibold">
        {format.weekday(new Date(`${day}T00:00:00Z`).getUTCDay() || 7, 'short')}
      </span>
      <span className="display text-base tabular-nums">{format.day(day, 'brief')}</span>
    </span>
  )
}

/** The state of an event for the reader, in one word. */
const EventBadge = ({ event }: { event: EventRow }) => {
  const t = useTranslations('events')
  if (event.state === 'cancelled') return <Badge tone="bad">{t('state.cancelled')}</Badge>
  if (event.state === 'ended') return <Badge>{t('state.ended')}</Badge>
  if (event.myAnswer)
    return <Badge tone={event.myAnswer === 'yes' ? 'good' : 'neutral'}>{t(`answered.${event.myAnswer}`)}</Badge>
  if (event.mySlots > 0) return <Badge tone="good">{t('helping', { n: event.mySlots })}</Badge>
  if (event.needsAnswer) return <Badge tone="warn">{t('answerNeeded')}</Badge>
  return null
}

/** An event as a line that opens it on the screen `to`. */
export const EventLine = ({ event, to }: { event: EventRow; to: EventScreen }) => {
  const format = useFormat()
  const text = useEventText()
  return (
    <li>
      <Link
        to={to}
        search={{ event: event.id }}
        resetScroll={false}
        className="-mx-2 flex min-h-13 items-center gap-3 rounded-md px-2 py-2 hover:bg-sunken"
      >
        <Leaf day={event.startsOn} isOff={event.state === 'cancelled'} />
        <span className="min-w-0 flex-1">
          <span className={classes('block font-semibold', event.state === 'cancelled' && 'line-through')}>
            <Named names={{ name: event.title, nativeName: event.nativeTitle }} />
          </span>
          <span className="block text-sm text-ink-2">
            <span className="sr-only">{format.day(event.startsOn, 'long')} · </span>
            {[event.startsOn === event.endsOn ? text.hours(event) : text.when(event), event.place]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className="mt-1 block empty:hidden">
            <EventBadge event={event} />
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Adds one date to the reader's own calendar program. */
export const ToCalendar = ({ href, name }: { href: string; name: string }) => {
  const label = useTranslations('events')('toCalendarOf', { name })
  return (
    <a
      href={`${href}?lang=${useLocale()}`}
      aria-label={label}
      title={label}
      className="-my-1 inline-grid size-control-small shrink-0 place-items-center rounded-md hover:bg-sunken"
      data-noprint
    >
      <CalendarPlus size={18} aria-hidden />
    </a>
  )
}

type OffLineProps = { day: string; title: string; reason: string; children?: ReactNode }
/** A no-school day, with the reason. */
export const OffLine = ({ day, title, reason, children }: OffLineProps) => {
  const format = useFormat()
  return (
    <li className="flex min-h-13 items-center gap-3 py-2">
      <Leaf day={day} isOff />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-ink-2">
          <span className="sr-only">{format.day(day, 'long')} · </span>
          {reason}
        </span>
      </span>
      {children}
    </li>
  )
}
