import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { FileIds, StoredFile } from '../access/files.ts'
import { Named } from './messages.notices.ts'
import { Crayon, Id, Line, ListInput, Nothing, page, Text } from '../values.ts'
import { threadStatuses } from './messages.threads.plain.ts'

export * from './messages.threads.plain.ts'

export const ThreadStatus = z.enum(threadStatuses)
export type ThreadStatus = z.infer<typeof ThreadStatus>

const ThreadSide = z.enum(['family', 'school'])
type ThreadSide = z.infer<typeof ThreadSide>

/** The contents of a message: words, files, or both. A message with neither is refused. */
const Said = { body: Text, fileIds: z.optional(FileIds) }
const Section = z.object({ ...Named.shape, crayon: Crayon })

const About = {
  subject: z.string(),
  status: ThreadStatus,
  household: Named,
  student: z.nullable(Named),
  /** The class whose teachers take part; null for a conversation with the office. */
  section: z.nullable(Section),
}

export const ThreadRow = z.object({
  id: Id,
  ...About,
  excerpt: z.string(),
  /** The number of files of the last message, which may have no words. */
  files: z.int(),
  lastAuthor: z.string(),
  lastAuthorNativeName: z.string(),
  at: z.string(),
  isUnread: z.boolean(),
})
export type ThreadRow = z.infer<typeof ThreadRow>

export const Thread = z.object({
  id: Id,
  ...About,
  /** The caller's side; null for office staff who only read. */
  side: z.nullable(ThreadSide),
  members: z.array(z.object({ ...Named.shape, side: ThreadSide, readAt: z.nullable(z.string()) })),
})
export type Thread = z.infer<typeof Thread>

export const Post = z.object({
  id: Id,
  side: ThreadSide,
  author: z.string(),
  authorNativeName: z.string(),
  authorId: Id,
  body: z.string(),
  files: z.array(StoredFile),
  at: z.string(),
  isMine: z.boolean(),
})
export type Post = z.infer<typeof Post>

/** One row of an inbox: a notice sent to the person, or a conversation they take part in. */
export const InboxRow = z.object({
  kind: z.enum(['notice', 'thread']),
  id: Id,
  subject: z.string(),
  nativeSubject: z.string(),
  excerpt: z.string(),
  nativeExcerpt: z.string(),
  /** The number of files of a conversation's last message, which may have no words. */
  files: z.int(),
  /** The author of a notice, or the person the caller talks to; empty while that is the office and it hasn't answered. */
  from: z.string(),
  fromNativeName: z.string(),
  /** True if the last message of a conversation is the caller's own. */
  isMine: z.boolean(),
  /** The child that a conversation is about. */
  about: z.nullable(Named),
  at: z.string(),
  isUnread: z.boolean(),
  isUrgent: z.boolean(),
  /** The notice still has to be confirmed. */
  isUnconfirmed: z.boolean(),
  status: z.nullable(ThreadStatus),
})
export type InboxRow = z.infer<typeof InboxRow>

/** A notice as a recipient reads it, with their own details filled in. */
export const ReceivedNotice = z.object({
  id: Id,
  subject: z.string(),
  body: z.string(),
  nativeSubject: z.string(),
  nativeBody: z.string(),
  from: z.string(),
  fromNativeName: z.string(),
  at: z.string(),
  isUrgent: z.boolean(),
  needsAnswer: z.boolean(),
  readAt: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
})
export type ReceivedNotice = z.infer<typeof ReceivedNotice>

/** A recipient to whom a family may write: the office, or the teachers of a child's class. */
export const Contact = z.object({
  householdId: Id,
  household: z.string(),
  householdNativeName: z.string(),
  student: z.nullable(Named),
  section: z.nullable(Section),
  teachers: z.array(z.object({ name: z.string(), nativeName: z.string() })),
})
export type Contact = z.infer<typeof Contact>

const Person = ['admin', 'parent', 'teacher'] as const
const One = z.object({ id: Id })

export const threads = {
  /** The caller's notices and conversations: urgent and unread first, then unread, then newest first. */
  'messages-inbox': read({ by: Person, input: ListInput, output: page(InboxRow) }),
  /** The number of unread messages of the caller; for the office also of conversations that nobody has answered. */
  'messages-waiting': read({ by: Person, input: Nothing, output: z.object({ unread: z.int(), open: z.int() }) }),
  'messages-received': read({ by: Person, input: One, output: ReceivedNotice }),
  /** Marks a notice or a conversation as read up to now. */
  'messages-read': write({
    by: Person,
    input: z.object({ kind: z.enum(['notice', 'thread']), id: Id }),
    output: Nothing,
  }),
  'messages-confirm': write({ by: Person, input: One, output: ReceivedNotice }),

  'messages-contacts': read({ by: ['parent'], input: Nothing, output: z.array(Contact) }),
  /** Conversations, latest first: the office sees all, families and teachers their own. */
  'messages-threads': read({
    by: Person,
    input: z.object({ ...ListInput.shape, status: z.optional(ThreadStatus) }),
    output: page(ThreadRow),
  }),
  'messages-thread': read({ by: Person, input: One, output: Thread }),
  /** The posts of a conversation, newest first. */
  'messages-posts': read({
    by: Person,
    input: z.object({ threadId: Id, after: ListInput.shape.after }),
    output: page(Post),
  }),
  /**
   * Starts a conversation. A family writes to the office, or with `sectionId` to the teachers of a child's class; a
   * teacher writes to a family of their class, the office to any family.
   */
  'messages-startThread': write({
    by: Person,
    input: z.object({
      side: ThreadSide,
      /** May be null when the child determines it. */
      householdId: z.nullable(Id),
      studentId: z.nullable(Id),
      sectionId: z.nullable(Id),
      subject: Line,
      ...Said,
    }),
    output: Thread,
  }),
  'messages-reply': write({ by: Person, input: z.object({ threadId: Id, ...Said }), output: Post }),
  /** Closes or reopens a conversation. Only the school's side may do so. */
  'messages-moveThread': write({
    by: ['admin', 'teacher'],
    input: z.object({ id: Id, to: z.enum(['open', 'closed']) }),
    output: Thread,
  }),
}
