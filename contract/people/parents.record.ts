import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { allConsentLevels, PolicyKind } from '../school/policies.ts'
import { Day, Id, Line, Nothing, OptionalEmail, OptionalLine, OptionalPhone, page, Phone, Text } from '../values.ts'
import { writtenIn } from '../studentFields.ts'
import { type adultFields, changeKinds, changeStatuses, mailCategories, mailChoices } from './parents.record.plain.ts'
import { Relationship } from './students.homes.ts'
import { pickUpRules } from './students.plain.ts'

export * from './parents.record.plain.ts'

export const AdultInput = z.object({
  name: Line,
  nativeName: OptionalLine,
  email: OptionalEmail,
  phone: OptionalPhone,
} satisfies Record<(typeof adultFields)[number], z.ZodMiniType>)
export type AdultInput = z.infer<typeof AdultInput>
/** Picks these fields from a larger object. */
export const adultOf = ({ name, nativeName, email, phone }: AdultInput): AdultInput => ({
  name,
  nativeName,
  email,
  phone,
})

/**
 * A person who may pick up a child, or is blocked from doing so, between two days. `studentId` null means every child.
 */
export const PickUp = z.object({
  id: Id,
  studentId: z.nullable(Id),
  name: z.string(),
  phone: z.string(),
  relationship: z.string(),
  rule: z.enum(pickUpRules),
  fromDay: Day,
  toDay: z.nullable(Day),
})
export type PickUp = z.infer<typeof PickUp>
const pickUpFields = {
  householdId: Id,
  studentId: z.nullable(Id),
  name: Line,
  phone: OptionalPhone,
  relationship: OptionalLine,
  fromDay: Day,
  toDay: z.nullable(Day),
}

export const MailCategory = z.enum(mailCategories)
export type MailCategory = z.infer<typeof MailCategory>
export const ChangeKind = z.enum(changeKinds)
export type ChangeKind = z.infer<typeof ChangeKind>
export const ChangeStatus = z.enum(changeStatuses)
export type ChangeStatus = z.infer<typeof ChangeStatus>
/** One side of a change, by field. A right is null when it differs between children. */
export const ChangeValues = z.record(z.string(), z.nullable(z.union([z.string(), z.boolean()])))
export type ChangeValues = z.infer<typeof ChangeValues>
export const ChangeRequest = z.object({
  id: Id,
  householdId: Id,
  household: z.string(),
  householdNativeName: z.string(),
  kind: ChangeKind,
  /** The person it is about; null for the household itself and for a person who is not known yet. */
  subject: z.nullable(z.object({ id: Id, name: z.string(), nativeName: z.string() })),
  askedBy: z.object({ name: z.string(), nativeName: z.string() }),
  /** True when the caller made the request and may withdraw it. */
  isMine: z.boolean(),
  before: ChangeValues,
  after: ChangeValues,
  status: ChangeStatus,
  note: z.string(),
  askedAt: z.string(),
  answeredAt: z.nullable(z.string()),
})
export type ChangeRequest = z.infer<typeof ChangeRequest>

export const WantedChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('child'), studentId: Id, ...writtenIn('review') }),
  z.object({
    kind: z.literal('rights'),
    householdId: Id,
    guardianId: Id,
    hasDataAccess: z.boolean(),
    mayPickUp: z.boolean(),
  }),
  /** Another guardian's name and contact details. A guardian with an account keeps its email address. */
  z.object({
    kind: z.literal('guardian'),
    householdId: Id,
    guardianId: Id,
    ...AdultInput.shape,
  }),
  z.object({
    kind: z.literal('guardian-add'),
    householdId: Id,
    ...AdultInput.shape,
    relationship: Relationship,
    hasDataAccess: z.boolean(),
    mayPickUp: z.boolean(),
  }),
  z.object({ kind: z.literal('guardian-remove'), householdId: Id, guardianId: Id }),
  z.object({ kind: z.literal('household'), householdId: Id, name: Line }),
])
export type WantedChange = z.infer<typeof WantedChange>

const Made = z.object({ id: Id })

/** What a family edits itself, and what it must request from the office. */
export const familyRecord = {
  'parents-addContact': write({
    by: ['parent', 'admin'],
    input: z.object({ householdId: Id, name: Line, phone: Phone, relationship: OptionalLine }),
    output: Made,
  }),
  'parents-changeContact': write({
    by: ['parent', 'admin'],
    input: z.object({ id: Id, name: Line, phone: Phone, relationship: OptionalLine }),
    output: Made,
  }),
  'parents-removeContact': write({ by: ['parent', 'admin'], input: z.object({ id: Id }), output: Made }),
  /** Adds a person who may pick up the children, or one of them. The entry ends automatically after its last day. */
  'parents-allowPickUp': write({ by: ['parent', 'admin'], input: z.object(pickUpFields), output: Made }),
  /** Blocks a person from pick-up. Only the office can do this, and only the office can end it. */
  'parents-denyPickUp': write({ by: ['admin'], input: z.object(pickUpFields), output: Made }),
  /** Removes an entry from the pick-up list. Families can only remove people who may pick up. */
  'parents-removePickUp': write({ by: ['parent', 'admin'], input: z.object({ id: Id }), output: Made }),
  /** Signs an answer to the current text of a policy. The earlier answer stays on record. */
  'parents-sign': write({
    by: ['parent'],
    input: z
      .object({
        householdId: Id,
        /** One child, for photos only; null means the household. */
        studentId: z.nullable(Id),
        kind: PolicyKind,
        level: z.enum(allConsentLevels, 'choose'),
        signedName: Line,
      })
      .check(
        z.refine(({ kind, studentId }) => studentId === null || kind === 'photo', {
          message: 'other',
          path: ['studentId'],
        }),
      ),
    output: Made,
  }),
  /** Which emails the caller gets, for every category. */
  'parents-preferences': read({
    by: ['parent', 'teacher', 'admin'],
    input: Nothing,
    output: z.array(z.object({ category: MailCategory, mail: z.enum(mailChoices) })),
  }),
  'parents-changePreference': write({
    by: ['parent', 'teacher', 'admin'],
    input: z.object({ category: MailCategory, mail: z.enum(mailChoices) }),
    output: Nothing,
  }),
  /** Requests a change that the office decides on. */
  'parents-requestChange': write({ by: ['parent'], input: z.object({ change: WantedChange }), output: Made }),
  'parents-withdrawChange': write({ by: ['parent'], input: z.object({ id: Id }), output: Made }),
  /** Requests: waiting ones oldest first, answered ones newest first. Families see their own, the office all. */
  'parents-requests': read({
    by: ['parent', 'admin'],
    input: z.object({
      status: z.optional(ChangeStatus),
      householdId: z.optional(Id),
      after: z.optional(z.string().check(z.maxLength(500))),
    }),
    output: page(ChangeRequest),
  }),
  /**
   * Approves a request, which makes the change at once, or declines it. Refused when the record has changed since the
   * family asked (REQUEST_OUTDATED).
   */
  'parents-answerChange': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(['approved', 'declined']), note: Text }),
    output: ChangeRequest,
  }),
}
