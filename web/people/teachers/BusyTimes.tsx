import { CalendarX2, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BusyTime } from '#contract/people/teachers.ts'
import { useReadLater } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Later } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const mostTimes = 30

const useTimeText = (): ((of: BusyTime) => string) => {
  const format = useFormat()
  return of => `${format.weekday(of.weekday)} ${format.time(of.startsAt)} – ${format.time(of.endsAt)}`
}

type Row = BusyTime & { key: number }
const Times = ({ id, times, onClose }: { id: string | undefined; times: readonly BusyTime[]; onClose: () => void }) => {
  const t = useTranslations('planning.busy')
  const format = useFormat()
  const timeText = useTimeText()
  const [{ rows }, change] = useChanges<{ rows: Row[] }>({
    rows: (times.length > 0 ? times : [{ weekday: 7, startsAt: '', endsAt: '', note: '' }]).map((time, key) => ({
      ...time,
      key,
    })),
  })
  const form = useForm('teachers-setBusyTimes', path => {
    const [, index = '0', part] = path.split('.')
    const of = t('nr', { n: String(Number(index) + 1) })
    return part === 'startsAt' || part === 'endsAt' || part === 'weekday' ? `${of}, ${t(part)}` : of
  })
  const put = (key: number, patch: Partial<BusyTime>) =>
    change({ rows: rows.map(row => (row.key === key ? { ...row, ...patch } : row)) })
  return (
    <FormDialog
      title={t('change')}
      description={t(id ? 'officeHint' : 'hint')}
      verb={t('save')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ ...(id && { id }), times: rows.map(({ key: _key, ...time }) => time) }, () => {
          toast(t('saved'))
          onClose()
        })
      }
    >
      <ul className="grid gap-4">
        {rows.map((row, index) => (
          <li key={row.key}>
            <fieldset className="grid gap-3 rounded-lg border border-line p-3">
              <legend className="px-1 text-sm font-semibold">{t('nr', { n: String(index + 1) })}</legend>
              <div className="grid gap-3 sm:grid-cols-3">
                <Field {...form.field(`times.${index}.weekday`)} label={t('weekday')}>
                  <Select value={row.weekday} onChange={event => put(row.key, { weekday: Number(event.target.value) })}>
                    {weekdays.map(weekday => (
                      <option key={weekday} value={weekday}>
                        {format.weekday(weekday)}
                      </option>
                    ))}
                  </Select>
                </Field>
                <Field {...form.field(`times.${index}.startsAt`)} label={t('startsAt')} required>
                  <Input
                    type="time"
                    value={row.startsAt}
                    onChange={event => put(row.key, { startsAt: event.target.value })}
                  />
                </Field>
                <Field {...form.field(`times.${index}.endsAt`)} label={t('endsAt')} required>
                  <Input
                    type="time"
                    value={row.endsAt}
                    onChange={event => put(row.key, { endsAt: event.target.value })}
                  />
                </Field>
              </div>
              <Field {...form.field(`times.${index}.note`)} label={t('note')} optional>
                <Input
                  maxLength={200}
                  value={row.note}
                  onChange={event => put(row.key, { note: event.target.value })}
                />
              </Field>
              <Button
                size="small"
                variant="quiet"
                icon={X}
                className="-ms-3 justify-self-start"
                aria-label={
                  row.startsAt && row.endsAt
                    ? t('removeNamed', { time: timeText(row) })
                    : t('removeNamed', { time: t('nr', { n: String(index + 1) }) })
                }
                onClick={() => change({ rows: rows.filter(({ key }) => key !== row.key) })}
              >
                {t('remove')}
              </Button>
            </fieldset>
          </li>
        ))}
      </ul>
      {rows.length < mostTimes && (
        <Button
          size="small"
          icon={Plus}
          className="justify-self-start"
          onClick={() =>
            change({
              rows: [
                ...rows,
                {
                  weekday: rows.at(-1)?.weekday ?? 7,
                  startsAt: '',
                  endsAt: '',
                  note: '',
                  key: Math.max(-1, ...rows.map(({ key }) => key)) + 1,
                },
              ],
            })
          }
        >
          {t('add')}
        </Button>
      )}
    </FormDialog>
  )
}

/** The times at which a teacher can't teach, with a form to set them; without an id, the reader's own. */
export const BusyTimes = ({ id, mayChange }: { id?: string | undefined; mayChange: boolean }) => {
  const t = useTranslations('planning.busy')
  const timeText = useTimeText()
  const times = useReadLater('teachers-busyTimes', id ? { id } : {})
  const [editing, setEditing] = useState(false)
  return (
    <div className="grid gap-3">
      <Later read={times}>
        {found => (
          <>
            {found.length === 0 ? (
              <p className="text-sm text-ink-2">{t('none')}</p>
            ) : (
              <ul className="grid gap-1 text-sm">
                {found.map(time => (
                  <li key={`${time.weekday} ${time.startsAt} ${time.endsAt}`} className="flex items-start gap-2">
                    <CalendarX2 size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
                    <span>
                      {timeText(time)}
                      {time.note && <span className="text-ink-2"> · {time.note}</span>}
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {mayChange && (
              <div>
                <Button {...(id && { size: 'small' })} onClick={() => setEditing(true)}>
                  {t('change')}
                </Button>
              </div>
            )}
            {editing && <Times id={id} times={found} onClose={() => setEditing(false)} />}
          </>
        )}
      </Later>
    </div>
  )
}
