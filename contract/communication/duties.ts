import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { SignUpStatus } from './events.ts'
import { dutyReasons, dutySorts, dutyViews } from './duties.plain.ts'
import { DutyPolicy } from '../settings.ts'
import { Day, Id, Line, ListInput, Nothing, page } from '../values.ts'

export * from './duties.plain.ts'

export const DutyReason = z.enum(dutyReasons)
export type DutyReason = z.infer<typeof DutyReason>

/** Twelve months from the day on which the rule counts, or from the same day of a later year. */
export const DutyYear = z.object({ from: Day, to: Day })
export type DutyYear = z.infer<typeof DutyYear>

/** The state of a family in a year. All numbers are points. */
const Standing = {
  /** What it owes in the whole year; 0 for a family that is exempt. */
  due: z.int(),
  /** What it has worked. */
  worked: z.int(),
  /** What it has signed up for and not worked yet. */
  planned: z.int(),
  /** What it signed up for and did not come to. */
  missed: z.int(),
  /** What is due and not worked, never less than nothing. */
  owed: z.int(),
  /** Why it owes nothing; null for a family that owes. */
  reason: z.nullable(DutyReason),
}

export const FamilyDuty = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  ...Standing,
  /** The office's words for letting it off. */
  note: z.string(),
})
export type FamilyDuty = z.infer<typeof FamilyDuty>

/** A shift that somebody of a family has signed up for. */
export const DutyShift = z.object({
  id: Id,
  eventId: Id,
  title: z.string(),
  nativeTitle: z.string(),
  name: z.string(),
  nativeName: z.string(),
  onDay: Day,
  points: z.int(),
  status: SignUpStatus,
  /** Who comes. */
  by: z.string(),
  byNative: z.string(),
})
export type DutyShift = z.infer<typeof DutyShift>

const Year = z.optional(Day)
const Families = z.array(Id).check(z.minLength(1, 'required'), z.maxLength(10_000, 'many'))

export const duties = {
  /** The years that the rule has had so far, the latest first; empty while it is off or has not begun. */
  'duties-years': read({ by: ['admin'], input: Nothing, output: z.array(DutyYear) }),
  /** What a rule comes to this year: who would owe, and who would not and why. The rule need not be saved. */
  'duties-preview': read({
    by: ['admin'],
    input: DutyPolicy,
    output: z.object({
      /** Null while the rule is off or has not begun. */
      year: z.nullable(DutyYear),
      /** Families with a student in a class of that year. */
      families: z.int(),
      owing: z.int(),
      exempt: z.array(z.object({ reason: DutyReason, n: z.int() })),
      /** Points of all families together. */
      due: z.int(),
      worked: z.int(),
      planned: z.int(),
      owed: z.int(),
      /** Points of shifts of that year that nobody has taken yet. */
      open: z.int(),
    }),
  }),
  /** Families of a year with what they owe, have worked and still owe. `year` is any day of it; without, this one. */
  'duties-list': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      year: Year,
      view: z.optional(z.enum(dutyViews)),
      sort: z.optional(z.enum(dutySorts)),
      down: z.optional(z.boolean()),
    }),
    output: page(FamilyDuty),
  }),
  /** One family with its shifts of a year, the latest first. */
  'duties-get': read({
    by: ['admin'],
    input: z.object({ id: Id, year: Year }),
    output: z.object({ ...FamilyDuty.shape, shifts: z.array(DutyShift) }),
  }),
  /** What the caller's own households owe this year, and their shifts; empty while the school asks for none. */
  'duties-mine': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(z.object({ id: Id, name: z.string(), year: DutyYear, ...Standing, shifts: z.array(DutyShift) })),
  }),
  /** Lets families off, this year or for good, with a reason that the office reads. Who is let off already keeps it. */
  'duties-exempt': write({
    by: ['admin'],
    input: z.object({ ids: Families, reason: Line, isForGood: z.boolean() }),
    output: z.object({ exempted: z.int(), batchId: z.nullable(Id) }),
  }),
  /** Families that the office let off owe again from this year on; years before stay as they were. */
  'duties-endExemption': write({
    by: ['admin'],
    input: z.object({ ids: Families }),
    output: z.object({ ended: z.int(), batchId: z.nullable(Id) }),
  }),
}
