import { Megaphone, MessageCirclePlus, Send } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { BackButton } from '#web/ui/BackButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useClose } from '#web/routing/wayBack.ts'
import { Compose } from './Compose.tsx'
import { Inbox } from './Inbox.tsx'
import { MessageSheet } from './MessageSheet.tsx'
import { WriteToStudent } from './NewThread.tsx'
import { NoticeList } from './NoticeList.tsx'
import { NoticePage } from './NoticePage.tsx'

type PartProps = { go: (place: string | undefined) => void }

const Back = ({ go, to = 'all' }: PartProps & { to?: string }) => {
  const t = useTranslations('messages')
  return (
    <BackButton className="mb-3" onClick={() => go(to)}>
      {to === 'all' ? t('back') : t('inbox.sent')}
    </BackButton>
  )
}

type FrameProps = PartProps & { title: string; actions?: ReactNode; children: ReactNode }
const Frame = ({ title, go, actions, children }: FrameProps) => (
  <SidePanel open onClose={() => go(undefined)} title={title} {...(actions && { actions })}>
    {children}
  </SidePanel>
)

/** A teacher's new notice; a teacher with one class writes to it by default. */
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

/** A teacher's messages, beside their day; `messages` in the address names the open one. */
export const MessagesPanel = () => {
  const t = useTranslations('messages')
  const [url, change] = useUrlState()
  const close = useClose('messages')
  const place = url['messages']
  if (place === undefined) return null
  const go = (next: string | undefined) => (next === undefined ? close() : change({ messages: next }))
  const [kind, id = ''] = place.split('.')
  if ((kind === 'notice' || kind === 'thread') && id)
    return <MessageSheet key={place} kind={kind} id={id} back={<Back go={go} />} onClose={close} />
  if (kind === 'new')
    return (
      <Frame title={t('start.titleFamily')} go={go}>
        <Back go={go} />
        <WriteToStudent onSent={made => change({ messages: `thread.${made}` }, { replace: true })} />
      </Frame>
    )
  if (kind === 'sent')
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
  if (kind === 'write')
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
          {t('inbox.writeFamily')}
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap gap-3">
        <Button size="small" icon={Megaphone} onClick={() => go('write')}>
          {t('inbox.writeClass')}
        </Button>
        <Button size="small" icon={Send} onClick={() => go('sent')}>
          {t('inbox.sent')}
        </Button>
      </div>
      <Inbox to="/teacherdashboard/" />
    </Frame>
  )
}
