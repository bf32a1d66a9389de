import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Assignment } from '#contract/teaching/assignments.ts'
import { useForm } from '#web/records/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type ReturnSomeProps = { assignment: Assignment; studentIds: string[]; onClose: () => void; onDone: () => void }

/** The same feedback and points for several students at once. */
export const ReturnSome = ({ assignment, studentIds, onClose, onDone }: ReturnSomeProps) => {
  const t = useTranslations('assignments.mark')
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const [feedback, setFeedback] = useState('')
  const form = useForm('assignments-returnAll', path => t(path === 'points' ? 'points' : 'feedback'))
  const n = studentIds.length
  const points = form.field('points')
  const worth = typed.trim().replace(',', '.')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('returnTitle', { n })}
      description={t('returnText')}
      actions={
        <Button type="submit" form="return-some" variant="primary" pending={form.isPending}>
          {t('returnDo', { n })}
        </Button>
      }
    >
      <form
        id="return-some"
        noValidate
        className="grid gap-4"
        onSubmit={event => {
          event.preventDefault()
          const given = worth === '' ? null : Number.isNaN(Number(worth)) ? -1 : Number(worth)
          form.send({ assignmentId: assignment.id, studentIds, feedback, points: given }, () => {
            toast(t('returned', { n }))
            onDone()
          })
        }}
      >
        {form.failure && (
          <Notice alert tone="danger">
            {form.failure}
          </Notice>
        )}
        {assignment.maxPoints !== null && (
          <Field
            label={t('points')}
            optional
            id={points.id}
            error={points.error && t('pointsError', { max: format.number(assignment.maxPoints) })}
          >
            <span className="flex items-center gap-3">
              <Input
                inputMode="decimal"
                className="w-24"
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
              <span className="text-ink-2">{t('outOf', { max: format.number(assignment.maxPoints) })}</span>
            </span>
          </Field>
        )}
        <Field label={t('feedback')} optional {...form.field('feedback')}>
          <Textarea value={feedback} onChange={event => setFeedback(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
