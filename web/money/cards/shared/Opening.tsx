import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Later } from '#web/routing/Later.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/States.tsx'

/** Redirects to the provider's page as soon as it is ready. */
export const Opening = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useTranslations('cards')
  const found = useReadLater('cards-checkout', { id })
  const { url = '', status, failure } = found.data ?? {}
  useEffect(() => {
    if (url !== '') location.assign(url)
  }, [url])
  const isOver = status === 'failed' || status === 'expired'
  return (
    <Dialog
      open
      onClose={onClose}
      title={isOver ? t('payTitle') : t('opening')}
      actions={<Button onClick={onClose}>{isOver ? t('dismiss') : t('stay')}</Button>}
    >
      <Later read={found}>
        {() =>
          isOver ? (
            <Notice alert tone="danger" title={t(`state.${status}`)}>
              {failure && t(`why.${failure}`)}
            </Notice>
          ) : (
            <p role="status">{t('openingHint')}</p>
          )
        }
      </Later>
    </Dialog>
  )
}
