import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { GrantedRole } from '#contract/callable.ts'
import type { Actor } from './actor.ts'

declare const brand: unique symbol
/**
 * The rows of `Of` that an actor may reach, as a condition. Queries take it as an argument, so that none can be written
 * without it. Only `policy.ts` files make scopes.
 */
export type Scope<Of extends string> = SQL & { readonly [brand]: Of }

/** The rows that each role reaches. A child who signed in with a badge reaches only what a policy opens to students. */
type ByRole = Record<GrantedRole, SQL> & { readonly student?: SQL }

/**
 * Makes a scope: an actor reaches what any of their roles reaches, and nothing without a role. Each policy decides for
 * every role that the office grants, so a new role does not compile until every policy decides on it.
 */
export const scope = <Of extends string>(_of: Of, actor: Actor, byRole: ByRole): Scope<Of> =>
  sql`(${or(...actor.roles.map(role => byRole[role] ?? nothing)) ?? nothing})` as Scope<Of>

/** A scope that does not depend on a role. */
export const scopeOf = <Of extends string>(_of: Of, condition: SQL): Scope<Of> => sql`(${condition})` as Scope<Of>

export const everything = sql`true`
export const nothing = sql`false`

/**
 * A condition: true if an id is among the few that a subquery returns. Unlike `in`, it finds rows by index also where a
 * scope joins it with others by `or`, and the subquery runs once.
 */
export const among = (id: SQLWrapper, few: SQL): SQL => sql`${id} = any(array(${few}))`
