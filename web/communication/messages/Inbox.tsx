import { ChevronRight } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { InboxRow } from '#contract/communication/messages.threads.ts'
import { usePages } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useNames } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { SearchInput } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Avatar, Badge } from '#web/ui/Marks.tsx'
import { Empty, Loading } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'
import { AboutChild } from './AboutChild.tsx'
import { keyOf, MessageLink, type MessagesScreen } from './messagePlaces.tsx'
import { useExcerpt, useSubject } from './TwoLanguages.tsx'

/** Returns a function that formats a message's time briefly: the time if it is today, otherwise the day. */
export const useWhen = (): ((at: string) => string) => {
  const format = useFormat()
  const { day } = useSchoolClock()
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: format.zone })
  return at => format.instant(at, dayOf.format(new Date(at)) === day ? 'time' : 'day')
}

/** One line of a person's messages, which opens it. */
export const InboxLine = ({ row, to }: { row: InboxRow; to: MessagesScreen }) => {
  const t = useTranslations('messages')
  const names = useNames()
  const subject = useSubject()
  const when = useWhen()
  const from = names({ name: row.from, nativeName: row.fromNativeName }).first || t('office')
  const text = useExcerpt()(row) || (row.files > 0 ? t('inbox.files', { n: row.files }) : '')
  const excerpt = row.isMine && text !== '' ? t('inbox.own', { text }) : text
  return (
    <MessageLink
      to={to}
      open={keyOf(row)}
      className="-mx-2 flex items-center gap-3 rounded-md px-2 py-3 text-start hover:bg-sunken"
    >
      <Avatar name={from} id={row.from} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span
            className={classes(
              'min-w-0 flex-1 basis-16 truncate text-sm',
              row.isUnread ? 'font-semibold text-ink' : 'text-ink-2',
            )}
          >
            {from}
          </span>
          <span className="flex items-center gap-2 text-sm text-ink-2 tabular-nums">
            {when(row.at)}
            {row.isUnread && (
              <span className="size-2.5 rounded-full bg-marigold-ink">
                <span className="sr-only">{t('unread')}</span>
              </span>
            )}
          </span>
        </span>
        <span className={classes('truncate', row.isUnread ? 'font-semibold' : 'font-medium')}>{subject(row)}</span>
        <span className="line-clamp-2 text-sm text-ink-2">{excerpt}</span>
        {(row.isUrgent || row.isUnconfirmed || row.about) && (
          <span className="mt-1 flex flex-wrap gap-1.5">
            {row.isUrgent && <Badge tone="bad">{t('urgent')}</Badge>}
            {row.isUnconfirmed && <Badge tone="warn">{t('pleaseConfirm')}</Badge>}
            {row.about && <AboutChild child={row.about} />}
          </span>
        )}
      </span>
      <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
    </MessageLink>
  )
}

/** All messages to a person, unread first. A search appears once there are enough to search. */
export const Inbox = ({ to }: { to: MessagesScreen }) => {
  const t = useTranslations('messages')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const pages = usePages('messages-inbox', search ? { search } : {})
  const isLong = search !== '' || (pages.total ?? 0) > 5
  return (
    <>
      {isLong && (
        <SearchInput
          className="mb-3"
          label={t('inbox.search')}
          placeholder={t('inbox.search')}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      )}
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && <Empty>{search ? t('inbox.nothing', { search }) : t('inbox.none')}</Empty>}
      <ul className={classes('divide-y divide-line transition-opacity', pages.isOld && 'opacity-60')}>
        {pages.rows?.map(row => (
          <li key={keyOf(row)}>
            <InboxLine row={row} to={to} />
          </li>
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </>
  )
}
