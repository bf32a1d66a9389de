import { sql, type SQL } from 'drizzle-orm'

declare const brand: unique symbol
/**
 * Which rows of `Of` an actor may reach, as a condition. Queries take it as an argument, so that none can be written
 * without; only `policy.ts` files make one.
 */
export type Scope<Of extends string> = SQL & { readonly [brand]: Of }

/** Makes a scope. `of` is the table that the condition is about. */
export const scope = <Of extends string>(_of: Of, condition: SQL): Scope<Of> => condition as Scope<Of>

export const everything = sql`true`
export const nothing = sql`false`
