import * as z from 'zod/mini'
import { read, roles, write } from './callable.ts'
import { Id, Language, ListInput, Nothing, page } from './values.ts'

export const RoleName = z.enum(roles)
export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  nativeName: z.string(),
  roles: z.array(RoleName),
  isVerified: z.boolean(),
  isDisabled: z.boolean(),
  lastSignInAt: z.nullable(z.string()),
})
export type User = z.infer<typeof User>

export const users = {
  /** Who the caller is to the school; null for a guest. */
  'users-me': read({
    by: ['guest'],
    input: Nothing,
    output: z.nullable(
      z.object({
        id: Id,
        email: z.string(),
        name: z.string(),
        nativeName: z.string(),
        roles: z.array(RoleName),
        language: z.string(),
        isVerified: z.boolean(),
      }),
    ),
  }),
  'users-changeLanguage': write({ by: ['newcomer'], input: z.object({ language: Language }), output: Nothing }),
  'users-list': read({
    by: ['admin'],
    input: z.object({ ...ListInput.shape, role: z.optional(RoleName), isVerified: z.optional(z.boolean()) }),
    output: page(User),
  }),
  'users-grantRole': write({ by: ['admin'], input: z.object({ id: Id, role: RoleName }), output: User }),
  /** Ends a role now. The last administrator keeps theirs. */
  'users-endRole': write({ by: ['admin'], input: z.object({ id: Id, role: RoleName }), output: User }),
}
