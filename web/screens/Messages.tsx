import { PenLine } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { lazily } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useClose } from '#web/routing/wayBack.ts'
import { Inbox } from '#web/communication/messages/Inbox.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'

// Opened only on demand, so their code loads then.
const MessageSheet = lazily(() =>
  import('#web/communication/messages/MessageSheet.tsx').then(module => module.MessageSheet),
)
const NewMessage = lazily(() => import('#web/communication/messages/NewMessage.tsx').then(module => module.NewMessage))

/** The sheet over the list that the address names. */
const Open = () => {
  const [{ open }, change] = useUrlState()
  const close = useClose('open')
  const [kind, id = ''] = open?.split('.') ?? []
  if (kind === 'new')
    return <NewMessage onClose={close} onSent={made => change({ open: `thread.${made}` }, { replace: true })} />
  return (kind === 'notice' || kind === 'thread') && id !== '' ? (
    <MessageSheet key={open} kind={kind} id={id} onClose={close} />
  ) : null
}

/** A family's messages: the school's notices, its conversations, and a way to ask the school something. */
export default function Messages() {
  const t = useTranslations('messages')
  const [, change] = useUrlState()
  return (
    <Page
      board
      title={t('title')}
      actions={
        <Button variant="accent" icon={PenLine} onClick={() => change({ open: 'new' })}>
          {t('inbox.write')}
        </Button>
      }
    >
      <Card className="max-w-[46rem]">
        <Inbox to="/messages" />
      </Card>
      <Open />
    </Page>
  )
}
