import { Download } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Role } from '#contract/callable.ts'
import { ownDataPath } from '#contract/access/users.plain.ts'
import { useNavigate } from '#web/routing/routing.tsx'
import { signOut } from '#web/session/session.ts'
import { tokenSynced } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useWrite } from '#web/wire/call.ts'
import { useSchool } from '#web/wire/school.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useFormat } from '#web/words/useFormat.ts'

type OwnAccountProps = { email: string; roles: readonly Role[] }

const Close = ({ email, roles, onClose }: OwnAccountProps & { onClose: () => void }) => {
  const t = useTranslations('ownAccount')
  const text = useUiText()
  const failureText = useFailureText()
  const navigate = useNavigate()
  const close = useWrite('users-closeAccount')
  const format = useFormat()
  const school = useSchool()?.school
  const contact = format.parts([school?.email, school?.phone])
  const isGuardian = roles.includes('parent')
  const points = [
    t('signedOut'),
    t('news'),
    t('kept'),
    ...(isGuardian ? [t('children'), contact ? t('withdraw', { contact }) : t('withdrawPlain')] : []),
    ...(roles.some(role => role !== 'parent') ? [t('staff')] : []),
    t('told'),
  ]
  const leave = async () => {
    await signOut()
    await navigate({ to: '/' })
    toast(t('closed'))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('closeTitle')}
      description={t('lead', { email })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="danger" pending={close.isPending} onClick={() => close.start({}, () => void leave())}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      {close.error !== null && (
        <Notice alert tone="danger" className="mb-3">
          {failureText(close.error)}
        </Notice>
      )}
      <ul className="grid list-disc gap-2 ps-5">
        {points.map(point => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Dialog>
  )
}

/**
 * Downloads everything that the school's screens show of the person, and closes the account; both ask to sign in again.
 */
export const OwnAccount = (own: OwnAccountProps) => {
  const t = useTranslations('ownAccount')
  const language = useLocale()
  const failureText = useFailureText()
  const take = useWrite('users-takeData')
  const [isClosing, setClosing] = useState(false)
  const fetchFile = async () => {
    // The file is authorized by the cookie, which must match the sign-in just made.
    await tokenSynced()
    const link = document.createElement('a')
    link.href = `${ownDataPath}?lang=${language}`
    link.download = 'my-data.zip'
    link.click()
    toast(t('taken'))
  }
  return (
    <Card title={t('title')}>
      {take.error !== null && (
        <Notice alert tone="danger" className="mb-3">
          {failureText(take.error)}
        </Notice>
      )}
      <p className="text-ink-2">{t(own.roles.includes('parent') ? 'takeFamily' : 'takeOthers')}</p>
      <Button
        icon={Download}
        className="mt-3"
        pending={take.isPending}
        onClick={() => take.start({}, () => void fetchFile())}
      >
        {t('take')}
      </Button>
      <p className="mt-5 text-ink-2">{t('closeHint')}</p>
      <Button className="mt-3" onClick={() => setClosing(true)}>
        {t('close')}
      </Button>
      {isClosing && <Close {...own} onClose={() => setClosing(false)} />}
    </Card>
  )
}
