import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'

type UndoBatchButtonProps = { id: string; what: string; label?: string; size?: 'small' }

/**
 * A button that undoes a batch. It asks first, because the batch may be hours old and the work is lost with it; the
 * toast right after a batch doesn't ask.
 */
export const UndoBatchButton = ({ id, what, label, size }: UndoBatchButtonProps) => {
  const t = useTranslations('batches')
  const text = useUiText()
  const failureText = useFailureText()
  const undo = useWrite('batches-undo')
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    undo.reset()
    setAsking(false)
  }
  const confirm = () =>
    undo.start({ id }, () => {
      toast(t('undone'))
      setAsking(false)
    })
  return (
    <>
      <Button
        {...(size && { size })}
        {...(label === undefined && { 'aria-label': t('undoLabel', { what }) })}
        icon={Undo2}
        onClick={() => setAsking(true)}
      >
        {label ?? t('undo')}
      </Button>
      {isAsking && (
        // A table's cell may align its text to the end.
        <div className="text-start">
          <Dialog
            open
            onClose={close}
            title={t('undoTitle', { what })}
            description={t('undoText')}
            actions={
              <>
                <Button onClick={close}>{text.cancel}</Button>
                <Button variant="danger" pending={undo.isPending} onClick={confirm}>
                  {t('undo')}
                </Button>
              </>
            }
          >
            {undo.error !== null && (
              <Notice alert tone="danger">
                {failureText(undo.error)}
              </Notice>
            )}
          </Dialog>
        </div>
      )}
    </>
  )
}
