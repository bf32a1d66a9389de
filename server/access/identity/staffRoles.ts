import type { Role } from '#contract/callable.ts'

/** How a sign-in by passkey is named. It was made with two factors, whatever else the account has. */
export const passkeyProvider = 'passkey'

/** How a sign-in by badge is named. It holds the role of a student and no other. */
export const badgeProvider = 'badge'

type Held = { roles: readonly Role[]; secondFactorBy: Date | null }

/** When the roles of staff stop in this sign-in for want of a second factor; null where it was made with two. */
export const missingFactorBy = (
  { secondFactorBy }: Pick<Held, 'secondFactorBy'>,
  { provider }: { provider: string | null },
): Date | null => (provider === passkeyProvider ? null : secondFactorBy)

/** Whether the roles of staff wait until there is a second factor: the school asks for one, and its days are over. */
export const isHeldBack = ({ secondFactorBy }: Pick<Held, 'secondFactorBy'>, now: Date): boolean =>
  secondFactorBy !== null && secondFactorBy <= now

/** The roles that count now: without a second factor that is overdue, a teacher is only the parent that they are. */
export const rolesNow = (held: Held, now: Date): Role[] =>
  isHeldBack(held, now) ? held.roles.filter(role => role === 'parent') : [...held.roles]
