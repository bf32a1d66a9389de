import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import type { TermPlan } from '#contract/school/terms.ts'
import { isDayOff } from '#contract/school/terms.plain.ts'
import { useNames } from '#web/words/Name.tsx'
import { useOwnText } from '#web/words/ownText.ts'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Kind = 'past' | 'next' | 'ahead' | 'off'
type Tile = { onDay: string; kind: Kind; why: string }

const tilesOf = (term: TermPlan, today: string, own: (english: string, native: string) => string): Tile[] => {
  const dates = term.sessionDates.filter(({ isMakeUpOnly }) => !isMakeUpOnly)
  const next = dates.find(({ onDay, status }) => onDay >= today && !isDayOff(status))?.onDay
  const days = dates.map(({ onDay, status, note, nativeNote }): Tile => {
    const kind = isDayOff(status) ? 'off' : onDay === next ? 'next' : onDay < today ? 'past' : 'ahead'
    return { onDay, kind, why: own(note, nativeNote) }
  })
  const closed = term.closures.map(({ onDay, reason, nativeReason }): Tile => ({
    onDay,
    kind: 'off',
    why: own(reason, nativeReason),
  }))
  return [...days, ...closed].sort((a, b) => a.onDay.localeCompare(b.onDay))
}

const looks: Record<Kind, string> = {
  past: 'bg-sunken text-ink-2',
  next: 'bg-marigold text-on-marigold font-bold shadow-2',
  ahead: 'border border-line-strong bg-surface text-ink font-semibold',
  off: 'border border-dashed border-danger text-danger-ink line-through',
}

/** The days of a term, a square for each lesson day, and why some have no lessons. */
export const TermStrip = ({ term, today }: { term: TermPlan; today: string }) => {
  const t = useTranslations('home')
  const format = useFormat()
  const { first, second } = useNames()(term)
  const tiles = tilesOf(term, today, useOwnText())
  const months = [...new Set(tiles.map(({ onDay }) => onDay.slice(0, 7)))]
  const off = tiles.filter(({ kind }) => kind === 'off')
  // A closure of two weeks is listed once.
  const reasons = [...new Set(off.map(({ why }) => why))]
  const kindText = (kind: Kind) => (kind === 'off' ? t('tileOff') : kind === 'next' ? t('tileNext') : '')
  return (
    <article aria-label={first} className="min-w-0">
      <h3 className="display text-lg">
        {first}
        {second && <span className="ms-2 font-sans text-base font-medium text-ink-2">{second}</span>}
      </h3>
      <p className="text-sm text-ink-2">
        {t('termSpan', {
          from: format.day(term.startsOn, 'short'),
          to: format.day(term.endsOn, 'short'),
          n: term.sessionCount,
        })}
      </p>
      <ol className="mt-4 flex flex-wrap gap-x-5 gap-y-4">
        {months.map(month => (
          <li key={month}>
            <p className="mb-1.5 text-xs font-semibold text-ink-2">{format.day(`${month}-01`, 'month')}</p>
            <ol className="flex flex-wrap gap-1.5">
              {tiles
                .filter(({ onDay }) => onDay.startsWith(month))
                .map(({ onDay, kind, why }) => (
                  <li
                    key={onDay}
                    title={why || undefined}
                    className={classes('grid size-9 place-items-center rounded-md text-sm tabular-nums', looks[kind])}
                  >
                    <span aria-hidden>{Number(onDay.slice(8))}</span>
                    <span className="sr-only">{format.parts([format.day(onDay, 'long'), kindText(kind), why])}</span>
                  </li>
                ))}
            </ol>
          </li>
        ))}
      </ol>
      {off.length > 0 && (
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm">
          {reasons.map(reason => (
            <Fragment key={reason}>
              <dt className="text-ink-2 tabular-nums">
                {off
                  .filter(({ why }) => why === reason)
                  .map(({ onDay }) => format.day(onDay, 'weekday'))
                  .join(' · ')}
              </dt>
              <dd>{reason || t('tileOff')}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {term.earlyBirdOn !== null && today <= term.earlyBirdOn && (
        <p className="mt-3 text-sm font-semibold text-primary-ink">
          {t('earlyBird', { day: format.day(term.earlyBirdOn, 'long') })}
        </p>
      )}
    </article>
  )
}
