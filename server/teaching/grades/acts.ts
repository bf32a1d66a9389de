import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import type { Assessment, Category, Cell, GradeStatus } from '#contract/teaching/grades.ts'
import type { TermStatus } from '#contract/school/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { assessments, gradeCategories, gradePlans, gradeRevisions, grades } from './tables.ts'

type TermOf = { termStatus: TermStatus; termStartsOn: string; termEndsOn: string }
const termColumns = { termStatus: terms.status, termStartsOn: terms.startsOn, termEndsOn: terms.endsOn }

/** Locks a class whose grading changes, so that its plan and categories stay as they were read. */
export const lockSection = async (
  db: Db,
  seen: Scope<'sections'>,
  id: string,
): Promise<(TermOf & { id: string }) | null> => {
  const [section] = await db
    .select({ id: sections.id, ...termColumns })
    .from(sections)
    .innerJoin(terms, eq(terms.id, sections.termId))
    .where(and(seen, eq(sections.id, id)))
    .for('update', { of: sections })
  return section ?? null
}

type Plan = { scaleId: string | null; reason: string; categories: Category[]; used: string[]; isReleased: boolean }

/**
 * The grading plan of a class, its categories with assessments, and whether any assessment was released; null before
 * the first plan.
 */
export const findPlan = async (db: Db, sectionId: string): Promise<Plan | null> => {
  const [plan] = await rows<Plan>(
    db,
    sql`
    select p.scale_id, p.reason,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'nativeName', c.native_name, 'weightPercent', c.weight_percent, 'dropLowest', c.drop_lowest) order by c.position)
        from grade_categories c where c.section_id = p.section_id), '[]') as categories,
      array(select distinct a.category_id::text from assessments a where a.section_id = p.section_id and a.removed_at is null) as used,
      exists (select 1 from assessments a where a.section_id = p.section_id and a.status = 'released') as "isReleased"
    from grade_plans p where p.section_id = ${sectionId}::uuid`,
  )
  return plan ?? null
}

/**
 * Stores the grading plan of a class. Deletes categories that are not named, together with their removed assessments.
 */
export const savePlan = async (
  db: Db,
  plan: typeof gradePlans.$inferInsert,
  categories: readonly Category[],
): Promise<void> => {
  const { sectionId, ...values } = plan
  const ids = categories.map(({ id }) => id)
  await db.insert(gradePlans).values(plan).onConflictDoUpdate({ target: gradePlans.sectionId, set: values })
  await db
    .delete(assessments)
    .where(
      and(
        eq(assessments.sectionId, sectionId),
        notInArray(assessments.categoryId, ids),
        isNotNull(assessments.removedAt),
      ),
    )
  await db
    .delete(gradeCategories)
    .where(and(eq(gradeCategories.sectionId, sectionId), notInArray(gradeCategories.id, ids)))
  await db
    .insert(gradeCategories)
    .values(categories.map((category, position) => ({ ...category, sectionId, position })))
    .onConflictDoUpdate({
      target: gradeCategories.id,
      set: {
        name: sql`excluded.name`,
        nativeName: sql`excluded.native_name`,
        weightPercent: sql`excluded.weight_percent`,
        dropLowest: sql`excluded.drop_lowest`,
        position: sql`excluded.position`,
      },
    })
}

const assessmentColumns = {
  id: assessments.id,
  sectionId: assessments.sectionId,
  categoryId: assessments.categoryId,
  name: assessments.name,
  nativeName: assessments.nativeName,
  onDay: assessments.onDay,
  maxPoints: assessments.maxPoints,
  status: assessments.status,
  releasedAt: sql<string | null>`assessments.released_at`,
}
export type LockedAssessment = Assessment & TermOf & { sectionId: string; isRemoved: boolean; mostPoints: number }

/** Locks assessments in the order of their ids, so that two people who grade at once can't deadlock. */
export const lockAssessments = (
  db: Db,
  seen: Scope<'assessments'>,
  ids: readonly string[],
): Promise<LockedAssessment[]> =>
  db
    .select({
      ...assessmentColumns,
      ...termColumns,
      isRemoved: sql<boolean>`${assessments.removedAt} is not null`,
      mostPoints: sql<number>`coalesce((select max(g.points) from grades g where g.assessment_id = "assessments"."id"), 0)`,
    })
    .from(assessments)
    .innerJoin(sections, eq(sections.id, assessments.sectionId))
    .innerJoin(terms, eq(terms.id, sections.termId))
    .where(and(seen, inArray(assessments.id, [...ids])))
    .orderBy(assessments.id)
    .for('update', { of: assessments })

export const insertAssessment = async (
  db: Db,
  values: Omit<typeof assessments.$inferInsert, 'status'>,
): Promise<Assessment> =>
  (
    await db
      .insert(assessments)
      .values({ ...values, status: 'draft' })
      .returning(assessmentColumns)
  )[0]!

