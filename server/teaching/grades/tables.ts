import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { assessmentStatuses, gradeStatuses, scaleKinds, type Step } from '#contract/teaching/grades.ts'
import { day, id, instant } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** Scales that name percentages. */
export const gradeScales = pgTable(
  'grade_scales',
  {
    id: id(),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    kind: text({ enum: scaleKinds }).notNull(),
    steps: jsonb().$type<Step[]>().notNull(),
    isDefault: boolean().notNull().default(false),
    archivedAt: instant(),
    createdAt: instant().notNull(),
  },
  t => [
    uniqueIndex('grade_scales_default')
      .on(t.isDefault)
      .where(sql`is_default`),
  ],
)

/** The grading plan of a class. */
export const gradePlans = pgTable(
  'grade_plans',
  {
    sectionId: uuid()
      .primaryKey()
      .references(() => sections.id, { onDelete: 'cascade' }),
    scaleId: uuid().references(() => gradeScales.id),
    /** The reason for a change after something was released. */
    reason: text().notNull().default(''),
    changedBy: uuid().references(() => persons.id),
    changedAt: instant().notNull(),
  },
  t => [index('grade_plans_scale').on(t.scaleId), index('grade_plans_changed_by').on(t.changedBy)],
)

export const gradeCategories = pgTable(
  'grade_categories',
  {
    id: id(),
    sectionId: uuid()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    weightPercent: integer().notNull(),
    dropLowest: integer().notNull().default(0),
    position: integer().notNull(),
  },
  t => [
    index('grade_categories_section').on(t.sectionId, t.position),
    check('grade_categories_weight', sql`${t.weightPercent} between 0 and 100`),
  ],
)

/** A piece of work that a class is graded on. */
export const assessments = pgTable(
  'assessments',
  {
    id: id(),
    sectionId: uuid()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    categoryId: uuid()
      .notNull()
      .references(() => gradeCategories.id),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    onDay: day().notNull(),
    maxPoints: doublePrecision().notNull(),
    status: text({ enum: assessmentStatuses }).notNull(),
    releasedAt: instant(),
    /** When it was removed from the book, which is possible only while it is unreleased. */
    removedAt: instant(),
    createdAt: instant().notNull(),
  },
  t => [
    index('assessments_section').on(t.sectionId, t.onDay),
    index('assessments_category').on(t.categoryId),
    check('assessments_points', sql`${t.maxPoints} > 0`),
  ],
)

const grade = {
  assessmentId: uuid()
    .notNull()
    .references(() => assessments.id, { onDelete: 'cascade' }),
  enrolmentId: uuid()
    .notNull()
    .references(() => enrolments.id),
  points: doublePrecision(),
  isExcused: boolean().notNull(),
  note: text().notNull(),
  status: text({ enum: gradeStatuses }).notNull(),
  /** The reason for changing a released grade. */
  reason: text().notNull(),
  changedBy: uuid().references(() => persons.id),
  changedAt: instant().notNull(),
}

/** A student's present grade in an assessment. */
export const grades = pgTable('grades', { ...grade, version: integer().notNull() }, t => [
  primaryKey({ columns: [t.assessmentId, t.enrolmentId] }),
  index('grades_enrolment').on(t.enrolmentId),
  index('grades_changed_by').on(t.changedBy),
  check('grades_excused', sql`not ${t.isExcused} or ${t.points} is null`),
])

/** Every grade that was ever entered, released, amended or cleared, in order. */
export const gradeRevisions = pgTable('grade_revisions', { id: id(), ...grade }, t => [
  index('grade_revisions_grade').on(t.assessmentId, t.enrolmentId),
  index('grade_revisions_enrolment').on(t.enrolmentId),
  index('grade_revisions_changed_by').on(t.changedBy),
])
