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

/** As families type it: letters, figures and hyphens, whatever their case. */
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
  /** A share or an amount, one of both. */
  percent: Share,
  amountCents: z.nullable(PositiveCents),
  /** The programmes that it is for; an empty list means all. */
  programmeIds: z.array(Id).check(z.maxLength(50, 'many')),
  validFrom: z.nullable(Day),
  validUntil: z.nullable(Day),
  /** How often it may be used, in all and by one family; null means without limit. */
  mostUses: Count,
  mostPerHousehold: Count,
  /** Only for families who have never been in a class. */
  isForNewFamilies: z.boolean(),
  /** Whether it goes together with other discounts; else a family has either it or them, whichever is more. */
  isCombinable: z.boolean(),
  /** What it is for, for the office. */
  note: OptionalLine,
})
export const PromoCode = z.object({
  id: Id,
  ...CodeInput.shape,
  code: z.string(),
  note: z.string(),
  isArchived: z.boolean(),
  /** Invoices that it is on, and what it took off them. */
  uses: z.int(),
  takenCents: SumCents,
})
export type PromoCode = z.infer<typeof PromoCode>

const AwardInput = z.object({
  /** Who has it: a student, or a family. */
  studentId: z.nullable(Id),
  householdId: z.nullable(Id),
  /** The term that it is for; null means every term until it ends. */
  termId: z.nullable(Id),
  percent: Share,
  /** An amount is for a whole term: what one invoice uses, the next has not. */
  amountCents: z.nullable(PositiveCents),
  covers: z.enum(awardCovers),
  /** For the office alone. */
  reason: Line,
})
export const Award = z.object({
  id: Id,
  studentId: z.nullable(Id),
  student: z.string(),
  studentNativeName: z.string(),
  householdId: Id,
  household: z.string(),
  termId: z.nullable(Id),
  term: z.string(),
  termNativeName: z.string(),
  percent: Share,
  amountCents: z.nullable(Cents),
  covers: z.enum(awardCovers),
  reason: z.string(),
  by: z.string(),
  at: Instant,
  endedAt: z.nullable(Instant),
  /** What it took off invoices that stand. */
  takenCents: SumCents,
})
export type Award = z.infer<typeof Award>

/** What is given away by name: promo codes, and scholarships, whose reasons no family sees. */
export const prices = {
  /** Every code, those in use first. */
  'prices-codes': read({ by: ['admin'], input: Nothing, output: z.array(PromoCode) }),
  'prices-createCode': write({ by: ['admin'], input: CodeInput, output: PromoCode }),
  /** Changes what a code gives from now on; invoices keep what they got. */
  'prices-changeCode': write({ by: ['admin'], input: z.object({ id: Id, ...CodeInput.shape }), output: PromoCode }),
  'prices-archiveCode': write({
    by: ['admin'],
    input: z.object({ id: Id, isArchived: z.boolean() }),
    output: PromoCode,
  }),
  /** Scholarships, the newest first: those that run, or all; of one student or family where one is named. */
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
  /** Gives a scholarship. Invoices from now on follow it; those that exist stay as they are. */
  'prices-award': write({ by: ['admin'], input: AwardInput, output: Award }),
  /** Ends a scholarship, or lets it run on: what it has taken off stays. */
  'prices-endAward': write({ by: ['admin'], input: z.object({ id: Id, isEnded: z.boolean() }), output: Award }),
}
