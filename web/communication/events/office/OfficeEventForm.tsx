import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { EventDetails } from '#contract/communication/events.ts'
import { AudienceBuilder } from '#web/communication/messages/shared/AudienceBuilder.tsx'
import { noNames } from '#web/communication/messages/shared/audienceText.ts'
import { useReach } from '#web/communication/messages/shared/Reach.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { blankEvent, draftOf, inputOf } from '#web/communication/events/eventDraft.ts'
import { OfficeSlotFields } from '#web/communication/events/office/OfficeSlotFields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { Replaced } from '#web/records/Replaced.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { InChinese } from '#web/words/InChinese.tsx'

type TextKey =
  | 'title'
  | 'nativeTitle'
  | 'place'
  | 'startsOn'
  | 'startTime'
  | 'endsOn'
  | 'endTime'
  | 'description'
  | 'nativeDescription'
  | 'capacity'
  | 'rsvpClosesAt'

const slotLabels: Record<
  string,
  'slotName' | 'slotNative' | 'slotFrom' | 'slotTo' | 'slotCapacity' | 'opensAt' | 'locksAt'
> = {
  name: 'slotName',
  nativeName: 'slotNative',
  startsAt: 'slotFrom',
  endsAt: 'slotTo',
  capacity: 'slotCapacity',
  opensAt: 'opensAt',
  locksAt: 'locksAt',
}

const useLabels = () => {
  const t = useTranslations('officeEvents')
  return (path: string): string => {
    const [head = '', index, part] = path.split('.')
    const label = part === undefined ? undefined : slotLabels[part]
    if (head === 'slots' && label) return `${t('slotAt', { number: String(Number(index) + 1) })}, ${t(label)}`
    return t.has(`fields.${head as TextKey}`) ? t(`fields.${head as TextKey}`) : head
  }
}

type OfficeEventFormProps = {
  /** The event to change, or null for a new one on `day`. */
  event: EventDetails | null
  day: string
  onSaved: (id: string) => void
  onClose: () => void
}

/** Creates an event as a draft, or changes one. Typed text stays until it is saved or closed. */
export const OfficeEventForm = ({ event, day, onSaved, onClose }: OfficeEventFormProps) => {
  const t = useTranslations('officeEvents')
  const ui = useUiText()
  const name = useFirstName()
  const labelOf = useLabels()
  const [draft, change, replaced] = useChanges(event ? draftOf(event) : blankEvent(day))
  const create = useForm('events-create', labelOf)
  const alter = useForm('events-change', labelOf)
  const form = event ? alter : create
  const bind = (key: TextKey) => ({
    value: draft[key],
    onChange: (typed: { target: { value: string } }) => change({ [key]: typed.target.value }),
  })
  const submit = (pressed: FormEvent) => {
    pressed.preventDefault()
    const done = (saved: EventDetails) => {
      const title = name({ name: saved.title, nativeName: saved.nativeTitle })
      toast(t(event ? 'saved' : 'created', { title }))
      onSaved(saved.id)
    }
    if (event) alter.send({ id: event.id, ...inputOf(draft) }, done)
    else create.send(inputOf(draft), done)
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t(event ? 'edit' : 'new')}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form="event-form" variant="primary" pending={form.isPending}>
            {t(event ? 'save' : 'createDraft')}
          </Button>
        </>
      }
    >
      <form id="event-form" noValidate onSubmit={submit} className="grid gap-4 py-1">
        <FormProblems form={form} />
        {event?.status === 'published' && event.answers.yes + event.slotsTaken > 0 && (
          <Notice>{t('changeTold', { n: event.answers.yes, m: event.slotsTaken })}</Notice>
        )}
        <Field label={t('fields.title')} required {...form.field('title')}>
          <Input {...bind('title')} />
        </Field>
        <InChinese text={draft.nativeTitle}>
          <Field label={t('fields.nativeTitle')} optional {...form.field('nativeTitle')}>
            <Input {...bind('nativeTitle')} />
          </Field>
        </InChinese>
        <Switch label={t('fields.isAllDay')} checked={draft.isAllDay} onChange={isAllDay => change({ isAllDay })} />
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('fields.startsOn')} required {...form.field('startsOn')}>
            <Input type="date" {...bind('startsOn')} />
          </Field>
          <Field label={t('fields.endsOn')} optional {...form.field('endsOn')}>
            <Input type="date" min={draft.startsOn} {...bind('endsOn')} />
          </Field>
          {!draft.isAllDay && (
            <>
              <Field label={t('fields.startTime')} required {...form.field('startTime')}>
                <Input type="time" {...bind('startTime')} />
              </Field>
              <Field label={t('fields.endTime')} required {...form.field('endTime')}>
                <Input type="time" {...bind('endTime')} />
              </Field>
            </>
          )}
        </div>
        <Field label={t('fields.place')} optional {...form.field('place')}>
          <Input {...bind('place')} />
        </Field>
        <AudienceBuilder
          label={t('fields.audience')}
          value={draft.audience}
          onChange={audience => change({ audience })}
          names={noNames}
          reach={useReach(draft.audience)}
          limited={false}
          people={false}
          field={form.field('audience')}
        />
        <Field label={t('fields.description')} optional {...form.field('description')}>
          <Textarea {...bind('description')} />
        </Field>
        <InChinese text={draft.nativeDescription}>
          <Field label={t('fields.nativeDescription')} optional {...form.field('nativeDescription')}>
            <Textarea {...bind('nativeDescription')} />
          </Field>
        </InChinese>
        <Switch label={t('fields.isPublic')} checked={draft.isPublic} onChange={isPublic => change({ isPublic })} />
        <Switch label={t('fields.takesRsvp')} checked={draft.takesRsvp} onChange={takesRsvp => change({ takesRsvp })} />
        {draft.takesRsvp && (
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={t('fields.capacity')} hint={t('capacityHint')} optional {...form.field('capacity')}>
              <Input inputMode="numeric" {...bind('capacity')} />
            </Field>
            <Field label={t('fields.rsvpClosesAt')} optional className="self-end" {...form.field('rsvpClosesAt')}>
              <Input type="datetime-local" {...bind('rsvpClosesAt')} />
            </Field>
          </div>
        )}
        <OfficeSlotFields draft={draft} onChange={change} field={form.field} />
        <Replaced fields={replaced} labelOf={labelOf} />
      </form>
    </SidePanel>
  )
}
