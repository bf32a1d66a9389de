import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { seatedVisits, visitStatuses } from '#contract/enrolment/visits.ts'
import { attendanceCodes, visitKinds } from '#contract/attendance.plain.ts'
import { cents, day, hasStatus, id, instant } from '#server/platform/tables.ts'
import { isOff, sections } from '#server/enrolment/classes/tables.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { charges } from '#server/money/payments/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** A child's visit to a class on one day. */
export const visits = pgTable(
  'visits',
  {
    id: id(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    sectionId: uuid()
      .notNull()
      .references(() => sections.id),
    onDay: day().notNull(),
    kind: text({ enum: visitKinds }).notNull(),
    status: text({ enum: visitStatuses }).notNull(),
    priceCents: cents().notNull(),
    /** The family's note with its request. */
    note: text().notNull().default(''),
    /** The school's note with its decision. */
    answer: text().notNull().default(''),
    askedBy: uuid().references(() => persons.id),
    askedAt: instant().notNull(),
    decidedBy: uuid().references(() => persons.id),
    decidedAt: instant(),
    chargeId: uuid().references(() => charges.id),
    /** The enrolment that it was turned into. */
    enrolmentId: uuid().references(() => enrolments.id),
    /** The mark on the day's roll, since a guest has no attendance rows. */
    code: text({ enum: attendanceCodes }),
    isPresent: boolean(),
    rollNote: text().notNull().default(''),
    recordedBy: uuid().references(() => persons.id),
    recordedAt: instant(),
  },
  t => [
    uniqueIndex('visits_once')
      .on(t.studentId, t.sectionId, t.onDay)
      .where(sql`status in ('asked','approved','converted')`),
    index('visits_section').on(t.sectionId, t.onDay),
    index('visits_student').on(t.studentId, t.onDay),
    index('visits_day').on(t.onDay, t.id),
    index('visits_waiting')
      .on(t.askedAt)
      .where(sql`status = 'asked'`),
    index('visits_asked_by').on(t.askedBy),
    index('visits_decided_by').on(t.decidedBy),
    index('visits_recorded_by').on(t.recordedBy),
    index('visits_charge').on(t.chargeId),
    index('visits_enrolment').on(t.enrolmentId),
    check('visits_price', sql`${t.priceCents} >= 0`),
  ],
)

/** True where the visit `v` takes a seat on its day, as a condition. */
export const isVisiting: SQL = hasStatus('v', seatedVisits)
/** A condition: true if the student of the visit with this alias can't have another on the same day. */
export const keepsDay = (visit: string): SQL => hasStatus(visit, [...seatedVisits, 'converted'])

/** True where the lesson of the visit `visit` takes place, as a condition. */
export const takesPlace = (visit: string): SQL =>
  sql`exists (select 1 from meetings vm join session_dates vd on vd.id = vm.session_date_id join sections vs on vs.id = vm.section_id
    where vm.section_id = ${sql.raw(visit)}.section_id and vm.on_day = ${sql.raw(visit)}.on_day and vs.status <> 'cancelled' and not ${isOff('vm', 'vd')})`

/** The number of guests that a class has on a day, except one visit, as a column; `section` and `onDay` are columns. */
export const guestsOf = (section: SQL, onDay: SQL, except: SQL = sql`null::uuid`): SQL<number> => sql<number>`(
  select count(*)::int from visits v where v.section_id = ${section} and v.on_day = ${onDay} and ${isVisiting} and v.id is distinct from ${except})`

/**
 * Visits of a class that have not taken place, as the relation `comes`: those whose lesson is still to come or was
 * canceled.
 */
export const comes = (sectionId: string, now: Date): SQL => sql`comes as (
  select v.id, v.student_id from visits v where v.section_id = ${sectionId}::uuid and ${isVisiting}
    and (not ${takesPlace('v')} or exists (select 1 from meetings m where m.section_id = v.section_id and m.on_day = v.on_day and m.roll_taken_at is null and m.starts_at > ${now.toISOString()}::timestamptz)))`
