import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useFeature } from '#web/wire/school.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Later } from '#web/routing/Later.tsx'
import { Named } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Preview = Output<'applications-preview'>

const Sums = ({ preview, asked }: { preview: Preview; asked: number }) => {
  const t = useTranslations('applications')
  const format = useFormat()
  const cell = 'border-b border-line py-2 pe-4 text-start align-top'
  const amount = 'border-b border-line py-2 text-end align-top'
  return (
    <>
      {preview.rows.length < asked && <Notice tone="warn">{t('preview.gone')}</Notice>}
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="text-xs text-ink-2">
              <th className={cell}>{t('preview.child')}</th>
              <th className={cell}>{t('preview.section')}</th>
              <th className={amount}>{t('preview.price')}</th>
            </tr>
          </thead>
          <tbody>
            {preview.rows.map(row => (
              <tr key={row.id}>
                <td className={cell}>
                  <Named names={{ name: row.student, nativeName: row.nativeName }} />
                  {row.unmet.map(reason => (
                    <span key={reason} className="block text-marigold-ink">
                      {t('preview.unmet', { what: t(`reasons.${reason}`) })}
                    </span>
                  ))}
                  {row.promo && (
                    <span className={row.promo.problem ? 'block text-marigold-ink' : 'block text-ink-2'}>
                      {row.promo.problem
                        ? t(`preview.code.${row.promo.problem}`, { code: row.promo.code })
                        : t('preview.code.held', { code: row.promo.code })}
                    </span>
                  )}
                </td>
                <td className={cell}>
                  <Named names={{ name: row.section, nativeName: row.sectionNativeName }} />
                </td>
                <td className={`${amount} tabular-nums`}>{format.money(row.priceCents)}</td>
              </tr>
            ))}
            {preview.feesCents > 0 && (
              <tr>
                <td className={cell} colSpan={2}>
                  {t('preview.fees')}
                </td>
                <td className={`${amount} tabular-nums`}>{format.money(preview.feesCents)}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <td className="py-2" colSpan={2}>
                {t('preview.total')}
              </td>
              <td className="py-2 text-end tabular-nums">{format.money(preview.totalCents)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  )
}

type ApproveProps = { ids: readonly string[]; onDone: () => void; onClose: () => void }

/** Approves one application or many, after a preview of what it charges. */
export const Approve = ({ ids, onDone, onClose }: ApproveProps) => {
  const t = useTranslations('applications')
  const text = useUiText()
  const format = useFormat()
  const hasCodes = useFeature('promoCodes')
  const mails = useMails()
  const [typed, setTyped] = useState('')
  // The preview is requested when the field loses focus, not with every letter.
  const [promoCode, setPromoCode] = useState('')
  const preview = useReadLater('applications-preview', { ids: [...ids], promoCode })
  const labels: Record<string, string> = { promoCode: t('preview.code.label') }
  const form = useForm('applications-approve', path => labels[path] ?? t('preview.note'))
  const [note, setNote] = useState('')
  const found = preview.data
  const n = found?.rows.length ?? ids.length
  const total = format.money(found?.totalCents ?? 0)
  if (n === 0 && !form.isPending && form.saves === 0)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('preview.goneTitle')}
        description={t('preview.goneAll', { n: ids.length })}
        actions={<Button onClick={onClose}>{text.close}</Button>}
      />
    )
  return (
    <FormDialog
      title={t('preview.title', { n })}
      description={t('preview.lead', { mails })}
      verb={found && found.totalCents > 0 ? t('preview.confirm', { n, total }) : t('preview.confirmFree', { n })}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        found &&
        form.send({ ids: found.rows.map(({ id }) => id), agreedCents: found.totalCents, note, promoCode }, answer => {
          toast(t('approved', { n: answer.count }))
          onDone()
        })
      }
    >
      <Later read={preview}>{of => <Sums preview={of} asked={ids.length} />}</Later>
      {hasCodes && (
        <Field {...form.field('promoCode')} label={t('preview.code.label')} hint={t('preview.code.hint')} optional>
          <Input
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            className="uppercase"
            onChange={event => setTyped(event.target.value)}
            onBlur={() => setPromoCode(typed.trim())}
          />
        </Field>
      )}
      <Field {...form.field('note')} label={t('preview.note')} hint={t('noteHint', { mails })} optional>
        <Input maxLength={200} value={note} onChange={event => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
