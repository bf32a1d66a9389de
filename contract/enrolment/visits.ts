import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { PriceLine } from './enrolments.ts'
import { writtenIn } from '../studentFields.ts'
import { attendanceCodes, visitKinds } from '../attendance.plain.ts'
import { visitStatuses } from './visits.plain.ts'
import {
  Cents,
  Crayon,
  Day,
  Id,
  Instant,
  Line,
  ListInput,
  Nothing,
  OptionalLine,
  OptionalPhone,
  page,
  Text,
  Time,
} from '../values.ts'

export * from './visits.plain.ts'

export const VisitStatus = z.enum(visitStatuses)
export type VisitStatus = z.infer<typeof VisitStatus>
const VisitKind = z.enum(visitKinds)

export const Visit = z.object({
  id: Id,
  kind: VisitKind,
  status: VisitStatus,
  studentId: Id,
  student: z.string(),
  studentNativeName: z.string(),
  sectionId: Id,
  section: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  room: z.string(),
  onDay: Day,
  startsAt: Time,
  endsAt: Time,
  priceCents: Cents,
  /** What the roll of the day says. */
  code: z.nullable(z.enum(attendanceCodes)),
  note: z.string(),
  askedAt: Instant,
  /** Its day, or its class, is called off: the family chooses another day, or its money comes back. */
  isCalledOff: z.boolean(),
  /** Until when it chooses; null where nothing is to choose. */
  choosesUntil: z.nullable(Day),
  /** The family can take it back until its day, and as long as it is called off. */
  mayCancel: z.boolean(),
  /** The class still takes somebody: it may become an enrolment. */
  mayConvert: z.boolean(),
  /** The family has not agreed to the school's policies yet: it enrols by registering. */
  needsRegistration: z.boolean(),
})
export type Visit = z.infer<typeof Visit>

export const visits = {
  /** The coming days of a class with the places that a guest may take, and what a visit costs. */
  'visits-days': read({
    by: ['guest'],
    input: z.object({ sectionId: Id }),
    output: z.object({
      trialCents: z.nullable(Cents),
      trialNeedsApproval: z.boolean(),
      dayCents: z.nullable(Cents),
      days: z.array(z.object({ onDay: Day, places: z.int() })),
    }),
  }),
  /** The caller's own children, as those for whom a visit can be asked for. */
  'visits-children': read({
    by: ['newcomer'],
    input: Nothing,
    output: z.object({
      children: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), birthOn: z.nullable(Day) })),
      /** What the school knows of the caller; empty where it asks. */
      name: z.string(),
      phone: z.string(),
    }),
  }),
  /**
   * Asks for a visit of one day, for a child that the school knows or for one that it meets here first. It is taken at
   * once where the class says so. `agreedCents` is the price that was shown.
   */
  'visits-ask': write({
    by: ['newcomer'],
    attestation: 'once',
    input: z.object({
      sectionId: Id,
      onDay: Day,
      kind: VisitKind,
      studentId: z.nullable(Id),
      /** Of a child that the school does not know yet. */
      child: z.optional(z.object(writtenIn('visit'))),
      /** Of a guardian whom the school does not know yet. */
      guardian: z.optional(z.object({ name: Line, phone: OptionalPhone })),
      note: Text,
      agreedCents: Cents,
    }),
    output: z.object({ id: Id, status: VisitStatus }),
  }),
  /** Visits of the caller's children: those to come, and those of the last weeks. */
  'visits-mine': read({ by: ['parent'], input: Nothing, output: z.array(Visit) }),
  'visits-list': read({
    by: ['admin'],
    input: z.object({ ...ListInput.shape, when: z._default(z.enum(['coming', 'past']), 'coming') }),
    output: page(Visit),
  }),
  /** The school's word to a visit that was asked for, with a letter; it is charged once it is approved. */
  'visits-decide': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(['approved', 'declined']), note: OptionalLine }),
    output: z.object({ id: Id, status: VisitStatus }),
  }),
  /** Takes a visit back: a family until its day, the office always. What was charged is taken back whole. */
  'visits-cancel': write({
    by: ['admin', 'parent'],
    input: z.object({ id: Id }),
    output: z.object({ id: Id, status: VisitStatus }),
  }),
  /** Another day of the class instead of one that is called off, for the same price and with the same standing. */
  'visits-move': write({
    by: ['admin', 'parent'],
    input: z.object({ id: Id, onDay: Day }),
    output: z.object({ id: Id, onDay: Day }),
  }),
  /** What would become of a visit that turns into an enrolment, and what that comes to; changes nothing. */
  'visits-price': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ id: Id }),
    output: z.object({
      outcome: z.enum(['seat', 'waitlist', 'approval']),
      lines: z.array(PriceLine),
      totalCents: Cents,
      /** What was charged for the trial and is taken back. */
      creditCents: Cents,
    }),
  }),
  /**
   * Turns a visit into an enrolment by the usual rules: a seat with its invoice, a place in line, or the school's word.
   * `agreedCents` is the total that was shown (PREVIEW_CHANGED).
   */
  'visits-convert': write({
    by: ['admin', 'parent'],
    input: z.object({ id: Id, agreedCents: Cents }),
    output: z.object({
      outcome: z.enum(['seat', 'waitlist', 'approval']),
      invoiceNumber: z.nullable(z.string()),
      totalCents: Cents,
    }),
  }),
}
