import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { refundMoves, returningRefunds, type ReversalCause } from '#contract/money/payments.plain.ts'
import type { Output } from '#contract/index.ts'
import type { RefundStatus, RefundView } from '#contract/money/payments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { households, nativeHousehold } from '#server/people/parents/tables.ts'
import { ledgerTexts } from './ledgerText.ts'
import { listCredits } from './queries.ts'
import { isRepayment, isStanding, payments, refunds } from './tables.ts'

type Asked = {
  householdId: string
  amountCents: number
  /** Payments to refund first. */
  first: readonly string[]
  reason: string
  nativeReason: string
  by: string | null
  onDay: string
  at: Date
}

/**
 * Requests refunds from a locked account: one for each payment the money comes from, by the method of that payment, and
 * never more than is unused. Returns the total in cents and the number of refunds.
 */
export const requestRefunds = async (db: Db, asked: Asked): Promise<{ count: number; amountCents: number }> => {
  const credits = await listCredits(db, asked.householdId)
  const ordered = [
    ...asked.first.flatMap(id => credits.filter(({ paymentId }) => paymentId === id)),
    // Of the others the newest first: what was paid last is refunded first.
    ...credits.filter(({ paymentId }) => !asked.first.includes(paymentId)).reverse(),
  ]
  let left = asked.amountCents
  const parts = ordered.flatMap(({ paymentId, creditCents }) => {
    const part = Math.min(left, creditCents)
    left -= part
    return part > 0 ? [{ paymentId, amountCents: part }] : []
  })
  if (parts.length === 0) return { count: 0, amountCents: 0 }
  const ways = await db
    .select({ id: payments.id, method: payments.method })
    .from(payments)
    .where(
      inArray(
        payments.id,
        parts.map(({ paymentId }) => paymentId),
      ),
    )
  const { householdId, reason, nativeReason, onDay } = asked
  await db.insert(refunds).values(
    parts.map(part => ({
      ...part,
      householdId,
      reason,
      nativeReason,
      onDay,
      method: ways.find(({ id }) => id === part.paymentId)!.method,
      status: 'requested' as const,
      requestedBy: asked.by,
      movedAt: asked.at,
      createdAt: asked.at,
    })),
  )
  return { count: parts.length, amountCents: asked.amountCents - left }
}

// A refund that failed because its payment was undone before it was sent was not declined by anyone.
const isDeclined = sql`r.status = 'failed' and r.sent_at is null
  and not exists (select 1 from payment_reversals v where v.payment_id = r.payment_id and v.created_at = r.moved_at)`

/**
 * A refund as the office and the family read it, as members of a JSON object; `r` is the refund, `p` its payment. A
 * reader to whom a child of the household is hidden isn't told what it is for: that child may have left a class.
 */
export const refundMembers = (
  isWhole: SQL,
): SQL => sql`'id', r.id, 'amountCents', r.amount_cents, 'status', r.status, 'isDeclined', ${isDeclined}, 'method', r.method, 'paidBy', p.method, 'paidOn', p.received_on,
  'paymentId', p.id, 'receiptNumber', p.number, 'paidReference', p.reference, 'reference', r.reference,
  'reason', case when ${isWhole} then r.reason else ${ledgerTexts('en')('creditPaidBack')} end, 'nativeReason', case when ${isWhole} then r.native_reason else ${ledgerTexts('zh')('creditPaidBack')} end, 'failure', r.failure, 'failureCause', r.failure_cause,
  'askedAt', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'onDay', coalesce(r.failed_on, r.on_day)`

const inView: Record<RefundView, readonly RefundStatus[]> = {
  open: returningRefunds,
  sent: ['sent'],
  over: ['settled', 'failed'],
}
const ofView = (view: RefundView): SQL => inArray(sql`r.status`, [...inView[view]])

