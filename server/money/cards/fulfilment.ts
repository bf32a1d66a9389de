import { checkoutMoves, type CheckoutFailure, type CheckoutStatus } from '#contract/money/cards.ts'
import { paymentMoves } from '#contract/money/payments.ts'
import { dayIn } from '#rules/calendar.ts'
import { post } from '#server/platform/mail.ts'
import { officeLanguage } from '#server/school/config/acts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import {
  listMembers,
  lockHousehold,
  lockPayment,
  moveCardRefund,
  readAccount,
  receivePayment,
  tellCardRefund,
  touchFamily,
  undoReceived,
} from '#server/money/payments/acts.ts'
import { everyPayment } from '#server/money/payments/policy.ts'
import { moneyIn } from '#server/platform/texts.ts'
import type { Writing } from '#server/platform/writing.ts'
import { outcomeOf } from './jobs.ts'
import { paidLetter, type Trouble, troubleLetter } from './letters.ts'
import { everyCheckout, everyHousehold } from './policy.ts'
import type { News } from './provider.ts'
import {
  findPayer,
  findSchool,
  keepRefundName,
  listChosen,
  lockCheckout,
  type LockedCheckout,
  payerName,
  seekCheckout,
  seekRefund,
  takeNews,
  updateCheckout,
} from './queries.ts'

