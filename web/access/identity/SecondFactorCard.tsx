import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OwnSecondFactor } from '#contract/access/identity.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { touch, useReadLater } from '#web/wire/call.ts'
import { schoolNow } from '#web/wire/school.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { newRecoveryCodes, removeSecondFactor, startSecondFactor } from '#web/session/identityEndpoints.ts'
import { Later } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { showCodes, useFreshCodes } from './freshCodes.ts'
import { useProof } from './useProof.tsx'

const SetUpFactor = withPage(() => import('./SetUpFactor.tsx').then(module => module.SetUpFactor))
const RecoveryCodes = withPage(() => import('./SetUpFactor.tsx').then(module => module.RecoveryCodes))

type Open = { what: 'setUp'; enrolment: Awaited<ReturnType<typeof startSecondFactor>> } | { what: 'remove' }

const Due = ({ by }: { by: string }) => {
  const t = useTranslations('signingIn.account')
  const format = useFormat()
  const [now] = useState(schoolNow)
  const isOverdue = Date.parse(by) <= now.getTime()
  return (
    <Notice tone="warn" title={t('dueTitle')} className="mb-4">
      {isOverdue ? t('overdue') : t('due', { day: format.instant(by, 'day') })}
    </Notice>
  )
}

const Content = ({ factor }: { factor: OwnSecondFactor }) => {
  const t = useTranslations('signingIn.account')
  const text = useUiText()
  const failureText = useFailureText()
  const format = useFormat()
  const proof = useProof(factor.hasPassword)
  const [open, setOpen] = useState<Open | null>(null)
  const codes = useFreshCodes()
  const close = () => setOpen(null)
  const start = () => proof.run(async () => setOpen({ what: 'setUp', enrolment: await startSecondFactor() }))
  const renew = () =>
    proof.run(async () => {
      showCodes({ codes: await newRecoveryCodes(), isReplacing: true })
      await touch('identity')
    })
  const remove = () => {
    close()
    void proof.run(async () => {
      await removeSecondFactor()
      await touch('identity')
      toast(t('removed'))
    })
  }
  return (
    <>
      {factor.neededBy !== null && <Due by={factor.neededBy} />}
      <p className="mb-4 text-ink-2">{t('lead')}</p>
      {proof.failure !== null && (
        <Notice alert tone="danger" className="mb-4">
          {failureText(proof.failure)}
        </Notice>
      )}
      {factor.enrolledAt === null ? (
        <Button
          variant={factor.neededBy === null ? 'secondary' : 'primary'}
          pending={proof.isPending}
          onClick={() => void start()}
        >
          {t('setUp')}
        </Button>
      ) : (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Status tone="good">{t('on', { day: format.instant(factor.enrolledAt, 'day') })}</Status>
            <span className="text-sm text-ink-2">{t('codesLeft', { n: factor.recoveryCodesLeft })}</span>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button pending={proof.isPending} onClick={() => void renew()}>
              {t('newCodes')}
            </Button>
            <Button onClick={() => setOpen({ what: 'remove' })}>{t('remove')}</Button>
          </div>
        </div>
      )}
      {proof.dialog}
      <Suspense>
        {open?.what === 'setUp' && (
          <SetUpFactor
            enrolment={open.enrolment}
            onClose={close}
            onKept={fresh => {
              close()
              showCodes({ codes: fresh, isReplacing: false })
              void touch('identity')
            }}
          />
        )}
        {codes && <RecoveryCodes {...codes} onClose={() => showCodes(null)} />}
      </Suspense>
      <Dialog
        open={open?.what === 'remove'}
        onClose={close}
        title={t('removeTitle')}
        actions={
          <>
            <Button onClick={close}>{text.cancel}</Button>
            <Button variant="danger" onClick={remove}>
              {t('remove')}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t('removeText')}</p>
      </Dialog>
    </>
  )
}

/** The person's own second factor: its set-up, recovery codes and removal. */
export const SecondFactorCard = () => {
  const t = useTranslations('signingIn.account')
  return (
    <Card title={t('title')}>
      <Later read={useReadLater('identity-secondFactor', {})}>{factor => <Content factor={factor} />}</Later>
    </Card>
  )
}
