import type { cancellations } from '#contract/cancellations.ts'
import type { Parsed } from '#contract/index.ts'
import { sectionMoves } from '#contract/plain/classes.ts'
import { dayIn } from '#rules/calendar.ts'
import { daysUntil, feesBack } from '#rules/cancellations.ts'
import { ageDayOf, isOfAge, overlap } from '#rules/fit.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { postAll } from '#server/platform/mail.ts'
import { workedSections } from '#server/slices/classes/policy.ts'
import { findSetting } from '#server/slices/config/acts.ts'
import { lockSections, offerEnds } from '#server/slices/enrolments/acts.ts'
import { freeLapsed } from '#server/slices/enrolments/jobs.ts'
import { coverHouseholds, lockHouseholds, reverseCharges } from '#server/slices/payments/acts.ts'
import { visibleLedgers } from '#server/slices/payments/policy.ts'
import { tellDevices } from '#server/slices/push/acts.ts'
import {
  countFree,
  emptyClass,
  findClass,
  findSchool,
  type FoundClass,
  holdSeats,
  listAtRisk,
  listConcernedBy,
  type OtherClass,
} from './classQueries.ts'
import { closedClassLetter } from './letters.ts'
import { insertCancellation } from './writes.ts'

const touched = [
  'cancellations',
  'terms',
  'classes',
  'enrolments',
  'students',
  'parents',
  'teachers',
  'events',
  'absences',
  'assignments',
  'payments',
  'dashboard',
] as const

const shown = ({ ageFrom: _from, ageTo: _to, cutoff: _cutoff, ...other }: OtherClass) => other

/** What a class comes to for each of its families when it is called off. */
const outcomeOf = (found: FoundClass, withFees: boolean) => {
  const fees = feesBack(found.households, withFees)
  const students = found.students.map(({ birthOn, booked, known, lines, ...student }) => ({
    ...student,
    lines: lines.map(({ kind, netCents }) => ({ kind, netCents })),
    backCents: lines.reduce((sum, { netCents }) => sum + netCents, 0),
    alternatives: found.others
      .filter(
        other =>
          !known.includes(other.sectionId) &&
          isOfAge(birthOn, { ...other, ageDay: ageDayOf(other.cutoff, found.startsOn) }) &&
          !booked.some(each => overlap(each, other)),
      )
      .map(shown),
  }))
  const classCents = students.reduce((sum, { backCents }) => sum + backCents, 0)
  const feeCents = [...fees.values()].reduce((sum, cents) => sum + cents, 0)
  return {
    students,
    classCents,
    fees: found.households.flatMap(({ householdId, household }) => {
      const cents = fees.get(householdId)
      return cents === undefined ? [] : [{ householdId, household, feeCents: cents }]
    }),
    feeCents,
    totalCents: classCents + feeCents,
  }
}

/** Refuses offers of seats that are not there, or that the student can't take. */
const checkOffers = async (
  { db, now, input }: Pick<Context<Parsed<'cancellations-cancelClass'>>, 'db' | 'now' | 'input'>,
  students: ReturnType<typeof outcomeOf>['students'],
): Promise<void> => {
  const { offers } = input
  const wrong = offers.findIndex(
    ({ studentId, sectionId }, index) =>
      offers.findIndex(other => other.studentId === studentId) !== index ||
      !students.some(
        each => each.studentId === studentId && each.alternatives.some(one => one.sectionId === sectionId),
      ),
  )
  if (wrong >= 0) throw invalid([{ path: `offers.${wrong}.sectionId`, message: 'choose' }])
  const asked = Map.groupBy(offers, ({ sectionId }) => sectionId)
  const free = await countFree(db, [...asked.keys()], now)
  for (const [sectionId, wanted] of asked)
    if (wanted.length > (free.get(sectionId) ?? 0))
      throw conflict('CLASS_FULL', 'A class that is offered instead has not so many seats left.', { sectionId })
}

const cancelClass = async (context: Context<Parsed<'cancellations-cancelClass'>>) => {
  const { db, actor, input, now, enqueue, settings, touch } = context
  const { sectionId, reason, nativeReason, withFees, offers } = input
  const seen = workedSections(actor)
  await lockSections(db, [...new Set([sectionId, ...offers.map(offer => offer.sectionId)])])
  const before = await findClass(db, seen, sectionId, now)
  if (!before) throw notFound('The class')
  if (!sectionMoves[before.status].includes('cancelled'))
    throw conflict('MOVE_NOT_ALLOWED', `A class that is ${before.status} can't become cancelled.`)
  await lockHouseholds(
    db,
    visibleLedgers(actor),
    before.households.map(({ householdId }) => householdId),
  )
  // Read again behind the locks: a charge may have been taken back meanwhile.
  const found = (await findClass(db, seen, sectionId, now))!
  const outcome = outcomeOf(found, withFees)
  if (outcome.totalCents !== input.agreedCents || outcome.students.length !== input.agreedStudents)
    throw conflict('PREVIEW_CHANGED', 'This comes to something else than the preview showed.', {
      totalCents: outcome.totalCents,
      students: outcome.students.length,
    })
  await checkOffers(context, outcome.students)
  const { offerHours } = await findSetting(db, 'registration')
  const until = offerEnds(now, offerHours)
  const school = await findSchool(db)
  const today = dayIn(school.zone, now)
  const concerned = await listConcernedBy(
    db,
    sectionId,
    new Map(outcome.students.map(({ studentId, backCents }) => [studentId, backCents])),
    offers,
  )
  const gone = new Set(outcome.fees.map(({ householdId }) => householdId))
  await reverseCharges(
    db,
    [
      ...found.students.flatMap(({ lines }) => lines.map(({ chargeId }) => chargeId)),
      ...found.households.filter(({ householdId }) => gone.has(householdId)).flatMap(({ feeIds }) => feeIds),
    ],
    { reason: `${found.name} does not take place: ${reason}`, onDay: today, at: now },
  )
  await coverHouseholds(
    db,
    found.households.map(({ householdId }) => householdId),
    now,
  )
  await emptyClass(db, sectionId, now)
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
    creditCents: outcome.totalCents,
    told: 1,
    madeBy: actor.personId,
    madeAt: now,
  })
  const about = { ...found, reason, nativeReason, school, currency: school.currency }
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
    totalCents: outcome.totalCents,
  }
}

type Closing = Pick<
  typeof cancellations,
  'cancellations-atRisk' | 'cancellations-previewClass' | 'cancellations-cancelClass'
>
/** Classes that too few have joined, and calling a class off for good. */
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
    const { sectionId, name, nativeName, status, households, waiting, held, lessons, letters } = found
    const { offerHours } = await findSetting(db, 'registration')
    const about = { sectionId, name, nativeName, status, waiting, held, lessons, letters }
    return { ...about, ...outcomeOf(found, input.withFees), families: households.length, offerHours }
  },
  'cancellations-cancelClass': cancelClass,
}
