import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { FieldValue, FieldValues } from '../people/forms.ts'
import { AdultInput } from '../people/parents.ts'
import { Relationship } from '../people/students.homes.ts'
import { relationships } from '../people/students.plain.ts'
import { Held, seats } from './enrolments.seats.ts'
import { promoProblems } from '../money/prices.plain.ts'
import { allConsentLevels, PolicyKind } from '../school/policies.ts'
import { eachField, fieldsIn, schemaOf, writtenIn } from '../studentFields.ts'
import { Term } from '../school/terms.ts'
import { Cents, Day, Id, Instant, Line, ListInput, Nothing, OptionalLine, page, Phone, Text } from '../values.ts'
import { RegistrationWindow } from './windows.ts'
import {
  abandonedViews,
  approvalReasons,
  choiceOutcomes,
  discountRules,
  draftPages,
  enrolmentMovesByHand,
  enrolmentStatuses,
  enrolOverrides,
  lineKinds,
  pricedTypes,
  waitlistStatuses,
} from './enrolments.plain.ts'
import { enrolmentTypes } from '../values.plain.ts'

export * from './enrolments.plain.ts'

export const EnrolmentStatus = z.enum(enrolmentStatuses)
export type EnrolmentStatus = z.infer<typeof EnrolmentStatus>
export const WaitlistStatus = z.enum(waitlistStatuses)
export type WaitlistStatus = z.infer<typeof WaitlistStatus>
export type ApprovalReason = (typeof approvalReasons)[number]
/**
 * Reasons for the office. Beyond those for approval: a guardian brings a child who may be one whose data they are
 * barred from.
 */
export const officeReasons = [...approvalReasons, 'guardian'] as const
export type OfficeReason = (typeof officeReasons)[number]

// A draft holds whatever has been typed so far, so only shape and length are checked.
const typed = z._default(z.string().check(z.maxLength(4000, 'long')), '')
const Key = z.string().check(z.minLength(1), z.maxLength(60))
export const Draft = z.object({
  termId: z._default(z.nullable(Id), null),
  address: typed,
  guardians: z._default(
    z
      .array(
        z.object({
          key: Key,
          isMe: z._default(z.boolean(), false),
          name: typed,
          nativeName: typed,
          relationship: z._default(z.union([z.literal(''), Relationship]), ''),
          email: typed,
          phone: typed,
          hasDataAccess: z._default(z.boolean(), true),
          mayPickUp: z._default(z.boolean(), true),
        }),
      )
      .check(z.maxLength(6)),
    [],
  ),
  children: z._default(
    z
      .array(
        z.object({
          key: Key,
          /** Set for a child the school already knows. */
          studentId: z._default(z.nullable(Id), null),
          ...eachField(fieldsIn('registration'), field => schemaOf(field, typed)),
          /**
           * True once the family has answered the question about the child's health: nothing to know, or what the
           * fields above say.
           */
          healthSaid: z._default(z.boolean(), false),
          /** Answers to the school's further questions about each child, by field. */
          answers: z._default(FieldValues, {}),
        }),
      )
      .check(z.maxLength(12)),
    [],
  ),
  contacts: z._default(
    z
      .array(
        z.object({
          key: Key,
          name: typed,
          phone: typed,
          relationship: typed,
          /** Puts the contact on the pick-up list as well. */
          mayPickUp: z._default(z.boolean(), false),
        }),
      )
      .check(z.maxLength(6)),
    [],
  ),
  /** Answers to the school's further questions about the family, by field. */
  answers: z._default(FieldValues, {}),
  consents: z._default(
    z.object({
      /** The level chosen for each policy. */
      levels: z._default(z.record(PolicyKind, z.union([z.literal(''), z.enum(allConsentLevels)])), {}),
      signedName: typed,
    }),
    { levels: {}, signedName: '' },
  ),
  choices: z._default(
    z
      .array(
        z.object({
          childKey: Key,
          sectionId: Id,
          type: z.optional(z.enum(enrolmentTypes)),
          /** Answers to the school's questions for this class, by field. */
          answers: z.optional(FieldValues),
        }),
      )
      .check(z.maxLength(60)),
    [],
  ),
  /** The current page of the registration, so that another device continues there. */
  at: z._default(z.union([z.literal(''), z.enum(draftPages)]), ''),
  promoCode: typed,
})
export type Draft = z.infer<typeof Draft>

