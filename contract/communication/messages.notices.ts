import * as z from 'zod/mini'
import { Audience, AudiencePart } from './messages.audience.ts'
import { read, write } from '../callable.ts'
import { Day, Id, Line, ListInput, Nothing, OptionalLine, page, Text, Time } from '../values.ts'
import { noticeStatuses, readStates } from './messages.notices.plain.ts'

export * from './messages.notices.plain.ts'

export const NoticeStatus = z.enum(noticeStatuses)
export type NoticeStatus = z.infer<typeof NoticeStatus>

/** A text in the school's two languages; either may be missing. */
const TwoTexts = { subject: OptionalLine, body: Text, nativeSubject: OptionalLine, nativeBody: Text }

const NoticeInput = z.object({
  ...TwoTexts,
  /** May be empty as long as the notice is a draft. */
  audience: z.array(AudiencePart).check(z.maxLength(100, 'many')),
  byEmail: z.boolean(),
  /** Goes out by mail also to those who want no mails. */
  isUrgent: z.boolean(),
  /** Readers are asked to confirm that they have read it. */
  needsAnswer: z.boolean(),
})
export type NoticeInput = z.infer<typeof NoticeInput>

/** How many a notice has reached, or would reach. */
export const Reach = z.object({
  people: z.int(),
  households: z.int(),
  withMail: z.int(),
  /** Those who can neither be mailed nor sign in. */
  unreachable: z.int(),
})
export type Reach = z.infer<typeof Reach>

export const Named = z.object({ id: Id, name: z.string(), nativeName: z.string() })

/** What an audience's part is called: the class, family or person that it names. */
const AudienceName = z.object({ key: z.string(), name: z.string(), nativeName: z.string() })
const Tally = {
  people: z.int(),
  households: z.int(),
  /** Families, and members of the staff, of whom somebody has read it. */
  read: z.int(),
  /** Families and members of the staff in all. */
  groups: z.int(),
  confirmed: z.int(),
  mailed: z.int(),
  failed: z.int(),
  /** Of those mailed, how many of the mails never left, since no server was set up. */
  kept: z.int(),
}

export const NoticeRow = z.object({
  id: Id,
  subject: z.string(),
  nativeSubject: z.string(),
  excerpt: z.string(),
  nativeExcerpt: z.string(),
  status: NoticeStatus,
  isUrgent: z.boolean(),
  needsAnswer: z.boolean(),
  /** When it was or will be sent; of a draft, when it was written. */
  at: z.string(),
  author: z.string(),
  authorNativeName: z.string(),
  people: z.int(),
  groups: z.int(),
  read: z.int(),
})
export type NoticeRow = z.infer<typeof NoticeRow>

export const Notice = z.object({
  id: Id,
  ...TwoTexts,
  audience: z.array(AudiencePart),
  names: z.array(AudienceName),
  byEmail: z.boolean(),
  isUrgent: z.boolean(),
  needsAnswer: z.boolean(),
  /** The first language was changed after the second one was written. */
  isNativeStale: z.boolean(),
  status: NoticeStatus,
  sendAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
  recalledAt: z.nullable(z.string()),
  remindedAt: z.nullable(z.string()),
  author: z.string(),
  authorNativeName: z.string(),
  version: z.int(),
  ...Tally,
})
export type Notice = z.infer<typeof Notice>

/** A family, or a member of the staff, with how the notice has fared there. */
export const NoticeGroup = z.object({
  id: Id,
  isHousehold: z.boolean(),
  name: z.string(),
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      nativeName: z.string(),
      readAt: z.nullable(z.string()),
      confirmedAt: z.nullable(z.string()),
      mail: z.enum(['none', 'queued', 'sent', 'failed', 'kept']),
      /** To their devices; the best of what became of it. */
      push: z.enum(['none', 'queued', 'sent', 'failed']),
      problem: z.string(),
    }),
  ),
})
export type NoticeGroup = z.infer<typeof NoticeGroup>

export const Template = z.object({ id: Id, name: z.string(), ...TwoTexts, isArchived: z.boolean() })
export type Template = z.infer<typeof Template>
const TemplateInput = z.object({ name: Line, ...TwoTexts })

const Sender = ['admin', 'teacher'] as const
const One = z.object({ id: Id })

export const notices = {
  /**
   * Whom an audience reaches now, each person once: the counts, and their names page by page. Teachers ask for their
   * own classes.
   */
  'messages-audience': read({
    by: Sender,
    input: z.object({ audience: Audience, after: ListInput.shape.after }),
    output: z.object({
      ...Reach.shape,
      ...page(z.object({ ...Named.shape, hasMail: z.boolean(), hasAccount: z.boolean(), household: z.string() })).shape,
    }),
  }),
  /** Families and people who may be written to, by what is typed; teachers find those of their own classes. */
  'messages-find': read({
    by: Sender,
    input: z.object({ search: OptionalLine }),
    output: z.array(
      z.object({ kind: z.enum(['household', 'person']), ...Named.shape, hint: z.string(), hintNative: z.string() }),
    ),
  }),
  /** Notices, the latest first: the office sees all, a teacher their own. */
  'messages-notices': read({ by: Sender, input: ListInput, output: page(NoticeRow) }),
  'messages-notice': read({ by: Sender, input: One, output: Notice }),
  /** Who has got it and who has read it, by family. */
  'messages-delivery': read({
    by: Sender,
    input: z.object({ id: Id, ...ListInput.shape, state: z.optional(z.enum(readStates)) }),
    output: page(NoticeGroup),
  }),
  'messages-createNotice': write({ by: Sender, input: NoticeInput, output: Notice }),
  /** Changes a draft; `version` is the one that was looked at. */
  'messages-changeNotice': write({
    by: Sender,
    input: z.object({ id: Id, version: z.int(), ...NoticeInput.shape, isNativeChecked: z.optional(z.boolean()) }),
    output: Notice,
  }),
  'messages-removeNotice': write({ by: Sender, input: One, output: Nothing }),
  /** Sends a draft now, or at a time of the school's clock. `agreedPeople` is how many were shown to the sender. */
  'messages-sendNotice': write({
    by: Sender,
    input: z.object({ id: Id, agreedPeople: z.int(), at: z.nullable(z.object({ day: Day, time: Time })) }),
    output: Notice,
  }),
  /** Makes a notice that has not gone out yet a draft again. */
  'messages-unscheduleNotice': write({ by: Sender, input: One, output: Notice }),
  /** Takes a notice out of everybody's messages. Mails that have gone out stay where they are. */
  'messages-recallNotice': write({ by: Sender, input: One, output: Notice }),
  /** Mails it again to families where nobody has read it, or confirmed it where that was asked. */
  'messages-remind': write({ by: Sender, input: One, output: z.object({ people: z.int(), households: z.int() }) }),

  'messages-templates': read({
    by: Sender,
    input: z.object({ ...ListInput.shape, isArchived: z.optional(z.boolean()) }),
    output: page(Template),
  }),
  'messages-createTemplate': write({ by: ['admin'], input: TemplateInput, output: Template }),
  'messages-changeTemplate': write({
    by: ['admin'],
    input: z.object({ id: Id, ...TemplateInput.shape }),
    output: Template,
  }),
  'messages-archiveTemplate': write({ by: ['admin'], input: One, output: Template }),
  'messages-restoreTemplate': write({ by: ['admin'], input: One, output: Template }),
}
