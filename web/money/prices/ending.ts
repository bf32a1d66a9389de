import { useTranslations } from 'use-intl'
import type { Award } from '#contract/money/prices.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useNameText } from '#web/words/Name.tsx'
import { toast } from '#web/ui/Toast.tsx'

/** Returns a function that names who has a scholarship: the student or the family. */
export const useAwardedText = (): ((award: Award) => string) => {
  const nameText = useNameText()
  return ({ studentId, student, studentNativeName, household }) =>
    studentId === null ? household : nameText({ name: student, nativeName: studentNativeName })
}

/** Ends a scholarship or resumes it, at once and with undo. */
export const useEnding = () => {
  const t = useTranslations('officePrices.awards')
  const failure = useFailureText()
  const nameOf = useAwardedText()
  const write = useWrite('prices-endAward')
  const set = (award: Award, isEnded: boolean): void =>
    void write
      .send({ id: award.id, isEnded })
      .then(() => toast(t(isEnded ? 'ended' : 'goesOn', { name: nameOf(award) }), () => set(award, !isEnded)))
      .catch((error: unknown) => toast(failure(error)))
  return { set, isPending: write.isPending }
}
