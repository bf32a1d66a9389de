import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { areas } from '#contract/areas.ts'
import { accounts } from '#server/slices/identity/tables.ts'
import { day, id, instant } from '#server/platform/tables.ts'

/** Everybody the school knows, once: guardians, students, teachers, officers. */
export const persons = pgTable(
  'persons',
  {
    id: id(),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    preferredName: text().notNull().default(''),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    birthOn: day(),
    language: text().notNull().default('en'),
    /** What searches look through: names in every script, e-mail and telephone, in lower case. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(name || ' ' || native_name || ' ' || preferred_name || ' ' || email || ' ' || phone)`,
      ),
    createdAt: instant()
      .notNull()
      .default(sql`now()`),
  },
  t => [
    uniqueIndex('persons_account').on(t.accountId),
    index('persons_email').on(t.email),
    index('persons_name').on(t.name, t.id),
    index('persons_birth_on').on(t.birthOn, t.id),
    index('persons_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)

/**
 * A role that somebody holds, from when to when; rows are ended, never removed. Access runs by the time of the world,
 * as sign-ins do: an end ahead is where the world's clock will stand when the school's day is over.
 */
export const roleGrants = pgTable(
  'role_grants',
  {
    id: id(),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    role: text({ enum: ['admin', 'parent', 'teacher'] }).notNull(),
    /** How far an administrator reaches (contract/areas.ts); means nothing for other roles. */
    area: text({ enum: areas }).notNull().default('all'),
    startsAt: instant().notNull(),
    endsAt: instant(),
  },
  t => [
    index('role_grants_person').on(t.personId),
    uniqueIndex('role_grants_live')
      .on(t.personId, t.role)
      .where(sql`ends_at is null`),
  ],
)

/** Whether a grant, named by its alias, holds now. */
export const isLive = (grant: string): SQL =>
  sql`(${sql.raw(grant)}.ends_at is null or ${sql.raw(grant)}.ends_at > now())`

/** Whether a person is a teacher now: whoever has stopped keeps their record and leaves lists and pickers. */
export const isTeaching = (person: SQL): SQL =>
  sql`exists (select 1 from role_grants g where g.person_id = ${person} and g.role = 'teacher' and ${isLive('g')})`
