import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Name } from '#web/words/Name.tsx'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Past = Output<'enrolments-pastLine'>[number]

const tones: Record<Past['status'], Tone> = {
  waiting: 'neutral',
  offered: 'warn',
  accepted: 'good',
  declined: 'neutral',
  expired: 'warn',
  removed: 'neutral',
}

const Places = ({ sectionId }: { sectionId: string }) => {
  const t = useTranslations('seatRules')
  const format = useFormat()
  const past = useReadLater('enrolments-pastLine', { sectionId })
  return (
    <Later read={past}>
      {found =>
        found.length === 0 ? (
          <p className="text-sm text-ink-2">{t('pastNone')}</p>
        ) : (
          <ul className="grid gap-2 text-sm">
            {found.map(place => (
              <li key={place.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="min-w-0 font-medium">
                  <Name name={place.student} nativeName={place.nativeName} />
                </span>
                <span className="flex flex-wrap items-center gap-2 text-ink-2">
                  {place.offeredAt && t('pastOffered', { day: format.instant(place.offeredAt, 'day') })}
                  <Badge tone={tones[place.status]}>{t(`status.${place.status}`)}</Badge>
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Later>
  )
}

/** The past waitlist entries of a class; loaded when opened. */
export const OfficePastLine = ({ sectionId }: { sectionId: string }) => {
  const t = useTranslations('seatRules')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-1" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-control-small cursor-pointer items-center text-sm text-ink-2 underline">
        {t('past')}
      </summary>
      {isOpen && (
        <div className="py-2">
          <Places sectionId={sectionId} />
        </div>
      )}
    </details>
  )
}
