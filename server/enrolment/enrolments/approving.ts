import { dayIn } from '#rules/calendar.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Scope } from '#server/platform/scope.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { issueInvoice, reverseCharges } from '#server/money/payments/acts.ts'
import { caredStudents, visibleHouseholds } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { chargesOf, holdFamily, isOneOver, putApplication } from './applicationQueries.ts'
import { offerFreed } from './freed.ts'
import { updateEnrolment } from './seatQueries.ts'
import type { SettleVisits } from './seating.ts'
import { type Bill, priceWaiting } from './waitingPrice.ts'
import { findWaiting, type Waiting } from './waitingQueries.ts'

type Office = Pick<Context<unknown>, 'db' | 'actor' | 'now'>

/**
 * Throws where the term of one of these classes is over, so that nobody is charged for it: `TERM_OVER` for the office,
 * which can reopen the term, `TERM_CLOSED` for families.
 */
export const checkTermsRun = async (
  { db, actor }: Pick<Office, 'db' | 'actor'>,
  sectionIds: readonly string[],
): Promise<void> => {
  if (await isOneOver(db, sectionIds))
    throw conflict(
      actor.area === null ? 'TERM_CLOSED' : 'TERM_OVER',
      'The term of this class is over, so nobody gets a spot in it.',
    )
}

/**
 * Activates waiting enrolments and issues one invoice for each family and day. The caller has locked their classes.
 * Returns the approved enrolments and the bills. Throws as `checkTermsRun` where their term is over.
 */
export const approveWaiting = async (
  office: Office,
  seen: Scope<'enrolments'>,
  ids: readonly string[],
  settleVisits: SettleVisits,
  typedCode = '',
): Promise<{ waiting: Waiting[]; bills: Bill[] }> => {
  const { db, actor, now } = office
  const waiting = await findWaiting(db, seen, ids, true)
  await checkTermsRun(
    office,
    waiting.map(({ sectionId }) => sectionId),
  )
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
 * Ends a waiting enrolment with the school's note to the family, offers its seat to the next on the waitlist and
 * reverses all of its charges. The caller has locked its class.
 */
export const declineWaiting = async (
  context: Office & Parameters<typeof offerFreed>[0],
  enrolment: { id: string; sectionId: string },
  refusal: string,
): Promise<void> => {
  const { db, actor, now } = context
  await updateEnrolment(db, enrolment.id, 'dropped', now)
  await putApplication(db, enrolment.id, { status: 'declined', refusal, decidedBy: actor.personId, decidedAt: now })
  const charges = await chargesOf(db, enrolment.id)
  if (charges.length > 0) {
    await holdFamily(db, charges[0]!.householdId)
    const onDay = dayIn(await zoneOf(db), now)
    await reverseCharges(
      db,
      charges.map(({ id }) => id),
      { cause: 'declined', onDay, at: now },
    )
  }
  await offerFreed(context, [enrolment.sectionId])
}