const idOf = (of: string | { id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null)

/** Locks the account that an event is about, then the card payment itself. */
const lock = async ({ db }: Writing, found: LockedCheckout | null): Promise<LockedCheckout | null> => {
  if (!found || !(await lockHousehold(db, everyHousehold, found.householdId))) return null
  return lockCheckout(db, everyCheckout, found.id)
}

const tellOffice = async (context: Writing, householdId: string, trouble: Trouble): Promise<void> => {
  const { db, settings } = context
  const school = await findSchool(db)
  if (school.email === '') return
  await post(context, troubleLetter(await officeLanguage(db), { ...trouble, householdId }, school, settings.publicUrl))
}

const move = async (
  context: Writing,
  checkout: LockedCheckout,
  to: CheckoutStatus,
  failure: CheckoutFailure | null = null,
): Promise<void> => {
  const { db, now, touch } = context
  if (!checkoutMoves[checkout.status].includes(to)) return
  await updateCheckout(db, checkout.id, { status: to, failure, movedAt: now })
  touch(['cards'], await listMembers(db, checkout.householdId))
}

/** Records a card payment: a payment like any other, with its allocations and its receipt. */
const book = async (
  context: Writing,
  checkout: LockedCheckout,
  { card, named }: { card: string; named: readonly string[] },
): Promise<{ paymentId: string; receiptNumber: string }> => {
  const { db, now } = context
  const { householdId } = checkout
  const [account, zone, payer] = await Promise.all([
    readAccount(db, householdId),
    zoneOf(db),
    payerName(db, checkout.startedBy),
  ])
  const today = dayIn(zone, now)
  return receivePayment(db, account, {
    householdId,
    method: 'card',
    amountCents: checkout.amountCents,
    receivedOn: today,
    reference: card,
    payer,
    recordedBy: null,
    named,
    today,
    at: now,
  })
}

type Session = Extract<News, { type: 'checkout.session.completed' }>['data']['object']

const paid = async (context: Writing, checkout: LockedCheckout, session: Session, card: string): Promise<void> => {
  const { db, now, settings, touch } = context
  if (!checkoutMoves[checkout.status].includes('succeeded')) return
  const came = { amountCents: session.amount_total ?? 0, currency: (session.currency ?? '').toUpperCase() }
  const intentId = idOf(session.payment_intent)
  if (came.amountCents !== checkout.amountCents || came.currency !== checkout.currency || intentId === null) {
    const text = came.currency === '' ? '—' : moneyIn('en', came.currency)(came.amountCents)
    await updateCheckout(db, checkout.id, { sessionId: session.id, intentId, detail: text })
    await move(context, checkout, 'failed', 'mismatch')
    await tellOffice(context, checkout.householdId, {
      kind: 'mismatch',
      amountCents: checkout.amountCents,
      came: text,
    })
    return
  }
  const { paymentId, receiptNumber } = await book(context, checkout, {
    card,
    named: await listChosen(db, checkout.id),
  })
  await updateCheckout(db, checkout.id, { sessionId: session.id, intentId, paymentId, url: '', movedAt: now })
  await move(context, checkout, 'succeeded')
  const payer = await findPayer(db, checkout.startedBy, checkout.householdId)
  if (payer) {
    const { amountCents } = checkout
    await post(context, paidLetter(payer, { amountCents, receiptNumber }, await findSchool(db), settings.publicUrl))
  }
  await touchFamily({ db, touch }, checkout.householdId)
}

type Dispute = Extract<News, { type: 'charge.dispute.funds_withdrawn' }>['data']['object']

/** Handles a dispute: the cardholder objected and the provider withdrew the money, or returned it (`isBack`). */
const disputed = async (context: Writing, dispute: Dispute, isBack: boolean): Promise<void> => {
  const { db, now, touch } = context
  const intentId = idOf(dispute.payment_intent) ?? ''
  const checkout = await lock(context, await seekCheckout(db, everyCheckout, { intentId }))
  const payment = checkout?.paymentId ? await lockPayment(db, everyPayment, checkout.paymentId) : null
  if (!checkout?.paymentId || !payment) return
  const { householdId, amountCents } = checkout
  const about = { amountCents: dispute.amount, receiptNumber: payment.number }
  const isWhole = dispute.amount === amountCents
  if (isBack) {
    if (!isWhole || payment.status !== 'bounced') return
    const { paymentId } = await book(context, checkout, { card: payment.reference, named: [] })
    await updateCheckout(db, checkout.id, { paymentId })
  } else if (!isWhole) await tellOffice(context, householdId, { kind: 'partly', ...about })
  else if (paymentMoves[payment.status].includes('bounced')) {
    const reason = dispute.reason.replaceAll('_', ' ')
    await undoReceived(db, {
      paymentId: checkout.paymentId,
      householdId,
      number: payment.number,
      status: 'bounced',
      cause: 'disputed',
      reason,
      by: null,
      onDay: dayIn(await zoneOf(db), now),
      at: now,
    })
    await tellOffice(context, householdId, { kind: 'withdrawn', reason, ...about })
  }
  await touchFamily({ db, touch }, householdId)
}

type Refund = Extract<News, { type: 'refund.updated' }>['data']['object']

const refunded = async (context: Writing, refund: Refund, isNew: boolean): Promise<void> => {
  const { db, now } = context
  const intentId = idOf(refund.payment_intent) ?? ''
  const checkout = await lock(context, await seekCheckout(db, everyCheckout, { intentId }))
  if (!checkout) return
  const refundId = await seekRefund(db, refund.id, refund.metadata?.['refund'] ?? '')
  if (refundId) {
    // The event may arrive before the response to the refund request.
    if (await keepRefundName(db, { refundId, providerId: refund.id, createdAt: now }))
      await tellCardRefund(context, refundId, '')
    const outcome = outcomeOf({ status: refund.status ?? '', failure: refund.failure_reason ?? '' })
    if (outcome) await moveCardRefund(context, refundId, outcome)
    return
  }
  const payment = checkout.paymentId ? await lockPayment(db, everyPayment, checkout.paymentId) : null
  if (isNew && payment)
    await tellOffice(context, checkout.householdId, {
      kind: 'elsewhere',
      amountCents: refund.amount,
      receiptNumber: payment.number,
    })
}

/**
 * Processes a signed event of the provider: once per event, however often and in whatever order events arrive. Nothing
 * else records card payments. Events that concern no payment of the school change nothing.
 */
export const fulfil = async (context: Writing, news: News, card: string): Promise<void> => {
  if (!(await takeNews(context.db, { id: news.id, type: news.type, at: context.now }))) return
  const checkoutOf = async (session: Session) =>
    lock(
      context,
      await seekCheckout(context.db, everyCheckout, { sessionId: session.id, id: session.client_reference_id ?? '' }),
    )
  switch (news.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = news.data.object
      const checkout = await checkoutOf(session)
      if (!checkout) return
      if (session.payment_status === 'paid') await paid(context, checkout, session, card)
      else await move(context, checkout, 'pending')
      return
    }
    case 'checkout.session.async_payment_failed': {
      const checkout = await checkoutOf(news.data.object)
      if (checkout) await move(context, checkout, 'failed', 'declined')
      return
    }
    case 'checkout.session.expired': {
      const checkout = await checkoutOf(news.data.object)
      if (checkout) await move(context, checkout, 'expired')
      return
    }
    case 'charge.dispute.funds_withdrawn':
      return disputed(context, news.data.object, false)
    case 'charge.dispute.funds_reinstated':
      return disputed(context, news.data.object, true)
    case 'refund.created':
      return refunded(context, news.data.object, true)
    case 'refund.updated':
    case 'refund.failed':
      return refunded(context, news.data.object, false)
    default:
  }
}
