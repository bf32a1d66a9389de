import { useTranslations } from 'use-intl'
import type { ThreadStatus } from '#contract/communication/messages.threads.ts'
import { threadStatuses } from '#contract/communication/messages.threads.plain.ts'
import { usePages } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useNames } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Badge, Chip, Status } from '#web/ui/Marks.tsx'
import { Empty, Loading } from '#web/ui/States.tsx'
import { threadTones } from './Conversation.tsx'
import { useWhen } from './Inbox.tsx'

type ThreadListProps = {
  search: string
  state: string | undefined
  openId: string | undefined
  onOpen: (id: string) => void
}

/** All conversations with families, latest first. */
export const ThreadList = ({ search, state, openId, onOpen }: ThreadListProps) => {
  const t = useTranslations('messages')
  const names = useNames()
  const when = useWhen()
  const status: ThreadStatus | undefined = threadStatuses.find(each => each === state)
  const pages = usePages('messages-threads', { ...(search && { search }), ...(status && { status }) })
  return (
    <>
      <p role="status" className="mb-2 text-sm text-ink-2 tabular-nums">
        {pages.total !== undefined && t('admin.threadCount', { n: pages.total })}
      </p>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && (
        <Empty>{search ? t('inbox.nothing', { search }) : t(status ? 'admin.threadNoneOf' : 'admin.threadNone')}</Empty>
      )}
      {pages.rows && pages.rows.length > 0 && (
        <ul
          className={classes(
            'divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface transition-opacity',
            pages.isOld && 'opacity-60',
          )}
        >
          {pages.rows.map(thread => (
            <li key={thread.id}>
              <button
                type="button"
                aria-current={thread.id === openId ? 'true' : undefined}
                onClick={() => onOpen(thread.id)}
                className={classes(
                  'grid w-full gap-1 px-4 py-3 text-start -outline-offset-2',
                  thread.id === openId ? 'bg-primary-soft' : 'hover:bg-sunken',
                )}
              >
                <span className="flex items-baseline justify-between gap-3 text-sm">
                  <Status tone={threadTones[thread.status]}>{t(`thread.forSchool.${thread.status}`)}</Status>
                  <span className="flex shrink-0 items-center gap-2 text-ink-2 tabular-nums">
                    {when(thread.at)}
                    {thread.isUnread && (
                      <span className="size-2.5 rounded-full bg-marigold-ink">
                        <span className="sr-only">{t('unread')}</span>
                      </span>
                    )}
                  </span>
                </span>
                <span className={classes('truncate', thread.isUnread ? 'font-bold' : 'font-semibold')}>
                  {thread.subject}
                </span>
                <span className="line-clamp-1 text-sm text-ink-2">
                  {names({ name: thread.lastAuthor, nativeName: thread.lastAuthorNativeName }).first}:{' '}
                  {thread.excerpt || t('inbox.files', { n: thread.files })}
                </span>
                <span className="flex flex-wrap items-center gap-1.5">
                  <Badge>{names(thread.household).first}</Badge>
                  {thread.section ? (
                    <Chip crayon={thread.section.crayon}>{names(thread.section).first}</Chip>
                  ) : (
                    <Badge tone="info">{t('admin.withOffice')}</Badge>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </>
  )
}
