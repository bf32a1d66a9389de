import * as z from 'zod/mini'
import { Ids } from '../archive.ts'
import type { Reason } from '../errors.ts'
import { Id } from '../values.ts'

/** Why a person is left out of a bulk invitation. */
const uninvited = [
  'HAS_ACCOUNT',
  'NO_EMAIL',
  'EMAIL_TAKEN',
  'MAIL_BOUNCED',
  'NO_DATA_ACCESS',
  'ACCOUNT_SUSPENDED',
  'NO_ROLE',
] as const satisfies readonly Reason[]
export type Uninvited = (typeof uninvited)[number]

/** The records whose people to invite. People whose last email bounced are included only with `evenBounced`. */
export const Invitees = z.object({ ...Ids.shape, evenBounced: z.optional(z.boolean()) })

/** Who would get an invitation, and who is left out and why. */
export const Invitations = z.object({
  send: z.array(
    z.object({
      id: Id,
      name: z.string(),
      nativeName: z.string(),
      email: z.string(),
      /** They were invited before but never signed in. */
      isAgain: z.boolean(),
    }),
  ),
  kept: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), reason: z.enum(uninvited) })),
})
export type Invitations = z.infer<typeof Invitations>

/** The invitees and the number of invitations that was agreed to. Refused when the number has changed since. */
export const InviteMany = z.object({ ...Invitees.shape, agreed: z.int() })
export const Invited = z.object({ invited: z.int() })
