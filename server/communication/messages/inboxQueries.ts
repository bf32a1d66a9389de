import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { InboxRow } from '#contract/communication/messages.threads.ts'
import type { ReaderFacts } from '#rules/placeholders.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { noticeRecipients, notices } from './tables.ts'
import { filesOfPost, isUnreadBy, matching, spokenWith } from './threadQueries.ts'

type InboxItem = Omit<InboxRow, 'excerpt' | 'nativeExcerpt'> & {
  body: string
  nativeBody: string
  facts: ReaderFacts | null
}
type Mine = { received: Scope<'notice_recipients'>; taking: Scope<'threads'>; personId: string }

const inbox = ({ received, taking, personId }: Mine, search: string): SQL => sql`
  select 'notice' as kind, notices.id, notices.subject, notices.native_subject, notices.body, notices.native_body, 0 as files, notice_recipients.facts,
    a.name as "from", a.native_name as from_native_name, null::json as about, notices.sent_at as at,
    notice_recipients.read_at is null as is_unread, notices.is_urgent, notices.needs_answer and notice_recipients.confirmed_at is null as is_unconfirmed, null as status, false as is_mine
  from notice_recipients join notices on notices.id = notice_recipients.notice_id join persons a on a.id = notices.created_by
  where ${received} and notices.status = 'sent' and ${search === '' ? sql`true` : sql`notices.search_text like ${containing(search)}`}
  union all
  select 'thread', threads.id, threads.subject, '', last.body, '', last.files, null, coalesce(other.name, ''), coalesce(other.native_name, ''),
    (select json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name) from persons p where p.id = threads.student_id), threads.at,
    ${isUnreadBy(personId)}, false, false, threads.status, last.author_id = ${personId}::uuid
  from threads cross join lateral (
    select m.body, m.side, m.author_id, ${filesOfPost} from thread_messages m where m.thread_id = threads.id order by m.at desc, m.id desc limit 1
  ) last left join lateral ${spokenWith(personId, sql`last.side`)} other on true where ${taking} and ${matching(search)}`

/** Sort key: urgent unread messages first, then other unread ones. */
const turn = sql`(i.is_unread::int + (i.is_unread and i.is_urgent)::int)`
/** The same for a row that has been read from the database. */
export const turnOf = ({ isUnread, isUrgent }: Pick<InboxItem, 'isUnread' | 'isUrgent'>): number =>
  isUnread ? (isUrgent ? 2 : 1) : 0

export const listInbox = (db: Db, mine: Mine, search: string, after: readonly unknown[] | null): Promise<InboxItem[]> =>
  rows<InboxItem>(
    db,
    sql`
    select i.kind, i.id, i.subject, i.native_subject, i.body, i.native_body, i.files, i.facts, i."from", i.from_native_name, i.about, ${asInstant(sql`i.at`)} as at,
      i.is_unread, i.is_urgent, i.is_unconfirmed, i.status, i.is_mine
    from (${inbox(mine, search)}) i
    where ${after ? sql`(${turn}, i.at, i.id) < (${after[0]}::int, ${after[1]}::timestamptz, ${after[2]}::uuid)` : sql`true`}
    order by ${turn} desc, i.at desc, i.id desc ${onePage}`,
  )

export const countInbox = async (db: Db, mine: Mine, search: string): Promise<number> =>
  (await rows<{ total: number }>(db, sql`select count(*)::int as total from (${inbox(mine, search)}) i`))[0]!.total

/** The number of a person's unread messages, and of the office's unanswered conversations. */
export const countWaiting = async (db: Db, mine: Mine, office: Scope<'threads'>): Promise<Output<'messages-waiting'>> =>
  (
    await rows<Output<'messages-waiting'>>(
      db,
      sql`select (select count(*)::int from (${inbox(mine, '')}) i where i.is_unread) as unread,
        (select count(*)::int from threads where ${office} and threads.status = 'open') as open`,
    )
  )[0]!

/** A notice as a person received it, with their facts; null if it was recalled. */
export const findReceived = async (db: Db, received: Scope<'notice_recipients'>, id: string) => {
  const [found] = await rows<{
    id: string
    subject: string
    body: string
    nativeSubject: string
    nativeBody: string
    facts: ReaderFacts
    from: string
    fromNativeName: string
    at: string
    isUrgent: boolean
    needsAnswer: boolean
    readAt: string | null
    confirmedAt: string | null
  }>(
    db,
    sql`
    select notices.id, notices.subject, notices.body, notices.native_subject, notices.native_body, notice_recipients.facts,
      a.name as "from", a.native_name as "fromNativeName", ${asInstant(sql`notices.sent_at`)} as at, notices.is_urgent, notices.needs_answer,
      ${asInstant(sql`notice_recipients.read_at`)} as "readAt", ${asInstant(sql`notice_recipients.confirmed_at`)} as "confirmedAt"
    from notice_recipients join notices on notices.id = notice_recipients.notice_id join persons a on a.id = notices.created_by
    where ${and(received, eq(notices.id, id), eq(notices.status, 'sent'))}`,
  )
  return found ?? null
}

/**
 * Records that a person has read a notice, and confirmed it if `confirms`. Only the first time counts. Returns the
 * notice's author.
 */
export const noteRead = async (
  db: Db,
  received: Scope<'notice_recipients'>,
  id: string,
  at: Date,
  confirms: boolean,
): Promise<string | null> => {
  const instant = sql`${at.toISOString()}::timestamptz`
  const [noted] = await rows<{ writer: string }>(
    db,
    sql`
    update notice_recipients set read_at = coalesce(notice_recipients.read_at, ${instant}),
      confirmed_at = ${confirms ? sql`coalesce(notice_recipients.confirmed_at, ${instant})` : noticeRecipients.confirmedAt}
    from notices where notices.id = notice_recipients.notice_id and ${and(received, eq(notices.id, id), eq(notices.status, 'sent'))}
    returning notices.created_by as writer`,
  )
  return noted?.writer ?? null
}
