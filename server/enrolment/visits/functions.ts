import { type visits, type Visit, visitMoves } from '#contract/enrolment/visits.ts'
import { dayIn } from '#rules/calendar.ts'
import { ageDayOf, isOfAge } from '#rules/fit.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { publicSections } from '#server/enrolment/classes/policy.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { announceDecision, isInClass, lockSections } from '#server/enrolment/enrolments/acts.ts'
import { mayBeBarredFrom } from '#server/people/students/acts.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { reverseVisits } from './acts.ts'
import { convert, isByOffice, planOf } from './converting.ts'
import { findMyChild, meetChild } from './guests.ts'
import { decidedVisits, myVisits, workedVisits } from './policy.ts'
import {
  findMe,
  findVisit,
  findVisited,
  insertVisit,
  listMyChildren,
  listMyVisits,
  listVisits,
  type FoundVisit,
  moveVisit,
  updateVisit,
} from './queries.ts'
import { chargeVisit, tellVisit } from './telling.ts'

type Ask = Parameters<Functions<typeof visits>['visits-ask']>[0]

/** The child who visits: one of the caller's children on file, or a new one. */
const childOf = async (context: Ask, ageRule: Parameters<typeof isOfAge>[1]) => {
  const { db, actor, input, now } = context
  const checkAge = (birthOn: string) => {
    if (!isOfAge(birthOn, ageRule)) throw conflict('AGE_RULE', 'The child’s age doesn’t fit this class.')
  }
  if (input.studentId !== null) {
    const known = await findMyChild(context, input.studentId)
    if (!known) throw notFound('The child')
    checkAge(known.birthOn)
    return known.id
  }
  if (!input.child) throw invalid([{ path: 'child.name', message: 'empty' }])
  if (input.child.birthOn > dayIn(await zoneOf(db), now))
    throw invalid([{ path: 'child.birthOn', message: 'future' }], 'BIRTH_DATE_FUTURE')
  checkAge(input.child.birthOn)
  const me = await findMe(db, actor.personId)
  const name = input.guardian?.name || me?.name
  const phone = input.guardian?.phone || me?.phone
  const missing = [
    ...(name ? [] : [{ path: 'guardian.name', message: 'empty' }]),
    ...(phone ? [] : [{ path: 'guardian.phone', message: 'phone' }]),
  ]
  if (!name || !phone) throw invalid(missing)
  return (await meetChild(context, input.child, { name, phone })).id
}

const changed = ({ touch }: Pick<Context<unknown>, 'touch'>, people: readonly string[]): void => {
  touch(['visits', 'applications', 'dashboard', 'terms'], [])
  touch(['visits', 'absences', 'teachers'])
  touch(['parents', 'students', 'payments', 'visits'], people)
}

/** A visit of the locked class, behind its own lock. */
const locked = async (
  { db, now }: Pick<Context<unknown>, 'db' | 'now'>,
  seen: ReturnType<typeof workedVisits>,
  id: string,
): Promise<FoundVisit> => {
  const today = dayIn(await zoneOf(db), now)
  const found = await findVisit(db, seen, id, now, today)
  if (!found) throw notFound('The visit')
  await lockSections(db, [found.sectionId])
  return (await findVisit(db, seen, id, now, today, { forUpdate: true }))!
}
const checkMove = (visit: Visit, to: Visit['status']): void => {
  if (!visitMoves[visit.status].includes(to))
    throw conflict('MOVE_NOT_ALLOWED', `A visit that is ${visit.status} can't become ${to}.`)
}

