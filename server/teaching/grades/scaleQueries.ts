import { and, eq, ne, sql } from 'drizzle-orm'
import type { OfficeScale, Scale } from '#contract/teaching/grades.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { gradeScales } from './tables.ts'

/** Scales with the number of classes that use them: the default first, archived ones last. */
export const listScales = (db: Db, seen: Scope<'grade_scales'>, id?: string): Promise<OfficeScale[]> =>
  rows<OfficeScale>(
    db,
    sql`
    select grade_scales.id, grade_scales.name, grade_scales.native_name, grade_scales.kind, grade_scales.steps,
      grade_scales.is_default, grade_scales.archived_at,
      (select count(*)::int from grade_plans p where p.scale_id = grade_scales.id) as "sectionCount",
      exists (select 1 from grade_plans p join assessments a on a.section_id = p.section_id
        where p.scale_id = grade_scales.id and a.status = 'released') as "isLocked"
    from grade_scales
    where ${and(seen, id ? eq(gradeScales.id, id) : undefined)}
    order by grade_scales.archived_at is not null, grade_scales.is_default desc, lower(grade_scales.name), grade_scales.id`,
  )

type LockedScale = Scale & { archivedAt: Date | null; isDefault: boolean }
export const lockScale = async (db: Db, seen: Scope<'grade_scales'>, id: string): Promise<LockedScale | null> => {
  const [scale] = await db
    .select()
    .from(gradeScales)
    .where(and(seen, eq(gradeScales.id, id)))
    .for('update')
  return scale ?? null
}

type ScaleValues = Omit<typeof gradeScales.$inferInsert, 'id' | 'createdAt' | 'archivedAt'>

/** Removes the default mark, before another scale gets it: at most one scale is the default. */
export const clearDefault = async (db: Db): Promise<void> => {
  await db.update(gradeScales).set({ isDefault: false }).where(eq(gradeScales.isDefault, true))
}

export const insertScale = async (db: Db, values: ScaleValues, at: Date): Promise<string> =>
  (
    await db
      .insert(gradeScales)
      .values({ ...values, createdAt: at })
      .returning({ id: gradeScales.id })
  )[0]!.id

export const updateScale = async (
  db: Db,
  id: string,
  values: Partial<ScaleValues> & { archivedAt?: Date | null },
): Promise<void> => {
  await db.update(gradeScales).set(values).where(eq(gradeScales.id, id))
}

/** True where another scale has this name, ignoring case. */
export const isScaleNameTaken = async (db: Db, name: string, exceptId?: string): Promise<boolean> =>
  (
    await db
      .select({ id: gradeScales.id })
      .from(gradeScales)
      .where(and(sql`lower(name) = lower(${name})`, exceptId ? ne(gradeScales.id, exceptId) : undefined))
      .limit(1)
  ).length > 0
