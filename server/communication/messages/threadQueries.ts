import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Contact, Post, Thread, ThreadRow, ThreadStatus } from '#contract/communication/messages.threads.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { wantsMail } from '#server/people/parents/acts.ts'
import { matchesWords } from '#server/access/users/tables.ts'
import { isCurrent } from './acts.ts'
import { excerptCharacters } from './noticeQueries.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import { childrenOf, isKeptFrom, threadMessageFiles, threadMessages, threads } from './tables.ts'

const about = sql`
  threads.id, threads.subject, threads.status, (select json_build_object('id', h.id, 'name', h.name, 'nativeName', ${nativeHousehold(sql`h.id`, sql`h.name`)}) from households h where h.id = threads.household_id) as household,
  (select json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name) from persons p where p.id = threads.student_id) as student,
  (select json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'crayon', s.crayon) from sections s where s.id = threads.section_id) as section`

/** The number of files of a message `m`, as `files`. */
export const filesOfPost = sql`(select count(*)::int from thread_message_files f where f.message_id = m.id) as files`

/** A condition: true if a person has unread messages in a conversation. */
export const isUnreadBy = (personId: string): SQL => sql`exists (
  select 1 from thread_messages m where m.thread_id = threads.id and m.author_id <> ${personId}::uuid
    and m.at > coalesce((select r.read_at from thread_reads r where r.thread_id = threads.id and r.person_id = ${personId}::uuid), '-infinity'))`

/** The guardians who take part in a conversation. */
const guardiansOf = sql`(
  select g.guardian_id as id from ${childrenOf} child join guardianships g on g.student_id = child.id where g.has_data_access and not ${isKeptFrom(sql`g.guardian_id`)})`
/** The teachers who take part in a conversation. */
const teachersOf = sql`(
  select x.teacher_id as id from section_teachers x join role_grants r on r.person_id = x.teacher_id and r.role = 'teacher' and r.ends_at is null where x.section_id = threads.section_id)`
/** Administrators who have written in a conversation with the office. */
const officersOf = sql`(
  select m.author_id as id from thread_messages m join role_grants r on r.person_id = m.author_id and r.role = 'admin' and r.ends_at is null
  where m.thread_id = threads.id and m.side = 'school' and threads.section_id is null)`

/**
 * The person someone talks to in a conversation, as one row: the other person who wrote last or, while nobody else has,
 * one of those they wrote to. No row if that is the office.
 */
export const spokenWith = (personId: string, side: SQL): SQL => sql`(
  select p.name, p.native_name from (
    select m.author_id as id, m.at, m.id as message from thread_messages m where m.thread_id = threads.id and m.author_id <> ${personId}::uuid
    union all select t.id, null, null from ${teachersOf} t where ${side} = 'family' and t.id <> ${personId}::uuid
    union all select g.id, null, null from ${guardiansOf} g where ${side} = 'school' and g.id <> ${personId}::uuid
  ) who join persons p on p.id = who.id order by who.at desc nulls last, who.message desc nulls last, p.name, p.id limit 1)`

/** Conversations that contain the search text in their subject, a message, or the name of the family or its members. */
export const matching = (search: string): SQL => {
  if (search === '') return sql`true`
  const pattern = containing(search)
  return sql`(lower(threads.subject) like ${pattern}
    or exists (select 1 from thread_messages m where m.thread_id = threads.id and lower(m.body) like ${pattern})
    or exists (select 1 from households h where h.id = threads.household_id and lower(h.name) like ${pattern})
    or threads.household_id in (select st.household_id from students st where ${matchesWords(sql`st.id`, search)})
    or threads.household_id in (select o.household_id from household_members o where ${matchesWords(sql`o.person_id`, search)}))`
}
type Filter = { search: string; status?: ThreadStatus | undefined }
const filtered = (seen: Scope<'threads'>, { search, status }: Filter): SQL =>
  sql`${seen} and ${matching(search)} and ${status ? sql`threads.status = ${status}` : sql`true`}`

