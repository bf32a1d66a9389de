import { boolean, check, customType, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { pictureTypes } from '#contract/school/config.ts'
import {
  type RetentionCounts,
  type RetentionSettings,
  type Setting,
  type SettingKind,
  settingKinds,
} from '#contract/settings.ts'
import type { Db } from '#server/platform/db.ts'
import { prepared } from '#server/platform/prepared.ts'
import { id, instant, unrecorded } from '#server/platform/tables.ts'
import { digitsOf } from '#server/platform/texts.ts'
import { persons } from '#server/access/users/tables.ts'

/** The school itself: a single row, which doesn't exist before the first run. */
export const school = pgTable(
  'school',
  {
    isSchool: boolean().primaryKey().default(true),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    tagline: text().notNull().default(''),
    about: text().notNull().default(''),
    nativeTagline: text().notNull().default(''),
    nativeAbout: text().notNull().default(''),
    zone: text().notNull(),
    currency: text().notNull(),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    address: text().notNull().default(''),
    createdAt: instant().notNull(),
  },
  t => [check('school_once', sql`${t.isSchool}`)],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Pictures for the public pages. A removed one stays until the next clean-up, so that it can be restored. */
export const pictures = pgTable(
  'pictures',
  {
    id: id(),
    bytes: bytes().notNull(),
    type: text({ enum: pictureTypes }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    caption: text().notNull().default(''),
    nativeCaption: text().notNull().default(''),
    position: integer().notNull(),
    createdAt: instant().notNull(),
    removedAt: instant(),
  },
  t => [index('pictures_position').on(t.position, t.id)],
)

/**
 * The school's settings, each as set at a time. Rows are added, never changed: the newest applies, and what followed
 * from an earlier one stays as it was.
 */
export const settingVersions = pgTable(
  'setting_versions',
  {
    id: id(),
    kind: text({ enum: settingKinds }).notNull(),
    value: jsonb().$type<Setting<SettingKind>>().notNull(),
    madeBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
  },
  t => [
    index('setting_versions_kind').on(t.kind, t.createdAt.desc(), t.id.desc()),
    index('setting_versions_made_by').on(t.madeBy),
  ],
)

/** The school's secrets, sealed (platform/secrets.ts): only the server reads and overwrites them. */
export const secrets = pgTable(
  'secrets',
  {
    name: text().primaryKey(),
    sealed: text().notNull(),
    /** The last characters, by which people recognize a key. */
    ending: text().notNull(),
    changedBy: uuid().references(() => persons.id),
    changedAt: instant().notNull(),
  },
  t => [index('secrets_changed_by').on(t.changedBy)],
)
unrecorded(secrets, 'sealed', 'ending')

/** What each nightly clean-up removed, and under which rules. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    id: id(),
    counts: jsonb().$type<RetentionCounts>().notNull(),
    /** The retention days at that time; null for runs from before this was stored. */
    rules: jsonb().$type<RetentionSettings>(),
    createdAt: instant().notNull(),
  },
  t => [index('retention_runs_at').on(t.createdAt.desc())],
)

/** The code printed at startup for the first run; at most one row. */
export const setUpCodes = pgTable('set_up_codes', { codeHash: text().primaryKey(), createdAt: instant().notNull() })
unrecorded(setUpCodes)

const findZone = prepared<{ zone: string }, never>(() => sql`select zone from school`)

/** The school's time zone; null before the first run. */
export const findSchoolZone = async (db: Db): Promise<string | null> => (await findZone(db, {}))[0]?.zone ?? null

/** The school's time zone; UTC before the first run. */
export const zoneOf = async (db: Db): Promise<string> => (await findSchoolZone(db)) ?? 'UTC'

/** The school's name in both scripts, for emails. A school exists whenever there is someone to write to. */
export const schoolName = async (db: Db): Promise<{ name: string; nativeName: string }> =>
  (await db.select({ name: school.name, nativeName: school.nativeName }).from(school))[0] ?? {
    name: '',
    nativeName: '',
  }

/** The school's facts for emails, documents and calendars, with its time zone and currency. */
export const letterhead = async (
  db: Db,
): Promise<Pick<typeof school.$inferSelect, 'name' | 'nativeName' | 'address' | 'zone' | 'currency'>> => {
  const { name, nativeName, address, zone, currency } = school
  const [found] = await db.select({ name, nativeName, address, zone, currency }).from(school)
  return found ?? { name: '', nativeName: '', address: '', zone: 'UTC', currency: 'USD' }
}

/** The number of decimal places of the school's currency: usually 2, or 0 if it has no minor units. */
export const currencyDigits = async (db: Db): Promise<number> => {
  const [found] = await db.select({ currency: school.currency }).from(school)
  return digitsOf(found?.currency ?? 'USD')
}
