import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { relationships } from '#contract/parents.ts'
import { instant } from '#server/platform/tables.ts'
import { households } from '#server/slices/parents/tables.ts'
import { persons } from '#server/slices/users/tables.ts'

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
    createdAt: instant().notNull(),
    archivedAt: instant(),
  },
  t => [index('students_household').on(t.householdId)],
)

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
