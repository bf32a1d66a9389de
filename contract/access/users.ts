import * as z from 'zod/mini'
import { areas } from '../areas.ts'
import { read, grantedRoles, roles, write } from '../callable.ts'
import { Crayon, Day, Email, Id, Instant, Language, Line, ListInput, Nothing, OptionalLine, page } from '../values.ts'
import { Invitations, Invited, Invitees, InviteMany } from './users.inviting.ts'
import { foundKinds, userSorts } from './users.plain.ts'

export * from './users.plain.ts'

const RoleName = z.enum(grantedRoles)
export const Area = z.enum(areas)
export const User = z.object({
  /** Of the account, or of the person where a member of staff has none. */
  id: Id,
  hasAccount: z.boolean(),
  email: z.string(),
  name: z.string(),
  nativeName: z.string(),
  roles: z.array(RoleName),
  /** How far an administrator reaches; null for everybody else. */
  area: z.nullable(Area),
  isVerified: z.boolean(),
  isDisabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  lastSignInAt: z.nullable(z.string()),
})
export type User = z.infer<typeof User>

/** A role that somebody holds or held. `endsOn` is its last day, in the past for one that has ended. */
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
/** All that the office knows of an account: roles past and live, and who they are to the school. */
export const UserRecord = z.object({
  ...User.shape,
  isInvited: z.boolean(),
  grants: z.array(Grant),
  teaches: z.array(z.object({ ...Named.shape, crayon: Crayon })),
  children: z.array(Named),
})
export type UserRecord = z.infer<typeof UserRecord>

export const FoundPerson = z.object({
  kind: z.enum(foundKinds),
  id: Id,
  personId: Id,
  name: z.string(),
  nativeName: z.string(),
  /** A student's grade, a guardian's family, otherwise the e-mail address. */
  hint: z.string(),
  isArchived: z.boolean(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

const UserSignIn = z.object({ id: Id, device: z.string(), signedInAt: z.string(), lastUsedAt: z.string() })
type UserSignIn = z.infer<typeof UserSignIn>

/** The role to give, the area where it is that of an administrator, and its last day, if it has one. */
const GrantInput = { role: RoleName, area: z.optional(Area), endsOn: z.optional(z.nullable(Day)) }

export const users = {
  /** Who the caller is to the school, by their account's id, and a student by their own; null for a guest. */
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
        /** How far the caller reaches as an administrator (areas.ts); null for everybody else. */
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
   * Begins to take one's own data away, which needs a recent sign-in: the file is at `ownDataPath` as long as that is
   * recent.
   */
  'users-takeData': write({ by: ['newcomer'], input: Nothing, output: Nothing }),
  /**
   * Closes one's own account, which needs a recent sign-in: every sign-in, proof and role of the staff goes with it, and
   * the office is told. What the school holds of the person stays. The last full administrator stays one.
   */
  /** Asks for a recent sign-in before a file with many people is fetched; full administrators are told of each such file. */
  'users-exportPeople': write({ by: ['admin', 'teacher'], input: Nothing, output: Nothing }),
  'users-closeAccount': write({ by: ['newcomer'], input: Nothing, output: Nothing }),
  /** Accounts, and members of staff without one. */
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
   * Students, guardians, teachers and officers whom a search means, in any script, the closest first and at most
   * twenty: those of whom the caller may read the list.
   */
  'users-search': read({
    by: ['admin'],
    input: z.object({ search: OptionalLine }),
    output: z.array(FoundPerson),
  }),
  'users-get': read({ by: ['admin'], input: z.object({ id: Id }), output: UserRecord }),
  /**
   * Gives somebody a role and writes them how to sign in: a new person, or the one who has that address. Sent again, it
   * writes again.
   */
  'users-invite': write({
    by: ['admin'],
    input: z.object({ email: Email, name: Line, nativeName: OptionalLine, ...GrantInput }),
    output: User,
  }),
  /**
   * While no mails leave: a link by which somebody who was invited chooses a password, for the office to hand over. It
   * replaces any earlier one. Refused for an account that has ever been confirmed, so it opens none that is in use.
   */
  'users-invitationLink': write({
    by: ['admin'],
    isSecret: true,
    input: z.object({ id: Id }),
    output: z.object({ link: z.string(), email: z.string(), expiresAt: Instant }),
  }),
  /**
   * While no mails leave: the office vouches that this address is the account holder’s. Refused for an address on a
   * record of the school: the person who confirms one is given that record, so its owner is invited instead.
   */
  'users-confirmAddress': write({ by: ['admin'], input: z.object({ id: Id, email: Email }), output: User }),
  /** What inviting the people of these accounts would do. */
  'users-previewInvitations': read({ by: ['admin'], input: Invitees, output: Invitations }),
  /** Writes those of these people who have a role and never signed in how to do so; nobody's roles change. */
  'users-inviteMany': write({ by: ['admin'], input: InviteMany, output: Invited }),
  /** Gives a role, or changes area and last day of the one that is live. The last full administrator stays one. */
  'users-grantRole': write({ by: ['admin'], input: z.object({ id: Id, ...GrantInput }), output: User }),
  /** Ends a role now. The last full administrator keeps theirs. */
  'users-endRole': write({ by: ['admin'], input: z.object({ id: Id, role: RoleName }), output: User }),
  /** Closes an account and ends all its sign-ins at once; never one's own, nor that of the last full administrator. */
  'users-suspend': write({ by: ['admin'], input: z.object({ id: Id }), output: User }),
  'users-restore': write({ by: ['admin'], input: z.object({ id: Id }), output: User }),
  /** Takes the second factor away from somebody who has lost their device, and writes them; never one's own. */
  'users-endSecondFactor': write({ by: ['admin'], input: z.object({ id: Id }), output: User }),
  /** Where somebody is signed in, the last used first. */
  'users-signIns': read({ by: ['admin'], input: z.object({ id: Id }), output: z.array(UserSignIn) }),
  /** Ends one sign-in of somebody, or all without `signInId`; their tokens stop working at once. */
  'users-endSignIns': write({
    by: ['admin'],
    input: z.object({ id: Id, signInId: z.optional(Id) }),
    output: z.object({ ended: z.int() }),
  }),
}
