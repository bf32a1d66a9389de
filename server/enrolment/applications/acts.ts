import { sql } from 'drizzle-orm'
import type { ApplicationStatus } from '#contract/enrolment/applications.ts'
import type { OfficeReason } from '#contract/enrolment/enrolments.ts'
import { dayIn } from '#rules/calendar.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Scope } from '#server/platform/scope.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { offerFreed, updateEnrolment } from '#server/enrolment/enrolments/acts.ts'
import { visibleHouseholds } from '#server/people/parents/policy.ts'
import { issueInvoice, reverseCharges } from '#server/money/payments/acts.ts'
import { caredStudents } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { settleVisits } from '#server/enrolment/visits/acts.ts'
import { applications } from './tables.ts'
import { type Bill, priceWaiting } from './waiting.ts'
import { findWaiting, type Waiting } from './waitingQueries.ts'

/** Keeps why enrolments came before the office, and the code that is priced once they are approved. */
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

/** Notes the state of an application; one that came before the office without a word about it gets its row now. */
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

type Office = Pick<Context<unknown>, 'db' | 'actor' | 'now'>

/**
 * Makes enrolments that wait active and issues what they cost, one invoice for each family and day. Their classes are
 * locked by the caller. Answers what was approved and the bills.
 */
export const approveWaiting = async (
  { db, actor, now }: Office,
  seen: Scope<'enrolments'>,
  ids: readonly string[],
  typedCode = '',
): Promise<{ waiting: Waiting[]; bills: Bill[] }> => {
  const waiting = await findWaiting(db, seen, ids, true)
  const bills = await priceWaiting(
    db,
    { households: visibleHouseholds(actor), students: caredStudents(actor), terms: visibleTerms(actor) },
    waiting,
    { isLocked: true, typedCode, today: dayIn(await zoneOf(db), now) },
  )
  const issuedOn = dayIn(await zoneOf(db), now)
  for (const { id } of waiting) {
    await updateEnrolment(db, id, 'active', now)
    await putApplication(db, id, { status: 'approved', decidedBy: actor.personId, decidedAt: now })
  }
  await settleVisits(
    db,
    waiting.map(({ id, studentId, sectionId }) => ({ enrolmentId: id, studentId, sectionId })),
    now,
  )
  for (const { of, totalCents: _total, promo: _promo, ...bill } of bills.filter(({ lines }) => lines.length > 0))
    await issueInvoice(db, {
      ...bill,
      enrolmentOf: line =>
        of.find(({ studentId, sectionId }) => studentId === line.childKey && sectionId === line.sectionId)?.id ?? null,
      studentOf: line => line.childKey,
      issuedOn,
      at: now,
    })
  return { waiting, bills }
}

/**
 * Charges of these enrolments that stand, and the registration fee of a family with nothing else in that registration.
 */
const chargesOf = (db: Db, enrolmentId: string): Promise<{ id: string; householdId: string }[]> =>
  rows<{ id: string; householdId: string }>(
    db,
    sql`
    select c.id, c.household_id from charges c
    where not exists (select 1 from charge_reversals v where v.charge_id = c.id) and (c.enrolment_id = ${enrolmentId}::uuid or (c.kind = 'registration'
      and c.invoice_id in (select own.invoice_id from charges own where own.enrolment_id = ${enrolmentId}::uuid)
      and not exists (select 1 from charges o where o.invoice_id = c.invoice_id and o.id <> c.id and o.enrolment_id is distinct from ${enrolmentId}::uuid
        and not exists (select 1 from charge_reversals v where v.charge_id = o.id))))`,
  )

/**
 * Ends an enrolment that waited: its seat goes to the next in line, and what was charged for it is taken back whole.
 * Its class is locked by the caller.
 */
export const declineWaiting = async (
  context: Office & Parameters<typeof offerFreed>[0],
  enrolment: { id: string; sectionId: string },
): Promise<void> => {
  const { db, actor, now } = context
  await updateEnrolment(db, enrolment.id, 'dropped', now)
  await putApplication(db, enrolment.id, { status: 'declined', decidedBy: actor.personId, decidedAt: now })
  const charges = await chargesOf(db, enrolment.id)
  if (charges.length > 0) {
    await rows(db, sql`select id from households where id = ${charges[0]!.householdId}::uuid for update`)
    const onDay = dayIn(await zoneOf(db), now)
    await reverseCharges(
      db,
      charges.map(({ id }) => id),
      { reason: 'Not approved', onDay, at: now },
    )
  }
  await offerFreed(context, [enrolment.sectionId])
}
