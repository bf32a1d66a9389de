import type { Role } from '#contract/callable.ts'

/** The provider name of a sign-in by passkey. It counts as two factors, whatever else the account has. */
export const passkeyProvider = 'passkey'

/** The provider name of a sign-in by badge. It has the role of a student and no other. */
export const badgeProvider = 'badge'

type Held = { roles: readonly Role[]; secondFactorBy: Date | null }

/**
 * The time at which this sign-in's staff roles stop for lack of a second factor; null if it was made with two factors
 * or none is missing.
 */
export const missingFactorBy = (
  { secondFactorBy }: Pick<Held, 'secondFactorBy'>,
  { provider }: { provider: string | null },
): Date | null => (provider === passkeyProvider ? null : secondFactorBy)

/**
 * True if the staff roles are suspended until there is a second factor: the school requires one, and the grace period
 * is over.
 */
export const isHeldBack = ({ secondFactorBy }: Pick<Held, 'secondFactorBy'>, now: Date): boolean =>
  secondFactorBy !== null && secondFactorBy <= now

/**
 * The roles that currently count. If a second factor is overdue, a staff member has only the role of a parent, if any.
 */
export const rolesNow = (held: Held, now: Date): Role[] =>
  isHeldBack(held, now) ? held.roles.filter(role => role === 'parent') : [...held.roles]
