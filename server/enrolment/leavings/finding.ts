import { enrollableSections, isSectionOver } from '#contract/enrolment/classes.ts'
import { isTermOver } from '#contract/school/terms.plain.ts'
import type { EnrolmentStatus } from '#contract/enrolment/enrolments.ts'
import type { Transfer, Withdrawal } from '#contract/enrolment/leavings.ts'
import { enrolmentMoves } from '#contract/enrolment/enrolments.plain.ts'
import { retypedEnrolments, typeMoves } from '#contract/enrolment/leavings.plain.ts'
import { dayIn, instantIn } from '#rules/calendar.ts'
import { ageDayOf, isOfAge, overlap } from '#rules/fit.ts'
import { isShort, reasonsFor } from '#rules/readiness.ts'
import { conflict, denied, invalid, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { findPricingInput, lockEnrolment, lockSections } from '#server/enrolment/enrolments/acts.ts'
import { lockHousehold } from '#server/money/payments/acts.ts'
import { readReasons } from '#server/enrolment/enrolments/acts.ts'
import { caredStudents } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { type Asked, type Priced, type ReasonsOf, transferTo, typeChangeOf } from './outcome.ts'
import { billedHouseholds, leavableEnrolments } from './policy.ts'
import { findLeaving, type Leaving, listTargets, listWaits, type TargetSection } from './queries.ts'

/** The rules of leaving, with the effective day and today. */
export type When = Asked & { today: string }
export type Reading = Pick<Context<unknown>, 'db' | 'actor' | 'now'>

/** True for the office, which acts for everyone; a guardian acts by the school's rules for families. */
export const isOffice = ({ actor }: Pick<Context<unknown>, 'actor'>): boolean => actor.roles.includes('admin')

/**
 * The rules of leaving as of today, or of the day that the office names. Throws for another day named by a family, or a
 * day in the future.
 */
export const askedOn = async (context: Reading, onDay: string | undefined): Promise<When> => {
  const today = dayIn(await zoneOf(context.db), context.now)
  if (onDay !== undefined && onDay !== today) {
    if (!isOffice(context)) throw denied('ROLE_NEEDED', 'Only the office can choose a day other than today.')
    if (onDay > today) throw invalid([{ path: 'onDay', message: 'future' }])
  }
  const policy = await findSetting(context.db, 'refunds')
  return { policy, today, onDay: onDay ?? today, isOffice: isOffice(context) }
}

/** The place with this id in its current state. Throws where it is not in scope. */
export const findPlace = async ({ db, actor }: Reading, enrolmentId: string): Promise<Leaving> => {
  const leaving = await findLeaving(db, leavableEnrolments(actor), enrolmentId)
  if (!leaving) throw notFound('The enrollment')
  return leaving
}

/**
 * Throws where nothing about the places of a class changes any longer: for families once it or its term is over, for all
 * once the term is archived.
 */
const checkOver = (context: Pick<Reading, 'actor'>, { sectionStatus, termStatus }: Leaving): void => {
  if (termStatus === 'archived') throw conflict('TERM_CLOSED', 'This term is archived.')
  if (isOffice(context) || !isSectionOver({ status: sectionStatus, termStatus })) return
  throw isTermOver(termStatus)
    ? conflict('TERM_CLOSED', 'This term is over. Ask the office if something is wrong.')
    : conflict('MOVE_NOT_ALLOWED', 'This class is over. Ask the office if something is wrong.')
}

/** Throws where the place can't move to the status `to`, or its term no longer allows it. */
export const checkMove = (context: Pick<Reading, 'actor'>, leaving: Leaving, to: EnrolmentStatus): void => {
  if (!enrolmentMoves[leaving.status].includes(to))
    throw conflict('MOVE_NOT_ALLOWED', `An enrollment that is ${leaving.status} can't become ${to}.`)
  checkOver(context, leaving)
}

/**
 * Locks the classes, the place (and others that end with it) and the account, in the order used everywhere, and reads
 * the place again.
 */
export const lockPlace = async (
  context: Reading,
  enrolmentId: string,
  more: { sectionIds: readonly string[]; enrolmentIds: readonly string[] } = { sectionIds: [], enrolmentIds: [] },
): Promise<Leaving> => {
  const { db, actor } = context
  const { sectionId, householdId } = await findPlace(context, enrolmentId)
  await lockSections(db, [sectionId, ...more.sectionIds])
  for (const id of [enrolmentId, ...more.enrolmentIds].toSorted())
    await lockEnrolment(db, leavableEnrolments(actor), id)
  if (!(await lockHousehold(db, billedHouseholds(actor), householdId))) throw notFound('The account')
  return findPlace(context, enrolmentId)
}

/** The instant that stands for a day: now for today, noon for a past day. */
const instantOf = async ({ db, now }: Reading, { onDay, today }: When): Promise<Date> =>
  onDay === today ? now : instantIn(await zoneOf(db), onDay, '12:00')

/** Everything that the price of these classes depends on, as if the old seat were free. */
export const findPriced = async (
  context: Reading,
  leaving: Leaving,
  toSectionIds: readonly string[],
  when: When,
  isLocked: boolean,
  leaves: readonly string[] = [],
): Promise<Priced> => {
  const { db, actor } = context
  const found = await findPricingInput(db, {
    terms: visibleTerms(actor),
    households: billedHouseholds(actor),
    students: caredStudents(actor),
    termId: leaving.termId,
    sectionIds: [leaving.sectionId, ...toSectionIds],
    householdId: leaving.householdId,
    accountId: null,
    exceptEnrolmentIds: [leaving.enrolmentId, ...leaves],
    now: await instantOf(context, when),
    isLocked,
  })
  if (!found?.family) throw notFound('The term')
  return found
}

/**
 * Returns a function that makes the error for a class that is not possible for this child; null where the class is
 * possible.
 */
export const refusalOf = (leaving: Leaving, section: TargetSection): (() => Error) | null => {
  if (!enrollableSections.includes(section.status))
    return () => conflict('CLASS_CLOSED', 'This class isn’t open for registration at the moment.')
  if (leaving.type === 'audit' && !section.takesAuditors)
    return () => conflict('CLASS_CLOSED', 'This class can’t be audited.')
  if (section.isDrawn) return () => conflict('IN_DRAW', 'This class is filled by a lottery.')
  if (section.isThere) return () => conflict('ALREADY_ENROLLED', 'The student is already in this class.')
  const ageDay = ageDayOf(section.cutoff, leaving.startsOn)
  if (leaving.birthOn !== null && !isOfAge(leaving.birthOn, { ...section, ageDay }))
    return () => conflict('AGE_RULE', 'The student’s age doesn’t fit this class.')
  if (section.clashes) return () => conflict('TIMES_OVERLAP', 'The student has another class at that time.')
  return null
}

/** Why these classes need the office's approval for the child of a place, by the same rule as registering. */
export const findReasons = async (
  { db }: Pick<Reading, 'db'>,
  { studentId, type }: Leaving,
  sectionIds: readonly string[],
): Promise<ReasonsOf> => {
  const reasonsOf = await readReasons(db, [studentId], sectionIds)
  return sectionId => reasonsFor(type, reasonsOf(studentId, sectionId))
}

/** The places that end with a transfer: of the same child and term, at the time of the new class. */
export const findLeft = async (
  context: Reading,
  leaving: Leaving,
  section: TargetSection,
  ids: readonly string[],
): Promise<Leaving[]> => {
  const left: Leaving[] = []
  // A handful at most: the classes of one child at one time.
  for (const id of new Set(ids)) {
    const place = await findPlace(context, id)
    const isMeant =
      place.studentId === leaving.studentId && place.termId === leaving.termId && id !== leaving.enrolmentId
    if (!isMeant || !overlap(place, section)) throw notFound('The enrollment')
    checkMove(context, place, place.status === 'active' ? 'withdrawn' : 'dropped')
    left.push(place)
  }
  return left
}

/** The outcome of a transfer to one class. Throws where the class is not possible for this child. */
export const findTransfer = async (
  context: Reading,
  leaving: Leaving,
  { toSectionId, leaves }: { toSectionId: string; leaves: readonly string[] },
  when: When,
  isLocked = false,
): Promise<{ transfer: ReturnType<typeof transferTo>; section: TargetSection; left: Leaving[] }> => {
  const [section] = await listTargets(context.db, leaving, context.now, { id: toSectionId, leaves })
  if (!section) throw notFound('The class')
  const refusal = refusalOf(leaving, section)
  if (refusal) throw refusal()
  const left = await findLeft(context, leaving, section, leaves)
  const priced = await findPriced(context, leaving, [toSectionId], when, isLocked, leaves)
  const waits = await listWaits(context.db, leaving.studentId, { ...section, termId: leaving.termId })
  return {
    transfer: transferTo(
      leaving,
      section,
      when,
      priced,
      await findReasons(context, leaving, [toSectionId]),
      waits.map(({ id, section: name, sectionNativeName }) => ({ id, section: name, sectionNativeName })),
      left,
    ),
    section,
    left,
  }
}

/** The outcome of changing how a student takes part in the class. Throws where the class offers only one way. */
export const findTypeChange = async (
  context: Reading,
  leaving: Leaving,
  when: When,
  isLocked = false,
): Promise<ReturnType<typeof typeChangeOf>> => {
  if (!retypedEnrolments.includes(leaving.status))
    throw conflict(
      'MOVE_NOT_ALLOWED',
      `How a student takes part can't be changed for an enrollment that is ${leaving.status}.`,
    )
  checkOver(context, leaving)
  const priced = await findPriced(context, leaving, [], when, isLocked)
  const takesAuditors = priced.sections.some(({ id, auditCents }) => id === leaving.sectionId && auditCents !== null)
  const toType = nextType(leaving.type, takesAuditors)
  if (toType === null) throw conflict('CLASS_CLOSED', 'This class can’t be audited.')
  const reasonsOf = await findReasons(context, { ...leaving, type: toType }, [leaving.sectionId])
  // The school accepted the child into the class before, so only what is missing for regular attendance is listed.
  return typeChangeOf(
    leaving,
    when,
    priced,
    toType,
    reasonsOf(leaving.sectionId).filter(reason => reason !== 'class'),
  )
}

/** The other way in which a student can take part; null where there is none. */
export const nextType = (type: Leaving['type'], takesAuditors: boolean): Leaving['type'] | null =>
  typeMoves[type].find(to => to !== 'audit' || takesAuditors) ?? null

type Agreed = { agreedCents: number; agreedFreeCents: number }
/** Throws where the amounts differ from those that were shown. */
export const checkAgreed = (shown: Agreed, totalCents: number, freeCents: number): void => {
  if (shown.agreedCents !== totalCents || shown.agreedFreeCents !== freeCents)
    throw conflict('PREVIEW_CHANGED', 'The amount has changed since it was shown. Look at it again.', {
      totalCents,
      freeCents,
    })
}

/** Throws where a family may only ask the office for this. */
export const checkWay = ({ way }: Pick<Withdrawal, 'way'>): void => {
  if (way === 'ask') throw conflict('ASK_OFFICE', 'Only the office can change this. Send a request instead.')
}

/** Throws where the office overrides a requirement without giving a reason. */
export const checkReason = (context: Reading, { reasons }: Pick<Transfer['to'], 'reasons'>, note: string): void => {
  if (isOffice(context) && isShort(reasons) && note === '') throw invalid([{ path: 'note', message: 'empty' }])
}
