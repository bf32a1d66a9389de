import { useTranslations } from 'use-intl'
import { ButtonLink } from '#web/routing/link.tsx'
import { useWaitingRolls } from '#web/teaching/absences/rollQueue.ts'
import { Notice } from '#web/ui/States.tsx'

/** Says that marks have not reached the school, or wait for a decision, with a link to them. */
export const UnsentRolls = () => {
  const t = useTranslations('teaching')
  const waiting = useWaitingRolls()
  if (waiting[0] === undefined) return null
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
