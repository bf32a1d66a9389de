import * as z from 'zod/mini'
import { read, write } from './callable.ts'
import { Day, Email, Id, Instant, Nothing, Time } from './values.ts'
import { audiences, namedAudiences } from './plain/windows.ts'

export * from './plain/windows.ts'

export const WindowAudience = z.enum(audiences)
export type WindowAudience = z.infer<typeof WindowAudience>

/** From when an audience may register for a term: a day and an hour of the school's clock, and the instant they are. */
export const RegistrationWindow = z.object({ audience: WindowAudience, onDay: Day, time: Time, opensAt: Instant })
export type RegistrationWindow = z.infer<typeof RegistrationWindow>

const Address = z.object({ audience: z.enum(namedAudiences), email: Email })

export const windows = {
  /** The windows of every term that the caller may see, the earliest first; a term without any opens for all at once. */
  'windows-list': read({
    by: ['guest'],
    input: Nothing,
    output: z.array(z.object({ termId: Id, ...RegistrationWindow.shape })),
  }),
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
