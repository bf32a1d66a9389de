import { Timer } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { askBeforeSeconds, extensionMinutes, saidAtSeconds } from '#rules/holds.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSecondsLeft, type Hold } from './hold.ts'

const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The time for which the cart's seats are held, and the actions on the hold; nothing if there is none. */
export const HoldTimer = ({ hold, className }: { hold: Hold; className?: string }) => {
  const t = useTranslations('seats')
  const seconds = useSecondsLeft(hold.endsAt)
  if (hold.isLapsed)
    return (
      <div className={classes('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', className)}>
        <p className="min-w-0 flex-1 text-sm font-medium text-danger-ink">{t('lapsed')}</p>
        <Button size="small" pending={hold.isPending} onClick={hold.again}>
          {t('again')}
        </Button>
      </div>
    )
  if (seconds === null || seconds === 0 || hold.n === 0) return null
  const isEnding = seconds <= askBeforeSeconds
  return (
    <div className={classes('flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm', className)}>
      <p className={classes('flex items-center gap-2', isEnding ? 'font-medium text-danger-ink' : 'text-ink-2')}>
        <Timer size={18} aria-hidden className="shrink-0" />
        {t('held', { n: hold.n })}
        <span role="timer" aria-label={t('timeLeft')} className="font-semibold tabular-nums">
          {clockText(seconds)}
        </span>
      </p>
      {isEnding && hold.mayExtend && (
        <Button size="small" pending={hold.isPending} onClick={hold.extend}>
          {t('more', { n: extensionMinutes })}
        </Button>
      )}
    </div>
  )
}

/** Announces the remaining time to screen readers at a few moments, and ends the hold when the time is over. */
export const HoldVoice = ({ hold }: { hold: Hold }) => {
  const t = useTranslations('seats')
  const format = useFormat()
  const seconds = useSecondsLeft(hold.endsAt)
  const isOver = seconds === 0 && hold.until !== null
  const { lapse } = hold
  useEffect(() => {
    if (isOver) lapse()
  }, [isOver, lapse])
  const next = seconds === null ? undefined : saidAtSeconds.findLast(moment => seconds <= moment)
  const words = hold.isLapsed
    ? t('lapsed')
    : hold.until === null || hold.n === 0
      ? ''
      : next === undefined
        ? t('heldUntil', { n: hold.n, time: format.instant(hold.until, 'time') })
        : t('minutesLeft', { n: next / 60 })
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}
