import { useTranslations } from 'use-intl'
import type { OwnCode } from '#contract/teaching/absences.ts'
import type { Change } from '#web/teaching/absences/unsentMarks.ts'
import { useNames } from '#web/words/Name.tsx'

/** Returns a function that puts a mark into words: the school's own code or the standard one, and the note. */
export const useMarkText = (ownCodes: readonly OwnCode[]): ((mark: Change) => string) => {
  const t = useTranslations('roll')
  const attendance = useTranslations('attendance')
  const names = useNames()
  return ({ code, ownCodeId, note }) => {
    const own = ownCodes.find(({ id }) => id === ownCodeId)
    const word = own ? names(own).first : code ? attendance(`codes.${code}`) : attendance('none')
    return note ? t('withNote', { mark: word, note }) : word
  }
}
