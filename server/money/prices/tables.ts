import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { awardCovers } from '#contract/money/prices.ts'
import { cents, day, id, instant } from '#server/platform/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { invoices } from '#server/money/payments/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** Codes that lower a price. */
export const promoCodes = pgTable(
  'promo_codes',
  {
    id: id(),
    /** In capitals, as it is compared. */
    code: text().notNull(),
    percent: integer(),
    amountCents: cents(),
    /** An empty list means all. */
    programmeIds: uuid().array().notNull().default([]),
    validFrom: day(),
    validUntil: day(),
    mostUses: integer(),
    mostPerHousehold: integer(),
    isForNewFamilies: boolean().notNull(),
    isCombinable: boolean().notNull(),
    note: text().notNull(),
    createdAt: instant().notNull(),
    archivedAt: instant(),
  },
  t => [
    uniqueIndex('promo_codes_code').on(t.code),
    check('promo_codes_worth', sql`(${t.percent} is null) <> (${t.amountCents} is null)`),
  ],
)

/** The uses of a code: the invoices that it is on. */
export const promoUses = pgTable(
  'promo_uses',
  {
    codeId: uuid()
      .notNull()
      .references(() => promoCodes.id),
    invoiceId: uuid()
      .notNull()
      .references(() => invoices.id),
    createdAt: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.codeId, t.invoiceId] }), index('promo_uses_invoice').on(t.invoiceId)],
)

/** Scholarships, each of one student or one family. They end but are never deleted, because invoices refer to them. */
export const awards = pgTable(
  'awards',
  {
    id: id(),
    studentId: uuid().references(() => students.id),
    householdId: uuid().references(() => households.id),
    /** Null means every term. */
    termId: uuid().references(() => terms.id),
    percent: integer(),
    amountCents: cents(),
    covers: text({ enum: awardCovers }).notNull(),
    reason: text().notNull(),
    awardedBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  t => [
    index('awards_student').on(t.studentId),
    index('awards_household').on(t.householdId),
    index('awards_term').on(t.termId),
    index('awards_awarded_by').on(t.awardedBy),
    index('awards_at').on(t.createdAt.desc(), t.id.desc()),
    check('awards_worth', sql`(${t.percent} is null) <> (${t.amountCents} is null)`),
    check('awards_whose', sql`(${t.studentId} is null) <> (${t.householdId} is null)`),
  ],
)

/**
 * True where the use `use` of a code counts, as a condition. It no longer counts once everything that it discounted was
 * reversed before the first lesson of its class.
 */
export const isSpent = (use: string): SQL =>
  sql.raw(`exists (select 1 from discounts sd join charges sc on sc.id = sd.charge_id left join charge_reversals sv on sv.charge_id = sc.id
    where sc.invoice_id = ${use}.invoice_id and sd.source_id = ${use}.code_id and (sv.charge_id is null or exists (
      select 1 from enrolments se join meetings sm on sm.section_id = se.section_id where se.id = sc.enrolment_id and sm.starts_at <= sv.created_at)))`)
