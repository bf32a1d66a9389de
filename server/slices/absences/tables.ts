import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { attendanceCodes } from '#contract/absences.ts'
import { id, instant } from '#server/platform/tables.ts'
import { meetings } from '#server/slices/classes/tables.ts'
import { enrolments } from '#server/slices/enrolments/tables.ts'
import { persons } from '#server/slices/users/tables.ts'

/** A school's own words for attendance codes. */
export const ownCodes = pgTable(
  'own_codes',
  {
    id: id(),
    code: text({ enum: attendanceCodes }).notNull(),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    archivedAt: instant(),
  },
  t => [uniqueIndex('own_codes_name').on(t.name)],
)

/** How a student attended one meeting, as it stands now. */
export const attendance = pgTable(
  'attendance',
  {
    meetingId: uuid()
      .notNull()
      .references(() => meetings.id),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    code: text({ enum: attendanceCodes }).notNull(),
    ownCodeId: uuid().references(() => ownCodes.id),
    isPresent: boolean().notNull(),
    note: text().notNull().default(''),
    recordedBy: uuid().references(() => persons.id),
    recordedAt: instant().notNull(),
  },
  t => [
    primaryKey({ columns: [t.meetingId, t.enrolmentId] }),
    index('attendance_enrolment').on(t.enrolmentId),
    index('attendance_own_code').on(t.ownCodeId),
    index('attendance_recorded_by').on(t.recordedBy),
  ],
)

/** Every mark that was ever made, in the order in which it was made. */
export const attendanceRevisions = pgTable(
  'attendance_revisions',
  {
    id: id(),
    meetingId: uuid()
      .notNull()
      .references(() => meetings.id),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    code: text({ enum: [...attendanceCodes, 'unmarked'] }).notNull(),
    note: text().notNull(),
    recordedBy: uuid().references(() => persons.id),
    recordedAt: instant().notNull(),
  },
  t => [
    index('attendance_revisions_mark').on(t.meetingId, t.enrolmentId),
    index('attendance_revisions_enrolment').on(t.enrolmentId),
    index('attendance_revisions_recorded_by').on(t.recordedBy),
  ],
)
