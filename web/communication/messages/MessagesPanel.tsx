import { ArrowLeft, Megaphone, MessageCirclePlus, Send } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { Compose } from './Compose.tsx'
import { CloseThread, Posts, Reply, ThreadHead } from './Conversation.tsx'
import { Inbox } from './Inbox.tsx'
import { WriteToSchool, WriteToStudent } from './NewThread.tsx'
import { NoticeList } from './NoticeList.tsx'
import { NoticePage } from './NoticePage.tsx'
import { ConfirmNotice, NoticeText, useReceived } from './ReadNotice.tsx'
import { useSubject } from './TwoLanguages.tsx'

type PartProps = { go: (place: string | undefined) => void }
type OneProps = PartProps & { id: string }

const Back = ({ go, to = 'all' }: PartProps & { to?: string }) => {
  const t = useTranslations('messages')
  return (
    <Button size="small" variant="quiet" icon={ArrowLeft} className="-ms-3 mb-3" onClick={() => go(to)}>
      {to === 'all' ? t('back') : t('inbox.sent')}
    </Button>
  )
}

type FrameProps = PartProps & { title: string; actions?: ReactNode; children: ReactNode }
const Frame = ({ title, go, actions, children }: FrameProps) => (
  <SidePanel open onClose={() => go(undefined)} title={title} {...(actions && { actions })}>
    {children}
  </SidePanel>
)

const OneNotice = ({ id, go }: OneProps) => {
  const t = useTranslations('messages')
  const subject = useSubject()
  const received = useReceived(id)
  const notice = received.data?.id === id ? received.data : undefined
  const asks = notice?.needsAnswer === true && notice.confirmedAt === null
  return (
    <Frame
      title={notice ? subject(notice) : t('inbox.notice')}
      go={go}
      {...(asks && { actions: <ConfirmNotice notice={notice} /> })}
    >
      <Back go={go} />
      <Later read={received}>{shown => shown.id === id && <NoticeText notice={shown} />}</Later>
    </Frame>
  )
}

const OneThread = ({ id, go }: OneProps) => {
  const t = useTranslations('messages')
  const found = useReadLater('messages-thread', { id })
  const thread = found.data?.id === id ? found.data : undefined
  return (
    <Frame
      title={thread?.subject ?? t('inbox.conversation')}
      go={go}
      {...(thread && thread.side !== null && { actions: <Reply key={id} thread={thread} /> })}
    >
      <div className="flex items-start justify-between gap-3">
        <Back go={go} />
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
    </Frame>
  )
}

/** A teacher's notice; who has one class writes to it. */
const ComposeToClass = (compose: Omit<ComponentProps<typeof Compose>, 'limited' | 'startWith'>) => {
  const sections = useReadLater('classes-list', {})
  return (
    <Later read={sections}>
      {list => {
        const running = list.filter(({ status }) => status === 'open' || status === 'running')
        const [only] = running
        return (
          <Compose
            {...compose}
            limited
            {...(only && running.length === 1 && { startWith: [{ kind: 'class' as const, sectionId: only.id }] })}
          />
        )
      }}
    </Later>
  )
}

type MessagesPanelProps = {
  /** As whom one reads here: a family asks the school, a teacher writes to families and classes. */
  as: 'family' | 'teacher'
}

/** The messages of a family or teacher, beside their day; the address's `messages` says which one is open. */
export const MessagesPanel = ({ as }: MessagesPanelProps) => {
  const t = useTranslations('messages')
  const [url, change] = useUrlState()
  const place = url['messages']
  if (place === undefined) return null
  const go = (next: string | undefined) => change({ messages: next })
  const [kind, id = ''] = place.split('.')
  if (kind === 'notice' && id) return <OneNotice key={id} id={id} go={go} />
  if (kind === 'thread' && id) return <OneThread key={id} id={id} go={go} />
  if (kind === 'new')
    return (
      <Frame title={t(as === 'family' ? 'start.title' : 'start.titleFamily')} go={go}>
        <Back go={go} />
        {as === 'family' ? (
          <WriteToSchool onSent={made => change({ messages: `thread.${made}` }, { replace: true })} />
        ) : (
          <WriteToStudent onSent={made => change({ messages: `thread.${made}` }, { replace: true })} />
        )}
      </Frame>
    )
  if (as === 'teacher' && kind === 'sent')
    return (
      <Frame title={t('inbox.sent')} go={go}>
        <Back go={go} {...(id && { to: 'sent' })} />
        {id ? (
          <NoticePage id={id} onEdit={() => go(`write.${id}`)} />
        ) : (
          <NoticeList search="" onOpen={notice => go(`${notice.status === 'draft' ? 'write' : 'sent'}.${notice.id}`)} />
        )}
      </Frame>
    )
  if (as === 'teacher' && kind === 'write')
    return (
      <Frame title={t('compose.titleClass')} go={go}>
        <Back go={go} />
        <ComposeToClass
          key={id}
          id={id === '' ? null : id}
          onSaved={made => change({ messages: `write.${made}` }, { replace: true })}
          onSent={made => change({ messages: `sent.${made}` }, { replace: true })}
          onGone={() => go('sent')}
        />
      </Frame>
    )
  return (
    <Frame
      title={t('title')}
      go={go}
      actions={
        <Button variant="primary" icon={MessageCirclePlus} wide="phone" onClick={() => go('new')}>
          {t(as === 'family' ? 'inbox.write' : 'inbox.writeFamily')}
        </Button>
      }
    >
      {as === 'teacher' && (
        <div className="mb-4 flex flex-wrap gap-3">
          <Button size="small" icon={Megaphone} onClick={() => go('write')}>
            {t('inbox.writeClass')}
          </Button>
          <Button size="small" icon={Send} onClick={() => go('sent')}>
            {t('inbox.sent')}
          </Button>
        </div>
      )}
      <Inbox onOpen={go} />
    </Frame>
  )
}
