import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { relationships } from '#contract/people/parents.ts'
import { instant } from '#server/platform/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** A person who learns; the id is the person's. */
export const students = pgTable(
  'students',
  {
    id: uuid()
      .primaryKey()
      .references(() => persons.id),
    /** The household that is billed. */
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    grade: text().notNull().default(''),
    allergies: text().notNull().default(''),
    medical: text().notNull().default(''),
    /** What is taken, when, and where it is kept. */
    medication: text().notNull().default(''),
    doctorName: text().notNull().default(''),
    doctorPhone: text().notNull().default(''),
    /** What the office knows of custody; nobody else reads it. */
    custodyNote: text().notNull().default(''),
    createdAt: instant().notNull(),
    archivedAt: instant(),
  },
  t => [index('students_household').on(t.householdId)],
)

/** Where a student stands now: in a class of a current term, in line for one, or neither. */
export const standing = sql<'active' | 'waiting' | 'left'>`case
  when exists (select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
    where e.student_id = students.id and e.status in ('held','approval','active') and t.status in ('registration','active','grading')) then 'active'
  when exists (select 1 from waitlist_entries w where w.student_id = students.id and w.status in ('waiting','offered')) then 'waiting'
  else 'left' end`

/** What grades sort by: nursery, kindergarten, then by number, then whatever a school calls the rest. */
export const gradeRank = sql<string>`case
  when lower(students.grade) like 'pre%' then ' 0'
  when lower(students.grade) in ('k', 'kindergarten') then ' 1'
  when students.grade ~ '^[0-9]{1,3}$' then lpad(students.grade, 3, '0')
  else students.grade end`

/** Who cares for a student, and what they may see and do. */
export const guardianships = pgTable(
  'guardianships',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    guardianId: uuid()
      .notNull()
      .references(() => persons.id),
    relationship: text({ enum: relationships }).notNull(),
    hasDataAccess: boolean().notNull().default(true),
    mayPickUp: boolean().notNull().default(true),
    contactOrder: integer().notNull().default(1),
    billingPercent: integer().notNull().default(100),
  },
  t => [primaryKey({ columns: [t.studentId, t.guardianId] }), index('guardianships_guardian').on(t.guardianId)],
)
