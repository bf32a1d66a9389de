import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeMoves, type Ledger, officePaymentMoves, paymentMethods, paymentMoves } from '#contract/money/payments.ts'
import { toPay } from '#rules/cards.ts'
import { type JournalAccount, journalLines } from '#rules/journal.ts'
import { afterRefund, afterReversal, afterUndoing, dueOf } from '#rules/ledger.ts'
import { rows } from '#server/platform/db.ts'
import { askCardsAt } from '#server/money/cards/provider.ts'
import { findFaults } from './checkQueries.ts'
import { listJournal } from './journalQueries.ts'
import { everyLedger } from './policy.ts'
import { markWrongBalances } from './storedBalanceQueries.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served } from '#tests/served.ts'
import { hookSecret, startCardProvider, type CardProvider, stripeKey } from '#server/demo/cardProvider.ts'

let s: SmallSchool
let stripe: CardProvider
let served: Served
beforeAll(async () => {
  stripe = await startCardProvider()
  askCardsAt(stripe.origin)
  s = await school()
  served = await serve(s)
  stripe.state.hookUrl = `${served.origin}/hooks/stripe`
  await s.ida.call('cards-keepKey', { name: 'secretKey', secret: stripeKey })
  await s.ida.call('cards-keepKey', { name: 'webhookSecret', secret: hookSecret })
  await s.ida.call('cards-switch', { isOn: true })
})
afterAll(async () => {
  await served.close()
  await s.drop()
  await stripe.close()
})

// What may happen, in any order, to either family; `which` picks among what exists then.
const kinds = [
  'pay',
  'pay',
  'pay',
  'bounce',
  'void',
  'charge',
  'chargeAll',
  'undoRun',
  'reverse',
  'apply',
  'unapply',
  'refund',
  'card',
  'card',
  'sendBack',
] as const
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  family: fc.boolean(),
  which: fc.nat(50),
  amountCents: fc.integer({ min: 1, max: 40_000 }),
})
type Step = { kind: (typeof kinds)[number]; family: boolean; which: number; amountCents: number }

const done = new Map<string, number>()
let runs: string[] = []
let fees = 0

const charge = async (householdIds: string[] | null, amountCents: number) => {
  const of = {
    audience: householdIds
      ? { kind: 'households' as const, householdIds }
      : { kind: 'sections' as const, sectionIds: [s.grade1.id] },
    per: 'student' as const,
    kind: 'other' as const,
    description: `Fee ${++fees}`,
    amountCents,
    again: [],
    without: [],
  }
  const { count, totalCents } = await s.ida.call('payments-previewCharges', of)
  const { runId } = await s.ida.call('payments-charge', {
    ...of,
    nativeDescription: '',
    dueOn: '2026-09-30',
    agreedCount: count,
    agreedCents: totalCents,
  })
  return runId
}

