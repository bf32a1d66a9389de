import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Visit } from '#contract/enrolment/visits.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Moves a visit that was canceled to another day of the class, at the same price. */
export const MoveVisit = ({ visit, onClose }: { visit: Visit; onClose: () => void }) => {
  const t = useTranslations('visits')
  const format = useFormat()
  const firstName = useFirstName()
  const formId = useId()
  const found = useReadLater('visits-days', { sectionId: visit.sectionId })
  const [chosen, setChosen] = useState<string | null>(null)
  const form = useForm('visits-move', () => t('pick'))
  const name = firstName({ name: visit.student, nativeName: visit.studentNativeName })
  const free = found.data?.days.filter(({ places }) => places > 0) ?? []
  const onDay = chosen ?? free[0]?.onDay ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send({ id: visit.id, onDay }, () => {
      toast(t('calledOff.moved', { name, day: format.day(onDay, 'weekday') }))
      onClose()
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('calledOff.moveOf', { name })}
      actions={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={form.isPending} disabled={onDay === ''}>
            {onDay === '' ? t('calledOff.move') : t('calledOff.moveTo', { day: format.day(onDay, 'weekday') })}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {form.failure && (
          <Notice alert tone="danger">
            {form.failure}
          </Notice>
        )}
        <Later read={found}>
          {({ days }) =>
            free.length === 0 ? (
              <p>{t('calledOff.noDay')}</p>
            ) : (
              <Field label={t('pick')} {...form.field('onDay')}>
                <Select value={onDay} onChange={event => setChosen(event.target.value)}>
                  {days.map(day => (
                    <option key={day.onDay} value={day.onDay} disabled={day.places === 0}>
                      {`${format.day(day.onDay, 'weekday')} · ${t('places', { n: day.places })}`}
                    </option>
                  ))}
                </Select>
              </Field>
            )
          }
        </Later>
      </form>
    </Dialog>
  )
}
