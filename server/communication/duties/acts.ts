import { and, isNull, sql } from 'drizzle-orm'
import type { DutyPolicy } from '#contract/settings.ts'
import { daysAfter } from '#rules/days.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { settingOf } from '#server/school/config/acts.ts'
import { dutyExemptions } from './tables.ts'

/** The duty rule in force at the end of a past year. A later rule never changes what families owed then. */
export const findPolicyBefore = async (db: Db, end: Date): Promise<DutyPolicy> => {
  const [found] = await rows<{ value: unknown }>(
    db,
    sql`select n.value from setting_versions n where n.kind = 'duties' and n.created_at < ${end.toISOString()}::timestamptz order by n.created_at desc, n.id desc limit 1`,
  )
  return settingOf('duties', found?.value)
}

/** Locks the rows of these families, in order, and returns those without an exemption in the year. */
export const lockNotLetOff = async (
  db: Db,
  seen: Scope<'households'>,
  ids: readonly string[],
  year: { from: string; to: string },
): Promise<string[]> => {
  await rows(
    db,
    sql`select 1 from households where ${seen} and ${oneOf(sql`households.id`, ids)} order by households.id for update`,
  )
  return (
    await rows<{ id: string }>(
      db,
      sql`select households.id from households where ${seen} and ${oneOf(sql`households.id`, ids)}
        and not exists (select 1 from duty_exemptions d where d.household_id = households.id and d.taken_back_at is null and d.from_on <= ${year.to}::date and (d.to_on is null or d.to_on >= ${year.from}::date))
        order by households.id`,
    )
  ).map(({ id }) => id)
}

export const insertExemptions = async (
  db: Db,
  values: readonly (typeof dutyExemptions.$inferInsert)[],
): Promise<void> => {
  if (values.length > 0) await db.insert(dutyExemptions).values([...values])
}

/** Locks and returns the families' exemptions that apply in the year or later. */
export const lockExemptions = (
  db: Db,
  seen: Scope<'households'>,
  ids: readonly string[],
  year: { from: string; to: string },
): Promise<{ id: string; fromOn: string }[]> =>
  rows(
    db,
    sql`select d.id, d.from_on from duty_exemptions d join households on households.id = d.household_id
      where ${seen} and ${oneOf(sql`d.household_id`, ids)} and d.taken_back_at is null and (d.to_on is null or d.to_on >= ${year.from}::date) order by d.id for update of d`,
  )

/** Ends exemptions with the year before, and revokes those that started in this year. */
export const endExemptions = async (
  db: Db,
  found: readonly { id: string; fromOn: string }[],
  year: { from: string },
  at: Date,
): Promise<void> => {
  const idsOf = (isEarlier: boolean) =>
    found.flatMap(({ id, fromOn }) => (fromOn < year.from === isEarlier ? [id] : []))
  const standing = (ids: readonly string[]) =>
    and(oneOf(sql`${dutyExemptions.id}`, ids), isNull(dutyExemptions.takenBackAt))
  await db
    .update(dutyExemptions)
    .set({ toOn: daysAfter(year.from, -1) })
    .where(standing(idsOf(true)))
  await db
    .update(dutyExemptions)
    .set({ takenBackAt: at })
    .where(standing(idsOf(false)))
}
