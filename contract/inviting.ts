import * as z from 'zod/mini'
import { Ids, Kept } from './archive.ts'
import { Id } from './values.ts'

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
  kept: Kept,
})
export type Invitations = z.infer<typeof Invitations>

/** The same with the number of letters that was agreed to; refused when it would be another one by now. */
export const InviteMany = z.object({ ...Invitees.shape, agreed: z.int() })
export const Invited = z.object({ invited: z.int() })