/** Takes a step if it is possible now; returns whether it was. What the screens announce must come true. */
const take = async ({ kind, which, amountCents }: Step, ledger: Ledger): Promise<boolean> => {
  const { householdId, balanceCents, entries } = ledger
  const pick = <T>(list: readonly T[]): T | undefined => list[which % Math.max(1, list.length)]
  const standing = entries.filter(
    each => each.kind === 'payment' && each.status && paymentMoves[each.status].length > 0,
  )
  const undoable = standing.filter(({ status, method }) =>
    officePaymentMoves({ status: status!, method: paymentMethods.find(each => each === method)! }).includes(
      kind === 'bounce' ? 'bounced' : 'voided',
    ),
  )
  const payment = pick(undoable)
  const withCredit = pick(standing.filter(({ openCents }) => openCents! > 0))
  switch (kind) {
    case 'pay': {
      const answer = await s.ida.call('payments-record', {
        householdId,
        method: which % 4 === 0 ? 'cash' : 'cheque',
        amountCents,
        receivedOn: '2026-09-13',
        reference: '',
        payer: '',
      })
      expect(answer.allocatedCents).toBeLessThanOrEqual(amountCents)
      expect(answer.balanceCents).toBe(dueOf(ledger) - amountCents)
      return true
    }
    case 'card': {
      const some = ledger.open.filter((_charge, at) => (which >> (at % 5)) % 2 === 1).map(({ id }) => id)
      const due = toPay(ledger.open, ledger.creditCents - ledger.returningCents, some)
      if (due < 50) return false
      const payer = householdId === s.annRegistration.householdId ? s.ann : s.bob
      await payer.call('cards-start', { householdId, chargeIds: some, agreedCents: due })
      // Events may arrive twice, and in another form for the same payment.
      const { id } = stripe.latest()
      await stripe.pay(id)
      if (which % 3 === 0) await stripe.settle(id, true)
      expect((await s.ida.call('payments-ledger', { householdId }))[0]!.balanceCents).toBe(balanceCents - due)
      return true
    }
    case 'sendBack': {
      const free = -balanceCents - ledger.returningCents
      if (free <= 0) return false
      await s.ida.call('payments-requestRefund', { householdId, amountCents: Math.min(amountCents, free) })
      let gone = 0
      for (const refund of (await s.ida.call('payments-refunds', {})).rows) {
        const method = refund.paidBy === 'card' ? ('card' as const) : ('cheque' as const)
        // A bank may take its time, and may refuse.
        stripe.state.refund = which % 2 === 0 ? 'succeeded' : 'pending'
        for (const to of ['approved', 'sent'] as const)
          await s.ida.call('payments-moveRefund', { id: refund.id, to, method, reference: '', note: '' })
        if (method === 'card' && which % 4 === 1)
          await stripe.tell('refund.failed', { ...stripe.refunds.at(-1), status: 'failed' })
        else gone += refund.amountCents
      }
      expect((await s.ida.call('payments-ledger', { householdId }))[0]!.balanceCents).toBe(balanceCents + gone)
      return true
    }
    case 'bounce':
    case 'void': {
      if (!payment) return false
      const answer = await s.ida.call(`payments-${kind}`, { paymentId: payment.id, reason: 'It was not' })
      expect(answer.balanceCents).toBe(
        afterUndoing(-payment.amountCents, dueOf(ledger) - payment.returningCents!).balanceCents,
      )
      return true
    }
    case 'charge':
      await charge([householdId], amountCents)
      return true
    case 'chargeAll':
      runs.push(await charge(null, amountCents))
      return true
    case 'undoRun': {
      const runId = pick(runs)
      if (!runId) return false
      runs = runs.filter(each => each !== runId)
      await s.ida.call('payments-undoRun', { runId })
      return true
    }
    case 'reverse': {
      const found = pick(
        entries.filter(({ chargeStatus }) => chargeStatus && chargeMoves[chargeStatus].includes('reversed')),
      )
      if (!found) return false
      const answer = await s.ida.call('payments-reverse', { chargeId: found.id, reason: 'Not due' })
      const promised = afterReversal({ netCents: found.netCents!, openCents: found.openCents! }, dueOf(ledger))
      expect({ creditCents: answer.creditCents, balanceCents: answer.balanceCents }).toEqual(promised)
      return true
    }
    case 'apply': {
      const open = pick(ledger.open)
      if (!withCredit || !open) return false
      const part = Math.min(amountCents, open.openCents, withCredit.openCents!)
      const to = which % 2 === 0 ? { to: [{ chargeId: open.id, amountCents: part }] } : {}
      const answer = await s.ida.call('payments-apply', { paymentId: withCredit.id, ...to })
      expect(answer.allocatedCents + answer.creditCents).toBe(withCredit.openCents)
      return true
    }
    case 'unapply': {
      const using = pick(standing.filter(each => -each.amountCents > each.openCents!))
      if (!using) return false
      const covered = await s.ida.call('payments-covered', { paymentId: using.id })
      const one = which % 2 === 0 && covered[0] ? { chargeId: covered[0].id } : {}
      if (covered.length === 0) return false
      await s.ida.call('payments-unapply', { paymentId: using.id, ...one })
      return true
    }
    case 'refund': {
      if (!withCredit) return false
      const back = Math.min(amountCents, withCredit.openCents!)
      const answer = await s.ida.call('payments-refund', {
        paymentId: withCredit.id,
        amountCents: back,
        method: 'cheque',
        onDay: '2026-09-13',
        reference: '',
        reason: 'Paid twice',
      })
      const promised = afterRefund(back, withCredit.openCents!, dueOf(ledger))
      expect([answer.creditCents, answer.balanceCents]).toEqual([promised.leftCents, promised.balanceCents])
      return true
    }
  }
}

