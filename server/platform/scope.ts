import { or, sql, type SQL } from 'drizzle-orm'
import type { GrantedRole } from '#contract/callable.ts'
import type { Actor } from './functions.ts'

declare const brand: unique symbol
/**
 * Which rows of `Of` an actor may reach, as a condition. Queries take it as an argument, so that none can be written
 * without; only `policy.ts` files make one.
 */
export type Scope<Of extends string> = SQL & { readonly [brand]: Of }

/** What each role reaches. A child who signed in by a badge reaches nothing that a policy does not open to them. */
type ByRole = Record<GrantedRole, SQL> & { readonly student?: SQL }

/**
 * Makes a scope: an actor reaches what any of their roles reaches, and nothing without a role. Each policy decides
 * for every role that the office gives, so a new one does not compile until it is decided everywhere.
 */
export const scope = <Of extends string>(_of: Of, actor: Actor, byRole: ByRole): Scope<Of> =>
  sql`(${or(...actor.roles.map(role => byRole[role] ?? nothing)) ?? nothing})` as Scope<Of>

/** A scope that does not depend on a role. */
export const scopeOf = <Of extends string>(_of: Of, condition: SQL): Scope<Of> => sql`(${condition})` as Scope<Of>

export const everything = sql`true`
export const nothing = sql`false`
