import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useWrite } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'

type OfficeRemindProps = {
  householdIds: readonly string[]
  /** The family's name, if it is only one. */
  family?: string
  onClose: () => void
  onDone: () => void
}

/** Sends reminders by email: asks first, then says who was reached, who was not, and why. */
export const OfficeRemind = ({ householdIds, family, onClose, onDone }: OfficeRemindProps) => {
  const t = useTranslations('payments.remind')
  const mode = useMails()
  const text = useUiText()
  const failureText = useFailureText()
  const [again, setAgain] = useState(false)
  const [answer, setAnswer] = useState<Output<'payments-remind'> | null>(null)
  const write = useWrite('payments-remind')
  const n = householdIds.length
  const left = answer ? (['recently', 'withoutAddress', 'owingNothing'] as const).filter(why => answer[why] > 0) : []
  return (
    <Dialog
      open
      onClose={onClose}
      title={family ? t('titleOne', { family }) : t('title', { n })}
      {...(!answer && { description: t(mode === 'kept' ? 'hintKept' : 'hint') })}
      actions={
        answer ? (
          <Button variant="primary" onClick={onClose}>
            {text.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{text.cancel}</Button>
            <Button
              variant="primary"
              pending={write.isPending}
              onClick={() =>
                write.start({ householdIds: [...householdIds], again }, result => {
                  setAnswer(result)
                  onDone()
                })
              }
            >
              {t('button', { n })}
            </Button>
          </>
        )
      }
    >
      {write.error !== null && (
        <Notice alert tone="danger">
          {failureText(write.error)}
        </Notice>
      )}
      {answer ? (
        <div role="status">
          <Notice
            tone={answer.reminded > 0 && mode !== 'kept' ? 'good' : 'warn'}
            title={
              mode === 'kept' && answer.mails > 0
                ? t('doneKept', { mails: answer.mails })
                : t('done', { n: answer.reminded, mails: answer.mails, mode })
            }
          >
            {left.map(why => (
              <p key={why}>{t(why, { n: answer[why] })}</p>
            ))}
          </Notice>
        </div>
      ) : (
        <Checkbox label={t('again')} checked={again} onChange={event => setAgain(event.target.checked)} />
      )}
    </Dialog>
  )
}
