import { useTranslations } from 'use-intl'
import type { Visit } from '#contract/enrolment/visits.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type CancelVisitProps = { visit: Visit; isPending: boolean; onCancel: () => void; onClose: () => void }

/** Asks before a visit is canceled, since its spot may go to someone else. */
export const CancelVisit = ({ visit, isPending, onCancel, onClose }: CancelVisitProps) => {
  const t = useTranslations('visits')
  const format = useFormat()
  const name = useFirstName()({ name: visit.student, nativeName: visit.studentNativeName })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('cancelSure', { name })}
      description={t('cancelText', { day: format.day(visit.onDay, 'weekday') })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancelKeep')}</Button>
          <Button variant="danger" pending={isPending} onClick={onCancel}>
            {t('cancel')}
          </Button>
        </>
      }
    />
  )
}
