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
/** What the office is told besides: a guardian brings a child that may be one from whose data they are barred. */
export const officeReasons = [...approvalReasons, 'guardian'] as const
export type OfficeReason = (typeof officeReasons)[number]

// A draft holds whatever has been typed so far, so it is checked for shape and length only.
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
          /** Set when the child is already known to the school. */
          studentId: z._default(z.nullable(Id), null),
          ...eachField(fieldsIn('registration'), field => schemaOf(field, typed)),
          /** The family has said how the child's health is: nothing to know, or what is written above. */
          healthSaid: z._default(z.boolean(), false),
          /** What the school asks of each child beyond that, by field. */
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
          /** They stand on the pick-up list, too. */
          mayPickUp: z._default(z.boolean(), false),
        }),
      )
      .check(z.maxLength(6)),
    [],
  ),
  /** What the school asks of the family beyond that, by field. */
  answers: z._default(FieldValues, {}),
  consents: z._default(
    z.object({
      /** What was chosen for each policy. */
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
          /** What the school asks for this class, by field. */
          answers: z.optional(FieldValues),
        }),
      )
      .check(z.maxLength(60)),
    [],
  ),
  /** The page on which the family is, so that another device goes on there. */
  at: z._default(z.union([z.literal(''), z.enum(draftPages)]), ''),
  promoCode: typed,
})
export type Draft = z.infer<typeof Draft>

/** What must be true of the family part of a draft before it can be submitted. */
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
  contacts: z
    .array(z.object({ key: Key, name: Line, phone: Phone, relationship: OptionalLine, mayPickUp: z.boolean() }))
    .check(z.minLength(1, 'required')),
  answers: FieldValues,
  consents: z.object({
    levels: z.record(PolicyKind, z.union([z.literal(''), z.enum(allConsentLevels)])),
    /** Needed where something is signed. */
    signedName: OptionalLine,
  }),
})
export type SubmittedFamily = z.infer<typeof SubmittedFamily>

/** What the school knows of a family that comes back, beside what is in its draft. */
export const KnownToSchool = z.object({
  household: z.string(),
  /** When the family last said that its record is right: by confirming it, or with a registration. */
  checkedAt: z.nullable(Instant),
  /** Its newest answer to each policy. */
  signed: z.array(
    z.object({
      kind: PolicyKind,
      level: z.enum(allConsentLevels),
      version: z.int(),
      signedName: z.string(),
      signedAt: Instant,
    }),
  ),
  /** Its newest answers for classes, so that the same question is not asked twice. */
  classAnswers: z.array(z.object({ studentId: Id, fieldId: Id, value: FieldValue })),
})
export type KnownToSchool = z.infer<typeof KnownToSchool>

/** A registration that was begun and not sent. */
export const AbandonedRegistration = z.object({
  accountId: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  language: z.enum(['en', 'zh']),
  /** The family on file that it is from. */
  household: z.nullable(z.object({ id: Id, name: z.string() })),
  children: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  sections: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  term: z.nullable(z.object({ name: z.string(), nativeName: z.string() })),
  /** How far they came. */
  at: z.enum(draftPages),
  startedAt: Instant,
  savedAt: Instant,
  remindedAt: z.nullable(Instant),
  /** Whether a letter may go to them now: once a week at most. */
  mayRemind: z.boolean(),
})
export type AbandonedRegistration = z.infer<typeof AbandonedRegistration>

/** One line of a price. `amountCents` is before its discounts, each of which says which rule made it. */
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
      /** What it was taken from, and which share of that where it is one. */
      ofCents: z.optional(Cents),
      percent: z.optional(z.int()),
    }),
  ),
  netCents: Cents,
  /** How the child takes part, where it is not as usual. */
  type: z.optional(z.enum(pricedTypes)),
})
export type PriceLine = z.infer<typeof PriceLine>
export const Quote = z.object({
  term: Term,
  /** What becomes of each choice if it were submitted now. */
  choices: z.array(
    z.object({
      childKey: z.string(),
      sectionId: Id,
      outcome: z.enum(choiceOutcomes),
      /** Why the office has a word in it; empty for every other outcome. */
      reasons: z._default(z.array(z.enum(approvalReasons)), []),
    }),
  ),
  lines: z.array(PriceLine),
  totalCents: Cents,
  /** What classes that wait for the school's word come to once they are approved; nothing of it is asked for before. */
  whenApproved: z._default(z.object({ lines: z.array(PriceLine), totalCents: Cents }), { lines: [], totalCents: 0 }),
  /** What the typed code does: it is in the lines, or there is a reason why it takes nothing off. */
  promo: z.nullable(z.object({ code: z.string(), problem: z.nullable(z.enum(promoProblems)) })),
  /** When registration opens for this family, where it has not yet. */
  opens: z._default(z.nullable(RegistrationWindow), null),
})
export type Quote = z.infer<typeof Quote>

