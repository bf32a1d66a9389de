import { sql } from 'drizzle-orm'
import { rows } from '#server/platform/db.ts'
import { isStanding } from '#server/money/payments/tables.ts'
import type { Office } from './office.ts'
import { registrar, treasurerEmail } from './staff.ts'

/** The Friday before the eleventh Sunday: newcomers pay half from then on, because half of a class is left. */
const askedAt = new Date('2026-11-20T15:20:00Z')
const hour = 3_600_000

type Place = { enrolmentId: string; householdId: string }

/**
 * A student of one class who is old enough for another, in a family that has paid everything: with one child, nobody on
 * the staff and no discount, so that the case shows only the two prices.
 */
const placeIn = async ({ database: { db } }: Office, from: string, to: string): Promise<Place | null> => {
  const [found] = await rows<Place>(
    db,
    sql`
    select e.id as "enrolmentId", st.household_id from enrolments e join sections x on x.id = e.section_id and x.name = ${from}
      join sections y on y.term_id = x.term_id and y.name = ${to} join terms t on t.id = x.term_id join students st on st.id = e.student_id join persons p on p.id = st.id
    where e.status = 'active' and date_part('year', age(t.starts_on, p.birth_on)) between y.age_from and y.age_to
      and (select count(*) from students s where s.household_id = st.household_id) = 1
      and not exists (select 1 from charges c join discounts d on d.charge_id = c.id where c.enrolment_id = e.id)
      and (select sum(c.amount_cents - coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = c.id), 0)) from charges c where c.household_id = st.household_id
          and ${isStanding('c.id')})
        = (select sum(y.amount_cents) from payments y where y.household_id = st.household_id and y.status = 'succeeded')
    order by p.name, e.id limit 1`,
  )
  return found ?? null
}

const moveTo = async (office: Office, { enrolmentId }: Place, to: string, back: 'credit' | 'payer', at: Date) => {
  const targets = await office.call(registrar.email, 'leavings-targets', { enrolmentId }, at)
  const toSectionId = targets.find(({ name, free }) => name === to && free > 0)?.id
  if (!toSectionId) return null
  const shown = await office.call(registrar.email, 'leavings-previewTransfer', { enrolmentId, toSectionId }, at)
  const agreed = {
    enrolmentId,
    toSectionId,
    agreedCents: shown.differenceCents,
    agreedFreeCents: shown.freeCents,
    back,
    note: '',
    leavesWaits: false,
  }
  await office.call(registrar.email, 'leavings-transfer', agreed, at)
  return shown
}

/** The family that moves to the more expensive class pays the difference in cash. */
const payDifference = async (office: Office, householdId: string, amountCents: number, at: Date) => {
  const payment = {
    householdId,
    method: 'cash' as const,
    amountCents,
    receivedOn: '2026-11-20',
    reference: '',
    payer: '',
  }
  await office.call(treasurerEmail, 'payments-record', payment, at)
}

/** The money released in the other family is refunded by transfer, and is on its way. */
const sendBack = async (office: Office, householdId: string, at: Date) => {
  const { rows: queue } = await office.call(treasurerEmail, 'payments-refunds', {}, at)
  for (const { id } of queue.filter(refund => refund.householdId === householdId)) {
    const word = { id, note: '', reference: '' }
    await office.call(treasurerEmail, 'payments-moveRefund', { ...word, to: 'approved' }, at)
    const sent = { ...word, to: 'sent' as const, method: 'transfer' as const, reference: 'T-771024' }
    await office.call(treasurerEmail, 'payments-moveRefund', sent, new Date(at.getTime() + hour))
  }
}

/** A family that paid too much requests the rest back; the treasurer has not looked at it yet. */
const askBack = async (office: Office, at: Date) => {
  const { rows: ahead } = await office.call(treasurerEmail, 'payments-households', { view: 'credit' }, at)
  const family = ahead.find(({ creditCents, balanceCents }) => creditCents > 0 && balanceCents === -creditCents)
  if (!family) return
  const { householdId, creditCents } = family
  await office.call(treasurerEmail, 'payments-requestRefund', { householdId, amountCents: creditCents }, at)
}

/**
 * Two students change classes in the middle of the term, one to the more expensive class and one from it, so that every
 * class keeps its numbers. One refund is on its way, and one waits for the treasurer.
 */
export const changeClasses = async (office: Office, now: Date): Promise<void> => {
  if (now < new Date(askedAt.getTime() + 6 * hour)) return
  const dearer = await placeIn(office, 'G9', 'AP Chinese')
  const cheaper = await placeIn(office, 'AP Chinese', 'G9')
  if (!dearer || !cheaper) return
  const shown = await moveTo(office, dearer, 'AP Chinese', 'credit', askedAt)
  if (!shown) return
  if (shown.differenceCents > 0)
    await payDifference(office, dearer.householdId, shown.differenceCents, new Date(askedAt.getTime() + hour))
  await moveTo(office, cheaper, 'G9', 'payer', new Date(askedAt.getTime() + 2 * hour))
  await sendBack(office, cheaper.householdId, new Date(askedAt.getTime() + 3 * hour))
  await askBack(office, new Date(askedAt.getTime() + 5 * hour))
}