export const listThreads = (
  db: Db,
  seen: Scope<'threads'>,
  taking: Scope<'threads'>,
  filter: Filter,
  personId: string,
  after: readonly unknown[] | null,
): Promise<ThreadRow[]> =>
  rows<ThreadRow>(
    db,
    sql`
    select ${about}, left(last.body, ${excerptCharacters}) as excerpt, last.files, last.name as "lastAuthor", last.native_name as "lastAuthorNativeName", ${asInstant(sql`threads.at`)} as at,
      (${taking} and ${isUnreadBy(personId)}) as "isUnread"
    from threads cross join lateral (
      select m.body, ${filesOfPost}, p.name, p.native_name from thread_messages m join persons p on p.id = m.author_id where m.thread_id = threads.id order by m.at desc, m.id desc limit 1
    ) last
    where ${filtered(seen, filter)} and ${after ? sql`(threads.at, threads.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by threads.at desc, threads.id desc ${onePage}`,
  )

export const countThreads = async (db: Db, seen: Scope<'threads'>, filter: Filter): Promise<number> =>
  (
    await rows<{ total: number }>(db, sql`select count(*)::int as total from threads where ${filtered(seen, filter)}`)
  )[0]!.total

type Takes = { family: Scope<'threads'>; school: Scope<'threads'> }

/** A conversation with its participants and the side on which the caller takes part; null if it isn't visible. */
export const findThread = async (
  db: Db,
  seen: Scope<'threads'>,
  { family, school }: Takes,
  id: string,
): Promise<Thread | null> => {
  const [thread] = await rows<Thread>(
    db,
    sql`
    select ${about}, case when ${family} then 'family' when ${school} then 'school' end as side,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name, 'side', who.side, 'readAt', ${asInstant(sql`r.read_at`)}) order by who.side, p.name, p.id)
        from (select distinct id, 'family' as side from ${guardiansOf} f union select distinct id, 'school' from ${teachersOf} t union select distinct id, 'school' from ${officersOf} o) who
          join persons p on p.id = who.id left join thread_reads r on r.thread_id = threads.id and r.person_id = p.id), '[]') as members
    from threads where ${and(seen, eq(threads.id, id))}`,
  )
  return thread ?? null
}

export const listPosts = (
  db: Db,
  seen: Scope<'threads'>,
  threadId: string,
  personId: string,
  after: readonly unknown[] | null,
): Promise<Post[]> =>
  rows<Post>(
    db,
    sql`
    select m.id, m.side, p.name as author, p.native_name as "authorNativeName", p.id as "authorId", m.body,
      coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name, 'type', x.type, 'size', x.size) order by f.place)
        from thread_message_files f join files x on x.id = f.file_id where f.message_id = m.id), '[]') as files, ${asInstant(sql`m.at`)} as at, m.author_id = ${personId}::uuid as "isMine"
    from threads join thread_messages m on m.thread_id = threads.id join persons p on p.id = m.author_id
    where ${seen} and threads.id = ${threadId}::uuid and ${after ? sql`(m.at, m.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by m.at desc, m.id desc ${onePage}`,
  )

