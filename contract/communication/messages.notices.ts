import * as z from 'zod/mini'
import { Audience, AudiencePart } from './messages.audience.ts'
import { read, write } from '../callable.ts'
import { Day, Id, Line, ListInput, Nothing, OptionalLine, page, Text, Time } from '../values.ts'
import { noticeStatuses, readStates } from './messages.notices.plain.ts'

export * from './messages.notices.plain.ts'

export const NoticeStatus = z.enum(noticeStatuses)
export type NoticeStatus = z.infer<typeof NoticeStatus>

/** A text in the school's two languages. Either may be empty. */
const TwoTexts = { subject: OptionalLine, body: Text, nativeSubject: OptionalLine, nativeBody: Text }

const NoticeInput = z.object({
  ...TwoTexts,
  /** May be empty while the notice is a draft. */
  audience: z.array(AudiencePart).check(z.maxLength(100, 'many')),
  byEmail: z.boolean(),
  /** Urgent notices are emailed even to people who have turned emails off. */
  isUrgent: z.boolean(),
  /** Asks readers to confirm that they have read it. */
  needsAnswer: z.boolean(),
})
export type NoticeInput = z.infer<typeof NoticeInput>

/** The number of people that a notice has reached, or would reach. */
export const Reach = z.object({
  people: z.int(),
  households: z.int(),
  withMail: z.int(),
  /** People who can neither be emailed nor sign in. */
  unreachable: z.int(),
})
export type Reach = z.infer<typeof Reach>

export const Named = z.object({ id: Id, name: z.string(), nativeName: z.string() })

/**
 * A guardian whom a notice to a whole family reaches although they may not see all of its children. `others` are the
 * people whom it reaches and who may.
 */
const BarredReader = z.object({
  ...Named.shape,
  householdId: Id,
  children: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  others: z.array(Named),
})
export type BarredReader = z.infer<typeof BarredReader>

/**
 * The guardians whom a notice to a class or to many families reaches although they are barred from one of the children it
 * is for: how many there are and, for the office and if there are few, who.
 */
const BarredAmong = z.object({
  people: z.int(),
  named: z.array(
    z.object({ ...Named.shape, children: z.array(z.object({ name: z.string(), nativeName: z.string() })) }),
  ),
})
export type BarredAmong = z.infer<typeof BarredAmong>

/** The name of an audience part: the class, family or person it refers to. */
const AudienceName = z.object({ key: z.string(), name: z.string(), nativeName: z.string() })
const Tally = {
  people: z.int(),
  households: z.int(),
  /** Families and staff members of whom someone has read it. */
  read: z.int(),
  /** All families and staff members it was sent to. */
  groups: z.int(),
  confirmed: z.int(),
  mailed: z.int(),
  failed: z.int(),
  /** Of those emailed, the number whose email never left because no mail server was set up. */
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
  /** When it was or will be sent; for a draft, when it was written. */
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
  /** True when the first-language text has changed since the second was written. */
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

/** A family or staff member, with the delivery state of a notice. */
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
      /** The best outcome across the person's devices. */
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
   * The people whom an audience reaches now, each once: their counts, and their names page by page. Teachers may ask
   * for their own classes.
   */
  'messages-audience': read({
    by: Sender,
    input: z.object({ audience: Audience, after: ListInput.shape.after }),
    output: z.object({
      ...Reach.shape,
      barred: z.array(BarredReader),
      barredAmong: BarredAmong,
      ...page(
        z.object({
          ...Named.shape,
          hasMail: z.boolean(),
          hasAccount: z.boolean(),
          household: z.string(),
          householdNativeName: z.string(),
        }),
      ).shape,
    }),
  }),
  /** Finds families and people to write to by what is typed. Teachers find those of their own classes. */
  'messages-find': read({
    by: Sender,
    input: z.object({ search: OptionalLine }),
    output: z.array(
      z.object({ kind: z.enum(['household', 'person']), ...Named.shape, hint: z.string(), hintNative: z.string() }),
    ),
  }),
  /** Notices, latest first: the office sees all, teachers their own. */
  'messages-notices': read({ by: Sender, input: ListInput, output: page(NoticeRow) }),
  'messages-notice': read({ by: Sender, input: One, output: Notice }),
  /** Who has received and who has read a notice, by family. */
  'messages-delivery': read({
    by: Sender,
    input: z.object({ id: Id, ...ListInput.shape, state: z.optional(z.enum(readStates)) }),
    output: page(NoticeGroup),
  }),
  'messages-createNotice': write({ by: Sender, input: NoticeInput, output: Notice }),
  /** Changes a draft; `version` is the one the change is based on. */
  'messages-changeNotice': write({
    by: Sender,
    input: z.object({ id: Id, version: z.int(), ...NoticeInput.shape, isNativeChecked: z.optional(z.boolean()) }),
    output: Notice,
  }),
  'messages-removeNotice': write({ by: Sender, input: One, output: Nothing }),
  /**
   * Sends a draft now, or at a time on the school's clock. `agreedPeople` is the number of people that the sender was
   * shown.
   */
  'messages-sendNotice': write({
    by: Sender,
    input: z.object({ id: Id, agreedPeople: z.int(), at: z.nullable(z.object({ day: Day, time: Time })) }),
    output: Notice,
  }),
  /** Returns a notice that has not been sent yet to draft. */
  'messages-unscheduleNotice': write({ by: Sender, input: One, output: Notice }),
  /** Removes a notice from everyone's messages. Emails that have been sent can't be recalled. */
  'messages-recallNotice': write({ by: Sender, input: One, output: Notice }),
  /** Emails the notice again to families where nobody has read it, or confirmed it if confirmation was requested. */
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
