import { useTranslations } from 'use-intl'
import { ButtonLink } from '#web/routing/link.tsx'
import { discard, isLost, useSheet, useWaitingRolls } from '#web/teaching/absences/rollQueue.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'

/** Says that marks can no longer reach the school, and lets the teacher discard them. */
export const LostMarks = ({ meetingId }: { meetingId: string }) => {
  const t = useTranslations('teaching')
  const text = useUiText()
  return (
    <Notice
      alert
      tone="danger"
      className="mb-4"
      title={t('unsent')}
      action={<Button onClick={() => discard(meetingId)}>{text.discard}</Button>}
    >
      {t('lost')}
    </Notice>
  )
}

/** Says that marks have not reached the school, or wait for a decision, with a link to them. */
export const UnsentRolls = () => {
  const t = useTranslations('teaching')
  const waiting = useWaitingRolls()
  const { error } = useSheet(waiting[0] ?? '')
  if (waiting[0] === undefined) return null
  if (isLost(error)) return <LostMarks meetingId={waiting[0]} />
  return (
    <Notice
      tone="warn"
      title={t('unsent')}
      action={
        <ButtonLink to="/teacherdashboard/" search={{ roll: waiting[0] }}>
          {t('openRoll')}
        </ButtonLink>
      }
    >
      {t('unsentOf', { n: waiting.length })}
    </Notice>
  )
}
