import { useTranslations } from 'use-intl'
import type { Sent } from '#contract/access/push.ts'
import type { PushStatus } from '#contract/access/push.plain.ts'
import type { Tone } from '#web/ui/Marks.tsx'

export const tones: Record<PushStatus, Tone> = { queued: 'info', sent: 'good', failed: 'bad', dropped: 'warn' }

/** Returns a function that describes the result of a push notice in a sentence. */
export const useSentText = (): ((sent: Pick<Sent, 'status' | 'reason'>) => string) => {
  const t = useTranslations('push.outcome')
  return ({ status, reason }) => {
    if (reason === null) return t(status === 'sent' ? 'sent' : 'queued')
    return status === 'queued' ? t('again', { why: t(reason) }) : t(reason)
  }
}
