import * as z from 'zod/mini'
import { read, write } from './callable.ts'
import { Id, Nothing } from './values.ts'

export const SignInSession = z.object({
  id: Id,
  device: z.string(),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
})

export const identity = {
  /** Where the caller is signed in. */
  'identity-sessions': read({ by: ['newcomer'], input: Nothing, output: z.array(SignInSession) }),
  /** Ends one of the caller's own sessions; its tokens stop working at once. */
  'identity-endSession': write({ by: ['newcomer'], input: z.object({ id: Id }), output: z.array(SignInSession) }),
}
