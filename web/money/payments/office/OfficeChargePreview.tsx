import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Preview = Output<'payments-previewCharges'>
type Row = Preview['rows'][number]

type OfficeChargePreviewProps = {
  preview: Preview
  again: readonly string[]
  without: readonly string[]
  onChange: (patch: { again: string[] } | { without: string[] }) => void
}

const flipped = (list: readonly string[], key: string): string[] =>
  list.includes(key) ? list.filter(each => each !== key) : [...list, key]

/** The people who will be charged, and those who already have the same charge: each can be included or left out. */
export const OfficeChargePreview = ({ preview, again, without, onChange }: OfficeChargePreviewProps) => {
  const t = useTranslations('payments.charge')
  const format = useFormat()
  const first = useFirstName()
  const isIn = ({ key, chargedOn }: Row) => (chargedOn === null ? !without.includes(key) : again.includes(key))
  const nameOf = (row: Row) =>
    row.student ? first({ name: row.student, nativeName: row.studentNativeName }) : row.household
  const more = preview.count - preview.rows.filter(isIn).length
  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold">
        {preview.count === 0
          ? t('nobody')
          : t('sum', { n: preview.count, families: preview.households, total: format.money(preview.totalCents) })}
      </p>
      {preview.duplicates > 0 && <Notice tone="warn">{t('duplicates', { n: preview.duplicates })}</Notice>}
      {preview.rows.length > 0 && (
        <div
          tabIndex={0}
          role="group"
          aria-label={t('preview')}
          className="max-h-80 overflow-y-auto rounded-md border border-line px-3"
        >
          {preview.rows.map(row => (
            <Checkbox
              key={row.key}
              checked={isIn(row)}
              onChange={() =>
                onChange(
                  row.chargedOn === null ? { without: flipped(without, row.key) } : { again: flipped(again, row.key) },
                )
              }
              label={nameOf(row)}
              hint={[
                row.student ? row.household : '',
                row.chargedOn ? t('already', { day: format.day(row.chargedOn) }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
          {more > 0 && <p className="py-2 text-sm text-ink-2">{t('more', { n: format.number(more) })}</p>}
        </div>
      )}
    </div>
  )
}
