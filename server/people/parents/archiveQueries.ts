import { sql } from 'drizzle-orm'
import type { Preview } from '#contract/archive.ts'
import { byName } from '#server/platform/sorting.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { balanceOf } from '#server/money/payments/tables.ts'
import { isExpected } from '#server/people/students/tables.ts'
import { archiveChildren, restoreChildren } from '#server/people/students/acts.ts'

type Sorted = { ids: string[]; kept: Preview['kept'] }

/**
 * The families that can be archived: those with a zero balance and no child in a class or on a waitlist. The others are
 * returned as kept, with the reason. `hold` locks all of them.
 */
export const sortOutForArchive = async (
  db: Db,
  seen: Scope<'households'>,
  ids: readonly string[],
  { hold }: { hold: boolean },
): Promise<Sorted> => {
  const found = await rows<{ id: string; name: string; isEven: boolean; isFree: boolean }>(
    db,
    sql`select households.id, households.name, ${balanceOf(sql`households.id`)} = 0 as "isEven",
        not exists (select 1 from students where students.household_id = households.id and ${isExpected}) as "isFree"
      from households where ${seen} and ${oneOf(sql`households.id`, ids)} and households.archived_at is null order by households.id
      ${hold ? sql`for update of households` : sql.empty()}`,
  )
  const stays = found.filter(({ isEven, isFree }) => !isEven || !isFree)
  return {
    ids: found.filter(({ isEven, isFree }) => isEven && isFree).map(({ id }) => id),
    kept: byName(stays).map(({ id, name, isFree }) => ({
      id,
      name,
      nativeName: '',
      reason: isFree ? 'FAMILY_OWES' : 'FAMILY_ENROLLED',
    })),
  }
}

/** The families that can be restored: those archived and not erased. `hold` locks all of them. */
export const sortOutForRestore = async (
  db: Db,
  seen: Scope<'households'>,
  ids: readonly string[],
  { hold }: { hold: boolean },
): Promise<Sorted> => {
  const found = await rows<{ id: string; name: string; isGone: boolean }>(
    db,
    sql`select households.id, households.name, households.archived_at is not null and households.erased_at is null as "isGone" from households
      where ${seen} and ${oneOf(sql`households.id`, ids)} order by households.id ${hold ? sql`for update of households` : sql.empty()}`,
  )
  return {
    ids: found.filter(({ isGone }) => isGone).map(({ id }) => id),
    kept: byName(found.filter(({ isGone }) => !isGone)).map(({ id, name }) => ({
      id,
      name,
      nativeName: '',
      reason: 'IS_SO_ALREADY',
    })),
  }
}

/** Archives locked families that `sortOutForArchive` returned, with their children. */
export const archiveHouseholds = async (db: Db, ids: readonly string[], at: Date): Promise<void> => {
  const day = sql`${at.toISOString()}::timestamptz`
  await rows(db, sql`update households set archived_at = ${day} where ${oneOf(sql`households.id`, ids)}`)
  await archiveChildren(db, ids, at)
}

/** Restores locked families, and the children who were archived with them. */
export const restoreHouseholds = async (db: Db, ids: readonly string[]): Promise<void> => {
  await restoreChildren(db, ids)
  await rows(db, sql`update households set archived_at = null where ${oneOf(sql`households.id`, ids)}`)
}
