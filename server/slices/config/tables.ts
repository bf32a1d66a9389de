import { boolean, check, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { PricingPolicy } from '#contract/config.ts'
import type { Db } from '#server/platform/db.ts'
import { instant } from '#server/platform/tables.ts'

/** The school itself: one row, none before the first run. */
export const school = pgTable(
  'school',
  {
    isSchool: boolean().primaryKey().default(true),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    tagline: text().notNull().default(''),
    about: text().notNull().default(''),
    zone: text().notNull(),
    currency: text().notNull(),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    address: text().notNull().default(''),
    policyVersion: text().notNull().default('1'),
    policy: text().notNull().default(''),
    pricing: jsonb().$type<PricingPolicy>().notNull(),
    createdAt: instant().notNull(),
  },
  t => [check('school_once', sql`${t.isSchool}`)],
)

/** The code that the start printed for the first run; one row at most. */
export const setUpCodes = pgTable('set_up_codes', { codeHash: text().primaryKey(), createdAt: instant().notNull() })

/** The zone whose wall clock the school lives by; UTC before the first run. */
export const zoneOf = async (db: Db): Promise<string> =>
  (await db.select({ zone: school.zone }).from(school))[0]?.zone ?? 'UTC'

/** How many minor units make one of the school's currency: 100, and 1 where it has none. */
export const minorUnitsOf = async (db: Db): Promise<number> => {
  const [found] = await db.select({ currency: school.currency }).from(school)
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: found?.currency ?? 'USD' })
  return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
}
