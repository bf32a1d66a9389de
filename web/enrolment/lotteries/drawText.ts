import type { LotteryClass, LotteryStatus } from '#contract/enrolment/lotteries.ts'
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
