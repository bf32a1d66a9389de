import type { Role } from '#contract/callable.ts'

/**
 * Returns true if a person with these roles may open a page: one of the roles in `needs` is enough, and an empty list
 * admits all.
 */
export const opensTo = (needs: readonly Role[], roles: readonly Role[]): boolean =>
  needs.length === 0 || needs.some(role => roles.includes(role))

/**
 * Returns the home page for a person's roles: the office's dashboard for the office, the lessons for those who only
 * teach, and the family dashboard for everyone else.
 */
export const homeOf = (roles: readonly Role[]): '/admindashboard' | '/teacherdashboard/' | '/dashboard/' => {
  if (roles.includes('admin')) return '/admindashboard'
  return roles.length === 1 && roles[0] === 'teacher' ? '/teacherdashboard/' : '/dashboard/'
}
