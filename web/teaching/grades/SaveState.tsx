import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GradeBook } from '#contract/teaching/grades.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useNameText, useNames } from '#web/words/Name.tsx'
import { textOf } from '#web/teaching/grades/cellText.ts'
import type { Edits } from '#web/teaching/grades/useEdits.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'

/** Says whether everything typed has been saved. */
export const SaveState = ({ edits }: { edits: Edits }) => {
  const t = useTranslations('gradeBook')
  const wrong = edits.problems.size
  return (
    <p role="status" data-noprint className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2 tabular-nums">
      {wrong > 0 && <span className="font-medium text-danger-ink">{t('wrong', { n: wrong })}</span>}
      {edits.failure !== null ? (
        <span className="inline-flex items-center gap-2">
          <CloudOff size={18} aria-hidden />
          {t('unsaved', { n: edits.readyCount })}
        </span>
      ) : edits.readyCount > 0 ? (
        edits.isPending ? (
          t('saving', { count: String(edits.readyCount) })
        ) : (
          t('unsaved', { n: edits.readyCount })
        )
      ) : (
        wrong === 0 && edits.amending.length === 0 && t('saved')
      )}
    </p>
  )
}

/** The entries that could not be saved, with a button to send them again. */
export const SaveFailure = ({ edits }: { edits: Edits }) => {
  const t = useTranslations('gradeBook')
  const text = useUiText()
  const failureText = useFailureText()
  if (edits.failure === null) return null
  return (
    <Notice
      alert
      tone="danger"
      className="mb-4"
      title={t('notSent')}
      action={
        <Button size="small" onClick={() => void edits.flush()}>
          {text.retry}
        </Button>
      }
    >
      {failureText(edits.failure)}
    </Notice>
  )
}

const AmendDialog = ({ book, edits, onClose }: { book: GradeBook; edits: Edits; onClose: () => void }) => {
  const t = useTranslations('gradeBook')
  const text = useUiText()
  const failureText = useFailureText()
  const fieldText = useTranslations('field')
  const names = useNames()
  const nameText = useNameText()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const n = edits.amending.length
  const excused = t('excusedShort')
  const save = async () => {
    setTried(true)
    if (reason.trim() === '' || !(await edits.amend(reason.trim()))) return
    toast(t('amended', { n }))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('amendTitle', { n })}
      description={t('amendLead')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" pending={edits.isPending} type="submit" form="amend">
            {t('amendSave', { n })}
          </Button>
        </>
      }
    >
      <form
        id="amend"
        noValidate
        className="grid gap-4"
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        {edits.failure !== null && (
          <Notice alert tone="danger">
            {failureText(edits.failure)}
          </Notice>
        )}
        <ul className="grid gap-1 text-sm">
          {edits.amending.map(({ key, assessmentId, enrolmentId, entry }) => {
            const student = book.rows.find(row => row.enrolmentId === enrolmentId)
            const assessment = book.assessments.find(({ id }) => id === assessmentId)
            return (
              <li key={key} className="flex justify-between gap-4 border-b border-line py-1.5 last:border-0">
                <span>
                  {student && nameText(student)}
                  {assessment && <span className="block text-ink-2">{names(assessment).first}</span>}
                </span>
                <span className="text-end tabular-nums">
                  <span className="font-semibold">{textOf(entry, excused) || t('nothing')}</span>
                  <span className="block text-ink-2">
                    {t('was', { value: textOf(edits.cells.get(key), excused) || t('nothing') })}
                  </span>
                </span>
              </li>
            )
          })}
        </ul>
        <Field
          label={t('reason')}
          hint={t('reasonHint')}
          required
          error={isTried && reason.trim() === '' ? fieldText('empty') : undefined}
        >
          <Input value={reason} maxLength={200} onChange={event => setReason(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}

/** Changes of released grades wait here for their reason. */
export const Amending = ({ book, edits }: { book: GradeBook; edits: Edits }) => {
  const t = useTranslations('gradeBook')
  const [isOpen, setOpen] = useState(false)
  const n = edits.amending.length
  return (
    <>
      {n > 0 && (
        <Notice
          tone="warn"
          className="mb-4"
          action={
            <span className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => edits.takeBack(edits.amending.map(({ key }) => key))}>
                {t('amendTake')}
              </Button>
              <Button size="small" variant="primary" onClick={() => setOpen(true)}>
                {t('amendNow')}
              </Button>
            </span>
          }
        >
          {t('amendWaiting', { n })}
        </Notice>
      )}
      {isOpen && n > 0 && <AmendDialog book={book} edits={edits} onClose={() => setOpen(false)} />}
    </>
  )
}
