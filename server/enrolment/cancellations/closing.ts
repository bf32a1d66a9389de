import type { cancellations, closingBacks } from '#contract/enrolment/cancellations.ts'
import type { RefundPolicy } from '#contract/settings.ts'
import type { Parsed } from '#contract/index.ts'
import { dayIn } from '#rules/calendar.ts'
import { feesBack } from '#rules/cancellations.ts'
import { daysUntil } from '#rules/days.ts'
import { ageDayOf, isOfAge, overlap } from '#rules/fit.ts'
import { lessonsLeftOf } from '#rules/refunds.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { postAll } from '#server/platform/mail.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { checkMove, checkTerm, closeSection } from '#server/enrolment/classes/acts.ts'
import { endPlaces, holdSeats, lockSections, offerEnds } from '#server/enrolment/enrolments/acts.ts'
import { undecideClass } from '#server/enrolment/promotions/acts.ts'
import { cancelVisits } from '#server/enrolment/visits/acts.ts'
import { freeLapsed } from '#server/enrolment/enrolments/jobs.ts'
import { coverHouseholds, insertCharges, keptOn, lockHouseholds, reverseCharges } from '#server/money/payments/acts.ts'
import { visibleLedgers } from '#server/money/payments/policy.ts'
import { tellDevices } from '#server/access/push/acts.ts'
import {
  countFree,
  findClass,
  findSchool,
  type Fitting,
  type FoundClass,
  listAtRisk,
  listConcernedBy,
  type OtherClass,
} from './classQueries.ts'
import { closedClassLetter, keptText } from './letters.ts'
import { insertCancellation } from './writeQueries.ts'
import { touched } from './touched.ts'

type Back = (typeof closingBacks)[number]

const shown = ({ ageFrom: _from, ageTo: _to, cutoff: _cutoff, ...other }: OtherClass) => other

/** The outcome for each family of a class that is canceled. */
const outcomeOf = (found: FoundClass, policy: RefundPolicy, withFees: boolean) => {
  const fees = feesBack(found.households, withFees)
  const alternativesOf = ({ birthOn, booked, known }: Fitting) =>
    found.others
      .filter(
        other =>
          !known.includes(other.sectionId) &&
          isOfAge(birthOn, { ...other, ageDay: ageDayOf(other.cutoff, found.startsOn) }) &&
          !booked.some(each => overlap(each, other)),
      )
      .map(shown)
  const students = found.students.map(({ birthOn, booked, known, lines, had, left, ...student }) => {
    const refund = lessonsLeftOf(
      policy,
      lines.map(({ chargeId, kind, netCents }) => ({ id: chargeId, kind, netCents })),
      { had, left },
    )
    return {
      ...student,
      lines: lines.map(({ kind, netCents }, index) => ({ kind, netCents, leftCents: refund.lines[index]!.backCents })),
      backCents: lines.reduce((sum, { netCents }) => sum + netCents, 0),
      leftCents: refund.totalCents,
      alternatives: alternativesOf({ birthOn, booked, known }),
    }
  })
  const line = found.line.map(({ birthOn, booked, known, ...each }) => ({
    ...each,
    alternatives: alternativesOf({ birthOn, booked, known }),
  }))
  const sumOf = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0)
  const classCents = sumOf(students.map(({ backCents }) => backCents))
  const guestCents = sumOf(found.guests.map(({ backCents }) => backCents))
  const feeCents = sumOf([...fees.values()])
  return {
    students,
    line,
    guestCents,
    classCents,
    fees: found.households.flatMap(({ householdId, household, householdNativeName }) => {
      const cents = fees.get(householdId)
      return cents === undefined ? [] : [{ householdId, household, householdNativeName, feeCents: cents }]
    }),
    feeCents,
    totalCents: classCents + guestCents + feeCents,
    leftTotalCents: sumOf(students.map(({ leftCents }) => leftCents)) + guestCents + feeCents,
  }
}
type Closed = ReturnType<typeof outcomeOf>

/**
 * Reverses the charges for the class. Where only the remaining lessons are refunded, the rest is charged again on the same
 * invoices.
 */
