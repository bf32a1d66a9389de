import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Term, TermPlan } from '#contract/school/terms.ts'
import { sessionDateMoves } from '#contract/school/terms.moves.plain.ts'
import { isDayOff, isTermOver } from '#contract/school/terms.plain.ts'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { useFirstName, useNameText } from '#web/words/Name.tsx'
import { OfficeCalledOff } from '#web/enrolment/cancellations/office/OfficeCalledOff.tsx'
import { OfficeCancelDay } from '#web/enrolment/cancellations/office/OfficeCancelDay.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Status, type Tone } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

type Day = TermPlan['sessionDates'][number]

const tones: Record<Day['status'], Tone> = { scheduled: 'neutral', held: 'good', cancelled: 'bad', 'made-up': 'info' }

type RowProps = { day: Day; isOver: boolean; onCallOff: (() => void) | undefined }

const Row = ({ day, isOver, onCallOff }: RowProps) => {
  const t = useTranslations('cancellations')
  const format = useFormat()
  const firstName = useFirstName()
  const isOff = isDayOff(day.status)
  return (
    <li className="grid gap-2 border-b border-line py-2 last:border-0">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span className="w-36 shrink-0 font-semibold tabular-nums sm:w-52">{format.day(day.onDay, 'weekday')}</span>
        <Status tone={tones[day.status]}>{t(`status.${day.status}`)}</Status>
        {day.isExtra && <Badge tone="info">{t('extra')}</Badge>}
        {isOff && day.note !== '' && (
          <span className="text-ink-2">{firstName({ name: day.note, nativeName: day.nativeNote })}</span>
        )}
        {onCallOff && (
          <Button size="small" variant="quiet" className="ms-auto" onClick={onCallOff}>
            {t('callOff')}
          </Button>
        )}
      </div>
      {day.status === 'cancelled' && <OfficeCalledOff sessionDateId={day.id} isOver={isOver} />}
    </li>
  )
}

const Days = ({ plan }: { plan: TermPlan }) => {
  const t = useTranslations('cancellations')
  const may = useMay()
  const { day: today } = useSchoolClock()
  const [url, change] = useUrlState()
  const [isAll, setAll] = useState(false)
  const earlier = plan.sessionDates.filter(({ onDay, status }) => onDay < today && status !== 'cancelled')
  const shown = isAll ? plan.sessionDates : plan.sessionDates.filter(day => !earlier.includes(day))
  const open = plan.sessionDates.find(({ id }) => id === url['off'])
  const isOver = isTermOver(plan.status)
  const mayCancel = !isOver && may('cancellations-cancelDay') === true
  const close = () => change({ off: undefined })
  if (plan.sessionDates.length === 0) return <p className="text-sm text-ink-2">{t('noDays')}</p>
  return (
    <>
      {!isAll && earlier.length > 0 && (
        <Button size="small" variant="quiet" className="mb-1" onClick={() => setAll(true)}>
          {t('more', { n: earlier.length })}
        </Button>
      )}
      <ul>
        {shown.map(day => (
          <Row
            key={day.id}
            day={day}
            isOver={isOver}
            onCallOff={
              mayCancel && sessionDateMoves[day.status].includes('cancelled') && day.status !== 'made-up'
                ? () => change({ off: day.id })
                : undefined
            }
          />
        ))}
      </ul>
      {open && mayCancel && <OfficeCancelDay key={open.id} sessionDateId={open.id} sectionId={null} onClose={close} />}
    </>
  )
}

/** The school days of each running term, the first to start on top: the state of each, and canceling one. */
export const OfficeTermDays = () => {
  const terms = useRead('terms-list', {})
  const running = terms.filter(({ status }) => status === 'active' || status === 'grading').toReversed()
  const shown = running.length > 0 ? running : terms.filter(({ status }) => status === 'registration').slice(0, 1)
  return shown.map(term => <TermDays key={term.id} term={term} />)
}

const TermDays = ({ term }: { term: Term }) => {
  const t = useTranslations('cancellations')
  const nameText = useNameText()
  const plan = useReadLater('terms-get', { id: term.id })
  return (
    <Card title={`${t('days')} · ${nameText(term)}`} className="mt-6">
      <p className="mb-3 max-w-[60ch] text-sm text-ink-2">{t('daysLead')}</p>
      <Later read={plan}>{found => <Days plan={found} />}</Later>
    </Card>
  )
}
