import { enrollableSections } from '#contract/enrolment/classes.ts'
import { enrolmentMoves, type enrolments, seatedEnrolments, waitlistMoves } from '#contract/enrolment/enrolments.ts'
import { seatsLeft } from '#rules/places.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { caredStudents, visibleHouseholds, visibleStudents } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { approveWaiting, checkTermsRun, declineWaiting } from './approving.ts'
import { findTermOf } from '#server/enrolment/classes/acts.ts'
import { announceDecision } from './decisions.ts'
import { freeLapsed, offerEnds, offerFreed } from './freed.ts'
import { answerableHeld, answerableWaitlist, movableEnrolments, ownWaitlist, visibleWaitlist } from './policy.ts'
import { listLine, listPastLine } from './lineQueries.ts'
import { listCartSections } from './queries.ts'
import {
  countOffers,
  findEntry,
  findHeld,
  findNext,
  findStudent,
  listClashes,
  listOffers,
  listReaders,
  listTeachersOf,
  lockEnrolment,
  lockEntry,
  updateEnrolment,
  updateEntry,
} from './seatQueries.ts'
import { agreeOn, priceSeat, type SettleVisits, takeSeat } from './seating.ts'

/** Throws unless the term of the locked class goes on, and it takes students and has a seat that is neither taken nor promised. */
const checkSeat = async (
  { db, actor, now }: Pick<Context<unknown>, 'db' | 'actor' | 'now'>,
  termId: string,
  sectionId: string,
  offered: number,
): Promise<void> => {
  await checkTermsRun({ db, actor }, [sectionId])
  const [section] = await listCartSections(db, termId, [sectionId], { now, accountId: null })
  if (!section || !enrollableSections.includes(section.status))
    throw conflict('CLASS_CLOSED', 'This class isn’t open for registration at the moment.')
  if (seatsLeft({ ...section, offered }) <= 0)
    throw conflict('CLASS_FULL', 'Every spot in this class is taken or offered.')
}

/** The seat that a student would take, within the caller's scopes. */
const seatFor = async (
  { db, actor, now }: Pick<Context<unknown>, 'db' | 'actor' | 'now'>,
  { studentId, sectionId, termId }: { studentId: string; sectionId: string; termId: string },
) => {
  const student = await findStudent(db, visibleStudents(actor, now), studentId)
  if (!student) throw notFound('The student')
  const seen = { households: visibleHouseholds(actor), students: caredStudents(actor), terms: visibleTerms(actor) }
  return { student, sectionId, termId, ...seen, at: now }
}

/** Turns a held place into an enrolment, with the invoice that follows from the rules. */
const confirmHeld = async (
  context: Pick<Context<unknown>, 'db' | 'actor' | 'now'>,
  { id, studentId, sectionId }: { id: string; studentId: string; sectionId: string },
  settleVisits: SettleVisits,
): Promise<{ totalCents: number }> => {
  const termId = await findTermOf(context.db, workedSections(context.actor), sectionId)
  if (termId === null) throw notFound('The enrollment')
  const seat = await seatFor(context, { studentId, sectionId, termId })
  return takeSeat(context.db, { ...seat, heldId: id }, settleVisits)
}

type Moves = Pick<
  typeof enrolments,
  | 'enrolments-offers'
  | 'enrolments-offerPrice'
  | 'enrolments-heldPrice'
  | 'enrolments-line'
  | 'enrolments-leaveLine'
  | 'enrolments-pastLine'
  | 'enrolments-move'
  | 'enrolments-moveWaiting'
  | 'enrolments-answerOffer'
>

