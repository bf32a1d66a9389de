import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AudiencePart } from '#contract/communication/messages.audience.ts'
import { noticeStatuses } from '#contract/communication/messages.notices.ts'
import { threadStatuses } from '#contract/communication/messages.threads.ts'
import type { ReaderFacts } from '#rules/placeholders.ts'
import { id, instant, mails } from '#server/platform/tables.ts'
import { files } from '#server/access/files/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { isBarredIn, students } from '#server/people/students/tables.ts'
import { persons } from '#server/access/users/tables.ts'

const twoTexts = {
  subject: text().notNull().default(''),
  body: text().notNull().default(''),
  /** The same in the school's second language. */
  nativeSubject: text().notNull().default(''),
  nativeBody: text().notNull().default(''),
}

/** A message from the school, or a teacher, to many people. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    ...twoTexts,
    audience: jsonb().$type<AudiencePart[]>().notNull(),
    byEmail: boolean().notNull().default(true),
    isUrgent: boolean().notNull().default(false),
    needsAnswer: boolean().notNull().default(false),
    /** True if the first language was changed after the second was written. */
    isNativeStale: boolean().notNull().default(false),
    status: text({ enum: noticeStatuses }).notNull(),
    sendAt: instant(),
    sentAt: instant(),
    recalledAt: instant(),
    remindedAt: instant(),
    /** The sort position in lists: when it was or will be sent; for a draft, when it was written. */
    at: instant().notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => persons.id),
    createdAt: instant().notNull(),
    version: integer().notNull().default(1),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(subject || ' ' || native_subject || ' ' || body || ' ' || native_body)`),
  },
  t => [
    index('notices_at').on(t.at.desc(), t.id.desc()),
    index('notices_created_by').on(t.createdBy, t.at.desc()),
    index('notices_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)

/** The recipients of a notice, stored once when it is sent, with each one's facts and delivery status. */
export const noticeRecipients = pgTable(
  'notice_recipients',
  {
    noticeId: uuid()
      .notNull()
      .references(() => notices.id),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    /** For guardians: the family that it concerns. */
    householdId: uuid().references(() => households.id),
    /** For guardians: the students that it concerns; empty for staff. */
    studentIds: uuid().array().notNull(),
    facts: jsonb().$type<ReaderFacts>().notNull(),
    /** The latest email with it. */
    mailId: uuid().references(() => mails.id, { onDelete: 'set null' }),
    readAt: instant(),
    confirmedAt: instant(),
  },
  t => [
    primaryKey({ columns: [t.noticeId, t.personId] }),
    index('notice_recipients_person').on(t.personId),
    index('notice_recipients_household').on(t.householdId),
    index('notice_recipients_mail').on(t.mailId),
  ],
)

/** Texts from which notices can be started. */
export const messageTemplates = pgTable(
  'message_templates',
  { id: id(), name: text().notNull(), ...twoTexts, archivedAt: instant(), createdAt: instant().notNull() },
  t => [
    index('message_templates_name').on(t.name, t.id),
    uniqueIndex('message_templates_live')
      .on(sql`lower(name)`)
      .where(sql`archived_at is null`),
  ],
)

/** A conversation between a family and the school: the office, or the teachers of a class. */
export const threads = pgTable(
  'threads',
  {
    id: id(),
    subject: text().notNull(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    /** The child it is about, if any. Only guardians of that child then take part. */
    studentId: uuid().references(() => students.id),
    /** The class whose teachers take part; null if the office does. */
    sectionId: uuid().references(() => sections.id),
    status: text({ enum: threadStatuses }).notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => persons.id),
    createdAt: instant().notNull(),
    /** When the last message was written. */
    at: instant().notNull(),
  },
  t => [
    index('threads_at').on(t.at.desc(), t.id.desc()),
    index('threads_status').on(t.status, t.at.desc()),
    index('threads_household').on(t.householdId, t.at.desc()),
    index('threads_student').on(t.studentId),
    index('threads_section').on(t.sectionId, t.at.desc()),
    index('threads_created_by').on(t.createdBy),
    index('threads_subject').using('gin', sql`lower(subject) gin_trgm_ops`),
  ],
)

export const threadMessages = pgTable(
  'thread_messages',
  {
    id: id(),
    threadId: uuid()
      .notNull()
      .references(() => threads.id),
    authorId: uuid()
      .notNull()
      .references(() => persons.id),
    side: text({ enum: ['family', 'school'] }).notNull(),
    body: text().notNull(),
    at: instant().notNull(),
  },
  t => [
    index('thread_messages_thread').on(t.threadId, t.at.desc(), t.id.desc()),
    index('thread_messages_author').on(t.authorId),
    index('thread_messages_body').using('gin', sql`lower(body) gin_trgm_ops`),
  ],
)

/** The files of a message, in order. */
export const threadMessageFiles = pgTable(
  'thread_message_files',
  {
    messageId: uuid()
      .notNull()
      .references(() => threadMessages.id, { onDelete: 'cascade' }),
    fileId: uuid()
      .notNull()
      .references(() => files.id),
    place: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.messageId, t.fileId] }), index('thread_message_files_file').on(t.fileId)],
)

/**
 * The children because of whom guardians take part in a conversation, as a subquery: the one it is about; otherwise those
 * of the household or, in a conversation of a class, those of them who are or were in it.
 */
export const childrenOf = sql`(
  select threads.student_id as id where threads.student_id is not null
  union all select st.id from students st where threads.student_id is null and st.household_id = threads.household_id
    and (threads.section_id is null or exists (select 1 from enrolments e where e.student_id = st.id and e.section_id = threads.section_id)))`

/**
 * A condition: true if a conversation may tell a person about a child they are barred from. One of the office with a whole
 * household may be about any of its children, so only the guardian who began it takes part then.
 */
export const isKeptFrom = (person: SQLWrapper): SQL =>
  sql`(threads.student_id is null and threads.section_id is null and threads.created_by <> ${person} and ${isBarredIn(sql`threads.household_id`, person)})`

/** A condition: true if a file is part of any message. */
export const inThreads = (fileId: SQLWrapper): SQL =>
  sql`exists (select 1 from thread_message_files f where f.file_id = ${fileId})`

/** The students who are the subject of conversations that contain a file. */
export const writtenStudents = (fileId: SQLWrapper): SQL => sql`
  select t.student_id from thread_message_files f join thread_messages m on m.id = f.message_id join threads t on t.id = m.thread_id
  where f.file_id = ${fileId} and t.student_id is not null`

/** How far a person has read a conversation, and when they were last emailed about it. */
export const threadReads = pgTable(
  'thread_reads',
  {
    threadId: uuid()
      .notNull()
      .references(() => threads.id),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    readAt: instant(),
    mailedAt: instant(),
  },
  t => [primaryKey({ columns: [t.threadId, t.personId] }), index('thread_reads_person').on(t.personId)],
)