/** The conditions that the family part of a draft must meet before it can be submitted. */
export const SubmittedFamily = z.object({
  address: OptionalLine,
  guardians: z
    .array(
      z.object({
        key: Key,
        isMe: z.boolean(),
        ...AdultInput.shape,
        relationship: z.enum(relationships, 'required'),
        hasDataAccess: z.boolean(),
        mayPickUp: z.boolean(),
      }),
    )
    .check(z.minLength(1, 'required')),
  children: z
    .array(
      z.object({
        key: Key,
        studentId: z.nullable(Id),
        ...writtenIn('registration'),
        answers: FieldValues,
      }),
    )
    .check(z.minLength(1, 'required')),
  contacts: z.array(
    z.object({ key: Key, name: Line, phone: Phone, relationship: OptionalLine, mayPickUp: z.boolean() }),
  ),
  answers: FieldValues,
  consents: z.object({
    levels: z.record(PolicyKind, z.union([z.literal(''), z.enum(allConsentLevels)])),
    /** Required when something is signed. */
    signedName: OptionalLine,
  }),
})
export type SubmittedFamily = z.infer<typeof SubmittedFamily>

/** What the school knows of a returning family besides the contents of its draft. */
export const KnownToSchool = z.object({
  household: z.string(),
  /** False for a guardian who may not see every child of it: only the office changes its emergency contacts. */
  isWhole: z.boolean(),
  /** When the family last said that its record is correct, by confirming it or by registering. */
  checkedAt: z.nullable(Instant),
  /** Its latest answer to each policy. */
  signed: z.array(
    z.object({
      kind: PolicyKind,
      level: z.enum(allConsentLevels),
      version: z.int(),
      signedName: z.string(),
      signedAt: Instant,
    }),
  ),
  /** Its latest answers for classes, so that no question is asked twice. */
  classAnswers: z.array(z.object({ studentId: Id, fieldId: Id, value: FieldValue })),
})
export type KnownToSchool = z.infer<typeof KnownToSchool>

/** A registration that was started and not submitted. */
export const AbandonedRegistration = z.object({
  accountId: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  language: z.enum(['en', 'zh']),
  /** The family on file of the person who started it. */
  household: z.nullable(z.object({ id: Id, name: z.string() })),
  children: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  sections: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  term: z.nullable(z.object({ name: z.string(), nativeName: z.string() })),
  /** The page they reached. */
  at: z.enum(draftPages),
  startedAt: Instant,
  savedAt: Instant,
  remindedAt: z.nullable(Instant),
  /** True when a reminder may be emailed now: at most one a week. */
  mayRemind: z.boolean(),
})
export type AbandonedRegistration = z.infer<typeof AbandonedRegistration>

