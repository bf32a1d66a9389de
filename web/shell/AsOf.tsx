import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOldSince } from '#web/wire/oldAnswers.ts'
import { useFormat } from '#web/words/useFormat.ts'

// Milliseconds to wait, so that the line doesn't flash before a quick answer.
const patienceMs = 1500

/** Shows the age of the facts on the page until the school has answered. */
export const AsOf = () => {
  const since = useOldSince()
  const [asOf, setAsOf] = useState<{ at: string; isToday: boolean } | null>(null)
  const t = useTranslations('shell')
  const format = useFormat()
  useEffect(() => {
    if (since === null) return
    const read = new Date(since)
    const isToday = read.toDateString() === new Date().toDateString()
    const timer = setTimeout(() => setAsOf({ at: read.toISOString(), isToday }), patienceMs)
    return () => {
      clearTimeout(timer)
      setAsOf(null)
    }
  }, [since])
  return (
    <div role="status" data-noprint>
      {asOf && (
        <p className="mx-auto flex w-full max-w-[90rem] items-center gap-2 px-gutter pt-3 text-sm text-ink-2">
          <CloudOff size={18} aria-hidden className="shrink-0" />
          {t('asOf', { at: asOf.isToday ? format.instant(asOf.at, 'time') : format.instant(asOf.at) })}
        </p>
      )}
    </div>
  )
}