const giveBack = async (
  { db, now }: Pick<Context<unknown>, 'db' | 'now'>,
  found: FoundClass,
  { students, fees }: Closed,
  how: { back: Back; reason: string; today: string },
): Promise<void> => {
  const { back, reason, today } = how
  const lines = found.students.flatMap(({ lines: of, studentId, householdId }, at) =>
    of.map((line, index) => {
      const backCents = back === 'all' ? line.netCents : students[at]!.lines[index]!.leftCents
      return { ...line, studentId, householdId, backCents, keptCents: line.netCents - backCents }
    }),
  )
  const moved = lines.filter(({ backCents }) => backCents > 0)
  const gone = new Set(fees.map(({ householdId }) => householdId))
  await reverseCharges(
    db,
    [
      ...moved.map(({ chargeId }) => chargeId),
      ...found.guests.flatMap(({ chargeId }) => (chargeId === null ? [] : [chargeId])),
      ...found.households.filter(({ householdId }) => gone.has(householdId)).flatMap(({ feeIds }) => feeIds),
    ],
    { cause: 'class-canceled', reason, onDay: today, at: now },
  )
  const kept = moved.filter(({ keptCents }) => keptCents > 0)
  await insertCharges(
    db,
    kept.map(({ householdId, studentId, kind, description, nativeDescription, keptCents, ...charged }) => ({
      ...keptOn(charged, today),
      id: newId(),
      householdId,
      studentId,
      kind,
      description: keptText('en', description),
      // A charge for the class itself is described by its name.
      nativeDescription: keptText(
        'zh',
        nativeDescription || (description === found.name && found.nativeName) || description,
      ),
      amountCents: keptCents,
      onDay: today,
      createdAt: now,
    })),
  )
  await coverHouseholds(db, concernedHouseholds(found), now)
}

/** The households whose balance changes. */
const concernedHouseholds = ({ households, guests }: FoundClass): string[] => [
  ...new Set([...households, ...guests].map(({ householdId }) => householdId)),
]

/** Throws on an offer of a seat that isn't free, or that the student can't take. */
const checkOffers = async (
  { db, now, input }: Pick<Context<Parsed<'cancellations-cancelClass'>>, 'db' | 'now' | 'input'>,
  { students, line }: Closed,
): Promise<void> => {
  const { offers } = input
  const wrong = offers.findIndex(
    ({ studentId, sectionId }, index) =>
      offers.findIndex(other => other.studentId === studentId) !== index ||
      ![...students, ...line].some(
        each => each.studentId === studentId && each.alternatives.some(one => one.sectionId === sectionId),
      ),
  )
  if (wrong >= 0) throw invalid([{ path: `offers.${wrong}.sectionId`, message: 'choose' }])
  const asked = Map.groupBy(offers, ({ sectionId }) => sectionId)
  const free = await countFree(db, [...asked.keys()], now)
  for (const [sectionId, wanted] of asked)
    if (wanted.length > (free.get(sectionId) ?? 0))
      throw conflict('CLASS_FULL', 'A class that is offered instead doesn’t have that many spots left.', { sectionId })
}

/** The amount credited for each child, for a place or a visit. */
const backOfEach = ({ students }: Closed, { guests }: FoundClass, back: Back): Map<string, number> => {
  const each = [
    ...students.map(
      ({ studentId, backCents, leftCents }) => [studentId, back === 'all' ? backCents : leftCents] as const,
    ),
    ...guests.map(({ studentId, backCents }) => [studentId, backCents] as const),
  ]
  return new Map(
    [...Map.groupBy(each, ([studentId]) => studentId)].map(([studentId, of]) => [
      studentId,
      of.reduce((sum, [, cents]) => sum + cents, 0),
    ]),
  )
}

