import { useTranslations } from 'use-intl'
import type { Visit } from '#contract/enrolment/visits.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type CancelVisitProps = {
  visit: Visit
  /** What canceling means for the person who asks. */
  description: string
  isPending: boolean
  onCancel: () => void
  onClose: () => void
}

/** Asks before a visit is canceled, since its spot may go to someone else. */
export const CancelVisit = ({ visit, description, isPending, onCancel, onClose }: CancelVisitProps) => {
  const t = useTranslations('visits')
  const name = useFirstName()({ name: visit.student, nativeName: visit.studentNativeName })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('cancelSure', { name })}
      description={description}
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
