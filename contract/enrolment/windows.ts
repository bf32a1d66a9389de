import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { waitingPriorities } from '../settings.plain.ts'
import { Cents, Day, Email, Id, Instant, Nothing, Time } from '../values.ts'
import { audiences, namedAudiences } from './windows.plain.ts'

export * from './windows.plain.ts'

export const WindowAudience = z.enum(audiences)
export type WindowAudience = z.infer<typeof WindowAudience>

/** When an audience may register for a term, as a day and time on the school's clock and as the matching instant. */
export const RegistrationWindow = z.object({ audience: WindowAudience, onDay: Day, time: Time, opensAt: Instant })
export type RegistrationWindow = z.infer<typeof RegistrationWindow>

const Address = z.object({ audience: z.enum(namedAudiences), email: Email })

const Percent = z.int()
const Named = z.object({ name: z.string(), nativeName: z.string() })
export const PublishedRules = z.object({
  windows: z.array(RegistrationWindow),
  registrationFeeCents: Cents,
  /** Families that register up to this day pay no registration fee. */
  waivedUntil: z.nullable(Day),
  dueDays: z.int(),
  siblingPercent: Percent,
  /** The programmes it applies to; empty means all. */
  siblingProgrammes: z.array(Named),
  staffPercent: Percent,
  classesPercent: Percent,
  seniorFromAge: z.nullable(z.int()),
  seniorPercent: Percent,
  /** The share of the tuition for a student who is enrolled on this day or later. */
  prorations: z.array(z.object({ fromDay: Day, numerator: z.int(), denominator: z.int() })),
  /** The share of the tuition that is refunded up to this day, earliest first; nothing after the last. */
  refunds: z.array(z.object({ lastDay: Day, percent: Percent })),
  /** Kept from each refund. */
  processingFeeCents: Cents,
  refundsBooks: z.boolean(),
  /** The waitlist priorities, most important first; then the time of joining counts. */
  priorities: z.array(z.enum(waitingPriorities)),
  /** The number of hours an offered seat waits for the family's answer. */
  offerHours: z.int(),
})
export type PublishedRules = z.infer<typeof PublishedRules>

export const windows = {
  /**
   * The windows of every term that the caller may see, earliest first. A term without windows opens for everyone at
   * once.
   */
  'windows-list': read({
    by: ['guest'],
    isShared: true,
    input: Nothing,
    output: z.array(z.object({ termId: Id, ...RegistrationWindow.shape })),
  }),
  /** The published rules for registering for a term, as numbers and days; screens put them into words. */
  'windows-rules': read({ by: ['guest'], isShared: true, input: z.object({ termId: Id }), output: PublishedRules }),
  /** When the caller's family may register for each term that uses windows, and through which window. */
  'windows-mine': read({
    by: ['newcomer'],
    input: Nothing,
    output: z.array(
      z.object({
        termId: Id,
        name: z.string(),
        nativeName: z.string(),
        ...RegistrationWindow.shape,
        isOpen: z.boolean(),
      }),
    ),
  }),
  /** The windows of a term, with the email addresses added to each audience. */
  'windows-plan': read({
    by: ['admin'],
    input: z.object({ termId: Id }),
    output: z.object({ windows: z.array(RegistrationWindow), addresses: z.array(Address) }),
  }),
  /**
   * Sets when each audience may register for a term, replacing the earlier windows; an empty list opens it for
   * everyone. If there are windows, one must be for `all`, and none may open after it.
   */
  'windows-set': write({
    by: ['admin'],
    input: z.object({
      termId: Id,
      windows: z
        .array(z.object({ audience: WindowAudience, onDay: Day, time: Time }))
        .check(z.maxLength(audiences.length)),
      addresses: z.array(Address).check(z.maxLength(5000, 'toomany')),
    }),
    output: z.object({ windows: z.array(RegistrationWindow), addresses: z.array(Address) }),
  }),
}