/** One line of a price. `amountCents` is the amount before discounts; each discount names its rule. */
export const PriceLine = z.object({
  kind: z.enum(lineKinds),
  childKey: z.nullable(z.string()),
  child: z.string(),
  sectionId: z.nullable(Id),
  section: z.string(),
  amountCents: Cents,
  discounts: z.array(
    z.object({
      rule: z.enum(discountRules),
      label: z.string(),
      amountCents: Cents,
      /** The amount the discount was taken from, and its percentage if it is one. */
      ofCents: z.optional(Cents),
      percent: z.optional(z.int()),
    }),
  ),
  netCents: Cents,
  /** How the child takes part, unless it is the regular way. */
  type: z.optional(z.enum(pricedTypes)),
})
export type PriceLine = z.infer<typeof PriceLine>
export const Quote = z.object({
  term: Term,
  /** The outcome of each choice if it were submitted now. */
  choices: z.array(
    z.object({
      childKey: z.string(),
      sectionId: Id,
      outcome: z.enum(choiceOutcomes),
      /** Why the office must approve; empty for every other outcome. */
      reasons: z._default(z.array(z.enum(approvalReasons)), []),
    }),
  ),
  lines: z.array(PriceLine),
  totalCents: Cents,
  /** The price of classes that wait for approval, once they are approved. None of it is charged before. */
  whenApproved: z._default(z.object({ lines: z.array(PriceLine), totalCents: Cents }), { lines: [], totalCents: 0 }),
  /** The result of the entered code: it is included in the lines, or `problem` says why it takes nothing off. */
  promo: z.nullable(z.object({ code: z.string(), problem: z.nullable(z.enum(promoProblems)) })),
  /** When registration opens for this family; null when it is open. */
  opens: z._default(z.nullable(RegistrationWindow), null),
})
export type Quote = z.infer<typeof Quote>

