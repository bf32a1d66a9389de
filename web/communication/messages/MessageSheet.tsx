import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { CloseThread, Posts, Reply, ThreadHead } from './Conversation.tsx'
import { ConfirmNotice, NoticeText, useReceived } from './ReadNotice.tsx'
import { useSubject } from './TwoLanguages.tsx'

type OneProps = {
  id: string
  onClose: () => void
  /** A link to the list, if the sheet is over something else. */
  back?: ReactNode
}

const OneNotice = ({ id, onClose, back }: OneProps) => {
  const t = useTranslations('messages')
  const subject = useSubject()
  const received = useReceived(id)
  const notice = received.data?.id === id ? received.data : undefined
  const asks = notice?.needsAnswer === true && notice.confirmedAt === null
  return (
    <SidePanel
      open
      onClose={onClose}
      title={notice ? subject(notice) : t('inbox.notice')}
      {...(asks && { actions: <ConfirmNotice notice={notice} /> })}
    >
      {back}
      <Later read={received}>{shown => shown.id === id && <NoticeText notice={shown} />}</Later>
    </SidePanel>
  )
}

const OneThread = ({ id, onClose, back }: OneProps) => {
  const t = useTranslations('messages')
  const found = useReadLater('messages-thread', { id })
  const thread = found.data?.id === id ? found.data : undefined
  return (
    <SidePanel
      open
      onClose={onClose}
      title={thread?.subject ?? t('inbox.conversation')}
      {...(thread && thread.side !== null && { actions: <Reply key={id} thread={thread} /> })}
    >
      <div className="flex items-start justify-between gap-3">
        {back}
        {thread && <CloseThread thread={thread} />}
      </div>
      <Later read={found}>
        {shown =>
          shown.id === id && (
            <div className="grid gap-5">
              <ThreadHead thread={shown} />
              <Posts thread={shown} />
            </div>
          )
        }
      </Later>
    </SidePanel>
  )
}

/** One of the reader's notices or conversations. */
export const MessageSheet = ({ kind, ...one }: OneProps & { kind: 'notice' | 'thread' }) =>
  kind === 'notice' ? <OneNotice {...one} /> : <OneThread {...one} />
