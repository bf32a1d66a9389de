import { useLocale } from 'use-intl'
import type { Step } from '#contract/teaching/grades.ts'
import { useNames } from '#web/words/Name.tsx'
import { useSchool, useSchoolName } from '#web/wire/school.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that labels a step in the reader's language. */
export const useStepText = (): ((step: Pick<Step, 'label' | 'nativeLabel'>) => string) => {
  const names = useNames()
  return ({ label, nativeLabel }) => names({ name: label, nativeName: nativeLabel }).first
}

/** Returns a function that formats a percentage to one decimal. */
export const usePercentText = (): ((percent: number) => string) => {
  const format = useFormat()
  return percent => format.percent(percent / 100, 1)
}

/** The line of a printed sheet with the school's name and today's date. */
export const useSheetLine = (): string => {
  const format = useFormat()
  const { today } = useSchool() ?? {}
  return [useSchoolName(useLocale()), today && format.day(today, 'long')].filter(Boolean).join(' · ')
}

/** A result: the label of the scale and the percentage; a dash while nothing counts. */
export const Result = ({ percent, step }: { percent: number | null; step: Step | null }) => {
  const stepText = useStepText()
  const percentText = usePercentText()
  if (percent === null && step === null) return <span className="text-ink-2">–</span>
  return (
    <span className="inline-flex items-baseline gap-2 whitespace-nowrap tabular-nums">
      {step && <span className="font-semibold text-ink">{stepText(step)}</span>}
      {percent !== null && (
        <span className={step ? 'text-ink-2' : 'font-semibold text-ink'}>{percentText(percent)}</span>
      )}
    </span>
  )
}
