import { randomBytes } from 'node:crypto'
import { type Check, checkDraw, commitmentOf, draw, fingerprintOf, seedOf, type DrawTicket } from '#rules/lottery.ts'
import { priorityOf } from '#rules/waiting.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { postAll } from '#server/platform/mail.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { insertPlaces, offerEnds } from '#server/enrolment/enrolments/acts.ts'
import { freeLapsed } from '#server/enrolment/enrolments/jobs.ts'
import { tellDevices } from '#server/access/push/acts.ts'
import { numberOf, whyNot } from './entering.ts'
import {
  type EnteredChild,
  keepResults,
  listEntered,
  listFacts,
  listReaders,
  setPriorities,
  settleEntries,
} from './entryQueries.ts'
import { cancelledLetter, drawnLetter } from './letters.ts'
import {
  type DrawnSection,
  findSchool,
  keepSeats,
  listDrawnSections,
  type LockedLottery,
  takesFamilies,
  updateLottery,
} from './queries.ts'

type Office = Pick<Context<unknown>, 'db' | 'now' | 'settings' | 'enqueue' | 'touch'>

/** Tickets as the drawing rule and the protocol use them: numbers and letters only. */
export const ticketsOf = (
  entered: readonly EnteredChild[],
  codeOf: ReadonlyMap<string, string>,
): (DrawTicket & { entries: { number: string; ranks: string[] }[] })[] =>
  [...Map.groupBy(entered, ({ ticket }) => ticket)].flatMap(([number, children]) => {
    const entries = children
      .map(child => ({ number: numberOf(child), ranks: child.ranks.map(id => codeOf.get(id)!) }))
      .filter(({ ranks }) => ranks.length > 0)
    const { together, priority } = children[0]!
    return entries.length > 0 ? [{ number: String(number), together, priority, entries }] : []
  })

/** The results of a drawing, as in the protocol. */
export const resultsOf = (entered: readonly EnteredChild[], codeOf: ReadonlyMap<string, string>) =>
  entered.flatMap(child =>
    child.turn === null || child.ranks.length === 0
      ? []
      : [
          {
            number: numberOf(child),
            turn: child.turn,
            won: child.wonSectionId === null ? null : codeOf.get(child.wonSectionId)!,
            lines: child.lines.map(({ sectionId, place }) => ({ code: codeOf.get(sectionId)!, place })),
          },
        ],
  )

export const codesOf = (sections: readonly DrawnSection[]): ReadonlyMap<string, string> =>
  new Map(sections.map(({ sectionId, code }) => [sectionId, code]))

/** Makes the secret of a lottery with the commitment that is published before it. */
export const commit = (): { secret: string; commitment: string } => {
  const secret = randomBytes(16).toString('hex')
  return { secret, commitment: commitmentOf(secret) }
}

/**
 * Closes the entries of a locked lottery for good: drops wishes that no longer fit, with the reason, counts a child
 * entered twice once, stores the school's priorities, and fingerprints the list. Closed early, it keeps the time at
 * which it really closed.
 */
export const closeList = async (context: Office, lottery: LockedLottery): Promise<void> => {
  const { db, now, touch } = context
  const sections = await listDrawnSections(db, lottery.id, now)
  const entered = await listEntered(db, lottery.id)
  const sectionOf = new Map(sections.map(section => [section.sectionId, section]))
  const seen = new Set<string>()
  const settled = entered.flatMap(entry => {
    const isSecond = seen.has(entry.studentId)
    seen.add(entry.studentId)
    const leftOut = entry.ranks.flatMap(sectionId => {
      const section = sectionOf.get(sectionId)!
      const reason = section.isOver
        ? 'closed'
        : isSecond
          ? 'enrolled'
          : whyNot(entry, section, { id: lottery.termId, startsOn: lottery.startsOn })
      return reason === null ? [] : [{ sectionId, reason }]
    })
    const ranks = entry.ranks.filter(id => !leftOut.some(({ sectionId }) => sectionId === id))
    return leftOut.length > 0 ? [{ id: entry.id, ranks, leftOut }] : []
  })
  await settleEntries(db, settled)
  const { priorities } = lottery.usesPriorities ? await findSetting(db, 'registration') : { priorities: [] }
  if (priorities.length > 0) {
    const facts = await listFacts(db, lottery.id)
    await setPriorities(
      db,
      facts.map(({ ticketId, ...each }) => ({ ticketId, priority: priorityOf({ priorities }, each).priority })),
    )
  }
  const tickets = ticketsOf(await listEntered(db, lottery.id), codesOf(sections))
  const isEarly = lottery.opensAt < now && now < lottery.closesAt
  await updateLottery(db, lottery.id, {
    status: 'closed',
    priorities,
    fingerprint: fingerprintOf(tickets),
    ...(isEarly && { closesAt: now }),
  })
  touch(['lotteries'])
}

/**
 * The priority of the first place drawn: drawn waitlist places keep their order and go before everyone who joins later.
 */
