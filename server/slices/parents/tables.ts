import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { relationships } from '#contract/parents.ts'
import { persons } from '#server/slices/users/tables.ts'
import { id, instant } from '#server/platform/tables.ts'

/** Who is billed together. */
export const households = pgTable(
  'households',
  {
    id: id(),
    name: text().notNull(),
    address: text().notNull().default(''),
    createdAt: instant().notNull(),
    archivedAt: instant(),
  },
  t => [index('households_name').on(t.name, t.id)],
)

/** The adults of a household. */
export const householdMembers = pgTable(
  'household_members',
  {
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    contactOrder: integer().notNull().default(1),
    /** How they stand to the household's children where nothing else is said of a child. */
    relationship: text({ enum: relationships }).notNull().default('guardian'),
    hasDataAccess: boolean().notNull().default(true),
    mayPickUp: boolean().notNull().default(true),
  },
  t => [primaryKey({ columns: [t.householdId, t.personId] }), index('household_members_person').on(t.personId)],
)

export const emergencyContacts = pgTable(
  'emergency_contacts',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    name: text().notNull(),
    phone: text().notNull(),
    relationship: text().notNull().default(''),
  },
  t => [index('emergency_contacts_household').on(t.householdId)],
)

/** What a household agreed to: kind, level, the version of the text and who signed; rows are added, never changed. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    kind: text({ enum: ['photo', 'medical', 'policy'] }).notNull(),
    level: text().notNull(),
    version: text().notNull(),
    signedName: text().notNull(),
    signedBy: uuid().references(() => persons.id),
    signedAt: instant().notNull(),
  },
  t => [
    index('consents_household').on(t.householdId, t.kind, t.signedAt.desc()),
    index('consents_signed_by').on(t.signedBy),
  ],
)
