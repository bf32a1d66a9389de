import { useTranslations } from 'use-intl'
import type { Target } from '#contract/enrolment/leavings.ts'
import { useMails } from '#web/wire/mails.ts'
import { useFieldText } from '#web/words/failureText.ts'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'

/**
 * Returns a function that joins the reasons why a class needs the office's approval in one sentence; '' if there are
 * none.
 */
export const useReasonsText = (): ((reasons: Target['reasons']) => string) => {
  const t = useTranslations('leavings.transfer')
  return reasons => reasons.map(reason => t(`reasons.${reason}`)).join(t('and'))
}

type NoteFieldProps = {
  isOffice: boolean
  /** The reasons why the new class needs the office's approval, if any. */
  reasons?: Target['reasons']
  note: string
  onChange: (note: string) => void
  error: unknown
}
/** A note to those who are told of the change; if the office waives a requirement, it says why. */
export const NoteField = ({ isOffice, reasons = [], note, onChange, error }: NoteFieldProps) => {
  const t = useTranslations('leavings')
  const mails = useMails()
  const why = useReasonsText()
  const fieldText = useFieldText()
  const missing = isOffice ? reasons.filter(reason => reason !== 'class') : []
  const mustSay = missing.length > 0
  return (
    <>
      {mustSay && <Notice tone="warn">{t('transfer.passes', { why: why(missing) })}</Notice>}
      <Field
        label={t(mustSay ? 'transfer.reason' : isOffice ? 'note' : 'askNote')}
        hint={t(!isOffice ? 'askNoteHint' : mails === 'kept' ? 'noteHintKept' : 'noteHint')}
        error={fieldText(error, 'note')}
        optional={!mustSay}
        required={mustSay}
      >
        <Textarea rows={2} maxLength={200} value={note} onChange={event => onChange(event.target.value)} />
      </Field>
    </>
  )
}
