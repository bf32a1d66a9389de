import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOldSince } from '#web/oldAnswers.ts'
import { useFormat } from '#web/useFormat.ts'

// A quick answer should not make the line flash.
const patienceMs = 1500

/** Says from when the facts on the page are, as long as the school has not answered. */
export const AsOf = () => {
  const since = useOldSince()
  const [isLate, setLate] = useState(false)
  const t = useTranslations('shell')
  const format = useFormat()
  const isOld = since !== null
  useEffect(() => {
    if (!isOld) return
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOld])
  const at = new Date(since ?? 0).toISOString()
  const isToday = new Date(since ?? 0).toDateString() === new Date().toDateString()
  return (
    <div role="status" data-noprint>
      {isOld && isLate && (
        <p className="mx-auto flex w-full max-w-[90rem] items-center gap-2 px-gutter pt-3 text-sm text-ink-2">
          <CloudOff size={18} aria-hidden className="shrink-0" />
          {t('asOf', { at: format.instant(at, isToday ? 'time' : 'full') })}
        </p>
      )}
    </div>
  )
}
