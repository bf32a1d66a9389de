import { useTranslations } from 'use-intl'
import type { NoticeRow } from '#contract/communication/messages.notices.ts'
import { usePages } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useNames } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Badge, Status, type Tone } from '#web/ui/Marks.tsx'
import { Empty, Loading } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useWhen } from './Inbox.tsx'
import { useExcerpt, useSubject } from './TwoLanguages.tsx'
import { useExample } from './useExample.ts'

export const noticeTones: Record<NoticeRow['status'], Tone> = {
  draft: 'neutral',
  scheduled: 'info',
  sending: 'info',
  sent: 'good',
  recalled: 'bad',
}

type NoticeListProps = {
  search: string
  openId?: string | undefined
  onOpen: (notice: NoticeRow) => void
  /** Shows the number of notices once it is known. */
  withCount?: boolean
}

/** Sent notices and drafts, latest first. */
export const NoticeList = ({ search, openId, onOpen, withCount = false }: NoticeListProps) => {
  const t = useTranslations('messages')
  const names = useNames()
  const subject = useSubject()
  const excerpt = useExcerpt()
  const format = useFormat()
  const when = useWhen()
  const example = useExample()
  const pages = usePages('messages-notices', search ? { search } : {})
  return (
    <>
      {withCount && (
        <p role="status" className="mb-2 text-sm text-ink-2 tabular-nums">
          {pages.total !== undefined && t('admin.count', { n: pages.total })}
        </p>
      )}
      {pages.rows?.some(notice => example.isExample(subject(notice), excerpt(notice))) && (
        <p className="mb-2 text-sm text-ink-2">{t('compose.previewHint')}</p>
      )}
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && <Empty>{search ? t('inbox.nothing', { search }) : t('admin.none')}</Empty>}
      {pages.rows && pages.rows.length > 0 && (
        <ul
          className={classes(
            'divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface transition-opacity',
            pages.isOld && 'opacity-60',
          )}
        >
          {pages.rows.map(notice => (
            <li key={notice.id}>
              <button
                type="button"
                aria-current={notice.id === openId ? 'true' : undefined}
                onClick={() => onOpen(notice)}
                className={classes(
                  'grid w-full gap-1 px-4 py-3 text-start -outline-offset-2',
                  notice.id === openId ? 'bg-primary-soft' : 'hover:bg-sunken',
                )}
              >
                <span className="flex items-baseline justify-between gap-3 text-sm">
                  <Status tone={noticeTones[notice.status]}>{t(`status.${notice.status}`)}</Status>
                  <span className="shrink-0 text-ink-2 tabular-nums">{when(notice.at)}</span>
                </span>
                <span className="truncate font-semibold">
                  {example.fillText(subject(notice)) || t('admin.noSubject')}
                </span>
                <span className="line-clamp-1 text-sm text-ink-2">{example.fillText(excerpt(notice))}</span>
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
                  {notice.isUrgent && <Badge tone="bad">{t('urgent')}</Badge>}
                  {notice.groups > 0 &&
                    t('admin.readOf', { read: format.number(notice.read), groups: format.number(notice.groups) })}
                  <span>{names({ name: notice.author, nativeName: notice.authorNativeName }).first}</span>
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