const cancelClass = async (context: Context<Parsed<'cancellations-cancelClass'>>) => {
  const { db, actor, input, now, enqueue, settings, touch } = context
  const { sectionId, reason, nativeReason, withFees, offers, back } = input
  const seen = workedSections(actor)
  await lockSections(db, [...new Set([sectionId, ...offers.map(offer => offer.sectionId)])])
  const before = await findClass(db, seen, sectionId, now)
  if (!before) throw notFound('The class')
  checkMove(before, 'cancelled')
  await lockHouseholds(db, visibleLedgers(actor), concernedHouseholds(before))
  // Read again behind the locks: a charge may have been reversed since.
  const found = (await findClass(db, seen, sectionId, now))!
  if (back === 'left' && !found.hasBegun)
    throw conflict('MOVE_NOT_ALLOWED', 'No lesson has taken place, so the full amount must be returned.')
  const outcome = outcomeOf(found, await findSetting(db, 'refunds'), withFees)
  const totalCents = back === 'all' ? outcome.totalCents : outcome.leftTotalCents
  if (totalCents !== input.agreedCents || outcome.students.length !== input.agreedStudents)
    throw conflict(
      'PREVIEW_CHANGED',
      'The amount or the number of students has changed since the preview. Look at them again.',
      {
        totalCents,
        students: outcome.students.length,
      },
    )
  await checkOffers(context, outcome)
  const { offerHours } = await findSetting(db, 'registration')
  const until = offerEnds(now, offerHours)
  const school = await findSchool(db)
  const today = dayIn(school.zone, now)
  const concerned = await listConcernedBy(db, sectionId, backOfEach(outcome, found, back), now, offers)
  await giveBack(context, found, outcome, { back, reason, today })
  await endPlaces(db, sectionId, now)
  await cancelVisits(db, sectionId, now)
  await closeSection(db, sectionId, now)
  await undecideClass(db, sectionId)
  if (offers.length > 0) {
    await holdSeats(db, offers, now, until)
    await enqueue(freeLapsed, { sectionIds: [...new Set(offers.map(offer => offer.sectionId))] }, until)
  }
  const id = newId()
  await insertCancellation(db, {
    id,
    kind: 'class',
    sectionId,
    onDay: today,
    reason,
    nativeReason,
    remedy: 'credit',
    creditCents: totalCents,
    told: 1,
    madeBy: actor.personId,
    madeAt: now,
  })
  const about = { ...found, back, reason, nativeReason, school, currency: school.currency }
  const more = { until, zone: school.zone, url: `${settings.publicUrl}/dashboard/` }
  await postAll(
    context,
    concerned.filter(({ email }) => email !== '').map(to => closedClassLetter(about, to, more)),
  )
  await tellDevices(context, {
    kind: 'closed',
    isUrgent: true,
    to: concerned.map(({ personId }) => ({ personId, about: id, path: '/dashboard/' })),
  })
  touch(touched)
  return {
    id,
    students: outcome.students.length,
    families: found.households.length,
    waiting: found.waiting,
    offered: offers.length,
    totalCents,
  }
}

type Closing = Pick<
  typeof cancellations,
  'cancellations-atRisk' | 'cancellations-previewClass' | 'cancellations-cancelClass'
>
/** Handlers for classes that have too few students, and for canceling a class for good. */
export const closingFunctions: Functions<Closing> = {
  'cancellations-atRisk': async ({ db, actor, now }) => {
    const today = dayIn((await findSchool(db)).zone, now)
    return (await listAtRisk(db, workedSections(actor), now)).map(({ merges, ...risk }) => ({
      ...risk,
      daysLeft: risk.startsOn === null ? null : daysUntil(today, risk.startsOn),
      merges: merges.map(shown),
    }))
  },
  'cancellations-previewClass': async ({ db, actor, input, now }) => {
    const found = await findClass(db, workedSections(actor), input.sectionId, now)
    if (!found) throw notFound('The class')
    checkTerm(found, 'cancelled')
    const { sectionId, name, nativeName, status, households, guests, hasBegun, waiting, held, lessons, letters } = found
    const { offerHours } = await findSetting(db, 'registration')
    const about = { sectionId, name, nativeName, status, hasBegun, waiting, held, lessons, letters }
    return {
      ...about,
      ...outcomeOf(found, await findSetting(db, 'refunds'), input.withFees),
      guests: guests.map(({ householdId: _household, chargeId: _charge, ...guest }) => guest),
      families: households.length,
      offerHours,
    }
  },
  'cancellations-cancelClass': cancelClass,
}
