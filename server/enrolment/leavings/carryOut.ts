import type { LeavingRequest, MoneyWay, TypeChange, Withdrawal } from '#contract/enrolment/leavings.ts'
import { waitlistMoves } from '#contract/enrolment/enrolments.plain.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import type { PricedLine } from '#rules/pricing.ts'
import { newId } from '#server/platform/ids.ts'
import { findSetting } from '#server/school/config/acts.ts'
import {
  insertEnrolments,
  offerFreed,
  updateEnrolment,
  updateEntry,
  updateType,
} from '#server/enrolment/enrolments/acts.ts'
import {
  coverHouseholds,
  findBalance,
  insertCharges,
  issueInvoice,
  requestRefunds,
  keptOn,
  reverseCharges,
} from '#server/money/payments/acts.ts'
import type { When } from './finding.ts'
import { payersOf, type transferTo, type typeChangeOf } from './outcome.ts'
import {
  closeRequests,
  insertSettled,
  insertTypeChange,
  type Leaving,
  listWaits,
  type TargetSection,
} from './queries.ts'
import { textsOf } from '#server/platform/texts.ts'
import { messages as en } from './ledger.en.ts'
import { messages as zh } from './ledger.zh.ts'

export type Writing = Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'settings' | 'enqueue' | 'touch'>
export type Transferred = Settled & { enrolmentId: string; invoiceNumber: string | null }
export type Retyped = Settled & { type: TypeChange['toType']; invoiceNumber: string | null }
export type Settled = { totalCents: number; refundCents: number; balanceCents: number }

const texts = textsOf({ en, zh })

/** Reverses the charges of the old class and charges what is kept and the fee, on the same invoices. */
const giveBack = async (
  { db, now }: Writing,
  leaving: Leaving,
  { lines, feeCents }: Pick<Withdrawal, 'lines' | 'feeCents'>,
  { today }: When,
  cause: 'left' | 'transferred' | 'retyped' = 'left',
): Promise<void> => {
  const { householdId, studentId, section, sectionNativeName } = leaving
  const how = cause === 'retyped' ? 'type' : 'left'
  const back = lines.filter(({ backCents }) => backCents > 0)
  await reverseCharges(
    db,
    back.map(({ chargeId }) => chargeId),
    { cause, onDay: today, at: now },
  )
  const charge = { householdId, studentId, onDay: today, dueOn: today, createdAt: now }
  const invoiceOf = (chargeId: string) =>
    keptOn(
      leaving.charges.find(each => each.chargeId === chargeId)!,
      today,
    )
  const kept = back
    .filter(({ keptCents }) => keptCents > 0)
    .map(({ chargeId, kind, description, keptCents }) => ({
      ...charge,
      ...invoiceOf(chargeId),
      id: newId(),
      kind,
      description: texts('en')(`kept.${how}`, { what: description }),
      nativeDescription: texts('zh')(`kept.${how}`, { what: sectionNativeName || section }),
      amountCents: keptCents,
    }))
  const fee = {
    ...charge,
    ...(back[0] && invoiceOf(back[0].chargeId)),
    id: newId(),
    kind: 'other' as const,
    description: texts('en')('fee', { section }),
    nativeDescription: texts('zh')('fee', { section: sectionNativeName || section }),
    amountCents: feeCents,
  }
  await insertCharges(db, feeCents > 0 ? [...kept, fee] : kept)
}

/**
 * Uses the credit to cover what is due and requests a refund of the rest where the family wants one. Returns the refund
 * in cents.
 */
const settle = async (
  { db, actor, now }: Writing,
  leaving: Pick<Leaving, 'householdId' | 'payers'>,
  money: { freeCents: number; back: MoneyWay },
  { today }: When,
): Promise<number> => {
  await coverHouseholds(db, [leaving.householdId], now)
  if (money.back === 'credit' || money.freeCents === 0) return 0
  const { amountCents } = await requestRefunds(db, {
    householdId: leaving.householdId,
    amountCents: money.freeCents,
    first: leaving.payers.map(({ paymentId }) => paymentId),
    // It names no class, since every guardian of the household reads it, whichever records they may see.
    reason: texts('en')('refund'),
    nativeReason: texts('zh')('refund'),
    by: actor.personId,
    onDay: today,
    at: now,
  })
  return amountCents
}

