import { CloudOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { RollMark } from '#contract/teaching/absences.ts'
import { isLost, sendNow, useSheet } from '#web/teaching/absences/rollQueue.ts'
import { LostMarks } from '#web/teaching/absences/UnsentRolls.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useFailureText } from '#web/words/failureText.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Says whether all marks have reached the school, and when the last one did. */
export const SentAt = ({ meetingId, marks }: { meetingId: string; marks: readonly RollMark[] }) => {
  const t = useTranslations('roll')
  const format = useFormat()
  const { changes, error } = useSheet(meetingId)
  const isOnItsWay = [...changes.values()].some(({ isDisputed }) => !isDisputed)
  if (error !== null && isOnItsWay)
    return (
      <span className="inline-flex items-center gap-2 text-sm text-on-board">
        <CloudOff size={18} aria-hidden />
        {t('waiting', { n: changes.size })}
      </span>
    )
  if (isOnItsWay) return <span className="text-sm text-on-board-2">{t('sending')}</span>
  const [last] = marks.flatMap(({ markedAt }) => markedAt ?? []).sort((a, b) => b.localeCompare(a))
  if (last === undefined || marks.every(({ code }) => code === null)) return null
  return <span className="text-sm text-on-board-2">{t('sent', { time: format.instant(last, 'time') })}</span>
}

/** Says that marks have not reached the school, what happens to them, and why. */
export const NotSent = ({ meetingId }: { meetingId: string }) => {
  const t = useTranslations('roll')
  const text = useUiText()
  const failureText = useFailureText()
  const { changes, error, isKept } = useSheet(meetingId)
  if (error === null || changes.size === 0) return null
  if (isLost(error)) return <LostMarks meetingId={meetingId} />
  return (
    <Notice
      alert
      tone="danger"
      className="mb-4"
      title={t(isKept ? 'notSent' : 'notSentOpen', { n: changes.size })}
      action={
        <Button size="small" onClick={() => sendNow(meetingId)}>
          {text.retry}
        </Button>
      }
    >
      {failureText(error)}
    </Notice>
  )
}
