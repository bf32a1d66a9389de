import { sql } from 'drizzle-orm'
import { type Db, inPieces, rows } from '#server/platform/db.ts'
import { type faultKinds, ledgerFaults, netOf } from './tables.ts'

type Fault = { householdId: string; kind: (typeof faultKinds)[number] }

/** Every account that breaks an invariant of money. It checks the whole school, so it has no scope. */
export const findFaults = (db: Db): Promise<Fault[]> =>
  rows<Fault>(
    db,
    sql`
    with covered as (select charge_id as id, sum(amount_cents) as sum from allocations group by 1),
      used as (select payment_id as id, sum(amount_cents) as sum from allocations group by 1),
      returned as (select payment_id as id, sum(amount_cents) as sum, sum(amount_cents) filter (where method = 'card') as to_card
        from refunds where status <> 'failed' group by 1)
    select c.household_id, 'charge-covered-beyond' as kind from covered join charges c on c.id = covered.id where covered.sum not between 0 and ${netOf('c')}
    union select p.household_id, 'payment-used-beyond' from used join payments p on p.id = used.id left join returned r on r.id = p.id
      where used.sum not between 0 and case when p.status = 'succeeded' then p.amount_cents - coalesce(r.sum, 0) else 0 end
    union select p.household_id, 'refunded-beyond' from returned r join payments p on p.id = r.id where r.sum > p.amount_cents
    union select p.household_id, 'refunded-to-card-beyond' from returned r join payments p on p.id = r.id where p.method = 'card' and r.to_card > p.amount_cents
    union select p.household_id, 'charged-otherwise-by-card' from card_checkouts k join payments p on p.id = k.payment_id where k.amount_cents <> p.amount_cents
    union select p.household_id, 'paid-for-another-family' from allocations l join payments p on p.id = l.payment_id join charges c on c.id = l.charge_id
      where p.household_id <> c.household_id group by p.household_id, l.payment_id, l.charge_id having sum(l.amount_cents) <> 0
    order by 1, 2`,
  )

/** Replaces the faults found before with those found now. */
export const keepFaults = async (db: Db, found: readonly Fault[], at: Date): Promise<void> => {
  await db.delete(ledgerFaults)
  await inPieces(
    found.map(fault => ({ ...fault, foundAt: at })),
    piece => db.insert(ledgerFaults).values(piece),
  )
}
