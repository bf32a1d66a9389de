import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { EventDetails } from '#contract/communication/events.ts'
import { rsvpAnswers } from '#contract/communication/events.plain.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useEventText } from '#web/communication/events/useEventText.ts'
import { useFirstName } from '#web/words/Name.tsx'

type Household = EventDetails['households'][number]

/** Asks whether a family comes, and how many of them. The fields show the previous answer. */
export const RsvpForm = ({
  event,
  household,
  isOne,
}: {
  event: EventDetails
  household: Household
  isOne: boolean
}) => {
  const t = useTranslations('events')
  const text = useEventText()
  const firstName = useFirstName()
  const [{ answer, people, note }, change] = useChanges({
    answer: household.answer,
    people: String(household.partySize),
    note: household.note,
  })
  const labels: Record<string, string> = { partySize: t('partySize'), note: t('note'), answer: t('answerTitle') }
  const form = useForm('events-answer', path => labels[path] ?? path)
  const left = event.capacity === null ? null : Math.max(0, event.capacity - event.people)
  const submit = (pressed: FormEvent) => {
    pressed.preventDefault()
    if (answer === null) return
    const partySize = answer === 'no' ? household.partySize : Number(people)
    form.send({ eventId: event.id, householdId: household.id, answer, partySize, note }, () => toast(t('saved')))
  }
  const title = isOne ? t('answerTitle') : t('answerFor', { name: firstName(household) })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field group label={title} hint={event.rsvpClosesAt && t('answerUntil', { when: text.wall(event.rsvpClosesAt) })}>
        <RadioGroup
          options={rsvpAnswers.map(value => ({ value, label: t(`answers.${value}`) }))}
          value={answer}
          onChange={next => change({ answer: next })}
        />
      </Field>
      {answer !== null && answer !== 'no' && (
        <Field
          label={t('partySize')}
          hint={left !== null && t('placesLeft', { n: left })}
          error={form.field('partySize').error}
        >
          <Input
            inputMode="numeric"
            className="max-w-24"
            value={people}
            onChange={typed => change({ people: typed.target.value.replace(/\D/g, '') })}
          />
        </Field>
      )}
      {answer !== null && (
        <Field label={t('note')} hint={t('noteHint')} optional error={form.field('note').error}>
          <Input value={note} onChange={typed => change({ note: typed.target.value })} />
        </Field>
      )}
      {form.failure && (
        <Notice alert tone="danger">
          {form.failure}
        </Notice>
      )}
      <Button type="submit" variant="primary" wide pending={form.isPending} disabled={answer === null}>
        {t(household.answer === null ? 'send' : 'change')}
      </Button>
    </form>
  )
}
