import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** An email that was kept instead of sent, to be read and handed over. */
export const OfficeLetter = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useTranslations('keptLetter')
  const format = useFormat()
  const found = useReadLater('messages-letter', { id })
  return (
    <SidePanel
      open
      onClose={onClose}
      title={found.data?.subject ?? t('title')}
      {...(found.data && {
        actions: <Button onClick={() => copyText(found.data?.text ?? '', t('copied'))}>{t('copy')}</Button>,
      })}
    >
      <Later read={found}>
        {letter => (
          <div className="grid gap-4">
            <p className="text-sm text-ink-2">{t('head', { to: letter.to, at: format.instant(letter.queuedAt) })}</p>
            <p className="max-w-prose break-words whitespace-pre-line">{letter.text}</p>
          </div>
        )}
      </Later>
    </SidePanel>
  )
}
