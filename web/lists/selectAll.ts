import { useTranslations } from 'use-intl'
import type { BulkBar } from '#web/ui/BulkBar.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFailureText } from '#web/words/failureText.ts'
import { useFormat } from '#web/words/useFormat.ts'
import type { useChosen } from './listParts.tsx'

/**
 * The bulk bar's button that selects everything `find` returns, including rows not loaded. There is none when all
 * `total` rows are selected.
 */
export const useSelectAll = (
  chosen: ReturnType<typeof useChosen>,
  total: number | undefined,
  find: () => Promise<readonly { id: string }[]>,
): Pick<Parameters<typeof BulkBar>[0], 'more'> => {
  const t = useTranslations('tables.bulk')
  const format = useFormat()
  const failureText = useFailureText()
  if (total === undefined || total <= chosen.ids.length) return {}
  const onSelect = async () => {
    try {
      chosen.choose((await find()).map(({ id }) => id))
    } catch (error) {
      toast(failureText(error))
    }
  }
  return { more: { label: t('selectAll', { count: format.number(total) }), onSelect: () => void onSelect() } }
}
