import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Asks before a sign-out discards what this device could not send yet. */
export const UnsentLeft = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => {
  const t = useTranslations('unsentLeft')
  return (
    <Dialog
      open
      onClose={onStay}
      title={t('title')}
      actions={
        <>
          <Button onClick={onLeave}>{t('leave')}</Button>
          <Button variant="primary" onClick={onStay}>
            {t('stay')}
          </Button>
        </>
      }
    >
      <p>{t('text')}</p>
    </Dialog>
  )
}
