import { sql } from 'drizzle-orm'
import type { Archived } from '#contract/archive.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { balanceOf } from '#server/slices/payments/tables.ts'
import { standing } from '#server/slices/students/tables.ts'

/** Archives those of the families that owe nothing, are owed nothing and have no child in a class or in line; with their children. */
export const archiveHouseholds = async (
  db: Db,
  seen: Scope<'households'>,
  ids: readonly string[],
  at: Date,
): Promise<Archived> => {
  const found = await rows<{ id: string; name: string; isEven: boolean; isFree: boolean }>(
    db,
    sql`select households.id, households.name, ${balanceOf(sql`households.id`)} = 0 as "isEven",
        not exists (select 1 from students where students.household_id = households.id and ${standing} <> 'left') as "isFree"
      from households where ${seen} and ${oneOf(sql`households.id`, ids)} and households.archived_at is null order by households.id for update of households`,
  )
  const archived = found.filter(({ isEven, isFree }) => isEven && isFree).map(({ id }) => id)
  await rows(
    db,
    sql`update households set archived_at = ${at.toISOString()}::timestamptz where ${oneOf(sql`households.id`, archived)}`,
  )
  // Children who were archived before keep their own day.
  await rows(
    db,
    sql`update students set archived_at = ${at.toISOString()}::timestamptz where ${oneOf(sql`students.household_id`, archived)} and archived_at is null`,
  )
  return {
    archived,
    kept: found
      .filter(({ id }) => !archived.includes(id))
      .map(({ id, name, isFree }) => ({
        id,
        name,
        nativeName: '',
        reason: isFree ? 'FAMILY_OWES' : 'FAMILY_ENROLLED',
      })),
  }
}

/** Takes families out of the archive, and the children that went with them. */
export const restoreHouseholds = async (
  db: Db,
  seen: Scope<'households'>,
  ids: readonly string[],
): Promise<string[]> => {
  const restored = await rows<{ id: string }>(
    db,
    sql`
    with gone as (
      select households.id, households.archived_at from households
      where ${seen} and ${oneOf(sql`households.id`, ids)} and households.archived_at is not null for update
    ), children as (
      update students set archived_at = null from gone where students.household_id = gone.id and students.archived_at = gone.archived_at
    )
    update households set archived_at = null from gone where households.id = gone.id returning households.id`,
  )
  return restored.map(({ id }) => id)
}