export const enrolments = {
  /** The draft kept for the caller, with what the school already knows of the family filled in. */
  'enrolments-draft': read({
    by: ['newcomer'],
    isFresh: true,
    input: Nothing,
    output: z.object({
      draft: z.nullable(Draft),
      version: z.int(),
      savedAt: z.nullable(z.string()),
      startedAt: z._default(z.nullable(Instant), null),
      /** Null for a family that the school does not know yet. */
      known: z._default(z.nullable(KnownToSchool), null),
    }),
  }),
  /** When the caller has begun a registration that isn't sent, and saved it last; without what is in it. */
  'enrolments-begun': read({
    by: ['newcomer'],
    isFresh: true,
    input: Nothing,
    output: z.object({ savedAt: z.nullable(Instant), startedAt: z.nullable(Instant) }),
  }),
  /**
   * Keeps the draft. `base` is the version that it goes on from and `device` the open page that writes: where another
   * one has saved since, nothing is overwritten (DRAFT_NEWER), and the family chooses.
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
  /** Registrations that were begun and not sent, the quietest first. What was typed stays the family's own. */
  'enrolments-abandoned': read({
    by: ['admin'],
    input: z.object({ ...ListInput.shape, view: z._default(z.enum(abandonedViews), 'quiet') }),
    output: page(AbandonedRegistration),
  }),
  /** Asks families by letter whether they want help to finish, in their language; once a week at most each. */
  'enrolments-remind': write({
    by: ['admin'],
    input: z.object({ accountIds: z.array(Id).check(z.minLength(1), z.maxLength(500)), note: Text }),
    output: z.object({ mails: z.int(), tooSoon: z.int() }),
  }),
  /** Prices the choices of a draft by the same rules that the invoice follows; promises nothing. */
  'enrolments-quote': read({ by: ['newcomer'], isFresh: true, input: z.object({ draft: Draft }), output: Quote }),
  /**
   * Holds a seat for each choice of the draft that can have one, until one end for all of them: anyone who adds a class
   * does not begin anew. Seats of choices that are gone are given back; a draft without choices gives back all.
   */
  'enrolments-hold': write({
    by: ['newcomer'],
    attestation: 'enforced',
    input: z.object({ draft: Draft }),
    output: Held,
  }),
  ...seats,
  /**
   * Submits the draft: creates or completes the household, takes the seats that are free, puts the rest on the
   * waitlist and issues the invoice, all or nothing. `agreedCents` is the total the family saw and `agreed` what it saw
   * become of its choices; when either is not so any more, nothing happens (PRICE_CHANGED; CLASS_FULL at the choices
   * whose seat is gone).
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
      /** Until when the invoice is to be paid. */
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
  /** What taking an offered seat costs now, by the rules that its invoice follows. */
  'enrolments-offerPrice': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ id: Id }),
    output: z.object({ lines: z.array(PriceLine), totalCents: Cents }),
  }),
  /**
   * The office approves, ends or completes an enrolment, as `enrolmentMoves` allows, and the family gets a letter.
   * Money already asked for stays: it is reversed or refunded in the family's account. A held place that is confirmed
   * makes its invoice.
   */
  'enrolments-move': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(enrolmentMovesByHand), note: OptionalLine }),
    output: z.object({ id: Id, status: EnrolmentStatus }),
  }),
  /** Offers the next free seat to somebody who waits, or takes them off the line; the family gets a letter. */
  'enrolments-moveWaiting': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(['offered', 'removed']) }),
    output: z.object({ id: Id, status: WaitlistStatus }),
  }),
  /**
   * Takes or declines an offered seat. Taking it makes the enrolment and its invoice; where the price was shown it is
   * sent back as `agreedCents`, and nothing happens when it is another by now (PRICE_CHANGED).
   */
  'enrolments-answerOffer': write({
    by: ['admin', 'parent'],
    input: z.object({ id: Id, accepts: z.boolean(), agreedCents: z.optional(Cents) }),
    output: z.object({ id: Id, status: WaitlistStatus, invoiceNumber: z.nullable(z.string()) }),
  }),
  /**
   * Puts a known student into a class, or in line when it is full, with the invoice that follows from the rules. Where
   * `overrides` names a rule, that rule is passed over: it needs a reason, which stays in the audit trail and beside the
   * student in the class. Nobody comes in beyond what the room holds (ROOM_FULL).
   */
  'enrolments-enrol': write({
    by: ['admin'],
    input: z.object({
      studentId: Id,
      sectionId: Id,
      overrides: z._default(z.array(z.enum(enrolOverrides)).check(z.maxLength(enrolOverrides.length)), []),
      overrideReason: z._default(OptionalLine, ''),
    }),
    output: z.object({
      outcome: z.enum(['seat', 'waitlist']),
      invoiceNumber: z.nullable(z.string()),
      totalCents: Cents,
    }),
  }),
}
