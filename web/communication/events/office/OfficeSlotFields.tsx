import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { useMay } from '#web/session/may.ts'
import {
  appointmentNames,
  appointments,
  type EventDraft,
  type SlotDraft,
} from '#web/communication/events/eventDraft.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { InChinese } from '#web/words/InChinese.tsx'

type OfficeSlotFieldsProps = {
  draft: EventDraft
  onChange: (patch: Partial<EventDraft>) => void
  field: (path: string) => { id: string; error: string | undefined }
}

const nextKey = (slots: readonly SlotDraft[]): number => Math.max(-1, ...slots.map(({ key }) => key)) + 1

/** The form's sign-up slots of an event; appointments are created many at once. */
export const OfficeSlotFields = ({ draft, onChange, field }: OfficeSlotFieldsProps) => {
  const t = useTranslations('officeEvents')
  const duties = useTranslations('officeEvents.duty')
  const may = useMay()
  const rule = useReadLater('config-duties', {}, { enabled: may('config-duties') === true }).data
  const isDuty = (rule?.points ?? 0) > 0
  const [every, setEvery] = useState('15')
  const { slots } = draft
  const isLong = draft.endsOn !== '' && draft.endsOn !== draft.startsOn
  const set = (key: number, patch: Partial<SlotDraft>) =>
    onChange({ slots: slots.map(slot => (slot.key === key ? { ...slot, ...patch } : slot)) })
  const blank = {
    id: null,
    name: '',
    nativeName: '',
    day: draft.startsOn,
    from: '',
    to: '',
    capacity: '1',
    points: isDuty ? '1' : '0',
  }
  const rows = draft.isAllDay ? [] : appointments(draft.startTime, draft.endTime, Number(every))
  const addRows = () => {
    const key = nextKey(slots)
    const names = appointmentNames(draft, t('appointment'))
    onChange({ slots: [...slots, ...rows.map((row, index) => ({ ...blank, ...row, ...names, key: key + index }))] })
  }
  return (
    <Field group label={t('fields.slots')} hint={t('slotsHint')} id="slots">
      <div className="grid gap-4">
        {slots.map((slot, index) => (
          <fieldset key={slot.key} className="grid gap-3 border-b border-line pb-4 last:border-0">
            <legend className="sr-only">{t('slotAt', { number: String(index + 1) })}</legend>
            <div className="flex items-start gap-2">
              <Field label={t('slotName')} className="flex-1" {...field(`slots.${index}.name`)}>
                <Input value={slot.name} onChange={event => set(slot.key, { name: event.target.value })} />
              </Field>
              <InChinese text={slot.nativeName}>
                <Field label={t('slotNative')} className="flex-1" {...field(`slots.${index}.nativeName`)}>
                  <Input
                    value={slot.nativeName}
                    onChange={event => set(slot.key, { nativeName: event.target.value })}
                  />
                </Field>
              </InChinese>
              <IconButton
                icon={X}
                label={t('removeSlot', { number: String(index + 1) })}
                className="mt-6.5 shrink-0"
                onClick={() => onChange({ slots: slots.filter(({ key }) => key !== slot.key) })}
              />
            </div>
            <div className="flex flex-wrap items-start gap-2">
              {isLong && (
                <Field label={t('slotDay')} className="w-38">
                  <Input
                    type="date"
                    min={draft.startsOn}
                    max={draft.endsOn}
                    value={slot.day}
                    onChange={event => set(slot.key, { day: event.target.value })}
                  />
                </Field>
              )}
              <Field label={t('slotFrom')} className="w-30" {...field(`slots.${index}.startsAt`)}>
                <Input type="time" value={slot.from} onChange={event => set(slot.key, { from: event.target.value })} />
              </Field>
              <Field label={t('slotTo')} className="w-30" {...field(`slots.${index}.endsAt`)}>
                <Input type="time" value={slot.to} onChange={event => set(slot.key, { to: event.target.value })} />
              </Field>
              <Field label={t('slotCapacity')} className="w-22" {...field(`slots.${index}.capacity`)}>
                <Input
                  inputMode="numeric"
                  value={slot.capacity}
                  onChange={event => set(slot.key, { capacity: event.target.value })}
                />
              </Field>
              {isDuty && (
                <Field label={duties('points')} className="w-26" {...field(`slots.${index}.points`)}>
                  <Input
                    inputMode="numeric"
                    value={slot.points}
                    onChange={event => set(slot.key, { points: event.target.value })}
                  />
                </Field>
              )}
            </div>
          </fieldset>
        ))}
        <div className="flex flex-wrap items-end gap-3">
          <Button
            size="small"
            icon={Plus}
            onClick={() => onChange({ slots: [...slots, { ...blank, key: nextKey(slots) }] })}
          >
            {t('addSlot')}
          </Button>
          {!draft.isAllDay && (
            <>
              <Field label={t('every')} className="w-26">
                <Input inputMode="numeric" value={every} onChange={event => setEvery(event.target.value)} />
              </Field>
              <Button size="small" icon={Plus} disabled={rows.length === 0} onClick={addRows}>
                {t('addRows', { n: rows.length })}
              </Button>
            </>
          )}
        </div>
        {slots.length > 0 && (
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={t('opensAt')} optional {...field('slots.0.opensAt')}>
              <Input
                type="datetime-local"
                value={draft.opensAt}
                onChange={event => onChange({ opensAt: event.target.value })}
              />
            </Field>
            <Field label={t('locksAt')} optional {...field('slots.0.locksAt')}>
              <Input
                type="datetime-local"
                value={draft.locksAt}
                onChange={event => onChange({ locksAt: event.target.value })}
              />
            </Field>
          </div>
        )}
      </div>
    </Field>
  )
}