/** Checks the journal as of now: every document balances, and the sums equal the accounts. */
const checkJournal = async (ledgers: readonly Ledger[]) => {
  const entries = await listJournal(s.database.db, everyLedger, { from: '2026-01-01', to: '2026-12-31' })
  const lines = entries.flatMap(entry =>
    journalLines(entry).map(line => ({ ...line, document: entry.document, householdId: entry.householdId })),
  )
  const balance = (of: typeof lines) =>
    of.reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0)
  for (const [document, each] of Map.groupBy(lines, line => line.document))
    expect([document, balance(each)]).toEqual([document, 0])
  expect(lines.filter(({ debitCents, creditCents }) => debitCents > 0 === creditCents > 0)).toEqual([])
  const on = (accounts: readonly JournalAccount[]) => lines.filter(({ account }) => accounts.includes(account))
  for (const { householdId, balanceCents } of ledgers)
    expect(balance(on(['receivables']).filter(line => line.householdId === householdId))).toBe(balanceCents)
  const [money] = await rows<{ sum: number }>(
    s.database.db,
    sql`select ((select coalesce(sum(amount_cents), 0) from payments where status = 'succeeded') - (select coalesce(sum(amount_cents), 0) from refunds where status in ('sent', 'settled')))::bigint as sum`,
  )
  expect(balance(on(paymentMethods))).toBe(money!.sum)
}

test('no history of charges, payments, refunds and corrections loses or creates a cent', async () => {
  const history = fc.sample(fc.array(step, { minLength: 30, maxLength: 30 }), { numRuns: 6, seed: 7166 }).flat()
  const families = [s.annRegistration.householdId, s.bobRegistration.householdId]
  const ledgerOf = async (householdId: string) => (await s.ida.call('payments-ledger', { householdId }))[0]!
  for (const each of history) {
    if (await take(each, await ledgerOf(families[each.family ? 0 : 1]!)))
      done.set(each.kind, (done.get(each.kind) ?? 0) + 1)
    const { rows: list, sums } = await s.ida.call('payments-households', {})
    await checkJournal(await Promise.all(families.map(ledgerOf)))
    for (const householdId of families) {
      const ledger = await ledgerOf(householdId)
      const row = list.find(other => other.householdId === householdId)!
      expect(ledger.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(ledger.balanceCents)
      expect(ledger.entries.at(-1)!.balanceCents).toBe(ledger.balanceCents)
      expect(ledger.balanceCents).toBe(ledger.owedCents - ledger.creditCents)
      expect(ledger.open.reduce((sum, { openCents }) => sum + openCents, 0)).toBe(ledger.owedCents)
      expect(row.balanceCents).toBe(dueOf(ledger))
      expect(row.chargedCents - row.paidCents).toBe(ledger.balanceCents)
      expect(row.current + row.days30 + row.days60 + row.older - row.creditCents).toBe(dueOf(ledger))
      const left = ledger.entries.filter(({ kind }) => kind === 'payment')
      expect(left.reduce((sum, { openCents }) => sum + openCents!, 0)).toBe(ledger.creditCents)
    }
    expect(sums.balanceCents).toBe(list.reduce((sum, { balanceCents }) => sum + balanceCents, 0))
    expect(await findFaults(s.database.db)).toEqual([])
    expect(await markWrongBalances(s.database.db, '2026-09-13')).toBe(0)
  }
  const figures = await s.ida.call('terms-figures', {})
  const { sums } = await s.ida.call('payments-households', {})
  expect(figures.chargedCents! - figures.paidCents!).toBe(sums.balanceCents)
  // The history covered everything: each kind of step happened more than four times.
  for (const kind of kinds) expect([kind, done.get(kind)! > 4]).toEqual([kind, true])
})
