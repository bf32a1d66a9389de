import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { RegistrationWindow } from '#contract/enrolment/windows.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { programmes } from '#server/enrolment/classes/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { windowColumns } from './acts.ts'
import { registrationWindows, windowAddresses } from './tables.ts'

type Address = Output<'windows-plan'>['addresses'][number]

export const listWindows = (
  db: Db,
  seen: Scope<'terms'>,
  termId?: string,
): Promise<(RegistrationWindow & { termId: string })[]> =>
  rows(
    db,
    sql`
    select w.term_id, ${windowColumns}
    from registration_windows w join terms on terms.id = w.term_id, school c
    where ${and(seen, termId ? eq(terms.id, termId) : undefined)} order by w.opens_at, w.term_id, w.audience desc`,
  )

export const listAddresses = (db: Db, kept: Scope<'window_addresses'>, termId: string): Promise<Address[]> =>
  db
    .select({ audience: windowAddresses.audience, email: windowAddresses.email })
    .from(windowAddresses)
    .where(and(kept, eq(windowAddresses.termId, termId)))
    .orderBy(windowAddresses.email, windowAddresses.audience)

/** The days of a term from which its rules count, and the names of programs; null where the term is not in scope. */
export const findRuleDays = async (db: Db, seen: Scope<'terms'>, termId: string, programmeIds: readonly string[]) => {
  const [term] = await db
    .select({ startsOn: terms.startsOn, earlyBirdOn: terms.earlyBirdOn })
    .from(terms)
    .where(and(seen, eq(terms.id, termId)))
  if (!term) return null
  const named =
    programmeIds.length === 0
      ? []
      : await db
          .select({ name: programmes.name, nativeName: programmes.nativeName })
          .from(programmes)
          .where(inArray(programmes.id, [...programmeIds]))
          .orderBy(programmes.name)
  return { ...term, programmes: named }
}

/** Locks a term's row until the transaction ends; false where there is none. */
export const lockTerm = async (db: Db, seen: Scope<'terms'>, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: terms.id })
      .from(terms)
      .where(and(seen, eq(terms.id, id)))
      .for('update')
  ).length > 0

/** Replaces the windows and addresses of a term. */
export const replacePlan = async (
  db: Db,
  termId: string,
  windows: readonly Omit<typeof registrationWindows.$inferInsert, 'termId'>[],
  addresses: readonly Address[],
): Promise<void> => {
  await db.delete(registrationWindows).where(eq(registrationWindows.termId, termId))
  await db.delete(windowAddresses).where(eq(windowAddresses.termId, termId))
  if (windows.length > 0) await db.insert(registrationWindows).values(windows.map(each => ({ ...each, termId })))
  if (addresses.length > 0)
    await db
      .insert(windowAddresses)
      .values(addresses.map(each => ({ ...each, termId })))
      .onConflictDoNothing()
}
