import { useTranslations } from 'use-intl'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type ReplacedProps = {
  /** What others saved meanwhile in fields that the person changed too, as `useChanges` returns it. */
  fields: object
  /** Names a field. */
  labelOf: (path: string) => string
}

/** Names, at the end of a form, the fields that others saved meanwhile, so that a save doesn't replace them unseen. */
export const Replaced = ({ fields, labelOf }: ReplacedProps) => {
  const t = useTranslations('field')
  const format = useFormat()
  const names = Object.keys(fields)
  return (
    names.length > 0 && (
      <Notice alert tone="warn" title={t('changed')} className="sticky bottom-0 z-10">
        {format.list(names.map(labelOf))}
      </Notice>
    )
  )
}
