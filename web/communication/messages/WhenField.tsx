import { useTranslations } from 'use-intl'
import { Segmented } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** A day and a time of the school's clock; null is now. */
export type PlannedTime = { day: string; time: string } | null

type WhenFieldProps = {
  value: PlannedTime
  onChange: (value: PlannedTime) => void
  today: string
  field: { id: string; error: string | undefined }
}

/** The time of sending: now, or at a time of the school's clock. */
export const WhenField = ({ value, onChange, today, field }: WhenFieldProps) => {
  const t = useTranslations('messages.compose')
  const { zone } = useFormat()
  return (
    <Field group label={t('when')} {...field}>
      <div className="flex flex-wrap items-end gap-4">
        <Segmented
          label={t('when')}
          options={[
            { value: 'now', label: t('now') },
            { value: 'later', label: t('later') },
          ]}
          value={value === null ? 'now' : 'later'}
          onChange={next => onChange(next === 'now' ? null : { day: today, time: '18:00' })}
        />
        {value && (
          <>
            <Field label={t('day')} className="w-44">
              <Input
                type="date"
                min={today}
                value={value.day}
                onChange={event => onChange({ ...value, day: event.target.value })}
              />
            </Field>
            <Field label={t('time', { zone: zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone })} className="w-44">
              <Input
                type="time"
                value={value.time}
                onChange={event => onChange({ ...value, time: event.target.value })}
              />
            </Field>
          </>
        )}
      </div>
    </Field>
  )
}
