import type { Role } from '#contract/callable.ts'

type Held = { roles: readonly Role[]; secondFactorBy: Date | null }

/** Whether the roles of staff wait until there is a second factor: the school asks for one, and its days are over. */
export const isHeldBack = ({ secondFactorBy }: Pick<Held, 'secondFactorBy'>, now: Date): boolean =>
  secondFactorBy !== null && secondFactorBy <= now

/** The roles that count now: without a second factor that is overdue, a teacher is only the parent that they are. */
export const rolesNow = (held: Held, now: Date): Role[] =>
  isHeldBack(held, now) ? held.roles.filter(role => role === 'parent') : [...held.roles]
