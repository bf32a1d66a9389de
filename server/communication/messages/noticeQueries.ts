import type { Language } from '#contract/values.ts'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Notice, NoticeGroup, NoticeRow, readStates } from '#contract/communication/messages.notices.ts'
import type { ReaderFacts } from '#rules/placeholders.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, limitTo, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { wantsMail } from '#server/people/parents/acts.ts'
import { dueOf, openOf } from '#server/money/payments/tables.ts'
import { matchesSearch } from '#server/access/users/tables.ts'
import { readersOf } from './acts.ts'
import { notices } from './tables.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'

/** The due date of a household's earliest charge that is not fully paid. */
const dueOn = (household: SQL): SQL => sql`(
  select min(c.due_on) from charges c where c.household_id = ${household} and ${openOf('c')} > 0)`

// A family counts once, and so does each member of the staff.
const group = sql`coalesce(r.household_id, r.person_id)`
const tally = sql`
  count(r.person_id)::int as people, count(distinct r.household_id)::int as households, count(distinct ${group})::int as groups,
  (count(distinct ${group}) filter (where r.read_at is not null))::int as read, (count(distinct ${group}) filter (where r.confirmed_at is not null))::int as confirmed,
  (count(r.mail_id))::int as mailed, (count(*) filter (where m.status = 'failed'))::int as failed,
  (count(*) filter (where m.status = 'kept'))::int as kept`

const matching = (search: string) => (search === '' ? sql`true` : sql`notices.search_text like ${containing(search)}`)

/** Characters of a message that lists get: more than two of their widest lines, so that the screen shortens them. */
export const excerptCharacters = 320

export const listNotices = (
  db: Db,
  seen: Scope<'notices'>,
  search: string,
  after: readonly unknown[] | null,
): Promise<NoticeRow[]> =>
  rows<NoticeRow>(
    db,
    sql`
    select notices.id, notices.subject, notices.native_subject, left(notices.body, ${excerptCharacters}) as excerpt,
      left(notices.native_body, ${excerptCharacters}) as native_excerpt,
      notices.status, notices.is_urgent, notices.needs_answer, ${asInstant(sql`notices.at`)} as at, a.name as author, a.native_name as "authorNativeName", t.people, t.groups, t.read
    from notices join persons a on a.id = notices.created_by cross join lateral (
      select ${tally} from notice_recipients r left join mails m on m.id = r.mail_id where r.notice_id = notices.id
    ) t
    where ${seen} and ${matching(search)} and ${after ? sql`(notices.at, notices.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by notices.at desc, notices.id desc ${onePage}`,
  )

export const countNotices = async (db: Db, seen: Scope<'notices'>, search: string): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from notices where ${seen} and ${matching(search)}`,
    )
  )[0]!.total

export const findNotice = async (db: Db, seen: Scope<'notices'>, id: string): Promise<Notice | null> => {
  const [notice] = await rows<Notice>(
    db,
    sql`
    select notices.id, notices.subject, notices.body, notices.native_subject, notices.native_body, notices.audience,
      notices.by_email, notices.is_urgent, notices.needs_answer, notices.is_native_stale, notices.status,
      ${asInstant(sql`notices.send_at`)} as "sendAt", ${asInstant(sql`notices.sent_at`)} as "sentAt", ${asInstant(sql`notices.recalled_at`)} as "recalledAt", ${asInstant(sql`notices.reminded_at`)} as "remindedAt",
      a.name as author, a.native_name as "authorNativeName", notices.version, t.*,
      coalesce((select json_agg(json_build_object('key', n.id, 'name', n.name, 'nativeName', n.native_name)) from jsonb_array_elements(notices.audience) part cross join lateral (
        select s.id, s.name, s.native_name from sections s where s.id = (part->>'sectionId')::uuid
        union all select g.id, g.name, g.native_name from programmes g where g.id = (part->>'programmeId')::uuid
        union all select h.id, h.name, ${nativeHousehold(sql`h.id`, sql`h.name`)} from households h where h.id = (part->>'householdId')::uuid
        union all select p.id, p.name, p.native_name from persons p where p.id = (part->>'personId')::uuid
      ) n), '[]') as names
    from notices join persons a on a.id = notices.created_by cross join lateral (
      select ${tally} from notice_recipients r left join mails m on m.id = r.mail_id where r.notice_id = notices.id
    ) t where ${and(seen, eq(notices.id, id))}`,
  )
  return notice ?? null
}

