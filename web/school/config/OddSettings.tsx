import { useTranslations } from 'use-intl'
import type { Odd } from '#rules/oddSettings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type OddSettingsProps = {
  odd: readonly Odd[]
  /** Names a field as the form does. */
  nameOf: (field: string) => string
  onKeep: () => void
  onClose: () => void
}

/** Asks once for confirmation of unusual values, before they are saved. */
export const OddSettings = ({ odd, nameOf, onKeep, onClose }: OddSettingsProps) => {
  const t = useTranslations('oddSettings')
  const format = useFormat()
  const textOf = (each: Odd): string => {
    switch (each.kind) {
      case 'free':
        return t('free', { name: nameOf(each.field) })
      case 'dear':
        return t('dear', { name: nameOf(each.field), amount: format.money(each.cents) })
      case 'long':
        return t('long', { name: nameOf(each.field), days: format.number(each.days) })
      case 'half':
        return t('half', { percent: String(each.percent) })
      case 'rising':
        return t('rising', { line: String(each.line) })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      actions={
        <>
          <Button onClick={onClose}>{t('change')}</Button>
          <Button variant="primary" onClick={onKeep}>
            {t('keep')}
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-1 ps-5">
        {odd.map(each => (
          <li key={each.kind === 'rising' ? each.kind : each.field}>{textOf(each)}</li>
        ))}
      </ul>
    </Dialog>
  )
}
