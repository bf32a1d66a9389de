import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { awardCovers, awardViews } from './prices.plain.ts'
import {
  Cents,
  Day,
  Id,
  Instant,
  Line,
  ListInput,
  Nothing,
  OptionalLine,
  page,
  PositiveCents,
  SumCents,
} from '../values.ts'

export * from './prices.plain.ts'

/** A code as families type it: letters, digits and hyphens, in upper or lower case. */
const Code = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().toUpperCase().normalize('NFKC')),
  ),
  z.string().check(z.minLength(1, 'required'), z.regex(/^[A-Z0-9-]{3,30}$/, 'code')),
)
const Share = z.nullable(z.int('percent').check(z.minimum(1, 'percent'), z.maximum(100, 'percent')))
const Count = z.nullable(z.int('number').check(z.minimum(1, 'number'), z.maximum(100_000, 'number')))

const CodeInput = z.object({
  code: Code,
  /** A percentage or an amount, exactly one of them. */
  percent: Share,
  amountCents: z.nullable(PositiveCents),
  /** The programmes it applies to; empty means all. */
  programmeIds: z.array(Id).check(z.maxLength(50, 'many')),
  validFrom: z.nullable(Day),
  validUntil: z.nullable(Day),
  /** The maximum number of uses, in total and per family; null means no limit. */
  mostUses: Count,
  mostPerHousehold: Count,
  /** Only for families that have never been in a class. */
  isForNewFamilies: z.boolean(),
  /** True when it combines with other discounts; otherwise a family gets either it or them, whichever is more. */
  isCombinable: z.boolean(),
  /** The purpose, for the office. */
  note: OptionalLine,
})
export const PromoCode = z.object({
  id: Id,
  ...CodeInput.shape,
  code: z.string(),
  note: z.string(),
  isArchived: z.boolean(),
  /** The number of invoices it is on, and the amount it took off them. */
  uses: z.int(),
  takenCents: SumCents,
})
export type PromoCode = z.infer<typeof PromoCode>

const AwardInput = z.object({
  /** The student or family that has it. */
  studentId: z.nullable(Id),
  householdId: z.nullable(Id),
  /** The term it applies to; null means every term until it ends. */
  termId: z.nullable(Id),
  percent: Share,
  /** An amount for a whole term: what one invoice uses is not available to the next. */
  amountCents: z.nullable(PositiveCents),
  covers: z.enum(awardCovers),
  /** Only the office sees it. */
  reason: Line,
})
export const Award = z.object({
  id: Id,
  studentId: z.nullable(Id),
  student: z.string(),
  studentNativeName: z.string(),
  householdId: Id,
  household: z.string(),
  householdNativeName: z.string(),
  termId: z.nullable(Id),
  term: z.string(),
  termNativeName: z.string(),
  percent: Share,
  amountCents: z.nullable(Cents),
  covers: z.enum(awardCovers),
  reason: z.string(),
  by: z.string(),
  byNativeName: z.string(),
  at: Instant,
  endedAt: z.nullable(Instant),
  /** The amount it took off valid invoices. */
  takenCents: SumCents,
})
export type Award = z.infer<typeof Award>

/** Named discounts: promo codes, and scholarships, whose reasons are hidden from families. */
export const prices = {
  /** All codes, those in use first. */
  'prices-codes': read({ by: ['admin'], input: Nothing, output: z.array(PromoCode) }),
  'prices-createCode': write({ by: ['admin'], input: CodeInput, output: PromoCode }),
  /** Changes what a code gives from now on. Existing invoices keep their discount. */
  'prices-changeCode': write({ by: ['admin'], input: z.object({ id: Id, ...CodeInput.shape }), output: PromoCode }),
  'prices-archiveCode': write({
    by: ['admin'],
    input: z.object({ id: Id, isArchived: z.boolean() }),
    output: PromoCode,
  }),
  /** Scholarships, newest first: current ones or all; only those of one student or family if one is named. */
  'prices-awards': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      view: z.optional(z.enum(awardViews)),
      studentId: z.optional(Id),
      householdId: z.optional(Id),
    }),
    output: page(Award),
  }),
  /** Grants a scholarship. It applies to future invoices; existing ones stay as they are. */
  'prices-award': write({ by: ['admin'], input: AwardInput, output: Award }),
  /** Ends a scholarship or resumes it. What it has taken off stays. */
  'prices-endAward': write({ by: ['admin'], input: z.object({ id: Id, isEnded: z.boolean() }), output: Award }),
}
