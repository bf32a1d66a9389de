import { paymentMoves, type payments } from '#contract/payments.ts'
import { dayIn } from '#rules/calendar.ts'
import { allocate, invoiceStatus } from '#rules/ledger.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { zoneOf } from '#server/slices/config/tables.ts'
import { takeNumber } from './acts.ts'
import { visibleLedgers, visiblePayments } from './policy.ts'
import {
  findBalance,
  findLedgers,
  insertAllocations,
  insertPayment,
  listBalances,
  listCredits,
  listMembers,
  listOpenCharges,
  lockHousehold,
  lockPayment,
  reversePayment,
  sumBalances,
} from './queries.ts'

export const paymentFunctions: Functions<typeof payments> = {
  'payments-ledger': async ({ db, actor, input, now }) => {
    const today = dayIn(await zoneOf(db), now)
    // The office names the household it means; without a name, everybody gets their own.
    const found = await findLedgers(
      db,
      input.householdId
        ? visibleLedgers(actor)
        : visibleLedgers({ ...actor, roles: actor.roles.filter(role => role !== 'admin') }),
      input.householdId,
    )
    return found.map(ledger => ({
      ...ledger,
      invoices: ledger.invoices.map(invoice => ({ ...invoice, status: invoiceStatus(invoice, today) })),
    }))
  },

  'payments-households': async ({ db, actor, input, now }) => {
    const seen = visibleLedgers(actor)
    const only = { search: input.search ?? '', view: input.view ?? 'all', today: dayIn(await zoneOf(db), now) } as const
    const { total, ...totals } = await sumBalances(db, seen, only)
    return {
      ...cutPage(await listBalances(db, seen, only, readKey(input.after, 2)), ({ household, householdId }) => [
        household,
        householdId,
      ]),
      total,
      totals,
    }
  },

  'payments-record': async ({ db, actor, input, now, touch }) => {
    const today = dayIn(await zoneOf(db), now)
    if (input.receivedOn > today) throw invalid([{ path: 'receivedOn', message: 'future' }])
    if (!(await lockHousehold(db, visibleLedgers(actor), input.householdId))) throw notFound('The household')
    const rest = await listOpenCharges(db, input.householdId)
    const paymentId = newId()
    // Credit from before is used up first, so that the family's oldest money covers its oldest charges.
    const credits = [...(await listCredits(db, input.householdId)), { paymentId, creditCents: input.amountCents }]
    const number = `R-${today.slice(0, 4)}-${String(await takeNumber(db, 'receipt')).padStart(5, '0')}`
    await insertPayment(db, { id: paymentId, number, ...input, status: 'succeeded', createdAt: now })
    let allocatedCents = 0
    let creditCents = 0
    for (const credit of credits) {
      const made = allocate(credit.creditCents, rest)
      await insertAllocations(
        db,
        made.allocations.map(allocation => ({ paymentId: credit.paymentId, ...allocation, createdAt: now })),
      )
      for (const { chargeId, amountCents } of made.allocations)
        rest.find(({ id }) => id === chargeId)!.outstandingCents -= amountCents
      if (credit.paymentId === paymentId) allocatedCents = input.amountCents - made.creditCents
      creditCents += made.creditCents
    }
    touch(['terms', 'students'], [])
    touch(['payments', 'parents'], await listMembers(db, input.householdId))
    return {
      paymentId,
      receiptNumber: number,
      allocatedCents,
      creditCents,
      balanceCents: await findBalance(db, input.householdId),
    }
  },

  'payments-bounce': async ({ db, actor, input, now, touch }) => {
    const payment = await lockPayment(db, visiblePayments(actor), input.paymentId)
    if (!payment) throw notFound('The payment')
    if (!paymentMoves[payment.status].includes('bounced'))
      throw conflict('ALREADY_REVERSED', `A payment that is ${payment.status} can't bounce.`)
    await lockHousehold(db, visibleLedgers(actor), payment.householdId)
    await reversePayment(db, input.paymentId, input.reason, dayIn(await zoneOf(db), now), now)
    touch(['terms', 'students'], [])
    touch(['payments', 'parents'], await listMembers(db, payment.householdId))
    return { paymentId: input.paymentId, balanceCents: await findBalance(db, payment.householdId) }
  },
}
