import type { LotteryClass, LotteryStatus } from '#contract/lotteries.ts'
import { useClassText } from '#web/classText.ts'
import type { Tone } from '#web/ui/Marks.tsx'

export const drawTones: Record<LotteryStatus, Tone> = {
  draft: 'neutral',
  open: 'info',
  closed: 'warn',
  drawn: 'event',
  finished: 'good',
  cancelled: 'neutral',
}

/** A class of a draw by its letter, in words. */
export const useDrawClasses = (classes: readonly LotteryClass[]) => {
  const text = useClassText()
  const of = (code: string): LotteryClass | undefined => classes.find(each => each.code === code)
  return {
    of,
    nameOf: (code: string): string => {
      const found = of(code)
      return found ? text.names(found).first : code
    },
    when: text.when,
    ages: text.ages,
  }
}
