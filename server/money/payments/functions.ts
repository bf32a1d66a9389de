import { caredStudents } from '#server/people/students/policy.ts'
import { officePaymentMoves, reminderHours, undoHours, type payments } from '#contract/money/payments.ts'
import { dayIn } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { allocate, charged, invoiceStatus } from '#rules/ledger.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { postAll } from '#server/platform/mail.ts'
import { letterhead, zoneOf } from '#server/school/config/tables.ts'
import { findBalances } from './balanceQueries.ts'
import { storedBalances } from './storedBalanceQueries.ts'
import { findLedgers } from './ledgerQueries.ts'
import { correctableCharges, visibleLedgers, visiblePayments, visibleRuns } from './policy.ts'
import {
  findBalance,
  findLeft,
  insertAllocations,
  insertRefund,
  listCovered,
  listOpenCharges,
  lockHousehold,
  lockHouseholds,
  lockPayment,
  unapply,
} from './queries.ts'
import { touchAll, touchFamily } from './touching.ts'
import { lateFeeFunctions } from './lateFees.ts'
import { receivedFunctions } from './received.ts'
import { readAccount, receivePayment } from './receiving.ts'
import { refundFunctions, type RefundToCard } from './refunds.ts'
import { insertReminders, listDebtors } from './reminderQueries.ts'
import { reminderLetter } from './reminders.ts'
import { reverseCharges } from './reversalQueries.ts'
import { undoReceived } from './undoing.ts'
import { closeRun, countRuns, insertRun, listPayers, listRuns, lockCharge, payersIn, lockRun } from './runQueries.ts'

const hourMs = 3_600_000
/** The maximum age in days of a payment recorded today: two years. */
const longestAgoDays = 730

const todayOf = async (db: Db, now: Date): Promise<string> => dayIn(await zoneOf(db), now)

/** Undoes a payment that bounced or was a mistake. */
const undo = async (
  { db, actor, input, now, touch }: Context<{ paymentId: string; reason: string }>,
  status: 'bounced' | 'voided',
): Promise<{ paymentId: string; balanceCents: number }> => {
  const { paymentId, reason } = input
  const payment = await lockPayment(db, visiblePayments(actor), paymentId)
  if (!payment) throw notFound('The payment')
  if (payment.status !== 'succeeded')
    throw conflict('ALREADY_REVERSED', `A payment that is ${payment.status} can't become ${status}.`)
  if (!officePaymentMoves(payment).includes(status))
    throw conflict('MOVE_NOT_ALLOWED', `A payment by ${payment.method} can't become ${status}.`)
  const onDay = await todayOf(db, now)
  const { householdId, number } = payment
  await undoReceived(db, { paymentId, householdId, number, status, reason, by: actor.personId, onDay, at: now })
  await touchFamily({ db, touch }, householdId)
  return { paymentId, balanceCents: await findBalance(db, householdId) }
}

/** Locks a succeeded payment and its account, and adds its unused amount. Throws for any other payment. */
const lockStanding = async ({ db, actor }: Pick<Context<unknown>, 'db' | 'actor'>, paymentId: string) => {
  const payment = await lockPayment(db, visiblePayments(actor), paymentId)
  if (!payment) throw notFound('The payment')
  if (payment.status !== 'succeeded')
    throw conflict('MOVE_NOT_ALLOWED', `A payment that is ${payment.status} has no money to use.`)
  return { ...payment, leftCents: await findLeft(db, paymentId) }
}