export const visitFunctions: Functions<typeof visits> = {
  'visits-days': async ({ db, input, now }) => {
    const section = await findVisited(db, publicSections, input.sectionId, now)
    if (!section) throw notFound('The class')
    const { trialCents, trialNeedsApproval, dayCents, isOpen, days } = section
    return { trialCents, trialNeedsApproval, dayCents, days: isOpen ? days : [] }
  },

  'visits-children': async ({ db, actor, input }) => {
    const me = await findMe(db, actor.personId)
    return {
      children: await listMyChildren(db, myStudents(actor), input.sectionId),
      name: me?.name ?? '',
      phone: me?.phone ?? '',
    }
  },

  'visits-ask': async context => {
    const { db, actor, input, now } = context
    await lockSections(db, [input.sectionId])
    const section = await findVisited(db, publicSections, input.sectionId, now)
    const priceCents = input.kind === 'trial' ? section?.trialCents : section?.dayCents
    if (!section?.isOpen || priceCents === null || priceCents === undefined)
      throw conflict('CLASS_CLOSED', 'This class doesn’t take visitors at the moment.')
    const day = section.days.find(({ onDay }) => onDay === input.onDay)
    if (!day) throw invalid([{ path: 'onDay', message: 'outside' }])
    if (day.places === 0) throw conflict('CLASS_FULL', 'There is no spot left on this day. Choose another one.')
    if (priceCents !== input.agreedCents)
      throw conflict('PREVIEW_CHANGED', 'The price has changed since it was shown. Look at it again.', {
        totalCents: priceCents,
      })
    const studentId = await childOf(context, { ...section, ageDay: ageDayOf(section.cutoff, section.startsOn) })
    if (await isInClass(db, studentId, section.id))
      throw conflict('ALREADY_ENROLLED', 'This child is already in the class or on its waitlist.')
    const id = newId()
    const isSure =
      (input.kind === 'day' || !section.trialNeedsApproval) && !(await mayBeBarredFrom(db, actor, studentId))
    const isNew = await insertVisit(db, {
      id,
      studentId,
      sectionId: section.id,
      onDay: input.onDay,
      kind: input.kind,
      status: isSure ? 'approved' : 'asked',
      priceCents,
      note: input.note,
      askedBy: actor.personId,
      askedAt: now,
    })
    if (!isNew) throw conflict('ALREADY_EXISTS', 'This child already visits the class on that day.')
    if (isSure) await chargeVisit(context, id)
    changed(context, await tellVisit(context, id, isSure ? 'approved' : 'asked', ''))
    return { id, status: isSure ? 'approved' : 'asked' }
  },

  'visits-mine': async ({ db, actor, now }) => listMyVisits(db, myVisits(actor), now, dayIn(await zoneOf(db), now)),

  'visits-list': async ({ db, actor, input, now }) => {
    const after = readKey(input.after, 2)
    const found = await listVisits(db, decidedVisits(actor), { ...input, after }, now, dayIn(await zoneOf(db), now))
    const total = found[0]?.total ?? 0
    return {
      ...cutPage(
        found.map(({ total: _total, ...row }) => row),
        ({ onDay, id }) => [onDay, id],
      ),
      total,
    }
  },

  'visits-decide': async context => {
    const { db, actor, input, now } = context
    const visit = await locked(context, decidedVisits(actor), input.id)
    checkMove(visit, input.to)
    if (input.to === 'approved') {
      const section = await findVisited(db, publicSections, visit.sectionId, now, visit.id)
      const day = section?.days.find(({ onDay }) => onDay === visit.onDay)
      if (!day) throw conflict('SESSION_CANCELLED', 'This day has passed, or it was canceled.')
      if (day.places === 0) throw conflict('CLASS_FULL', 'There is no spot left on this day.')
    }
    await updateVisit(db, input.id, {
      status: input.to,
      answer: input.note,
      decidedBy: actor.personId,
      decidedAt: now,
    })
    if (input.to === 'approved') await chargeVisit(context, input.id)
    changed(context, await tellVisit(context, input.id, input.to, input.note))
    return { id: input.id, status: input.to }
  },

  'visits-cancel': async context => {
    const { db, actor, input, now } = context
    const visit = await locked(context, workedVisits(actor), input.id)
    checkMove(visit, 'cancelled')
    if (!visit.mayCancel && !actor.roles.includes('admin'))
      throw conflict('MOVE_NOT_ALLOWED', 'This visit can be canceled only until it begins.')
    await updateVisit(db, input.id, { status: 'cancelled', decidedBy: actor.personId, decidedAt: now })
    if (visit.chargeId) await reverseVisits(db, [visit.chargeId], 'visit-canceled', now)
    changed(context, await tellVisit(context, input.id, 'cancelled', ''))
    return { id: input.id, status: 'cancelled' }
  },

  'visits-move': async context => {
    const { db, input, now } = context
    const visit = await locked(context, workedVisits(context.actor), input.id)
    if (!visit.isCalledOff) throw conflict('MOVE_NOT_ALLOWED', 'Only a visit whose lesson was canceled can be moved.')
    const section = await findVisited(db, publicSections, visit.sectionId, now, visit.id)
    const day = section?.isOpen ? section.days.find(({ onDay }) => onDay === input.onDay) : undefined
    if (!day) throw invalid([{ path: 'onDay', message: 'outside' }])
    if (day.places === 0) throw conflict('CLASS_FULL', 'There is no spot left on this day. Choose another one.')
    if (!(await moveVisit(db, visit.id, input.onDay)))
      throw conflict('ALREADY_EXISTS', 'This child already visits the class on that day.')
    changed(context, await tellVisit(context, visit.id, visit.status === 'asked' ? 'asked' : 'moved', ''))
    return { id: visit.id, onDay: input.onDay }
  },

  'visits-price': async context => {
    const today = dayIn(await zoneOf(context.db), context.now)
    const visit = await findVisit(context.db, workedVisits(context.actor), context.input.id, context.now, today)
    if (!visit) throw notFound('The visit')
    return planOf(context, visit, await isByOffice(context, visit))
  },

  'visits-convert': async context => {
    const visit = await locked(context, workedVisits(context.actor), context.input.id)
    const byOffice = await isByOffice(context, visit)
    const done = await convert(context, visit, { ...context.input, byOffice })
    // A family that does it itself sees the result; otherwise it is told, since it now owes the tuition.
    if (done.outcome !== 'approval' && byOffice) {
      const section = { name: visit.section, nativeName: visit.nativeName }
      await announceDecision(context, [{ entryId: null, studentId: visit.studentId, section }], {
        decision: done.outcome === 'seat' ? 'accepted' : 'waiting',
      })
    }
    changed(context, done.people)
    context.touch(['classes', 'terms'])
    return { outcome: done.outcome, invoiceNumber: done.invoiceNumber, totalCents: done.totalCents }
  },
}
