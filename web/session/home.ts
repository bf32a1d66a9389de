import type { Role } from '#contract/callable.ts'

/** Whether a page opens to somebody of these roles: it needs one of those named, if any are. */
export const opensTo = (needs: readonly Role[], roles: readonly Role[]): boolean =>
  needs.length === 0 || needs.some(role => roles.includes(role))

/** Where somebody of these roles begins: the office at its work, who only teaches at their lessons, and everybody else at home. */
export const homeOf = (roles: readonly Role[]): '/admindashboard' | '/teacherdashboard/' | '/dashboard/' => {
  if (roles.includes('admin')) return '/admindashboard'
  return roles.length === 1 && roles[0] === 'teacher' ? '/teacherdashboard/' : '/dashboard/'
}
