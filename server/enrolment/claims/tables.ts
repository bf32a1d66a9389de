import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { claimStatuses, claimWays } from '#contract/enrolment/claims.ts'
import { day, id, instant, unrecorded } from '#server/platform/tables.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** A newcomer's statement that a family on file is theirs, or that it is not. */
export const familyClaims = pgTable(
  'family_claims',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The person whom the account was linked to, or whom it declined. */
    personId: uuid().references(() => persons.id),
    way: text({ enum: claimWays }).notNull(),
    status: text({ enum: claimStatuses }).notNull(),
    childName: text().notNull().default(''),
    birthOn: day(),
    phone: text().notNull().default(''),
    note: text().notNull().default(''),
    tries: integer().notNull().default(0),
    expiresAt: instant(),
    /** Set once addresses on file have been looked up. */
    searchedAt: instant('sought_at'),
    createdAt: instant().notNull(),
    answeredBy: uuid().references(() => persons.id),
    answeredAt: instant(),
    answer: text().notNull().default(''),
  },
  t => [
    index('family_claims_account').on(t.accountId, t.createdAt.desc()),
    index('family_claims_person').on(t.personId),
    index('family_claims_answered_by').on(t.answeredBy),
    index('family_claims_status').on(t.status, t.createdAt, t.id),
    // An account has at most one open code and one open request.
    uniqueIndex('family_claims_waiting')
      .on(t.accountId, t.status)
      .where(sql`status in ('sent','asked')`),
  ],
)

/** The codes sent for a claim, each with the person to whose address it went. */
export const claimCodes = pgTable(
  'claim_codes',
  {
    id: id(),
    claimId: uuid()
      .notNull()
      .references(() => familyClaims.id, { onDelete: 'cascade' }),
    personId: uuid()
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
  },
  t => [index('claim_codes_claim').on(t.claimId), index('claim_codes_person').on(t.personId)],
)
unrecorded(claimCodes, 'codeHash')