export const updateAssessments = async (
  db: Db,
  ids: readonly string[],
  values: Partial<typeof assessments.$inferInsert>,
): Promise<Assessment[]> =>
  db
    .update(assessments)
    .set(values)
    .where(inArray(assessments.id, [...ids]))
    .returning(assessmentColumns)

/** True where a category belongs to the class. */
export const isCategoryOf = async (db: Db, sectionId: string, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: gradeCategories.id })
      .from(gradeCategories)
      .where(and(eq(gradeCategories.sectionId, sectionId), eq(gradeCategories.id, id)))
  ).length > 0

/** The ids of a class's enrolments that get grades. */
export const listGraded = async (db: Db, sectionId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select id from enrolments where section_id = ${sectionId}::uuid and type = 'regular' and ${isEnrolled('enrolments')}`,
    )
  ).map(({ id }) => id)

type Kept = Pick<
  Cell,
  'assessmentId' | 'enrolmentId' | 'points' | 'isExcused' | 'note' | 'status' | 'reason' | 'version'
>

/** The stored cells of these assessments. The caller has locked the assessments, so no one else can change them. */
export const listKept = (db: Db, assessmentIds: readonly string[]): Promise<Kept[]> =>
  db
    .select({
      assessmentId: grades.assessmentId,
      enrolmentId: grades.enrolmentId,
      points: grades.points,
      isExcused: grades.isExcused,
      note: grades.note,
      status: grades.status,
      reason: grades.reason,
      version: grades.version,
    })
    .from(grades)
    .where(and(inArray(grades.assessmentId, [...assessmentIds])))

/** Stores cells, removes those whose status is `none`, and records each change in the revisions. */
export const saveCells = async (db: Db, cells: readonly Kept[], by: string | null, at: Date): Promise<void> => {
  if (cells.length === 0) return
  const written = cells.filter(({ status }) => status !== 'none')
  const cleared = cells.filter(({ status }) => status === 'none')
  const stamp = { changedBy: by, changedAt: at }
  await Promise.all([
    written.length > 0 &&
      db
        .insert(grades)
        .values(written.map(cell => ({ ...cell, ...stamp })))
        .onConflictDoUpdate({
          target: [grades.assessmentId, grades.enrolmentId],
          set: {
            points: sql`excluded.points`,
            isExcused: sql`excluded.is_excused`,
            note: sql`excluded.note`,
            status: sql`excluded.status`,
            reason: sql`excluded.reason`,
            version: sql`excluded.version`,
            changedBy: sql`excluded.changed_by`,
            changedAt: sql`excluded.changed_at`,
          },
        }),
    cleared.length > 0 &&
      db.delete(grades).where(
        sql`(${grades.assessmentId}, ${grades.enrolmentId}) in (${sql.join(
          cleared.map(cell => sql`(${cell.assessmentId}::uuid, ${cell.enrolmentId}::uuid)`),
          sql`, `,
        )})`,
      ),
    db.insert(gradeRevisions).values(cells.map(cell => ({ ...cell, ...stamp }))),
  ])
}

/**
 * Moves all grades of these assessments from one status to another, and records each change in the revisions. Returns
 * the number of grades.
 */
export const moveGrades = async (
  db: Db,
  assessmentIds: readonly string[],
  move: { from: GradeStatus; to: GradeStatus },
  by: string | null,
  at: Date,
): Promise<number> => {
  const moved = await db
    .update(grades)
    .set({ status: move.to, version: sql`${grades.version} + 1`, changedBy: by, changedAt: at })
    .where(and(inArray(grades.assessmentId, [...assessmentIds]), eq(grades.status, move.from)))
    .returning()
  if (moved.length > 0) await db.insert(gradeRevisions).values(moved)
  return moved.length
}

/** The number of grades of these assessments in each status. */
export const countStatuses = async (
  db: Db,
  assessmentIds: readonly string[],
): Promise<{ assessmentId: string; status: GradeStatus; n: number }[]> =>
  db
    .select({ assessmentId: grades.assessmentId, status: grades.status, n: sql<number>`count(*)::int` })
    .from(grades)
    .where(inArray(grades.assessmentId, [...assessmentIds]))
    .groupBy(grades.assessmentId, grades.status)

/**
 * The people whose screens change: the teachers of these classes and, for released grades, guardians with data access.
 */
export const listConcerned = async (
  db: Db,
  sectionIds: readonly string[],
  { isReleased }: { isReleased: boolean },
): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select teacher_id as id from section_teachers where ${inArray(sql`section_id`, [...sectionIds])}
      union select g.guardian_id from enrolments e join guardianships g on g.student_id = e.student_id and g.has_data_access
        where ${isReleased} and ${inArray(sql`e.section_id`, [...sectionIds])}`,
    )
  ).map(({ id }) => id)
