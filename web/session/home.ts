import type { Role } from '#contract/callable.ts'

/** Where somebody of these roles begins: the office at its work, who only teaches at their lessons, and everybody else at home. */
export const homeOf = (roles: readonly Role[]): '/admindashboard' | '/teacherdashboard/' | '/dashboard/' => {
  if (roles.includes('admin')) return '/admindashboard'
  return roles.length === 1 && roles[0] === 'teacher' ? '/teacherdashboard/' : '/dashboard/'
}