/** Moves the money of a place that ends or has ended, as previewed. */
export const settleWithdrawal = async (
  context: Writing,
  leaving: Leaving,
  outcome: Withdrawal,
  when: When,
  back: MoneyWay,
): Promise<Settled> => {
  const { db, actor, now } = context
  await giveBack(context, leaving, outcome, when)
  const refundCents = await settle(context, leaving, { freeCents: outcome.freeCents, back }, when)
  await insertSettled(db, {
    enrolmentId: leaving.enrolmentId,
    onDay: when.onDay,
    policy: when.policy,
    feeCents: outcome.feeCents,
    totalCents: outcome.totalCents,
    refundCents,
    madeBy: actor.personId,
    createdAt: now,
  })
  return { totalCents: outcome.totalCents, refundCents, balanceCents: await findBalance(db, leaving.householdId) }
}

/** Ends a locked place, settles its money, and passes the seat on. */
export const withdraw = async (
  context: Writing,
  leaving: Leaving,
  outcome: Withdrawal,
  when: When,
  back: MoneyWay,
): Promise<Settled> => {
  const { db, now } = context
  await updateEnrolment(db, leaving.enrolmentId, outcome.isUnconfirmed ? 'dropped' : 'withdrawn', now)
  const settled = await settleWithdrawal(context, leaving, outcome, when, back)
  await offerFreed(context, [leaving.sectionId])
  return settled
}

/** Leaves waitlists. Returns the classes of seats that were on offer, which go to the next. */
const leaveLines = async (context: Writing, leaving: Leaving, section: TargetSection): Promise<string[]> => {
  const { db, now } = context
  const waits = await listWaits(db, leaving.studentId, { ...section, termId: leaving.termId })
  for (const { id, status } of waits) {
    const to = waitlistMoves[status].includes('declined') ? 'declined' : 'removed'
    await updateEntry(db, id, { status: to, answeredAt: now })
  }
  return waits.filter(({ status }) => status === 'offered').map(({ sectionId }) => sectionId)
}

/**
 * Invoices a new price and returns the invoice's number. What a scholarship covers in full is recorded, too; for a
 * price of zero it does nothing and returns null.
 */
const invoiceFor = async (
  { db, now }: Writing,
  { householdId, termId, studentId }: Leaving,
  lines: PricedLine[],
  enrolmentId: string,
  { today }: When,
): Promise<string | null> => {
  if (lines.every(({ amountCents }) => amountCents === 0)) return null
  const { dueDays } = await findSetting(db, 'pricing')
  const { number } = await issueInvoice(db, {
    householdId,
    termId,
    registrationId: null,
    lines,
    enrolmentOf: () => enrolmentId,
    studentOf: () => studentId,
    issuedOn: today,
    dueDays,
    at: now,
  })
  return number
}

/** Changes how a student takes part in a locked place and settles the difference. The seat stays theirs. */
export const retype = async (
  context: Writing,
  leaving: Leaving,
  change: ReturnType<typeof typeChangeOf>,
  when: When,
  back: MoneyWay,
): Promise<Retyped> => {
  const { db, actor, now } = context
  const { enrolmentId, householdId } = leaving
  const { toType, differenceCents, freeCents, price, lines } = change
  await updateType(db, enrolmentId, toType)
  await giveBack(context, leaving, { lines, feeCents: 0 }, when, 'retyped')
  const invoiceNumber = await invoiceFor(context, leaving, price, enrolmentId, when)
  const refundCents = await settle(context, leaving, { freeCents, back }, when)
  await insertTypeChange(db, {
    enrolmentId,
    toType,
    onDay: when.onDay,
    differenceCents,
    refundCents,
    madeBy: actor.personId,
    createdAt: now,
  })
  const balanceCents = await findBalance(db, householdId)
  return { totalCents: -differenceCents, refundCents, balanceCents, type: toType, invoiceNumber }
}

