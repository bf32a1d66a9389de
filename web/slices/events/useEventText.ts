import { useTranslations } from 'use-intl'
import type { EventRow } from '#contract/events.ts'
import { useFormat } from '#web/useFormat.ts'

type Span = Pick<EventRow, 'isAllDay' | 'startsOn' | 'endsOn' | 'startTime' | 'endTime'>

/** When something is, in the reader's words. */
export const useEventText = () => {
  const t = useTranslations('events')
  const format = useFormat()
  const hours = ({ isAllDay, startTime, endTime }: Span): string =>
    isAllDay || startTime === null || endTime === null
      ? t('allDay')
      : t('until', { from: format.time(startTime), to: format.time(endTime) })
  return {
    hours,
    /** Day and time: Saturday, September 26, 2026, 5:00 PM – 8:00 PM. */
    when: (of: Span): string => {
      if (of.startsOn === of.endsOn) return `${format.day(of.startsOn, 'long')}, ${hours(of)}`
      const [from, to] = [format.day(of.startsOn, 'weekday'), format.day(of.endsOn, 'weekday')]
      return of.isAllDay || of.startTime === null || of.endTime === null
        ? t('until', { from, to })
        : t('until', { from: `${from}, ${format.time(of.startTime)}`, to: `${to}, ${format.time(of.endTime)}` })
    },
    /** A time of the wall clock, YYYY-MM-DDTHH:MM. */
    wall: (wall: string): string => `${format.day(wall.slice(0, 10), 'weekday')}, ${format.time(wall.slice(11))}`,
    /** A slot's time, its day left out where the event has only one. */
    slot: ({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }, of: Span): string =>
      startsAt === null || endsAt === null
        ? ''
        : `${of.startsOn === of.endsOn && startsAt.startsWith(of.startsOn) ? '' : `${format.day(startsAt.slice(0, 10), 'weekday')}, `}${t('until', { from: format.time(startsAt.slice(11)), to: format.time(endsAt.slice(11)) })}`,
  }
}
