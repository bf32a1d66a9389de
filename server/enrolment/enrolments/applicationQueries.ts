import { sql } from 'drizzle-orm'
import type { ApplicationStatus } from '#contract/enrolment/applications.ts'
import type { OfficeReason } from '#contract/enrolment/enrolments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { isStanding } from '#server/money/payments/tables.ts'
import { isTermUnfinished } from '#server/school/terms/tables.ts'
import { applications } from './tables.ts'

/** Stores why enrolments need the office's approval, and the promo code to price once they are approved. */
export const insertApplications = async (
  db: Db,
  made: readonly { enrolmentId: string; reasons: readonly OfficeReason[] }[],
  promoCode = '',
): Promise<void> => {
  if (made.length > 0)
    await db.insert(applications).values(
      made.map(({ enrolmentId, reasons }) => ({
        enrolmentId,
        status: 'submitted' as const,
        reasons: [...reasons],
        promoCode,
      })),
    )
}

/** Sets the status of an application. Inserts the row for one that needed approval without having one. */
export const putApplication = async (
  db: Db,
  enrolmentId: string,
  values: Partial<typeof applications.$inferInsert> & { status: ApplicationStatus },
): Promise<void> => {
  await db
    .insert(applications)
    .values({ enrolmentId, ...values })
    .onConflictDoUpdate({ target: applications.enrolmentId, set: values })
}

/**
 * The enrolment's charges that are not reversed, and the family's registration fee where that registration has nothing
 * else.
 */
export const chargesOf = (db: Db, enrolmentId: string): Promise<{ id: string; householdId: string }[]> =>
  rows<{ id: string; householdId: string }>(
    db,
    sql`
    select c.id, c.household_id from charges c
    where ${isStanding('c.id')} and (c.enrolment_id = ${enrolmentId}::uuid or (c.kind = 'registration'
      and c.invoice_id in (select own.invoice_id from charges own where own.enrolment_id = ${enrolmentId}::uuid)
      and not exists (select 1 from charges o where o.invoice_id = c.invoice_id and o.id <> c.id and o.enrolment_id is distinct from ${enrolmentId}::uuid
        and ${isStanding('o.id')})))`,
  )

/** Locks a household until the transaction ends. */
export const holdFamily = async (db: Db, householdId: string): Promise<void> => {
  await rows(db, sql`select id from households where id = ${householdId}::uuid for update`)
}

/** True if the term of one of these classes is over. */
export const isOneOver = async (db: Db, sectionIds: readonly string[]): Promise<boolean> => {
  const [found] = await rows<{ isOver: boolean }>(
    db,
    sql`select exists (select 1 from sections s join terms t on t.id = s.term_id
      where ${oneOf(sql`s.id`, sectionIds)} and not ${isTermUnfinished('t')}) as "isOver"`,
  )
  return found!.isOver
}
