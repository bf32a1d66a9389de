import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { persons } from '#server/access/users/tables.ts'
import { day, id, instant } from '#server/platform/tables.ts'

/** A person who teaches; the id is the person's. */
export const teachers = pgTable('teachers', {
  id: uuid()
    .primaryKey()
    .references(() => persons.id),
  /** What they teach or do, as the office describes it. */
  work: text().notNull().default(''),
  createdAt: instant().notNull(),
  archivedAt: instant(),
})

/** A time of the week at which a teacher can't teach. */
export const busyTimes = pgTable(
  'busy_times',
  {
    id: id(),
    teacherId: uuid()
      .notNull()
      .references(() => teachers.id),
    /** 1 is Monday. */
    weekday: integer().notNull(),
    startsAt: text().notNull(),
    endsAt: text().notNull(),
    note: text().notNull().default(''),
  },
  t => [
    index('busy_times_teacher').on(t.teacherId, t.weekday),
    check('busy_times_order', sql`${t.startsAt} < ${t.endsAt}`),
  ],
)

/** Days on which a teacher has called in sick. The reason is not recorded. */
export const teacherAbsences = pgTable(
  'teacher_absences',
  {
    id: id(),
    teacherId: uuid()
      .notNull()
      .references(() => teachers.id),
    onDay: day().notNull(),
    reportedAt: instant().notNull(),
    withdrawnAt: instant(),
  },
  t => [index('teacher_absences_teacher').on(t.teacherId, t.onDay), index('teacher_absences_day').on(t.onDay)],
)