export const enrolments = {
  /** The caller's draft, with what the school already knows of the family filled in. */
  'enrolments-draft': read({
    by: ['newcomer'],
    isFresh: true,
    input: Nothing,
    output: z.object({
      draft: z.nullable(Draft),
      version: z.int(),
      savedAt: z.nullable(z.string()),
      startedAt: z._default(z.nullable(Instant), null),
      /** Null for a family the school does not know yet. */
      known: z._default(z.nullable(KnownToSchool), null),
    }),
  }),
  /** When the caller last saved a registration that is not submitted, without its contents. */
  'enrolments-begun': read({
    by: ['newcomer'],
    isFresh: true,
    input: Nothing,
    output: z.object({ savedAt: z.nullable(Instant), startedAt: z.nullable(Instant) }),
  }),
  /**
   * Saves the draft. `base` is the version it is based on, and `device` the page that writes it. When another page has
   * saved since, nothing is overwritten (DRAFT_NEWER), and the family chooses.
   */
  'enrolments-saveDraft': write({
    by: ['newcomer'],
    input: z.object({
      draft: Draft,
      base: z.optional(z.int()),
      device: z._default(z.string().check(z.maxLength(60)), ''),
    }),
    output: z.object({ version: z.int() }),
  }),
  /**
   * Registrations that were started and not submitted, longest untouched first. What was typed is visible only to the
   * family.
   */
  'enrolments-abandoned': read({
    by: ['admin'],
    input: z.object({ ...ListInput.shape, view: z._default(z.enum(abandonedViews), 'quiet') }),
    output: page(AbandonedRegistration),
  }),
  /** Emails families, in their language, to ask whether they need help to finish: each at most once a week. */
  'enrolments-remind': write({
    by: ['admin'],
    input: z.object({ accountIds: z.array(Id).check(z.minLength(1), z.maxLength(500)), note: Text }),
    output: z.object({ mails: z.int(), tooSoon: z.int() }),
  }),
  /** Prices the choices of a draft by the same rules as the invoice. Not binding. */
  'enrolments-quote': read({ by: ['newcomer'], isFresh: true, input: z.object({ draft: Draft }), output: Quote }),
  /**
   * Holds a seat for each choice of the draft that can have one. All holds end at the same time, which adding a class
   * does not extend. Seats of removed choices are released; a draft without choices releases all.
   */
  'enrolments-hold': write({
    by: ['newcomer'],
    attestation: 'enforced',
    input: z.object({ draft: Draft }),
    output: Held,
  }),
  ...seats,
  /**
   * Submits the draft, all or nothing: creates or completes the household, takes the free seats, puts the rest on the
   * waitlist and issues the invoice. `agreedCents` is the total the family saw, and `agreed` the outcomes of its
   * choices that it saw. If either has changed, nothing happens (PRICE_CHANGED; CLASS_FULL for choices whose seat is
   * gone).
   */
  'enrolments-submit': write({
    by: ['newcomer'],
    attestation: 'enforced',
    input: z.object({
      draft: Draft,
      agreedCents: Cents,
      agreed: z.optional(
        z.array(z.object({ childKey: Key, sectionId: Id, outcome: z.enum(choiceOutcomes) })).check(z.maxLength(60)),
      ),
    }),
    output: z.object({
      registrationId: Id,
      householdId: Id,
      invoiceId: z.nullable(Id),
      invoiceNumber: z.nullable(z.string()),
      /** The due date of the invoice. */
      dueOn: z._default(z.nullable(Day), null),
      totalCents: Cents,
      outcomes: z.array(
        z.object({
          child: z.string(),
          childNativeName: z._default(z.string(), ''),
          section: z.string(),
          sectionNativeName: z._default(z.string(), ''),
          outcome: z.enum(['seat', 'waitlist', 'approval', 'lottery']),
          reasons: z._default(z.array(z.enum(approvalReasons)), []),
          waitingPosition: z.nullable(z.int()),
        }),
      ),
    }),
  }),
  /** The current price of taking an offered seat, by the same rules as its invoice. */
  'enrolments-offerPrice': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ id: Id }),
    output: z.object({ lines: z.array(PriceLine), totalCents: Cents }),
  }),
  /** The current price of confirming a held place, by the same rules as its invoice. */
  'enrolments-heldPrice': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ id: Id }),
    output: z.object({ lines: z.array(PriceLine), totalCents: Cents }),
  }),
  /**
   * Approves, ends or completes an enrolment, as `enrolmentMoves` allows, and emails the family. Existing charges stay:
   * they are reversed or refunded in the family's account. Approving, or confirming a held place, issues an invoice: a
   * price that was shown is sent as `agreedCents`; if it has changed, nothing happens (PRICE_CHANGED).
   */
  'enrolments-move': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(enrolmentMovesByHand), note: OptionalLine, agreedCents: z.optional(Cents) }),
    output: z.object({ id: Id, status: EnrolmentStatus }),
  }),
  /** Offers the next free seat to a student on the waitlist, or takes them off it. The family gets an email. */
  'enrolments-moveWaiting': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(['offered', 'removed']) }),
    output: z.object({ id: Id, status: WaitlistStatus }),
  }),
  /**
   * Accepts or declines an offered seat. Accepting creates the enrolment and its invoice. A price that was shown is
   * sent as `agreedCents`; if it has changed, nothing happens (PRICE_CHANGED).
   */
  'enrolments-answerOffer': write({
    by: ['admin', 'parent'],
    input: z.object({ id: Id, accepts: z.boolean(), agreedCents: z.optional(Cents) }),
    output: z.object({ id: Id, status: WaitlistStatus, invoiceNumber: z.nullable(z.string()) }),
  }),
  /**
   * Enrolls a known student in a class, or puts them on its waitlist when it is full, with the invoice that follows
   * from the rules. A rule named in `overrides` is overridden. This needs a reason, which is kept in the audit trail
   * and shown beside the student in the class. The capacity of the room can't be exceeded (ROOM_FULL). A price that was
   * shown for the seat is sent as `agreedCents`; if it has changed, nothing happens (PRICE_CHANGED).
   */
  'enrolments-enrol': write({
    by: ['admin'],
    input: z.object({
      studentId: Id,
      sectionId: Id,
      overrides: z._default(z.array(z.enum(enrolOverrides)).check(z.maxLength(enrolOverrides.length)), []),
      overrideReason: z._default(OptionalLine, ''),
      agreedCents: z.optional(Cents),
    }),
    output: z.object({
      outcome: z.enum(['seat', 'waitlist']),
      invoiceNumber: z.nullable(z.string()),
      totalCents: Cents,
    }),
  }),
}
