import type { Lottery, LotteryClass, LotteryStatus } from '#contract/enrolment/lotteries.ts'
import { useFirstName } from '#web/words/Name.tsx'
import type { Tone } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

export const drawTones: Record<LotteryStatus, Tone> = {
  draft: 'neutral',
  open: 'info',
  closed: 'warn',
  drawn: 'event',
  finished: 'good',
  cancelled: 'neutral',
}

/** Returns a function that says when a class meets. */
export const useWhen = () => {
  const format = useFormat()
  return ({ weekday, startsAt, endsAt }: Pick<LotteryClass, 'weekday' | 'startsAt' | 'endsAt'>): string =>
    `${format.weekday(weekday)} ${format.time(startsAt)}–${format.time(endsAt)}`
}

/** Returns a function that says when entries open and close; the day is given once if it is the same. */
export const useEntryTimes = () => {
  const format = useFormat()
  return ({ opensAt, closesAt }: Pick<Lottery, 'opensAt' | 'closesAt'>): { opens: string; closes: string } => {
    const isOneDay = format.instant(opensAt, 'day') === format.instant(closesAt, 'day')
    return { opens: format.instant(opensAt), closes: format.instant(closesAt, isOneDay ? 'time' : 'full') }
  }
}

/** Looks up and names the classes of a lottery by their letters. */
export const useDrawClasses = (classes: readonly LotteryClass[]) => {
  const first = useFirstName()
  const of = (code: string): LotteryClass | undefined => classes.find(each => each.code === code)
  return {
    of,
    nameOf: (code: string): string => {
      const found = of(code)
      return found ? first(found) : code
    },
  }
}
