import * as z from 'zod/mini'
import { areas } from '../areas.ts'
import { read, grantedRoles, roles, write } from '../callable.ts'
import {
  Crayon,
  Day,
  Email,
  Id,
  Instant,
  Language,
  Line,
  ListInput,
  Nothing,
  OptionalLine,
  OtherTerm,
  page,
} from '../values.ts'
import { Invitations, Invited, Invitees, InviteMany } from './users.inviting.ts'
import { foundKinds, userSorts } from './users.plain.ts'

export * from './users.plain.ts'

const RoleName = z.enum(grantedRoles)
export const Area = z.enum(areas)
export const User = z.object({
  /** The id of the account, or of the person for a staff member without one. */
  id: Id,
  hasAccount: z.boolean(),
  email: z.string(),
  name: z.string(),
  nativeName: z.string(),
  roles: z.array(RoleName),
  /** The administrator's area; null for everyone else. */
  area: z.nullable(Area),
  isVerified: z.boolean(),
  isDisabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  lastSignInAt: z.nullable(z.string()),
})
export type User = z.infer<typeof User>

/** A role that someone holds or held. `endsOn` is its last day, in the past for one that has ended. */
export const Grant = z.object({
  id: Id,
  role: RoleName,
  area: Area,
  startedOn: Day,
  endsOn: z.nullable(Day),
  isLive: z.boolean(),
})
export type Grant = z.infer<typeof Grant>

const Named = z.object({ id: Id, name: z.string(), nativeName: z.string() })
/** Everything the office knows of an account: past and current roles, the classes it teaches, and its children. */
export const UserRecord = z.object({
  ...User.shape,
  isInvited: z.boolean(),
  grants: z.array(Grant),
  teaches: z.array(z.object({ ...Named.shape, otherTerm: OtherTerm, crayon: Crayon })),
  children: z.array(Named),
})
export type UserRecord = z.infer<typeof UserRecord>

export const FoundPerson = z.object({
  kind: z.enum(foundKinds),
  id: Id,
  personId: Id,
  name: z.string(),
  nativeName: z.string(),
  /** A student's grade, a guardian's family, otherwise the email address. */
  hint: z.string(),
  isArchived: z.boolean(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

const UserSignIn = z.object({ id: Id, device: z.string(), signedInAt: z.string(), lastUsedAt: z.string() })
type UserSignIn = z.infer<typeof UserSignIn>

/** The role to grant, its area if it is an administrator's, and its last day, if any. */
const GrantInput = { role: RoleName, area: z.optional(Area), endsOn: z.optional(z.nullable(Day)) }

export const users = {
  /**
   * Who the caller is to the school: `id` is that of the account, or of the student for a student; null for a guest.
   */
  'users-me': read({
    by: ['guest'],
    isFresh: true,
    input: Nothing,
    output: z.nullable(
      z.object({
        id: Id,
        email: z.string(),
        name: z.string(),
        nativeName: z.string(),
        roles: z.array(z.enum(roles)),
        /** The caller's area as an administrator (areas.ts); null for everyone else. */
        area: z.nullable(Area),
        language: z.string(),
        isVerified: z.boolean(),
      }),
    ),
  }),
  'users-changeLanguage': write({
    by: ['newcomer', 'student'],
    input: z.object({ language: Language }),
    output: Nothing,
  }),
  /**
   * Begins the download of one's own data, which needs a recent sign-in. The file is at `ownDataPath` for as long as
   * the sign-in counts as recent.
   */
  'users-takeData': write({ by: ['newcomer'], input: Nothing, output: Nothing }),
  /**
   * Checks for a recent sign-in before a file with many people is downloaded. Full administrators are told of each such
   * file.
   */
  'users-exportPeople': write({ by: ['admin', 'teacher'], input: Nothing, output: Nothing }),
  /**
   * Closes one's own account, which needs a recent sign-in. Ends its sessions, its ways to sign in and its staff roles,
   * and tells the office. The school keeps its records of the person. The last full administrator can't close theirs.
   */
  'users-closeAccount': write({ by: ['newcomer'], input: Nothing, output: Nothing }),
  /** Accounts, and staff members without one. */
  'users-list': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      role: z.optional(RoleName),
      isVerified: z.optional(z.boolean()),
      isDisabled: z.optional(z.boolean()),
      hasSecondFactor: z.optional(z.boolean()),
      sort: z.optional(z.enum(userSorts)),
      down: z.optional(z.boolean()),
    }),
    output: page(User),
  }),
  /**
   * Students, guardians, teachers and office staff who match a search in any script, best match first, at most twenty.
   * Only includes kinds of people whose list the caller may read.
   */
  'users-search': read({
    by: ['admin'],
    input: z.object({ search: OptionalLine }),
    output: z.array(FoundPerson),
  }),
  'users-get': read({ by: ['admin'], input: z.object({ id: Id }), output: UserRecord }),
  /**
   * Grants a role and emails the person how to sign in. The address decides whether this is a new person or an existing
   * one. Calling it again sends the email again.
   */
  'users-invite': write({
    by: ['admin'],
    input: z.object({ email: Email, name: Line, nativeName: OptionalLine, ...GrantInput }),
    output: User,
  }),
  /**
   * While the school sends no email: creates a link with which an invited person chooses a password, for the office to
   * hand over. It replaces any earlier link. Refused for an account that has ever been confirmed, so it never opens one
   * in use.
   */
  'users-invitationLink': write({
    by: ['admin'],
    isSecret: true,
    input: z.object({ id: Id }),
    output: z.object({ link: z.string(), email: z.string(), expiresAt: Instant }),
  }),
  /**
   * While the school sends no email: the office vouches that this address is the account holder’s. Refused for an
   * address on a record of the school, because confirming it would give the account that record; its owner is invited
   * instead.
   */
  'users-confirmAddress': write({ by: ['admin'], input: z.object({ id: Id, email: Email }), output: User }),
  /** What inviting the people of these accounts would do. */
  'users-previewInvitations': read({ by: ['admin'], input: Invitees, output: Invitations }),
  /** Invites those of these people who have a role and have never signed in. Changes no roles. */
  'users-inviteMany': write({ by: ['admin'], input: InviteMany, output: Invited }),
  /** Grants a role, or changes the area and last day of the current one. The last full administrator stays one. */
  'users-grantRole': write({ by: ['admin'], input: z.object({ id: Id, ...GrantInput }), output: User }),
  /** Ends a role now. The last full administrator keeps theirs. */
  'users-endRole': write({ by: ['admin'], input: z.object({ id: Id, role: RoleName }), output: User }),
  /**
   * Suspends an account and ends all its sessions at once. Refused for one's own account and for the last full
   * administrator.
   */
  'users-suspend': write({ by: ['admin'], input: z.object({ id: Id }), output: User }),
  'users-restore': write({ by: ['admin'], input: z.object({ id: Id }), output: User }),
  /** Removes the second factor of someone who has lost their device, and emails them. Refused for one's own account. */
  'users-endSecondFactor': write({ by: ['admin'], input: z.object({ id: Id }), output: User }),
  /** An account's sessions, most recently used first. */
  'users-signIns': read({ by: ['admin'], input: z.object({ id: Id }), output: z.array(UserSignIn) }),
  /** Ends one session of an account, or all without `signInId`. Their tokens stop working at once. */
  'users-endSignIns': write({
    by: ['admin'],
    input: z.object({ id: Id, signInId: z.optional(Id) }),
    output: z.object({ ended: z.int() }),
  }),
}
