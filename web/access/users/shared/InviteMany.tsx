import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { LeftOut, namedAtMost } from '#web/lists/LeftOut.tsx'
import { useFailureText } from '#web/words/failureText.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { useMails } from '#web/wire/mails.ts'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { Tongues } from '#web/words/Tongues.tsx'

type InviteManyProps = {
  list: 'users' | 'parents' | 'teachers'
  ids: readonly string[]
  onClose: () => void
  onDone: () => void
}

/** Sends many people an email on how to sign in, after a preview of who gets one, and who is left out and why. */
export const InviteMany = ({ list, ids: chosen, onClose, onDone }: InviteManyProps) => {
  const t = useTranslations('tables.invite')
  const bulk = useTranslations('tables.bulk')
  const reasons = useTranslations('tables.invite.kept')
  const handing = useTranslations('handingOver')
  const mails = useMails()
  const text = useUiText()
  const nameText = useNameText()
  const failureText = useFailureText()
  const [evenBounced, setEvenBounced] = useState(false)
  const [hasBounced, setHasBounced] = useState(false)
  const asked = { ids: [...chosen], evenBounced }
  const preview = useReadLater(`${list}-previewInvitations`, asked)
  const write = useWrite(`${list}-inviteMany`)
  const send = preview.data?.send ?? []
  const why = Map.groupBy(preview.data?.kept ?? [], ({ reason }) => reason)
  // Those for whom there is nothing to do may be many, so they come last.
  const groups = [...why].toSorted(([a], [b]) => Number(a === 'HAS_ACCOUNT') - Number(b === 'HAS_ACCOUNT'))
  const again = send.filter(({ isAgain }) => isAgain).length
  const confirm = () =>
    write.start({ ...asked, agreed: send.length }, ({ invited }) => {
      toast(mails === 'sent' ? t('done', { n: invited }) : handing('manyDone', { n: invited }))
      onDone()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      description={mails === 'sent' ? t('hint') : handing(mails === 'demo' ? 'manyDemo' : 'many')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant="primary"
            disabled={send.length === 0 || preview.isFetching}
            pending={write.isPending}
            onClick={confirm}
          >
            {mails === 'sent' ? t('verb', { n: send.length }) : handing('manyVerb', { n: send.length })}
          </Button>
        </>
      }
    >
      <Failure error={preview.error} again={() => void preview.refetch()} />
      {write.error !== null && (
        <Notice alert tone="danger" className="mb-3">
          {failureText(write.error)}
        </Notice>
      )}
      {preview.error === null && !preview.data && <Loading />}
      {preview.data && (
        <div aria-live="polite" className="grid gap-4">
          <p>
            {mails === 'sent' ? t('letters', { n: send.length }) : handing('manyLetters', { n: send.length })}
            {again > 0 && ` ${t('again', { n: again })}`}
          </p>
          {send.length > 0 && (
            <ul
              className="grid max-h-60 gap-x-4 overflow-y-auto rounded-lg border border-line px-3 text-sm"
              tabIndex={0}
            >
              {send.slice(0, namedAtMost).map(each => (
                <li
                  key={each.id}
                  className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-1.5 last:border-0"
                >
                  <span className="font-medium">
                    <Tongues text={nameText(each)} />
                  </span>
                  <span className="min-w-0 wrap-anywhere text-ink-2">{each.email}</span>
                  {each.isAgain && <Badge>{t('asked')}</Badge>}
                </li>
              ))}
              {send.length > namedAtMost && (
                <li className="py-1.5 text-ink-2">{bulk('andMore', { n: send.length - namedAtMost })}</li>
              )}
            </ul>
          )}
          {(hasBounced || why.has('MAIL_BOUNCED')) && (
            <Checkbox
              label={t('evenBounced')}
              hint={t('evenBouncedHint')}
              checked={evenBounced}
              onChange={event => {
                setHasBounced(true)
                setEvenBounced(event.target.checked)
              }}
            />
          )}
          {groups.map(([reason, kept]) => (
            <LeftOut key={reason} title={reasons(reason, { n: kept.length })} rows={kept} />
          ))}
        </div>
      )}
    </Dialog>
  )
}