type Row = Output<'payments-refunds'>['rows'][number]
/** The queue of refunds, oldest first; completed ones newest first. */
export const listRefunds = async (
  db: Db,
  seen: Scope<'households'>,
  view: RefundView,
  after: (string | number | null)[] | null,
): Promise<Row[]> => {
  const isOver = view === 'over'
  const key = after
    ? sql`(r.created_at, r.id) ${sql.raw(isOver ? '<' : '>')} (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql`true`
  const found = await rows<{ row: Row }>(
    db,
    sql`
    select jsonb_build_object(${refundMembers(sql`true`)}) || jsonb_build_object('householdId', households.id, 'household', households.name, 'householdNativeName', ${nativeHousehold(sql`households.id`, sql`households.name`)}, 'payer', p.payer, 'payerNativeName', ${nativeHousehold(sql`households.id`, sql`p.payer`)}, 'askedBy', coalesce(q.name, ''), 'askedByNativeName', coalesce(q.native_name, '')) as row
    from refunds r join payments p on p.id = r.payment_id join households on households.id = r.household_id left join persons q on q.id = r.requested_by
    where ${seen} and ${ofView(view)} and ${key}
    order by r.created_at ${sql.raw(isOver ? 'desc' : 'asc')}, r.id ${sql.raw(isOver ? 'desc' : 'asc')} ${onePage}`,
  )
  return found.map(({ row }) => row)
}

export const countRefunds = async (
  db: Db,
  seen: Scope<'households'>,
): Promise<{ open: number; sent: number; over: number; openCents: number }> =>
  (
    await rows<{ open: number; sent: number; over: number; openCents: number }>(
      db,
      sql`
      select count(*) filter (where ${ofView('open')})::int as open, count(*) filter (where ${ofView('sent')})::int as sent,
        count(*) filter (where ${ofView('over')})::int as over, coalesce(sum(r.amount_cents) filter (where ${ofView('open')}), 0)::bigint as "openCents"
      from refunds r join households on households.id = r.household_id where ${seen}`,
    )
  )[0]!

export type LockedRefund = Pick<
  typeof refunds.$inferSelect,
  'status' | 'method' | 'householdId' | 'paymentId' | 'amountCents'
>
/** Locks the account of a refund, then the refund itself. */
export const lockRefund = async (db: Db, seen: Scope<'households'>, id: string): Promise<LockedRefund | null> => {
  const [found] = await db
    .select({ householdId: refunds.householdId })
    .from(refunds)
    .innerJoin(households, eq(households.id, refunds.householdId))
    .where(and(seen, eq(refunds.id, id)))
    .for('update', { of: households })
  if (!found) return null
  const [refund] = await db
    .select({
      status: refunds.status,
      method: refunds.method,
      householdId: refunds.householdId,
      paymentId: refunds.paymentId,
      amountCents: refunds.amountCents,
    })
    .from(refunds)
    .where(eq(refunds.id, id))
    .for('update')
  return refund ?? null
}

export const updateRefund = async (db: Db, id: string, values: Partial<typeof refunds.$inferInsert>): Promise<void> => {
  await db.update(refunds).set(values).where(eq(refunds.id, id))
}

/** Fails the refunds of a payment that was undone, so that they are never sent. */
export const failReturning = async (
  db: Db,
  paymentId: string,
  {
    failure,
    failureCause,
    onDay,
    by,
    at,
  }: { failure: string; failureCause: ReversalCause | undefined; onDay: string; by: string | null; at: Date },
): Promise<void> => {
  const failable = returningRefunds.filter(status => refundMoves[status].includes('failed'))
  await db
    .update(refunds)
    .set({ status: 'failed', failure, failureCause, failedOn: onDay, movedBy: by, movedAt: at })
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.status, [...failable])))
}

/**
 * The charge that asks a family to repay a refund whose payment was undone; null where there is none or it was
 * reversed.
 */
export const findRepayment = async (db: Db, refundId: string): Promise<string | null> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select c.id from refunds r join payments y on y.id = r.payment_id join payment_reversals v on v.payment_id = y.id
        join charges c on c.household_id = y.household_id and ${isRepayment} and c.amount_cents = r.amount_cents
        where r.id = ${refundId}::uuid and ${isStanding('c.id')} order by c.id limit 1`,
    )
  )[0]?.id ?? null

type Guardian = { id: string; name: string; email: string; language: 'en' | 'zh' }
/**
 * Guardians of a household with data access to one of its children: the people to whom the school writes about its
 * money.
 */
export const listGuardians = (db: Db, householdId: string): Promise<Guardian[]> =>
  rows<Guardian>(
    db,
    sql`
    select p.id, case when p.language = 'zh' and p.native_name <> '' then p.native_name else p.name end as name, p.email, case when p.language = 'zh' then 'zh' else 'en' end as language
    from household_members m join persons p on p.id = m.person_id
    where m.household_id = ${householdId}::uuid and exists (select 1 from guardianships g join students s on s.id = g.student_id
      where g.guardian_id = p.id and s.household_id = m.household_id and g.has_data_access) order by m.contact_order, p.id`,
  )
