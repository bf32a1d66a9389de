import * as z from 'zod/mini'
import { Ids } from '../archive.ts'
import type { Reason } from '../errors.ts'
import { Id } from '../values.ts'

/** Why somebody is not invited with the others. */
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

/** The records whose people shall be written how to sign in; those whose last letter came back only where asked for. */
export const Invitees = z.object({ ...Ids.shape, evenBounced: z.optional(z.boolean()) })

/** Who would get a letter, and who is left out and why. */
export const Invitations = z.object({
  send: z.array(
    z.object({
      id: Id,
      name: z.string(),
      nativeName: z.string(),
      email: z.string(),
      /** Invited before, but never came. */
      isAgain: z.boolean(),
    }),
  ),
  kept: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), reason: z.enum(uninvited) })),
})
export type Invitations = z.infer<typeof Invitations>

/** The same with the number of letters that was agreed to; refused when it would be another one by now. */
export const InviteMany = z.object({ ...Invitees.shape, agreed: z.int() })
export const Invited = z.object({ invited: z.int() })