export const lockNotice = async (db: Db, seen: Scope<'notices'>, id: string) =>
  (
    await db
      .select()
      .from(notices)
      .where(and(seen, eq(notices.id, id)))
      .for('update')
  )[0]

export const insertNotice = async (db: Db, values: typeof notices.$inferInsert): Promise<string> =>
  (await db.insert(notices).values(values).returning({ id: notices.id }))[0]!.id

export const updateNotice = async (db: Db, id: string, values: Partial<typeof notices.$inferInsert>): Promise<void> => {
  await db
    .update(notices)
    .set({ ...values, version: sql`${notices.version} + 1` })
    .where(eq(notices.id, id))
}

export const deleteNotice = async (db: Db, id: string): Promise<void> => {
  await db.delete(notices).where(eq(notices.id, id))
}

type ReadState = (typeof readStates)[number]
const having: Record<ReadState, SQL> = {
  read: sql`bool_or(r.read_at is not null)`,
  unread: sql`not bool_or(r.read_at is not null)`,
  failed: sql`bool_or(coalesce(m.status = 'failed', false))`,
}

/** The status of the newest push message to a recipient, on the device with the best outcome. */
const pushedTo = sql`coalesce((select case when bool_or(u.status = 'sent') then 'sent' when bool_or(u.status = 'queued') then 'queued' else 'failed' end
  from pushes u where u.about = r.notice_id and u.person_id = r.person_id having count(*) > 0), 'none')`

// People and families are looked up one at a time: not knowing how many recipients a notice has, the planner would read
// everyone the school knows.
const groups = (id: string, search: string, state: ReadState | undefined) => sql`
  select ${group} as id, r.household_id is not null as "isHousehold", coalesce(h.name, min(p.name)) as name,
    json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name, 'readAt', ${asInstant(sql`r.read_at`)}, 'confirmedAt', ${asInstant(sql`r.confirmed_at`)},
      'mail', case m.status when 'sending' then 'queued' else coalesce(m.status, 'none') end, 'push', ${pushedTo}, 'problem', coalesce(m.error, '')) order by p.name_order, p.id) as people
  from notice_recipients r cross join lateral (select * from persons where persons.id = r.person_id offset 0) p
    left join lateral (select name from households where households.id = r.household_id offset 0) h on true left join mails m on m.id = r.mail_id
  where r.notice_id = ${id}::uuid
  group by ${group}, r.household_id, h.name
  having ${state ? having[state] : sql`true`} and ${search === '' ? sql`true` : sql`(lower(coalesce(h.name, '')) like ${containing(search)} or bool_or(${matchesSearch(sql`p.id`, search)}))`}`

/** The delivery status of a notice, by family and staff member. The caller has checked that the notice may be seen. */
export const listDelivery = (
  db: Db,
  notice: { id: string },
  search: string,
  state: ReadState | undefined,
  after: readonly unknown[] | null,
  language: Language,
): Promise<NoticeGroup[]> => {
  const order = (id: SQL) => sql`coalesce((select h.name_order from households h where h.id = ${id}),
    (select ${nameOrderOf('p', language)} from persons p where p.id = ${id}))`
  return rows<NoticeGroup>(
    db,
    sql`select g.* from (${groups(notice.id, search, state)}) g where ${after ? sql`(${order(sql`g.id`)}, g.id) > (${order(sql`${after[1]}::uuid`)}, ${after[1]}::uuid)` : sql`true`}
    order by ${order(sql`g.id`)}, g.id ${onePage}`,
  )
}

export const countDelivery = async (
  db: Db,
  notice: { id: string },
  search: string,
  state: ReadState | undefined,
): Promise<number> =>
  (
    await rows<{ total: number }>(db, sql`select count(*)::int as total from (${groups(notice.id, search, state)}) g`)
  )[0]!.total

/** Locks and returns a notice to be delivered. A delivery has no caller, so there is no scope. */
export const lockDelivery = async (db: Db, id: string): Promise<typeof notices.$inferSelect | undefined> =>
  (await db.select().from(notices).where(eq(notices.id, id)).for('update'))[0]

export const beginSending = (db: Db, id: string) =>
  db.update(notices).set({ status: 'sending' }).where(eq(notices.id, id))

export const endSending = (db: Db, id: string, at: Date) =>
  db
    .update(notices)
    .set({ status: 'sent', sentAt: at, at })
    .where(and(eq(notices.id, id), eq(notices.status, 'sending')))