export const countPosts = async (db: Db, seen: Scope<'threads'>, threadId: string): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from threads join thread_messages m on m.thread_id = threads.id where ${seen} and threads.id = ${threadId}::uuid`,
    )
  )[0]!.total

export const lockThread = async (db: Db, seen: Scope<'threads'>, id: string) =>
  (
    await rows<{ id: string; status: ThreadStatus; subject: string }>(
      db,
      sql`select threads.id, threads.status, threads.subject from threads where ${and(seen, eq(threads.id, id))} for update`,
    )
  )[0]

/** The contacts of a family: the office, and the teachers of each child's classes. */
export const listContacts = (db: Db, homes: Scope<'households'>, mine: Scope<'students'>): Promise<Contact[]> =>
  rows<Contact>(
    db,
    sql`
    select * from (
      select households.id as "householdId", households.name as household, ${nativeHousehold(sql`households.id`, sql`households.name`)} as "householdNativeName", null::json as student, null::json as section, '[]'::json as teachers, 0 as turn, '' as child, '' as class
      from households where ${homes}
      union all
      select students.household_id, h.name, ${nativeHousehold(sql`h.id`, sql`h.name`)}, json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name),
        json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'crayon', s.crayon),
        (select json_agg(json_build_object('name', tp.name, 'nativeName', tp.native_name) order by tp.name) from section_teachers x join persons tp on tp.id = x.teacher_id where x.section_id = s.id),
        1, coalesce(p.birth_on::text, ''), s.name
      from students join households h on h.id = students.household_id join persons p on p.id = students.id join enrolments e on e.student_id = students.id
        join sections s on s.id = e.section_id join terms t on t.id = s.term_id
      where ${mine} and ${isCurrent} and exists (select 1 from section_teachers x where x.section_id = s.id)
    ) c order by turn, household, child, class`,
  )

/**
 * The family, given by itself or by a child, if someone has access to its data and it has a student in the class now;
 * otherwise null.
 */
export const findFamily = async (
  db: Db,
  addressable: Scope<'households'>,
  target: { householdId: string | null; studentId: string | null; sectionId: string | null },
): Promise<string | null> => {
  const [found] = await rows<{ id: string }>(
    db,
    sql`
    select households.id from households join students st on st.household_id = households.id join guardianships g on g.student_id = st.id and g.has_data_access
    where ${addressable} and ${target.householdId === null ? sql`true` : sql`households.id = ${target.householdId}::uuid`}
      and ${target.studentId === null ? sql`true` : sql`st.id = ${target.studentId}::uuid`}
      and ${
        target.sectionId === null
          ? sql`true`
          : sql`exists (select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
              where e.student_id = st.id and s.id = ${target.sectionId}::uuid and ${isCurrent})`
      } limit 1`,
  )
  return found?.id ?? null
}

/** True if the writer may write for this class, or for the office. */
export const isWriter = async (db: Db, writes: Scope<'sections'>): Promise<boolean> =>
  (await rows<{ may: boolean }>(db, sql`select coalesce(${writes}, false) as may`))[0]!.may

export const insertThread = async (db: Db, values: typeof threads.$inferInsert): Promise<string> =>
  (await db.insert(threads).values(values).returning({ id: threads.id }))[0]!.id

/** Adds a message and changes the conversation's status. The author has then read everything before it. */
export const insertPost = async (
  db: Db,
  post: { threadId: string; authorId: string; side: 'family' | 'school'; body: string; at: Date },
  status: ThreadStatus,
): Promise<string> => {
  const [made] = await db.insert(threadMessages).values(post).returning({ id: threadMessages.id })
  await db.update(threads).set({ status, at: post.at }).where(eq(threads.id, post.threadId))
  await markRead(db, post.threadId, post.authorId, post.at)
  return made!.id
}

export const insertPostFiles = async (db: Db, messageId: string, fileIds: readonly string[]): Promise<void> => {
  if (fileIds.length === 0) return
  await db
    .insert(threadMessageFiles)
    .values([...new Set(fileIds)].map((fileId, place) => ({ messageId, fileId, place })))
}

export const setStatus = async (db: Db, id: string, status: ThreadStatus): Promise<void> => {
  await db.update(threads).set({ status }).where(eq(threads.id, id))
}

export const markRead = async (db: Db, threadId: string, personId: string, at: Date): Promise<void> => {
  await rows(
    db,
    sql`insert into thread_reads (thread_id, person_id, read_at) values (${threadId}::uuid, ${personId}::uuid, ${at.toISOString()}::timestamptz)
      on conflict (thread_id, person_id) do update set read_at = excluded.read_at`,
  )
}

export type Told = {
  personId: string
  name: string
  nativeName: string
  email: string
  language: string
  isGuardian: boolean
  isTeacher: boolean
  mustMail: boolean
}

/**
 * All participants of a conversation, and which of them get an email about the new message: those on the other side who
 * can be emailed and have not been since they last read. Until an administrator has written, all of them are told.
 */
export const listTold = (db: Db, threadId: string, from: 'family' | 'school'): Promise<Told[]> =>
  rows<Told>(
    db,
    sql`
    select p.id as "personId", p.name, p.native_name, p.email, p.language, who.side = 'family' as "isGuardian", who.is_teacher,
      who.side <> ${from} and ${wantsMail('messages', sql`p.id`)} and p.email <> '' and p.account_id is not null and (r.mailed_at is null or r.read_at >= r.mailed_at) as "mustMail"
    from threads cross join lateral (
      select id, 'family' as side, false as is_teacher from ${guardiansOf} f union select id, 'school', true from ${teachersOf} t union select id, 'school', false from ${officersOf} o
      union select g.person_id, 'school', false from role_grants g where threads.section_id is null and g.role = 'admin' and g.ends_at is null and not exists (select 1 from ${officersOf} o)
    ) who join persons p on p.id = who.id left join thread_reads r on r.thread_id = threads.id and r.person_id = p.id
    where threads.id = ${threadId}::uuid`,
  )

export const noteMailed = async (db: Db, threadId: string, personIds: readonly string[], at: Date): Promise<void> => {
  if (personIds.length === 0) return
  await rows(
    db,
    sql`insert into thread_reads (thread_id, person_id, mailed_at)
      select ${threadId}::uuid, person_id::uuid, ${at.toISOString()}::timestamptz from json_array_elements_text(${JSON.stringify(personIds)}::json) as p(person_id)
      on conflict (thread_id, person_id) do update set mailed_at = excluded.mailed_at`,
  )
}
