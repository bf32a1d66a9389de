import { sql, type SQL } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  promotionDecisions,
  promotionReasons,
  type PromotionStatus,
  promotionSteps,
} from '#contract/enrolment/promotions.ts'
import { day, id, instant } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { enrolments, isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** One promotion of a term's students into another term. */
export const promotionRuns = pgTable(
  'promotion_runs',
  {
    id: id(),
    fromTermId: uuid()
      .notNull()
      .references(() => terms.id),
    toTermId: uuid()
      .notNull()
      .references(() => terms.id),
    step: text({ enum: promotionSteps }).notNull(),
    raisesGrades: boolean().notNull(),
    passPercent: integer(),
    /** `undone` is not stored; see `promotionStatus`. */
    status: text({ enum: ['draft', 'reviewed', 'applied'] }).notNull(),
    holdUntil: day(),
    createdBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
    reviewedBy: uuid().references(() => persons.id),
    appliedBy: uuid().references(() => persons.id),
    appliedAt: instant(),
    /** The batch that applied it. It is stored within that batch, so undoing the batch clears it. */
    batchId: uuid(),
  },
  t => [
    index('promotion_runs_from').on(t.fromTermId),
    index('promotion_runs_to').on(t.toTermId),
    index('promotion_runs_created_by').on(t.createdBy),
    index('promotion_runs_reviewed_by').on(t.reviewedBy),
    index('promotion_runs_applied_by').on(t.appliedBy),
    // Two people work on the same promotion, not on one each.
    uniqueIndex('promotion_runs_open')
      .on(t.fromTermId, t.toTermId)
      .where(sql`status in ('draft', 'reviewed')`),
  ],
)

/** The decision about one place of the old term. */
export const promotionLines = pgTable(
  'promotion_lines',
  {
    id: id(),
    runId: uuid()
      .notNull()
      .references(() => promotionRuns.id, { onDelete: 'cascade' }),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    decision: text({ enum: promotionDecisions }).notNull(),
    /** The class in the new term. */
    sectionId: uuid().references(() => sections.id),
    reason: text({ enum: promotionReasons }).notNull(),
    percent: doublePrecision(),
    isChanged: boolean().notNull().default(false),
    /** The place made when the promotion was applied. */
    placeId: uuid().references(() => enrolments.id),
  },
  t => [
    uniqueIndex('promotion_lines_once').on(t.runId, t.enrolmentId),
    index('promotion_lines_enrolment').on(t.enrolmentId),
    index('promotion_lines_student').on(t.studentId),
    index('promotion_lines_section').on(t.sectionId),
    index('promotion_lines_place').on(t.placeId),
  ],
)

/** The status of the promotion `promotion_runs`: one that was applied has lost its batch once the batch is undone. */
export const promotionStatus: SQL<PromotionStatus> = sql`(case
  when promotion_runs.status = 'applied' and promotion_runs.batch_id is null then 'undone' else promotion_runs.status end)`

/** What became of the seat held for a student, as conditions on its enrolment `place`. */
export const placeIs = {
  waiting: sql`place.status = 'held'`,
  confirmed: sql`(place.status = 'approval' or ${isEnrolled('place')})`,
  ended: sql`place.status in ('dropped','withdrawn','transferred')`,
}
