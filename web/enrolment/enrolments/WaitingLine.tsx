import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { LineRule } from './LineRule.tsx'

type Place = Output<'enrolments-line'>[number]

const Row = ({ place, onLeave }: { place: Place; onLeave: () => void }) => {
  const t = useTranslations('seats')
  const format = useFormat()
  const first = useFirstName()
  const child = first({ name: place.student, nativeName: place.studentNativeName })
  const section = first({ name: place.section, nativeName: place.nativeName })
  return (
    <li className="grid gap-1 border-b border-line py-3 first:pt-0 last:border-0">
      <div className="flex items-baseline gap-3">
        <span className="display w-8 shrink-0 text-xl tabular-nums" aria-hidden>
          {place.position}
        </span>
        <span className="min-w-0 flex-1">
          <span className="font-semibold">{child}</span>
          <span className="sr-only">{t('lineRow', { position: format.number(place.position), section })}</span>
          <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
            <Chip crayon={place.crayon}>
              <Name name={place.section} nativeName={place.nativeName} />
            </Chip>
            {format.weekday(place.weekday, 'short')} {format.time(place.startsAt)}
          </span>
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 ps-11">
        <p className="text-sm text-ink-2">
          {place.reasons[0]
            ? t(`why.${place.reasons[0]}`, { child })
            : t('joined', { day: format.instant(place.joinedAt, 'day') })}
        </p>
        <Button size="small" variant="quiet" onClick={onLeave} aria-label={t('leaveAbout', { section, child })}>
          {t('leave')}
        </Button>
      </div>
    </li>
  )
}

const Leaving = ({ place, onClose }: { place: Place; onClose: () => void }) => {
  const t = useTranslations('seats')
  const format = useFormat()
  const first = useFirstName()
  const child = first({ name: place.student, nativeName: place.studentNativeName })
  const section = first({ name: place.section, nativeName: place.nativeName })
  const form = useForm('enrolments-leaveLine', () => '')
  return (
    <FormDialog
      danger
      title={t('leaveTitle', { section })}
      verb={t('leaveVerb')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: place.id }, () => {
          onClose()
          toast(t('gone', { child, section }))
        })
      }
    >
      <p className="text-ink-2">{t('leaveText', { child, position: format.number(place.position) })}</p>
    </FormDialog>
  )
}

/** The waitlist positions of the family's children, why, and the way to leave; nothing if none of them waits. */
export const WaitingLine = () => {
  const t = useTranslations('seats')
  const line = useReadLater('enrolments-line', {})
  const [leaving, setLeaving] = useState<string | null>(null)
  if (!line.data || line.data.length === 0) return null
  const left = line.data.find(({ id }) => id === leaving)
  return (
    <Card title={t('lineTitle')}>
      <ul>
        {line.data.map(place => (
          <Row key={place.id} place={place} onLeave={() => setLeaving(place.id)} />
        ))}
      </ul>
      <LineRule className="mt-1 border-t border-line pt-3 text-sm text-ink-2" />
      {left && <Leaving place={left} onClose={() => setLeaving(null)} />}
    </Card>
  )
}
