import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Assignment, TurnKind, Work } from '#contract/teaching/assignments.ts'
import { submissionMoves } from '#contract/teaching/assignments.plain.ts'
import { useWrite } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { useFailureText, useFieldText } from '#web/words/failureText.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type MarkFormProps = { assignment: Assignment; work: Work; onDone: () => void; onStep: (by: 1 | -1) => void }

/** The write's own `error` shows a failure; the promise outlives the form, which remounts with each turn. */
const isShown = () => undefined

/** The points and feedback for one student's work, and its next state; it can be used entirely by keyboard. */
export const MarkForm = ({ assignment, work, onDone, onStep }: MarkFormProps) => {
  const t = useTranslations('assignments.mark')
  const format = useFormat()
  const failure = useFailureText()
  const fieldText = useFieldText()
  const name = useFirstName()(work)
  const [points, setPoints] = useState(work.points === null ? '' : String(work.points))
  const [feedback, setFeedback] = useState(work.feedback)
  const giveBack = useWrite('assignments-return')
  const askAgain = useWrite('assignments-askAgain')
  const excuse = useWrite('assignments-excuse')
  const unexcuse = useWrite('assignments-unexcuse')
  const form = useRef<HTMLFormElement>(null)
  const one = { assignmentId: assignment.id, studentId: work.studentId }
  const may = (turn: TurnKind) => submissionMoves[work.status].includes(turn)
  const error = giveBack.error ?? askAgain.error ?? excuse.error ?? unexcuse.error
  const forget = () => [giveBack, askAgain, excuse, unexcuse].forEach(({ reset }) => reset())
  const worth = points.trim().replace(',', '.')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    forget()
    // Text that isn't a number is sent as an invalid one, so that the field shows the error.
    const given = worth === '' ? null : Number.isNaN(Number(worth)) ? -1 : Number(worth)
    giveBack.send({ ...one, feedback, points: given }).then(() => {
      toast(t('returnedOne', { name }))
      onDone()
    }, isShown)
  }
  const ask = () => {
    forget()
    askAgain.send({ ...one, feedback }).then(() => {
      toast(t('asked', { name }))
      onDone()
    }, isShown)
  }
  const undoExcuse = () => {
    unexcuse.send(one).then(() => toast(t('unexcused', { name })), isShown)
  }
  const doExcuse = () => {
    excuse.send(one).then(() => toast(t('excused', { name }), undoExcuse), isShown)
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        if (submissionMoves[work.status].includes('returned')) form.current?.requestSubmit()
      }
      if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault()
        onStep(event.key === 'ArrowDown' ? 1 : -1)
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onStep, work.status])
  const hasField = error instanceof CallError && error.fields.length > 0
  return (
    <form ref={form} data-noprint noValidate onSubmit={submit} className="grid gap-4">
      {error !== null && !hasField && (
        <Notice alert tone="danger">
          {failure(error)}
        </Notice>
      )}
      {may('returned') && (
        <>
          {assignment.maxPoints !== null && (
            <Field
              label={t('points')}
              id="points"
              error={fieldText(error, 'points') && t('pointsError', { max: format.number(assignment.maxPoints) })}
            >
              <span className="flex items-center gap-3">
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  className="w-24 tabular-nums"
                  value={points}
                  onChange={event => setPoints(event.target.value)}
                />
                <span className="text-ink-2">{t('outOf', { max: format.number(assignment.maxPoints) })}</span>
              </span>
            </Field>
          )}
          <Field label={t('feedback')} id="feedback" hint={t('askHint')} error={fieldText(error, 'feedback')}>
            <Textarea value={feedback} maxLength={4000} onChange={event => setFeedback(event.target.value)} />
          </Field>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {may('returned') && (
          <Button type="submit" variant="primary" pending={giveBack.isPending} wide="phone">
            {t(work.status === 'returned' ? 'returnAgain' : 'return')}
          </Button>
        )}
        {may('resubmit-requested') && work.isEnrolled && !assignment.isOver && (
          <Button pending={askAgain.isPending} onClick={ask}>
            {t('askAgain')}
          </Button>
        )}
        {may('excused') && (
          <Button variant="quiet" pending={excuse.isPending} onClick={doExcuse}>
            {t('excuse')}
          </Button>
        )}
        {may('unexcused') && (
          <Button pending={unexcuse.isPending} onClick={undoExcuse}>
            {t('unexcuse')}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-2 max-[56.25rem]:hidden">{t('keys')}</p>
    </form>
  )
}