/** Notices that are scheduled, or whose delivery has started but not finished. */
export const listUndelivered = (db: Db): Promise<{ id: string; sendAt: Date | null }[]> =>
  db
    .select({ id: notices.id, sendAt: notices.sendAt })
    .from(notices)
    .where(inArray(notices.status, ['scheduled', 'sending']))

/** Stores a notice's recipients, once. Each recipient's facts are stored as they are now. */
export const insertRecipients = async (db: Db, noticeId: string, today: string): Promise<void> => {
  await rows(
    db,
    sql`
    insert into notice_recipients (notice_id, person_id, household_id, student_ids, facts)
    select n.id, r.person_id, r.household_id, r.student_ids, json_build_object('name', p.name, 'nativeName', p.native_name, 'students', r.students, 'classes', r.classes,
      'balanceCents', case when r.household_id is null then 0 else ${dueOf(sql`r.household_id`)} end, 'dueOn', ${dueOn(sql`r.household_id`)})
    from notices n cross join lateral ${readersOf(sql`n.audience`, sql`${today}::date`)} r join persons p on p.id = r.person_id
    where n.id = ${noticeId}::uuid
    on conflict do nothing`,
  )
}

/** A person who gets a notice by email. */
export type Addressee = {
  personId: string
  email: string
  language: string
  hasAccount: boolean
  isGuardian: boolean
  isTeacher: boolean
  householdId: string | null
  facts: ReaderFacts
}
const addressee = sql`
  r.person_id, p.email, p.language, p.account_id is not null as "hasAccount", r.student_ids <> '{}' as "isGuardian", r.household_id, r.facts,
  exists (select 1 from role_grants g where g.person_id = p.id and g.role = 'teacher' and g.ends_at is null) as "isTeacher"`

/** Recipients with a registered device. */
export const listOnDevices = (db: Db, noticeId: string): Promise<Addressee[]> =>
  rows<Addressee>(
    db,
    sql`
    select ${addressee} from notice_recipients r join persons p on p.id = r.person_id
    where r.notice_id = ${noticeId}::uuid and exists (select 1 from push_subscriptions d where d.person_id = p.id)`,
  )

/** Locks and returns the next recipients who have not been emailed a notice, so that the job may run twice. */
export const takeUnmailed = (db: Db, noticeId: string, atMost: number): Promise<Addressee[]> =>
  rows<Addressee>(
    db,
    sql`
    select ${addressee} from notice_recipients r join persons p on p.id = r.person_id join notices n on n.id = r.notice_id
    where n.id = ${noticeId}::uuid and ((n.by_email and ${wantsMail('notices', sql`p.id`)}) or n.is_urgent) and r.mail_id is null and p.email <> ''
    order by r.person_id ${limitTo(atMost)} for update of r skip locked`,
  )

/**
 * Recipients with an email address in families where nobody has read a notice, or confirmed it if that was required;
 * only those who may still see it.
 */
export const listSilent = (db: Db, noticeId: string): Promise<Addressee[]> =>
  rows<Addressee>(
    db,
    sql`
    select ${addressee} from notice_recipients r join persons p on p.id = r.person_id join notices n on n.id = r.notice_id
    where n.id = ${noticeId}::uuid and p.email <> ''
      and not exists (select 1 from notice_recipients o where o.notice_id = r.notice_id and coalesce(o.household_id, o.person_id) = ${group}
        and case when n.needs_answer then o.confirmed_at else o.read_at end is not null)
      and (r.student_ids = '{}' or exists (select 1 from guardianships g where g.guardian_id = p.id and g.has_data_access and g.student_id = any(r.student_ids)))
    order by r.person_id`,
  )

/** Records the email that brought the notice to each person. */
export const noteMails = async (
  db: Db,
  noticeId: string,
  personIds: readonly string[],
  mailIds: readonly string[],
): Promise<void> => {
  await rows(
    db,
    sql`
    update notice_recipients r set mail_id = m.mail_id from (
      select * from json_to_recordset(${JSON.stringify(personIds.map((personId, index) => ({ person_id: personId, mail_id: mailIds[index] })))}::json) as m(person_id uuid, mail_id uuid)
    ) m where r.notice_id = ${noticeId}::uuid and r.person_id = m.person_id`,
  )
}

export const listRecipientIds = async (db: Db, noticeId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select person_id as id from notice_recipients where notice_id = ${noticeId}::uuid`,
    )
  ).map(({ id }) => id)
