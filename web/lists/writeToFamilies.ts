import { useTranslations } from 'use-intl'
import { useNavigate } from '#web/routing/routing.tsx'
import { useFailureText } from '#web/words/failureText.ts'
import { toast } from '#web/ui/Toast.tsx'

/** The most families that a notice can name. Whole classes and levels are addressed as such. */
const addressedAtMost = 100

/** Opens a new notice that is addressed to these families. */
export const useWriteToFamilies = (): ((families: () => Promise<readonly string[]>) => Promise<void>) => {
  const t = useTranslations('tables.bulk')
  const failureText = useFailureText()
  const navigate = useNavigate()
  return async families => {
    try {
      const ids = [...new Set(await families())]
      if (ids.length > addressedAtMost) toast(t('tooManyFamilies', { n: ids.length }))
      else await navigate({ to: '/adminmessage', search: { edit: 'new', family: ids.join() } })
    } catch (error) {
      toast(failureText(error))
    }
  }
}