/** Handlers for what the office and families do with enrolments and waitlist entries after the registration. */
export const moveFunctions = (settleVisits: SettleVisits): Functions<Moves> => ({
  'enrolments-offers': async ({ db, actor }) => listOffers(db, ownWaitlist(actor)),

  'enrolments-offerPrice': async context => {
    const entry = await findEntry(context.db, answerableWaitlist(context.actor), context.input.id)
    if (!entry) throw notFound('The waitlist entry')
    return priceSeat(context.db, await seatFor(context, entry))
  },

  'enrolments-heldPrice': async context => {
    const held = await findHeld(context.db, answerableHeld(context.actor), context.input.id)
    if (!held) throw notFound('The spot')
    return priceSeat(context.db, await seatFor(context, held))
  },

  'enrolments-line': async ({ db, actor }) => listLine(db, ownWaitlist(actor)),

  'enrolments-pastLine': async ({ db, actor, input }) => listPastLine(db, visibleWaitlist(actor), input.sectionId),

  'enrolments-leaveLine': async context => {
    const { db, actor, input, now } = context
    const entry = await lockEntry(db, ownWaitlist(actor), input.id)
    if (!entry) throw notFound('The waitlist entry')
    // An offered seat is declined, through another function.
    if (entry.status !== 'waiting')
      throw conflict(
        'MOVE_NOT_ALLOWED',
        'This waitlist entry isn’t waiting. If a spot is offered, decline the offer instead.',
      )
    await updateEntry(db, input.id, { status: 'removed', answeredAt: now })
    await announceDecision(context, [{ ...entry, entryId: input.id }], { decision: 'removed' })
    return { id: input.id }
  },

  'enrolments-move': async context => {
    const { db, actor, input, now } = context
    const enrolment = await lockEnrolment(db, movableEnrolments(actor), input.id)
    if (!enrolment) throw notFound('The enrollment')
    const { status, studentId, sectionId, section } = enrolment
    const place = { entryId: null, studentId, section }
    if (!enrolmentMoves[status].includes(input.to))
      throw conflict('MOVE_NOT_ALLOWED', `An enrollment that is ${status} can't become ${input.to}.`)
    if (status === 'held' && input.to === 'active') {
      agreeOn(await confirmHeld(context, { id: input.id, studentId, sectionId }, settleVisits), input.agreedCents)
      await announceDecision(context, [place], { decision: 'accepted', note: input.note })
      return { id: input.id, status: input.to }
    }
    if (status === 'approval' && input.to === 'active') {
      const { bills } = await approveWaiting(context, movableEnrolments(actor), [input.id], settleVisits)
      agreeOn({ totalCents: bills.reduce((sum, bill) => sum + bill.totalCents, 0) }, input.agreedCents)
    } else if (status === 'approval') await declineWaiting(context, { id: input.id, sectionId }, input.note)
    else await updateEnrolment(db, input.id, input.to, now)
    const decision = status === 'approval' ? (input.to === 'active' ? 'approved' : 'declined') : input.to
    if (decision === 'active' || decision === 'completed') {
      const [readers, teachers] = await Promise.all([listReaders(db, studentId), listTeachersOf(db, studentId)])
      context.touch(['terms'], [])
      // The seat stays taken, so only the screens of these people change.
      context.touch(['students', 'parents', 'classes'], [studentId, ...readers.map(({ id }) => id), ...teachers])
    } else await announceDecision(context, [place], { decision, note: input.note })
    if (!seatedEnrolments.includes(input.to)) await offerFreed(context, [sectionId])
    return { id: input.id, status: input.to }
  },

  'enrolments-moveWaiting': async context => {
    const { db, actor, input, now } = context
    const entry = await lockEntry(db, answerableWaitlist(actor), input.id)
    if (!entry) throw notFound('The waitlist entry')
    if (!waitlistMoves[entry.status].includes(input.to))
      throw conflict('MOVE_NOT_ALLOWED', `A waitlist entry that is ${entry.status} can't become ${input.to}.`)
    if (input.to === 'removed') {
      await updateEntry(db, input.id, { status: input.to, answeredAt: now })
      await announceDecision(context, [{ ...entry, entryId: input.id }], { decision: input.to })
      if (entry.status === 'offered') await offerFreed(context, [entry.sectionId])
      return { id: input.id, status: input.to }
    }
    if ((await findNext(db, entry.sectionId)) !== input.id)
      throw conflict('NOT_FIRST_IN_LINE', 'Others are ahead of this student on the waitlist.')
    await checkSeat(context, entry.termId, entry.sectionId, await countOffers(db, entry.sectionId))
    const { offerHours } = await findSetting(db, 'registration')
    const expiresAt = offerEnds(now, offerHours)
    await updateEntry(db, input.id, { status: input.to, offeredAt: now, expiresAt })
    await context.enqueue(freeLapsed, { sectionIds: [entry.sectionId] }, expiresAt)
    await announceDecision(context, [{ ...entry, entryId: input.id }], { decision: input.to, until: expiresAt })
    return { id: input.id, status: input.to }
  },

  'enrolments-answerOffer': async context => {
    const { db, actor, input, now } = context
    const entry = await lockEntry(db, answerableWaitlist(actor), input.id)
    if (!entry) throw notFound('The waitlist entry')
    const to = input.accepts ? 'accepted' : 'declined'
    if (!waitlistMoves[entry.status].includes(to)) throw conflict('MOVE_NOT_ALLOWED', 'This spot is no longer offered.')
    // It goes to the next on the waitlist, even if the job has yet to pass it on.
    if (entry.expiresAt !== null && entry.expiresAt <= now && !entry.isAsked)
      throw conflict('OFFER_LAPSED', 'This offer has expired.')
    let invoiceNumber: string | null = null
    if (input.accepts) {
      const clashes = await listClashes(db, entry.studentId, entry.sectionId)
      if (clashes.length > 0) throw conflict('TIME_CLASH', 'The student has another class at that time.', { clashes })
      // One of the promised seats is the one taken now.
      await checkSeat(context, entry.termId, entry.sectionId, (await countOffers(db, entry.sectionId)) - 1)
      const seat = await takeSeat(db, await seatFor(context, entry), settleVisits)
      agreeOn(seat, input.agreedCents)
      invoiceNumber = seat.invoiceNumber
    }
    await updateEntry(db, input.id, { status: to, answeredAt: now })
    await announceDecision(context, [{ ...entry, entryId: input.id }], {
      decision: input.accepts ? 'accepted' : 'passedUp',
    })
    if (!input.accepts) await offerFreed(context, [entry.sectionId])
    return { id: input.id, status: to, invoiceNumber }
  },
})
