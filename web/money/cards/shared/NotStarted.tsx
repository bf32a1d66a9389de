import { useTranslations } from 'use-intl'
import { CallError } from '#web/wire/callError.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Notice } from '#web/ui/States.tsx'

/** Why a card payment didn't start; nothing if there is no error. */
export const NotStarted = ({ error }: { error: unknown }) => {
  const t = useTranslations('cards')
  const failureText = useFailureText()
  if (error === null) return null
  const isOld = error instanceof CallError && error.reason === 'PREVIEW_CHANGED'
  return (
    <Notice alert tone={isOld ? 'warn' : 'danger'}>
      {isOld ? t('changed') : failureText(error)}
    </Notice>
  )
}
