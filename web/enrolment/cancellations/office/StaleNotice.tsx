import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'

/** Says why a cancellation failed, with a button that shows its effects as they are now. */
export const StaleNotice = ({ failure, onAgain }: { failure: string | null; onAgain: () => void }) => {
  const t = useTranslations('cancellations')
  return (
    failure && (
      <Notice
        alert
        tone="danger"
        action={
          <Button size="small" onClick={onAgain}>
            {t('lookAgain')}
          </Button>
        }
      >
        {failure}
      </Notice>
    )
  )
}
