import { useTranslations } from 'use-intl'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { WriteToSchool } from './NewThread.tsx'

/** A new conversation that a family begins. */
export const NewMessage = ({ onClose, onSent }: { onClose: () => void; onSent: (id: string) => void }) => {
  const t = useTranslations('messages')
  return (
    <SidePanel open onClose={onClose} title={t('start.title')}>
      <WriteToSchool onSent={onSent} />
    </SidePanel>
  )
}
