import { rolesFor, type Area } from './areas.ts'
import type { Callable, Role } from './callable.ts'

/** The facts about a caller that decide what they may call. */
export type Who = {
  readonly isSignedIn: boolean
  readonly isVerified: boolean
  readonly roles: readonly Role[]
  readonly area: Area | null
  /** The roles in the caller's token, when the call carries one. */
  readonly claimedRoles?: readonly Role[] | undefined
}

export type Refusal = 'SIGN_IN_NEEDED' | 'EMAIL_NOT_VERIFIED' | 'STALE_CLAIMS' | 'AREA_NEEDED' | 'ROLE_NEEDED'

/**
 * Why the caller may not call a function, or null when they may. An administrator's area must include the function;
 * otherwise the administrator role is ignored and the caller's other roles decide. A token whose roles are out of date
 * is refused, so that the client renews it.
 */
export const refusalOf = (name: string, { kind, by }: Pick<Callable, 'kind' | 'by'>, who: Who): Refusal | null => {
  if (by.includes('guest')) return null
  if (!who.isSignedIn) return 'SIGN_IN_NEEDED'
  if (!who.isVerified) return 'EMAIL_NOT_VERIFIED'
  if (who.claimedRoles && who.claimedRoles.join() !== who.roles.join()) return 'STALE_CLAIMS'
  const isNewcomer = !who.roles.includes('student')
  if ((isNewcomer && by.includes('newcomer')) || rolesFor(who, name, kind).some(role => by.includes(role))) return null
  return who.roles.some(role => by.includes(role)) ? 'AREA_NEEDED' : 'ROLE_NEEDED'
}
