import { type SeatState, seatStates } from '#contract/exchange/imports.plain.ts'
import type { importedSeats } from '#contract/exchange/imports.seats.ts'
import { enrolOutcome } from '#rules/enrolling.ts'
import { lineReader } from '#rules/imports/layout.ts'
import { columnOrder } from '#rules/imports/dates.ts'
import { schoolOf } from '#rules/imports/matching.ts'
import { keyReader } from '#rules/imports/names.ts'
import { readSeats, type WantedSeat } from '#rules/imports/seats.ts'
import { startBatch } from '#server/platform/batches.ts'
import { conflict, denied, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { refusalFor } from '#server/platform/right.ts'
import { takeTurn } from '#server/platform/oneAtATime.ts'
import { enrolStudent, listCartSections, lockSections, unknownBirth } from '#server/enrolment/enrolments/acts.ts'
import { settleVisits } from '#server/enrolment/visits/acts.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { romaniser } from '../shared/romanise.ts'
import { lockedDraft, schoolAsItIs } from './functions.ts'
import { withReadPhones } from './phones.ts'
import { visibleImports } from './policy.ts'
import { findImport, forgetCells, linesOf, listConcerned, updateImport, updateReports } from './queries.ts'
import { listKnownClasses, listPlacesOf } from './seatQueries.ts'
import { gridOf, ignored, paused, type StudiedRow, uncounted } from './study.ts'

type Draft = NonNullable<Awaited<ReturnType<typeof findImport>>>
type Call = Pick<Context<unknown>, 'db' | 'actor' | 'now'>

const choicesIn = ({ classChoices }: Pick<Draft, 'classChoices'>, termId: string) =>
  classChoices.filter(choice => choice.termId === termId)

/**
 * Determines which students of a draft would get into which classes, by the rules for the office enrolling one student.
 */
const planned = async (
  call: Call,
  draft: Pick<Draft, 'id' | 'columns' | 'headingRows' | 'dayOrder' | 'region' | 'classChoices'>,
  termId: string,
) => {
  const { db, actor, now } = call
  const lines = await linesOf(db, draft.id)
  const { persons, households, keys, today } = await schoolAsItIs(call)
  const keysOf = keyReader(await romaniser())
  const columns = draft.columns.map(({ target }) => target)
  const kindOf = lineReader(
    { headingRows: draft.headingRows, headings: draft.columns.map(({ header }) => header) },
    gridOf(lines),
    columns.map(({ field }) => field),
  )
  const first = (draft.headingRows.at(-1) ?? -1) + 1
  const people = lines.filter(({ n, cells }) => n > first && kindOf(cells) === 'data')
  const births = columns.flatMap(({ field }, index) =>
    field === 'child-birth' ? people.map(({ cells }) => cells[index] ?? '') : [],
  )
  const order = columnOrder(births, Number(today.slice(0, 4)))
  const usual = draft.region === 'US' ? 'month-first' : 'day-first'
  const classes = await listKnownClasses(db, workedSections(actor), termId)
  const seats = await paused(
    readSeats(
      people,
      schoolOf(withReadPhones(persons, draft.region), households, keysOf, keys),
      classes,
      new Map(choicesIn(draft, termId).map(({ wanted, sectionId }) => [wanted, sectionId])),
      new Set(lines.flatMap(({ n, isSkipped }) => (isSkipped ? [n] : []))),
      { columns, keysOf, today, order: { dot: order.dot, slash: draft.dayOrder ?? order.slash ?? usual } },
    ),
  )
  const meant = [...new Set(seats.flatMap(({ section }) => (section ? [section.id] : [])))]
  const sections = new Map(
    (await listCartSections(db, termId, meant, { now, accountId: null })).map(each => [each.id, each]),
  )
  const students = [...new Set(seats.flatMap(({ studentId }) => (studentId === null ? [] : [studentId])))]
  const there = new Set(
    (await listPlacesOf(db, students, meant)).map(({ studentId, sectionId }) => `${studentId} ${sectionId}`),
  )
  const birthdays = new Map(persons.map(({ id, birthOn }) => [id, birthOn ?? unknownBirth]))
  for (const seat of seats) {
    const section = seat.section && sections.get(seat.section.id)
    if (seat.state !== 'seat' || !section || seat.studentId === null) continue
    const birthOn = birthdays.get(seat.studentId) ?? unknownBirth
    seat.state = enrolOutcome({ birthOn, section, isThere: there.has(`${seat.studentId} ${section.id}`) })
    // Each one leaves one place fewer for those who follow.
    if (seat.state === 'seat') section.seated += 1
    if (seat.state === 'waitlist') section.waiting += 1
  }
  return { seats, classes, lines }
}

const countsOf = (seats: readonly WantedSeat[]): Record<SeatState, number> =>
  Object.fromEntries(seatStates.map(state => [state, seats.filter(each => each.state === state).length])) as Record<
    SeatState,
    number
  >

const isTaken = ({ state }: WantedSeat): boolean => state === 'seat' || state === 'waitlist'

/** The lines as they are stored once the draft is applied. */
const reportsOf = (lines: Awaited<ReturnType<typeof linesOf>>, seats: readonly WantedSeat[]): StudiedRow[] => {
  const byLine = Map.groupBy(seats, ({ n }) => n)
  return lines.map(({ n, cells }) => {
    const own = byLine.get(n)
    if (!own) return { n, cells, outcome: 'ignored', report: ignored }
    const isFine = (seat: WantedSeat) => isTaken(seat) || seat.state === 'there'
    const left = own.filter(seat => !isFine(seat))
    const outcome = own.some(isTaken)
      ? 'changed'
      : left.length === 0
        ? 'same'
        : left.every(({ state }) => state === 'skipped')
          ? 'skipped'
          : 'rejected'
    const notesOf = (seats: readonly WantedSeat[]) =>
      seats.map(({ state, child, wanted, section }) => ({
        code: `seat-${state}`,
        column: null,
        text: `${child} → ${section?.name ?? wanted}`,
      }))
    return {
      n,
      cells,
      outcome,
      report: { ...ignored, family: own[0]!.child, problems: notesOf(left), warnings: notesOf(own.filter(isFine)) },
    }
  })
}

const slices = ['imports', 'enrolments', 'classes', 'students', 'parents', 'payments', 'terms', 'teachers']

export const seatFunctions: Functions<typeof importedSeats> = {
  'imports-seats': async context => {
    const { db, actor, input, now } = context
    const draft = await findImport(db, visibleImports(actor), input.id, now)
    if (!draft || draft.status !== 'draft') throw notFound('The import')
    const { seats, classes } = await planned(context, draft, input.termId)
    const shown = ({ id, name, nativeName, weekday, startsAt }: (typeof classes)[number]) => ({
      id,
      name,
      nativeName,
      weekday,
      startsAt,
    })
    return {
      rows: seats.map(({ n, child, wanted, section, suggestions, state }) => ({
        n,
        child,
        wanted,
        section: section && shown(section),
        suggestions: suggestions.map(shown),
        state,
      })),
      classes: classes.map(shown),
      choices: choicesIn(draft, input.termId).map(({ wanted, sectionId }) => ({ wanted, sectionId })),
      counts: countsOf(seats),
    }
  },

  'imports-chooseClass': async ({ db, actor, input, now, touch }) => {
    const { id, termId, wanted, sectionId } = input
    const draft = await lockedDraft(db, actor, id)
    if (sectionId && !(await listKnownClasses(db, workedSections(actor), termId)).some(each => each.id === sectionId))
      throw notFound('The class')
    const others = draft.classChoices.filter(each => each.termId !== termId || each.wanted !== wanted)
    const classChoices = sectionId === undefined ? others : [...others, { termId, wanted, sectionId }]
    await updateImport(db, id, { classChoices, touchedAt: now })
    touch(['imports'], [])
    return {}
  },

  'imports-enrol': async context => {
    const { db, actor, input, now, touch } = context
    if (refusalFor(actor, ['enrolments-enrol']) !== null)
      throw denied('AREA_NEEDED', 'Your area of the office does not include enrolling students.')
    await takeTurn(db, 'import')
    const draft = await lockedDraft(db, actor, input.id)
    const before = await planned(context, draft, input.termId)
    await lockSections(db, [...new Set(before.seats.flatMap(({ section }) => (section ? [section.id] : [])))])
    // Seats are counted behind the locks, when no one else can take one.
    const { seats, lines } = await planned(context, draft, input.termId)
    const counts = countsOf(seats)
    if (seatStates.some(state => (input.counts[state] ?? 0) !== counts[state]))
      throw conflict('IMPORT_CHANGED', 'The school’s records have changed since this was shown. Check it again.')
    if (counts.class + counts.classes > 0) throw conflict('IMPORT_CLASSES', 'Choose a class for every row first.')
    const taken = seats.filter(isTaken)
    if (taken.length === 0) throw conflict('IMPORT_EMPTY', 'This sheet enrolls nobody.')
    const rows = reportsOf(lines, seats)
    const none = Object.fromEntries(Object.keys(draft.counts).map(outcome => [outcome, 0])) as typeof draft.counts
    for (const { outcome } of rows) none[outcome] += 1
    await updateReports(db, draft.id, rows)
    await updateImport(db, draft.id, {
      counts: none,
      totals: { ...uncounted(draft.totals), enrolled: taken.length },
      appliedAt: now,
      touchedAt: now,
    })
    await forgetCells(db, draft.id)
    const batchId = await startBatch(context, {
      kind: 'imports-enrol',
      n: taken.length,
      slices,
      detail: draft.fileName,
    })
    // Undoing the batch resets this column, too, which marks the import as undone.
    await updateImport(db, draft.id, { batchId })
    let totalCents = 0
    for (const { studentId, section } of taken)
      totalCents += (
        await enrolStudent(context, { studentId: studentId!, sectionId: section!.id, overrides: [] }, settleVisits)
      ).totalCents
    const families = await schoolAsItIs(context)
    const ids = new Set(taken.map(({ studentId }) => studentId))
    touch(
      slices,
      await listConcerned(
        db,
        families.persons.filter(({ id }) => ids.has(id)).flatMap(({ householdIds }) => householdIds),
      ),
    )
    return { id: draft.id, batchId, seats: counts.seat, waiting: counts.waitlist, totalCents }
  },
}
