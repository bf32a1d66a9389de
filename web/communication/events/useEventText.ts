import { useTranslations } from 'use-intl'
import type { EventRow } from '#contract/communication/events.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Span = Pick<EventRow, 'isAllDay' | 'startsOn' | 'endsOn' | 'startTime' | 'endTime'>

/** Returns functions that format the times of events. */
export const useEventText = () => {
  const t = useTranslations('events')
  const format = useFormat()
  const until = (from: string, to: string): string => t('until', { from, to })
  const at = (day: string, time: string): string => t('dayTime', { day, time })
  const hours = ({ startTime, endTime }: Span): string =>
    startTime === null || endTime === null ? t('allDay') : until(format.time(startTime), format.time(endTime))
  /** Formats a wall-clock time, YYYY-MM-DDTHH:MM. */
  const wall = (text: string): string => at(format.day(text.slice(0, 10), 'weekday'), format.time(text.slice(11)))
  return {
    hours,
    wall,
    /** Day and time: Saturday, September 26, 2026, 5:00 PM – 8:00 PM. */
    when: (of: Span): string => {
      const { startsOn, endsOn, startTime, endTime } = of
      if (startsOn === endsOn) return at(format.day(startsOn, 'long'), hours(of))
      return startTime === null || endTime === null
        ? until(format.day(startsOn, 'weekday'), format.day(endsOn, 'weekday'))
        : until(wall(`${startsOn}T${startTime}`), wall(`${endsOn}T${endTime}`))
    },
    /** The time of a slot, without the day if the event has only one. */
    slot: ({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }, of: Span): string => {
      if (startsAt === null || endsAt === null) return ''
      const time = until(format.time(startsAt.slice(11)), format.time(endsAt.slice(11)))
      const isKnown = of.startsOn === of.endsOn && startsAt.startsWith(of.startsOn)
      return isKnown ? time : at(format.day(startsAt.slice(0, 10), 'weekday'), time)
    },
  }
}
