import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { SignUpStatus } from './events.ts'
import { dutyReasons, dutySorts, dutyViews } from './duties.plain.ts'
import { DutyPolicy } from '../settings.ts'
import { Day, Id, Line, ListInput, Nothing, page } from '../values.ts'

export * from './duties.plain.ts'

export const DutyReason = z.enum(dutyReasons)
export type DutyReason = z.infer<typeof DutyReason>

/** The twelve months from the day the rule starts to count, or from the same day of a later year. */
export const DutyYear = z.object({ from: Day, to: Day })
export type DutyYear = z.infer<typeof DutyYear>

/** A family's duty in a year. All numbers are points. */
const Standing = {
  /** The points due in the whole year; 0 for an exempt family. */
  due: z.int(),
  /** The points worked. */
  worked: z.int(),
  /** The points signed up for and not yet worked. */
  planned: z.int(),
  /** The points of shifts that the family signed up for but missed. */
  missed: z.int(),
  /** The points due and not worked, never negative. */
  owed: z.int(),
  /** Why the family owes none; null for a family that owes duty. */
  reason: z.nullable(DutyReason),
}

export const FamilyDuty = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  ...Standing,
  /** The office's reason for the exemption. */
  note: z.string(),
})
export type FamilyDuty = z.infer<typeof FamilyDuty>

/** A shift that a member of a family has signed up for. */
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
  /** The name of the person who signed up. */
  by: z.string(),
  byNative: z.string(),
})
export type DutyShift = z.infer<typeof DutyShift>

const Year = z.optional(Day)
const Families = z.array(Id).check(z.minLength(1, 'required'), z.maxLength(10_000, 'many'))

export const duties = {
  /** The duty years so far, latest first; empty while the rule is off or has not begun. */
  'duties-years': read({ by: ['admin'], input: Nothing, output: z.array(DutyYear) }),
  /**
   * What a rule would mean this year: the families that would owe duty, and those that would not, by reason. The rule
   * need not be saved.
   */
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
      /** The points of all families together. */
      due: z.int(),
      worked: z.int(),
      planned: z.int(),
      owed: z.int(),
      /** What families owe beyond the shifts that they have signed up for. */
      unplanned: z.int(),
      /** The points of that year's shifts that nobody has taken yet. */
      open: z.int(),
    }),
  }),
  /**
   * The families of a year with the points they owe, have worked and still owe. `year` is any day of that year; by
   * default the current one.
   */
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
  /** One family with its shifts of a year, latest first. */
  'duties-get': read({
    by: ['admin'],
    input: z.object({ id: Id, year: Year }),
    output: z.object({ ...FamilyDuty.shape, shifts: z.array(DutyShift) }),
  }),
  /** What the caller's own households owe this year, and their shifts; empty while the school requires no duty. */
  'duties-mine': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(z.object({ id: Id, name: z.string(), year: DutyYear, ...Standing, shifts: z.array(DutyShift) })),
  }),
  /**
   * Exempts families, this year or permanently, with a reason that only the office reads. Families that are already
   * exempt stay as they are.
   */
  'duties-exempt': write({
    by: ['admin'],
    input: z.object({ ids: Families, reason: Line, isForGood: z.boolean() }),
    output: z.object({ exempted: z.int(), batchId: z.nullable(Id) }),
  }),
  /** Ends exemptions that the office gave, from this year on; earlier years stay as they were. */
  'duties-endExemption': write({
    by: ['admin'],
    input: z.object({ ids: Families }),
    output: z.object({ ended: z.int(), batchId: z.nullable(Id) }),
  }),
}