export const paymentFunctions = (refundToCard: RefundToCard): Functions<typeof payments> => ({
  ...lateFeeFunctions,
  ...receivedFunctions,
  ...refundFunctions(refundToCard),

  'payments-ledger': async ({ db, actor, input, now }) => {
    const today = await todayOf(db, now)
    // The office names the household it means; without an id, everyone gets their own households.
    const found = await findLedgers(
      db,
      input.householdId
        ? visibleLedgers(actor)
        : visibleLedgers({ ...actor, roles: actor.roles.filter(role => role !== 'admin') }),
      caredStudents(actor),
      input.householdId,
    )
    return found.map(ledger => ({
      ...ledger,
      invoices: ledger.invoices.map(invoice => ({ ...invoice, status: invoiceStatus(invoice, today) })),
    }))
  },

  'payments-households': async ({ db, actor, input, now }) => {
    const seen = visibleLedgers(actor)
    const { search = '', view = 'all', age, sort = 'name', down = false } = input
    const today = await todayOf(db, now)
    const stored = await storedBalances(db, today)
    const only = { search, view, age, today }
    const order = { by: sort, down, search }
    const { found, ...sums } = await findBalances(db, seen, stored, only, order, readKey(input.after, 2))
    return { ...cutPage(found, ({ key, householdId }) => [key, householdId]), ...sums }
  },

  'payments-record': async ({ db, actor, input, now, touch }) => {
    const [isThere, account, today] = await Promise.all([
      lockHousehold(db, visibleLedgers(actor), input.householdId),
      readAccount(db, input.householdId),
      todayOf(db, now),
      touchFamily({ db, touch }, input.householdId),
    ])
    if (input.receivedOn > today) throw invalid([{ path: 'receivedOn', message: 'future' }])
    // A typing mistake in the year would stay for good in the books of a time before the school.
    if (input.receivedOn < daysAfter(today, -longestAgoDays)) throw invalid([{ path: 'receivedOn', message: 'far' }])
    if (!isThere) throw notFound('The household')
    return receivePayment(db, account, { ...input, recordedBy: actor.personId, named: [], today, at: now })
  },

  'payments-bounce': context => undo(context, 'bounced'),
  'payments-void': context => undo(context, 'voided'),

  'payments-covered': ({ db, actor, input }) => listCovered(db, visiblePayments(actor), input.paymentId),

  'payments-apply': async ({ db, actor, input: { paymentId, to }, now, touch }) => {
    const { householdId, leftCents } = await lockStanding({ db, actor }, paymentId)
    const open = await listOpenCharges(db, householdId)
    if (leftCents === 0 || open.length === 0)
      throw conflict('NOTHING_TO_APPLY', 'There is no credit, or no charge to apply it to.')
    const wanted = to ?? allocate(leftCents, open).allocations
    if (new Set(wanted.map(({ chargeId }) => chargeId)).size < wanted.length)
      throw invalid([{ path: 'to', message: 'taken' }])
    const problems = wanted.flatMap(({ chargeId, amountCents }, index) => {
      const charge = open.find(({ id }) => id === chargeId)
      if (!charge) throw notFound('The unpaid charge')
      return amountCents > charge.outstandingCents ? [{ path: `to.${index}.amountCents`, message: 'toomuch' }] : []
    })
    if (problems.length > 0) throw invalid(problems, 'AMOUNT_TOO_LARGE')
    const allocatedCents = wanted.reduce((sum, { amountCents }) => sum + amountCents, 0)
    if (allocatedCents > leftCents) throw invalid([{ path: 'to', message: 'toomuch' }], 'AMOUNT_TOO_LARGE')
    await insertAllocations(
      db,
      wanted.map(each => ({ ...each, paymentId, createdAt: now })),
    )
    await touchFamily({ db, touch }, householdId)
    return { paymentId, allocatedCents, creditCents: leftCents - allocatedCents }
  },

  'payments-unapply': async ({ db, actor, input: { paymentId, chargeId }, now, touch }) => {
    const { householdId, leftCents } = await lockStanding({ db, actor }, paymentId)
    const freedCents = await unapply(db, paymentId, chargeId, now)
    if (freedCents === 0) throw conflict('NOTHING_TO_APPLY', 'This payment isn’t applied to that charge.')
    await touchFamily({ db, touch }, householdId)
    return { paymentId, creditCents: leftCents + freedCents }
  },

  'payments-refund': async ({ db, actor, input, now, touch }) => {
    if (input.onDay > (await todayOf(db, now))) throw invalid([{ path: 'onDay', message: 'future' }])
    const { householdId, leftCents } = await lockStanding({ db, actor }, input.paymentId)
    if (input.amountCents > leftCents) throw invalid([{ path: 'amountCents', message: 'toomuch' }], 'AMOUNT_TOO_LARGE')
    const refundId = newId()
    await insertRefund(db, { id: refundId, householdId, ...input, status: 'settled', createdAt: now })
    await touchFamily({ db, touch }, householdId)
    return { refundId, creditCents: leftCents - input.amountCents, balanceCents: await findBalance(db, householdId) }
  },

  'payments-previewCharges': async ({ db, actor, input, now }) => {
    const payers = await listPayers(db, visibleLedgers(actor), input, await todayOf(db, now))
    const chosen = charged(payers, input.again, input.without)
    return {
      rows: payers.slice(0, 300).map(({ studentId: _studentId, ...payer }) => payer),
      count: chosen.length,
      households: new Set(chosen.map(({ householdId }) => householdId)).size,
      totalCents: chosen.length * input.amountCents,
      duplicates: payers.filter(({ chargedOn }) => chargedOn !== null).length,
    }
  },

  'payments-charge': async ({ db, actor, input, now, touch }) => {
    const { audience, per, again, without, agreedCount, agreedCents, ...charge } = input
    const today = await todayOf(db, now)
    if (charge.dueOn < today) throw invalid([{ path: 'dueOn', message: 'past' }])
    await lockHouseholds(db, visibleLedgers(actor), payersIn(visibleLedgers(actor), audience))
    const payers = await listPayers(
      db,
      visibleLedgers(actor),
      { audience, per, description: charge.description },
      today,
    )
    const chosen = charged(payers, again, without)
    const totalCents = chosen.length * charge.amountCents
    if (chosen.length !== agreedCount || totalCents !== agreedCents)
      throw conflict('PREVIEW_CHANGED', 'The charges have changed since the preview. Check them again.', {
        count: chosen.length,
        totalCents,
      })
    if (chosen.length === 0) throw invalid([{ path: 'audience', message: 'nocharge' }])
    const runId = await insertRun(db, { ...charge, madeBy: actor.personId, at: now }, chosen, today)
    touchAll({ touch })
    return { runId, count: chosen.length, totalCents }
  },

  'payments-runs': async ({ db, actor, input, now }) => {
    const seen = visibleRuns(actor)
    const found = await listRuns(db, seen, readKey(input.after, 2))
    const page = cutPage(found, ({ at, id }) => [at, id])
    return {
      ...page,
      rows: page.rows.map(run => {
        const until = new Date(Date.parse(run.at) + undoHours * hourMs)
        return { ...run, undoUntil: run.reversedAt === null && now < until ? until.toISOString() : null }
      }),
      total: await totalOf(found, input.after, () => countRuns(db, seen)),
    }
  },

  'payments-undoRun': async ({ db, actor, input: { runId }, now, touch }) => {
    const run = await lockRun(db, visibleRuns(actor), runId)
    if (!run) throw notFound('The charges')
    if (run.reversedAt) throw conflict('ALREADY_REVERSED', 'These charges have already been undone.')
    if (now.getTime() >= run.createdAt.getTime() + undoHours * hourMs)
      throw conflict(
        'UNDO_TOO_LATE',
        `Charges can be undone as a whole only for ${undoHours} hours. Reverse them one by one instead.`,
      )
    const onDay = await todayOf(db, now)
    const done = await reverseCharges(db, await closeRun(db, runId, now), { onDay, at: now })
    touchAll({ touch })
    return done
  },

  'payments-reverse': async ({ db, actor, input: { chargeId, reason }, now, touch }) => {
    const charge = await lockCharge(db, correctableCharges(actor), chargeId)
    if (!charge) throw notFound('The charge')
    if (charge.isReversed) throw conflict('ALREADY_REVERSED', 'This charge has already been reversed.')
    const { creditCents } = await reverseCharges(db, [chargeId], { reason, onDay: await todayOf(db, now), at: now })
    await touchFamily({ db, touch }, charge.householdId)
    return { chargeId, creditCents, balanceCents: await findBalance(db, charge.householdId) }
  },

  'payments-remind': async context => {
    const { db, actor, input, now, settings, touch } = context
    const seen = visibleLedgers(actor)
    const today = await todayOf(db, now)
    await lockHouseholds(db, seen, input.householdIds)
    const asked = await listDebtors(db, seen, input.householdIds, new Date(now.getTime() - reminderHours * hourMs))
    const owing = asked.filter(({ balanceCents }) => balanceCents > 0)
    const due = owing.filter(({ isRecent }) => input.again || !isRecent)
    const reached = due.filter(({ guardians }) => guardians.length > 0)
    const school = await letterhead(db)
    const letters = reached.flatMap(({ guardians, balanceCents, dueOn }) =>
      guardians.map(to =>
        reminderLetter(
          to,
          { balanceCents, dueOn: dueOn ?? today, today },
          school,
          `${settings.publicUrl}/paymenthistory`,
        ),
      ),
    )
    await postAll(context, letters)
    await insertReminders(
      db,
      reached.map(({ householdId, balanceCents, guardians }) => ({
        householdId,
        balanceCents,
        mails: guardians.length,
        sentBy: actor.personId,
        createdAt: now,
      })),
    )
    touch(['payments', 'messages'], [])
    return {
      reminded: reached.length,
      mails: letters.length,
      recently: owing.length - due.length,
      withoutAddress: due.length - reached.length,
      owingNothing: asked.length - owing.length,
    }
  },
})
