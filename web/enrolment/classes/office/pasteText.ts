import { useTranslations } from 'use-intl'
import type { PasteHint, PasteProblem } from '#rules/pastedClasses/notes.ts'
import type { PasteCounts } from '#rules/pastedClasses/plan.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns functions that put a cell's problems and hints into words. */
export const useNoteText = () => {
  const problems = useTranslations('pasteClasses.problem')
  const hints = useTranslations('pasteClasses.hint')
  const format = useFormat()
  const values = ({ text, from, to }: Pick<PasteProblem, 'text' | 'from' | 'to'>) => ({
    text,
    from: format.number(from),
    to: format.number(to),
    weekday: from >= 1 && from <= 7 ? format.weekday(from) : '',
    fromMoney: format.money(from),
    toMoney: format.money(to),
  })
  return {
    problemText: (problem: PasteProblem): string => problems(problem.code, values(problem)),
    hintText: (hint: PasteHint): string => hints(hint.code, values(hint)),
  }
}

const counted = ['programmes', 'courses', 'rooms', 'teachers', 'classes'] as const

/** Returns a function that lists counts: "12 courses, 6 rooms, 14 teachers and 30 classes". */
export const useCountsText = (): ((counts: PasteCounts) => string) => {
  const t = useTranslations('pasteClasses.n')
  const format = useFormat()
  return counts => format.all(counted.filter(part => counts[part] > 0).map(part => t(part, { n: counts[part] })))
}