const firstPriority = 1_000_000

/**
 * Draws a locked lottery whose classes are locked, too: makes offers with a deadline, fills waitlists and writes
 * letters.
 */
export const drawLottery = async (context: Office, lottery: LockedLottery, publicValue: string): Promise<void> => {
  const { db, now, enqueue, touch } = context
  if (lottery.publicSource !== '' && publicValue === '') throw invalid([{ path: 'publicValue', message: 'empty' }])
  if (!takesFamilies(lottery.termStatus))
    throw conflict('TERM_CLOSED', 'Families can’t register for this term. Open its registration first.')
  const sections = await listDrawnSections(db, lottery.id, now)
  if (sections.some(({ isOpen, isOver }) => !isOpen && !isOver))
    throw conflict('CLASS_CLOSED', 'A class in this lottery isn’t open for registration. Open it first.')
  const given = sections.map(section => ({ ...section, seats: section.isOver ? 0 : section.seats }))
  const codeOf = codesOf(sections)
  const sectionOf = new Map(sections.map(({ sectionId, code }) => [code, sectionId]))
  const entered = await listEntered(db, lottery.id)
  const entryOf = new Map(entered.map(entry => [numberOf(entry), entry]))
  const seed = seedOf(lottery.secret!, publicValue)
  const { entries } = draw({ seed, classes: given, tickets: ticketsOf(entered, codeOf) })
  const expiresAt = offerEnds(now, lottery.confirmHours)
  const results = entries.map(({ number, turn, won, lines }) => {
    const { id, ticketId, studentId } = entryOf.get(number)!
    return {
      id,
      ticketId,
      studentId,
      turn,
      wonSectionId: won === null ? null : sectionOf.get(won)!,
      lines: lines.map(({ code, place }) => ({ sectionId: sectionOf.get(code)!, place })),
    }
  })
  await keepSeats(db, lottery.id, given)
  await keepResults(db, results)
  const open = new Set(given.filter(({ isOpen }) => isOpen).map(({ sectionId }) => sectionId))
  const places = results.flatMap(({ studentId, wonSectionId, lines }, index) => {
    const priority = firstPriority - index
    const joined = { studentId, priority, joinedAt: now }
    const won = { ...joined, sectionId: wonSectionId, status: 'offered' as const, offeredAt: now, expiresAt }
    const waits = lines
      .filter(({ sectionId }) => open.has(sectionId))
      .map(({ sectionId }) => ({ ...joined, sectionId, status: 'waiting' as const }))
    return [...(wonSectionId === null ? [] : [{ ...won, sectionId: wonSectionId }]), ...waits]
  })
  await insertPlaces(db, places)
  await enqueue(freeLapsed, { sectionIds: [...open] }, expiresAt)
  await updateLottery(db, lottery.id, { status: 'drawn', publicValue, drawnAt: now })
  const readers = await listReaders(db, lottery.id)
  const from = await findSchool(db)
  const about = { ...from, lottery, expiresAt }
  await postAll(
    context,
    readers
      .filter(({ email }) => email !== '')
      .map(reader => drawnLetter(reader, about, `${context.settings.publicUrl}/dashboard/`)),
  )
  await tellDevices(context, {
    kind: 'seat',
    isUrgent: true,
    until: expiresAt,
    to: readers
      .filter(({ children }) => children.some(({ won }) => won !== null))
      .map(({ id }) => ({ personId: id, about: lottery.id, path: '/dashboard/' })),
  })
  touch(
    ['lotteries', 'enrolments', 'students', 'parents', 'terms', 'dashboard'],
    readers.map(({ id }) => id),
  )
  touch(['classes', 'lotteries'])
}

/** Writes to the guardians of the entered children that the lottery is canceled. */
export const tellCancelled = async (context: Office, lottery: LockedLottery): Promise<void> => {
  const readers = await listReaders(context.db, lottery.id)
  const from = await findSchool(context.db)
  await postAll(
    context,
    readers
      .filter(({ email }) => email !== '')
      .map(reader => cancelledLetter(reader, { ...from, lottery }, `${context.settings.publicUrl}/classes`)),
  )
}

/** Repeats the drawing from the stored data to check it. */
export const drawAgain = async (db: Db, lottery: LockedLottery, now: Date): Promise<Check & { seed: string }> => {
  const sections = await listDrawnSections(db, lottery.id, now)
  const entered = await listEntered(db, lottery.id)
  const codeOf = codesOf(sections)
  const [secret, publicValue] = [lottery.secret ?? '', lottery.publicValue ?? '']
  const check = checkDraw({
    commitment: lottery.commitment ?? '',
    fingerprint: lottery.fingerprint ?? '',
    secret,
    publicValue,
    classes: sections,
    tickets: ticketsOf(entered, codeOf),
    results: resultsOf(entered, codeOf),
  })
  return { ...check, seed: seedOf(secret, publicValue) }
}
