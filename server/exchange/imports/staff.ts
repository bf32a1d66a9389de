import { type StaffOutcome, staffOutcomes } from '#contract/exchange/imports.plain.ts'
import type { importedStaff } from '#contract/exchange/imports.staff.ts'
import { dayIn, startOfDay } from '#rules/calendar.ts'
import { columnOrder } from '#rules/imports/dates.ts'
import { lineReader } from '#rules/imports/layout.ts'
import { keyReader } from '#rules/imports/names.ts'
import { planStaff, type StaffMember } from '#rules/imports/staff.ts'
import { startBatch } from '#server/platform/batches.ts'
import { conflict, denied, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { refusalFor } from '#server/platform/right.ts'
import { takeTurn } from '#server/platform/oneAtATime.ts'
import { mustBeRecent } from '#server/access/identity/acts.ts'
import { addTeacher } from '#server/people/teachers/acts.ts'
import { romaniser } from '../shared/romanise.ts'
import { lockedDraft } from './functions.ts'
import { phoneReader } from './phones.ts'
import { visibleImports } from './policy.ts'
import { findImport, findSchool, forgetCells, linesOf, updateImport, updateReports } from './queries.ts'
import { listKnownStaff } from './staffQueries.ts'
import { gridOf, ignored, type StudiedRow, uncounted } from './study.ts'

type Draft = NonNullable<Awaited<ReturnType<typeof findImport>>>
type Lines = Awaited<ReturnType<typeof linesOf>>
type Planned = { members: StaffMember[]; lines: Lines }

/** Determines what a draft that lists staff would do to the school as it is. */
const planned = async (
  { db, actor, now }: Pick<Context<unknown>, 'db' | 'actor' | 'now'>,
  draft: Pick<Draft, 'id' | 'columns' | 'headingRows' | 'dayOrder' | 'region'>,
): Promise<Planned> => {
  const lines = await linesOf(db, draft.id)
  const { zone } = await findSchool(db)
  const today = dayIn(zone, now)
  const columns = draft.columns.map(({ target }) => target)
  const grid = gridOf(lines)
  const kindOf = lineReader(
    { headingRows: draft.headingRows, headings: draft.columns.map(({ header }) => header) },
    grid,
    columns.map(({ field }) => field),
  )
  const first = (draft.headingRows.at(-1) ?? -1) + 1
  const people = lines.filter(({ n, cells }) => n > first && kindOf(cells) === 'data')
  const start = columns.findIndex(({ field }) => field === 'staff-start')
  const order = columnOrder(
    people.map(({ cells }) => cells[start] ?? ''),
    Number(today.slice(0, 4)),
  )
  const usual = draft.region === 'US' ? 'month-first' : 'day-first'
  const members = planStaff(
    people,
    await listKnownStaff(db, visibleImports(actor)),
    new Map(lines.map(({ n, isSkipped, answer }) => [n, { isSkipped, answer }])),
    {
      columns,
      today,
      phone: phoneReader(draft.region),
      keysOf: keyReader(await romaniser()),
      order: { dot: order.dot, slash: draft.dayOrder ?? order.slash ?? usual },
    },
  )
  return { members, lines }
}

const countsOf = (members: readonly StaffMember[]): Record<StaffOutcome, number> =>
  Object.fromEntries(
    staffOutcomes.map(outcome => [outcome, members.filter(each => each.outcome === outcome).length]),
  ) as Record<StaffOutcome, number>

/** The lines as they are stored once the draft is applied, for the record and for the file of those that stayed out. */
const reportsOf = ({ members, lines }: Planned): StudiedRow[] => {
  const byNumber = new Map(members.map(member => [member.n, member]))
  return lines.map(({ n, cells }) => {
    const member = byNumber.get(n)
    if (!member) return { n, cells, outcome: 'ignored', report: ignored }
    const { outcome, name, problems, notes } = member
    const made = { code: 'staff-made', column: null, text: name }
    const isTeacher = outcome === 'new' || outcome === 'joined' || outcome === 'same'
    return {
      n,
      cells,
      outcome: outcome === 'joined' ? 'new' : outcome,
      report: { ...ignored, family: name, problems, warnings: isTeacher ? [made, ...notes] : notes },
    }
  })
}

const slices = ['imports', 'teachers', 'users', 'classes']

export const staffFunctions: Functions<typeof importedStaff> = {
  'imports-staff': async context => {
    const draft = await findImport(context.db, visibleImports(context.actor), context.input.id, context.now)
    if (!draft || draft.status !== 'draft') throw notFound('The import')
    const { members, lines } = await planned(context, draft)
    const answers = new Map(lines.map(({ n, answer }) => [n, answer]))
    return {
      rows: members.map(member => ({ ...member, answer: answers.get(member.n) ?? null })),
      counts: countsOf(members),
    }
  },

  'imports-applyStaff': async context => {
    const { db, actor, input, now, touch } = context
    if (refusalFor(actor, ['teachers-create']) !== null)
      throw denied('AREA_NEEDED', 'Your area of the office does not include adding teachers.')
    mustBeRecent(actor)
    await takeTurn(db, 'import')
    const draft = await lockedDraft(db, actor, input.id)
    const plan = await planned(context, draft)
    const counts = countsOf(plan.members)
    if (staffOutcomes.some(outcome => (input.counts[outcome] ?? 0) !== counts[outcome]))
      throw conflict('IMPORT_CHANGED', 'The school’s records have changed since this was shown. Check it again.')
    if (counts.doubtful > 0) throw invalid([{ path: 'rows', message: 'doubtful' }])
    const added = plan.members.filter(({ outcome }) => outcome === 'new' || outcome === 'joined')
    if (added.length === 0) throw conflict('IMPORT_EMPTY', 'Everyone in this sheet is already on file.')
    const rows = reportsOf(plan)
    await updateReports(db, draft.id, rows)
    const none = Object.fromEntries(Object.keys(draft.counts).map(outcome => [outcome, 0])) as typeof draft.counts
    await updateImport(db, draft.id, {
      counts: { ...none, ...counts, new: added.length, joined: 0, ignored: rows.length - plan.members.length },
      totals: uncounted(draft.totals),
      appliedAt: now,
      touchedAt: now,
    })
    await forgetCells(db, draft.id)
    const batchId = await startBatch(context, {
      kind: 'imports-applyStaff',
      n: added.length,
      slices,
      detail: draft.fileName,
    })
    // Undoing the batch resets this column, too, which marks the import as undone.
    await updateImport(db, draft.id, { batchId })
    const { zone } = await findSchool(db)
    for (const { name, nativeName, email, phone, otherPhones, role, startsOn } of added) {
      const since = startsOn === null ? now : startOfDay(zone, startsOn)
      const id = await addTeacher(
        db,
        { name, nativeName, email, phone, otherPhones, work: role },
        since < now ? since : now,
      )
      if (id === null)
        throw conflict('IMPORT_CHANGED', 'The school’s records have changed since this was shown. Check it again.')
    }
    touch(slices)
    return { id: draft.id, batchId, teachers: added.length }
  },
}
