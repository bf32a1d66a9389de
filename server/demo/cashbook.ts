import type { Input } from '#contract/index.ts'
import { dayIn } from '#rules/calendar.ts'
import { type Office, several } from './office.ts'
import { profile } from './profile.ts'
import type { Random } from './random.ts'
import type { Invoiced } from './registering.ts'
import { treasurerEmail } from './staff.ts'

type Receipt = Omit<Input<'payments-record'>, 'receivedOn'> & { at: Date; bouncesAt: Date | null }

const day = 86_400_000
const bankDays = 6

/** What families pay and when. Payments after `now` are left out. */
const receiptsOf = (invoiced: readonly Invoiced[], now: Date, random: Random): Receipt[] => {
  let cheque = 1041
  const receipts: Receipt[] = []
  for (const { family, householdId, totalCents, at } of [...invoiced].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const { pays, guardians, notable } = family
    const amountOf = {
      full: totalCents,
      part: Math.round(totalCents / 200) * 100,
      nothing: 0,
      over: totalCents + 4000,
      bounced: totalCents,
    }
    const amountCents = notable === 'demo' ? 50_000 : amountOf[pays]
    const chance = random.next()
    const method =
      pays === 'bounced' || pays === 'over' || chance < 0.55 ? 'cheque' : chance < 0.68 ? 'cash' : 'transfer'
    // Most pay within a few days, some on the last day, a few a week late.
    const days = notable === 'demo' ? 9 : random.chance(0.8) ? random.int(0, 16) : random.int(20, 37)
    const received = new Date(at.getTime() + days * day + random.int(10, 300) * 60_000)
    const bouncesAt = pays === 'bounced' ? new Date(received.getTime() + bankDays * day) : null
    if (amountCents <= 0 || received > now) continue
    cheque += random.int(1, 9)
    receipts.push({
      householdId,
      method,
      amountCents,
      reference:
        method === 'cheque' ? `No. ${cheque}` : method === 'transfer' ? `T-${random.int(100_000, 999_999)}` : '',
      payer:
        guardians[
          random.chance(0.7) ? 0 : guardians.length > 1 && !guardians.some(each => !each.hasDataAccess) ? 1 : 0
        ]!.name,
      at: received,
      bouncesAt: bouncesAt !== null && bouncesAt <= now ? bouncesAt : null,
    })
  }
  return receipts.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Records the payments as the treasurer, including one returned check. Returns the number of payments. */
export const recordPayments = async (
  office: Office,
  invoiced: readonly Invoiced[],
  now: Date,
  random: Random,
): Promise<number> => {
  const receipts = receiptsOf(invoiced, now, random)
  await several(receipts, async ({ at, bouncesAt, ...receipt }) => {
    const receivedOn = dayIn(profile.zone, at)
    const { paymentId } = await office.call(treasurerEmail, 'payments-record', { ...receipt, receivedOn }, at)
    if (bouncesAt)
      await office.call(treasurerEmail, 'payments-bounce', { paymentId, reason: 'Insufficient funds' }, bouncesAt)
  })
  return receipts.length
}
