import { useTranslations } from 'use-intl'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { toast } from '#web/ui/Toast.tsx'

/** Undoes a batch and shows the result. */
export const useUndoBatch = () => {
  const t = useTranslations('batches')
  const failureText = useFailureText()
  const undo = useWrite('batches-undo')
  return async (id: string): Promise<void> => {
    try {
      await undo.send({ id })
      toast(t('undone'))
    } catch (error) {
      toast(failureText(error))
    }
  }
}
