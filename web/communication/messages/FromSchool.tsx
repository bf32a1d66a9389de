import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { textLink } from '#web/routing/link.tsx'
import { Count } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { InboxLine } from './Inbox.tsx'
import { keyOf, MessageButton, MessageLink, type MessagesScreen } from './messagePlaces.tsx'
import { useSubject } from './TwoLanguages.tsx'

const shownAtMost = 2
type StartProps = { to: Exclude<MessagesScreen, '/adminmessage'> }

/** The newest messages on a home page, unread first, with a link to all of them. */
export const FromSchool = ({ to }: StartProps) => {
  const t = useTranslations('messages')
  const shell = useTranslations('shell')
  const inbox = useReadLater('messages-inbox', {})
  const unread = useReadLater('messages-waiting', {}).data?.unread ?? 0
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          {t('inbox.title')} <Count value={unread} label={shell('unread', { n: unread })} />
        </span>
      }
      aside={
        <MessageLink to={to} className={`-my-2 inline-flex min-h-11 items-center text-sm ${textLink}`}>
          {t('all')}
        </MessageLink>
      }
    >
      <Later read={inbox}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-ink-2">{t('inbox.noneShort')}</p>
          ) : (
            <ul className="-my-2 divide-y divide-line">
              {rows.slice(0, shownAtMost).map(row => (
                <li key={keyOf(row)}>
                  <InboxLine row={row} to={to} />
                </li>
              ))}
            </ul>
          )
        }
      </Later>
    </Card>
  )
}

/** Urgent notices that the reader has not read yet, above everything else. */
export const UrgentNotices = ({ to }: StartProps) => {
  const t = useTranslations('messages')
  const subject = useSubject()
  const urgent = useReadLater('messages-inbox', {}).data?.rows.filter(row => row.isUrgent && row.isUnread) ?? []
  return urgent.map(row => (
    <Notice
      key={row.id}
      tone="danger"
      title={t('urgent')}
      className="shadow-2"
      action={
        <MessageButton to={to} open={keyOf(row)}>
          {t('inbox.read')}
        </MessageButton>
      }
    >
      {subject(row)}
    </Notice>
  ))
}