/** Moves a student from a locked place to a locked class with a free seat, and settles the difference. */
export const transfer = async (
  context: Writing,
  leaving: Leaving,
  to: { transfer: ReturnType<typeof transferTo>; section: TargetSection; left: readonly Leaving[] },
  when: When,
  how: { back: MoneyWay; leavesWaits: boolean },
): Promise<Transferred> => {
  const { db, actor, now } = context
  const { transfer: outcome, section } = to
  if (outcome.to.free === 0) throw conflict('CLASS_FULL', 'Every spot in this class is taken or offered.')
  const enrolmentId = newId()
  await updateEnrolment(db, leaving.enrolmentId, 'transferred', now)
  await insertEnrolments(db, [
    {
      id: enrolmentId,
      studentId: leaving.studentId,
      sectionId: section.id,
      registrationId: null,
      type: leaving.type,
      status: 'active',
      createdAt: now,
    },
  ])
  if (section.mine) await updateEntry(db, section.mine.id, { status: 'accepted', answeredAt: now })
  await giveBack(context, leaving, outcome, when, 'transferred')
  const invoiceNumber = await invoiceFor(context, leaving, outcome.price, enrolmentId, when)
  for (const place of to.left) {
    const left = outcome.leaves.find(each => each.enrolmentId === place.enrolmentId)!
    await updateEnrolment(db, place.enrolmentId, left.isUnconfirmed ? 'dropped' : 'withdrawn', now)
    await giveBack(context, place, left, when)
    await insertSettled(db, {
      enrolmentId: place.enrolmentId,
      onDay: when.onDay,
      policy: when.policy,
      feeCents: left.feeCents,
      totalCents: left.totalCents,
      madeBy: actor.personId,
      createdAt: now,
    })
  }
  // The credit freed by all of them moves together, as shown.
  const payer = { householdId: leaving.householdId, payers: payersOf([leaving, ...to.left]) }
  const refundCents = await settle(context, payer, { freeCents: outcome.freeCents, back: how.back }, when)
  await insertSettled(db, {
    enrolmentId: leaving.enrolmentId,
    kind: 'transfer',
    toEnrolmentId: enrolmentId,
    onDay: when.onDay,
    policy: when.policy,
    feeCents: outcome.feeCents,
    totalCents: -outcome.to.differenceCents,
    refundCents,
    madeBy: actor.personId,
    createdAt: now,
  })
  const freed = how.leavesWaits ? await leaveLines(context, leaving, section) : []
  await offerFreed(context, [leaving.sectionId, ...to.left.map(({ sectionId }) => sectionId), ...freed])
  return {
    totalCents: -outcome.differenceCents,
    refundCents,
    balanceCents: await findBalance(db, leaving.householdId),
    enrolmentId,
    invoiceNumber,
  }
}

/**
 * Closes the open request about a place after a decision is carried out. Where the office decided, it is confirmed if
 * it asked for the same and declined otherwise; where the family acted, it is taken back.
 */
export const answerOpen = async (
  { db, actor, now }: Writing,
  leaving: Leaving,
  did: { kind: LeavingRequest['kind']; byOffice: boolean; answer: string },
): Promise<void> => {
  if (!leaving.request) return
  const isIt = leaving.request.kind === did.kind
  await closeRequests(
    db,
    { enrolmentId: leaving.enrolmentId },
    {
      status: did.byOffice ? (isIt ? 'confirmed' : 'declined') : 'taken-back',
      by: did.byOffice ? actor.personId : null,
      answer: did.answer,
      at: now,
    },
  )
}
