import { useTranslations } from 'use-intl'
import type { Target } from '#contract/enrolment/leavings.ts'
import { useMails } from '#web/wire/mails.ts'
import { useFieldText } from '#web/words/failureText.ts'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'

/** Why the office has a word in a class, in one sentence; nothing where it has none. */
export const useReasonsText = (): ((reasons: Target['reasons']) => string) => {
  const t = useTranslations('leavings.transfer')
  return reasons => reasons.map(reason => t(`reasons.${reason}`)).join(t('and'))
}

type NoteFieldProps = {
  isOffice: boolean
  /** Why the office has a word in the new class, if there is one. */
  reasons?: Target['reasons']
  note: string
  onChange: (note: string) => void
  error: unknown
}
/** A note to those who read of it; where something is missing that the office lets pass, it says why. */
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
