import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { waitingPriorities } from '../settings.plain.ts'
import { Cents, Day, Email, Id, Instant, Nothing, Time } from '../values.ts'
import { audiences, namedAudiences } from './windows.plain.ts'

export * from './windows.plain.ts'

export const WindowAudience = z.enum(audiences)
export type WindowAudience = z.infer<typeof WindowAudience>

/** From when an audience may register for a term: a day and an hour of the school's clock, and the instant they are. */
export const RegistrationWindow = z.object({ audience: WindowAudience, onDay: Day, time: Time, opensAt: Instant })
export type RegistrationWindow = z.infer<typeof RegistrationWindow>

const Address = z.object({ audience: z.enum(namedAudiences), email: Email })

const Percent = z.int()
const Named = z.object({ name: z.string(), nativeName: z.string() })
export const PublishedRules = z.object({
  windows: z.array(RegistrationWindow),
  registrationFeeCents: Cents,
  /** Families who register until then pay no registration fee. */
  waivedUntil: z.nullable(Day),
  dueDays: z.int(),
  siblingPercent: Percent,
  /** The programmes that it is given for; none means all. */
  siblingProgrammes: z.array(Named),
  staffPercent: Percent,
  classesPercent: Percent,
  seniorFromAge: z.nullable(z.int()),
  seniorPercent: Percent,
  /** The part of the tuition that a student pays who is enrolled on that day or later. */
  prorations: z.array(z.object({ fromDay: Day, numerator: z.int(), denominator: z.int() })),
  /** What comes back of the tuition until that day, the earliest first; after the last nothing does. */
  refunds: z.array(z.object({ lastDay: Day, percent: Percent })),
  /** Kept of each refund. */
  processingFeeCents: Cents,
  refundsBooks: z.boolean(),
  /** Who goes first in line, the most important first; then who joined earlier. */
  priorities: z.array(z.enum(waitingPriorities)),
  /** For so long an offered seat waits for the family's answer. */
  offerHours: z.int(),
})
export type PublishedRules = z.infer<typeof PublishedRules>

export const windows = {
  /**
   * The windows of every term that the caller may see, the earliest first; a term without any opens for all at once.
   */
  'windows-list': read({
    by: ['guest'],
    isShared: true,
    input: Nothing,
    output: z.array(z.object({ termId: Id, ...RegistrationWindow.shape })),
  }),
  /** The rules for everybody who registers for a term, published in figures and days; screens put them into words. */
  'windows-rules': read({ by: ['guest'], isShared: true, input: z.object({ termId: Id }), output: PublishedRules }),
  /** When the caller's family may register for each term that registers by windows, and by which of them. */
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
  /** The windows of a term with the addresses that count as an audience by name. */
  'windows-plan': read({
    by: ['admin'],
    input: z.object({ termId: Id }),
    output: z.object({ windows: z.array(RegistrationWindow), addresses: z.array(Address) }),
  }),
  /**
   * Sets when each audience may register for a term, in place of what was set before; none at all opens it for
   * everybody. Where there is a window, there is one for all, and none opens after it.
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
