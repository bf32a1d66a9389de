import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { UserRecord } from '#contract/access/users.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useMay } from '#web/session/may.ts'
import { useNameText } from '#web/words/Name.tsx'
import { Part } from '#web/records/record.tsx'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useMails } from '#web/wire/mails.ts'

/** Says whether a person signs in with a second factor; the office can remove it when the device is lost. */
export const OfficeSecondFactor = ({ user }: { user: UserRecord }) => {
  const t = useTranslations('signingIn.users')
  const mails = useMails()
  const text = useUiText()
  const failureText = useFailureText()
  const nameText = useNameText()
  const may = useMay()
  const session = useSession()
  const take = useWrite('users-endSecondFactor')
  const [isAsking, setAsking] = useState(false)
  const name = nameText(user)
  const isMyself = user.email === session.user?.email
  return (
    <Part
      title={t('column')}
      aside={
        user.hasSecondFactor &&
        !isMyself &&
        may('users-endSecondFactor') === true && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('take')}
          </Button>
        )
      }
    >
      <p className="text-sm">
        {user.hasSecondFactor ? <Status tone="good">{t('on')}</Status> : <span className="text-ink-2">{t('off')}</span>}
      </p>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('takeTitle', { name })}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{text.cancel}</Button>
            <Button
              variant="danger"
              pending={take.isPending}
              onClick={() =>
                take.start({ id: user.id }, () => {
                  setAsking(false)
                  toast(t('taken', { name }))
                })
              }
            >
              {t('take')}
            </Button>
          </>
        }
      >
        {take.error !== null && (
          <Notice alert tone="danger" className="mb-4">
            {failureText(take.error)}
          </Notice>
        )}
        <p className="text-ink-2">{t(mails === 'kept' ? 'takeTextKept' : 'takeText')}</p>
      </Dialog>
    </Part>
  )
}
