import { sql, type SQL } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { cancellationKinds, remedies } from '#contract/enrolment/cancellations.plain.ts'
import { signUpStatuses } from '#contract/communication/events.plain.ts'
import { cents, day, id, instant } from '#server/platform/tables.ts'
import { isEnrollable, sections } from '#server/enrolment/classes/tables.ts'
import { isSeated } from '#server/enrolment/enrolments/tables.ts'
import { slotSignups } from '#server/communication/events/tables.ts'
import { isCurrentTerm, sessionDates } from '#server/school/terms/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** What the school canceled, and what replaces it. A row is kept when its cancellation is undone. */
export const cancellations = pgTable(
  'cancellations',
  {
    id: id(),
    kind: text({ enum: cancellationKinds }).notNull(),
    /** The school day; null for a class that is canceled for good, or once the day is no longer in the term's plan. */
    sessionDateId: uuid().references(() => sessionDates.id, { onDelete: 'set null' }),
    /** The class; null for a whole day. */
    sectionId: uuid().references(() => sections.id, { onDelete: 'cascade' }),
    /** The canceled day; for a class, the day of the decision. */
    onDay: day().notNull(),
    reason: text().notNull(),
    nativeReason: text().notNull().default(''),
    remedy: text({ enum: remedies }).notNull(),
    makeUpDateId: uuid().references(() => sessionDates.id, { onDelete: 'set null' }),
    makeUpOn: day(),
    /** The total amount credited to families. */
    creditCents: cents().notNull(),
    /**
     * 1 once families were told of the cancellation, 2 once they were told that it was undone; keeps anyone from being
     * told twice.
     */
    told: integer().notNull().default(0),
    madeBy: uuid().references(() => persons.id),
    madeAt: instant().notNull(),
    restoredBy: uuid().references(() => persons.id),
    restoredAt: instant(),
  },
  t => [
    uniqueIndex('cancellations_day')
      .on(t.sessionDateId)
      .where(sql`section_id is null and restored_at is null`),
    uniqueIndex('cancellations_lesson')
      .on(t.sessionDateId, t.sectionId)
      .where(sql`restored_at is null`),
    index('cancellations_on_day').on(t.onDay),
    index('cancellations_session_date').on(t.sessionDateId),
    index('cancellations_section').on(t.sectionId),
    index('cancellations_make_up').on(t.makeUpDateId),
    index('cancellations_made_by').on(t.madeBy),
    index('cancellations_restored_by').on(t.restoredBy),
  ],
)

/** Sign-ups released because their day was canceled, with their status before. */
export const releasedDuties = pgTable(
  'released_duties',
  {
    cancellationId: uuid()
      .notNull()
      .references(() => cancellations.id),
    signUpId: uuid()
      .notNull()
      .references(() => slotSignups.id, { onDelete: 'cascade' }),
    was: text({ enum: signUpStatuses }).notNull(),
  },
  t => [primaryKey({ columns: [t.cancellationId, t.signUpId] }), index('released_duties_sign_up').on(t.signUpId)],
)

/**
 * The cancellation of the meeting of the class `section` on the school day `date`, as a relation with the alias `as` to
 * join laterally. A cancellation of the lesson goes before one of the day.
 */
export const callingOff = (section: string, date: string, as: string): SQL =>
  sql.raw(`lateral (
  select x.* from cancellations x where x.session_date_id = ${date}.id and (x.section_id is null or x.section_id = ${section}.id) and x.restored_at is null
  order by x.section_id is null limit 1) ${as}`)

/** True where the class `section` of the term `term` has fewer students than it needs, as a condition. */
export const isAtRisk = (section: string, term: string): SQL =>
  sql`${isCurrentTerm(term)} and ${isEnrollable(section)}
    and ${sql.raw(section)}.minimum > (select count(*) from enrolments e where e.section_id = ${sql.raw(section)}.id and ${isSeated})`
