import { type imports as contract, rowOutcomes } from '#contract/exchange/imports.ts'
import { dayIn } from '#rules/calendar.ts'
import type { PlannedFamily } from '#rules/imports/plan.ts'
import { holdsStaff } from '#rules/imports/staff.ts'
import { startBatch } from '#server/platform/batches.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, pageSize, readKey, totalOf } from '#server/platform/keys.ts'
import { takeTurn } from '#server/platform/oneAtATime.ts'
import { writePeople } from '../shared/acts.ts'
import { isEmpty } from '../shared/plan.ts'
import { listHouseholds, listPersons } from '../shared/queries.ts'
import { draftDays, draftEnd, removeOldDrafts } from './jobs.ts'
import { openInThread } from './openingThread.ts'
import { regionFor } from './phones.ts'
import { peopleOf } from './plan.ts'
import { visibleImports } from './policy.ts'
import {
  countImports,
  deleteDraftsBefore,
  deleteImport,
  findFile,
  findImport,
  findMapping,
  findSchool,
  firstLines,
  forgetCells,
  insertImport,
  keepMapping,
  keepSourceKeys,
  linesOf,
  listAsked,
  listConcerned,
  listFamilies,
  listImports,
  listRows,
  listSourceKeys,
  lockDraft,
  replaceRows,
  updateCustodyAnswers,
  updateDecision,
  updateImport,
  updateReports,
  writeProgress,
} from './queries.ts'
import { openQuestions, questionsAlike, shownFamily, withAnswers } from './questions.ts'
import { headingsKey, mayHoldNotes, type Recognised, samplesOf, type Sheet, shownRow, withTargets } from './study.ts'
import { type Studied, studyInThread } from './studyThread.ts'

type Draft = NonNullable<Awaited<ReturnType<typeof lockDraft>>>
type Call = Pick<Context<unknown>, 'db' | 'actor' | 'now'>

/** A draft, locked for changes. Throws where it doesn't exist or was applied. */
export const lockedDraft = async (db: Db, actor: Actor, id: string): Promise<Draft> => {
  const draft = await lockDraft(db, visibleImports(actor), id)
  if (!draft) throw notFound('The import')
  if (draft.appliedAt !== null) throw conflict('MOVE_NOT_ALLOWED', 'This import has already been applied.')
  return draft
}

/** Everyone whom a sheet may refer to. */
export const schoolAsItIs = async ({ db, actor, now }: Call) => {
  const seen = visibleImports(actor)
  const { zone } = await findSchool(db)
  return {
    persons: await listPersons(db, seen),
    households: await listHouseholds(db, seen),
    keys: await listSourceKeys(db),
    today: dayIn(zone, now),
  }
}

/** Determines what a draft would do to the school as it is now. */
const studied = async (call: Call, draft: Omit<Sheet, 'lines'> & { id: string }): Promise<Studied> => {
  const lines = await linesOf(call.db, draft.id)
  const decisions = new Map(
    lines.map(({ n, isSkipped, answer, numberAnswer, custodyAnswers }) => [
      n,
      { isSkipped, answer, numberAnswer, custodyAnswers },
    ]),
  )
  const { columns, headingRows, dayOrder, region } = draft
  const sheet = { columns, headingRows, dayOrder, region, lines: lines.map(({ n, cells }) => ({ n, cells })) }
  return studyInThread(sheet, await schoolAsItIs(call), decisions)
}

/** The same, and stores the report. */
const restudied = async (call: Call, draft: Omit<Sheet, 'lines'> & { id: string }): Promise<void> => {
  const { rows, counts, totals, dayExample } = await studied(call, draft)
  await updateReports(call.db, draft.id, rows)
  await updateImport(call.db, draft.id, { counts, totals, dayExample, touchedAt: call.now })
}

/** Columns as recognized, or as the office has set them before for a sheet with these headings. */
const recognised = async (db: Db, found: Recognised): Promise<Recognised> => {
  const remembered = await findMapping(db, headingsKey(found.columns))
  return remembered ? { ...found, columns: withTargets(found.columns, remembered, 'remembered') } : found
}

/** Writes families in portions and reports the progress; all of them are committed together or none. */
const writeFamilies = async (
  { db, actor, now, meanwhile }: Context<unknown>,
  id: string,
  families: readonly PlannedFamily[],
): Promise<void> => {
  const total = families.length
  const tell = (progress: Parameters<typeof writeProgress>[2]) =>
    meanwhile(beside => writeProgress(beside, id, progress), ['imports'])
  const atOnce = Math.max(5, Math.ceil(total / 25))
  try {
    for (let done = 0; done < total; done += atOnce) {
      await tell({ done, total })
      const people = peopleOf(families.slice(done, done + atOnce))
      await writePeople(db, people, now, { mayAddressStaff: false, by: actor.personId })
    }
  } catch (error) {
    await tell(null)
    throw error
  }
  await writeProgress(db, id, null)
}

const slices = ['imports', 'parents', 'students', 'users']

export const importFunctions: Functions<typeof contract> = {
  'imports-list': async ({ db, actor, input, now }) => {
    const seen = visibleImports(actor)
    const found = await listImports(db, seen, readKey(input.after, 2), now)
    return {
      ...cutPage(found, ({ at, id }) => [at, id]),
      total: await totalOf(found, input.after, () => countImports(db, seen)),
    }
  },

  'imports-get': async ({ db, actor, input, now, tell }) => {
    const seen = visibleImports(actor)
    const found = await findImport(db, seen, input.id, now)
    if (!found) throw notFound('The import')
    const { columns, totals, headingRows, ...rest } = found
    const samples =
      found.status === 'draft' ? samplesOf(await firstLines(db, seen, input.id), headingRows, columns.length) : []
    const isTold = samples.some(cells => cells.length > 0) || totals.unused?.some(({ cells }) => cells.length > 0)
    if (isTold) tell([])
    return {
      ...rest,
      children: totals.newChildren,
      guardians: totals.newGuardians,
      cells: null,
      enrolled: 0,
      unused: [],
      ...totals,
      custody: totals.custody ?? 0,
      isStaffList: holdsStaff(columns.map(({ target }) => target)),
      columns: columns.map(({ header, target, by }, index) => ({ header, target, by, samples: samples[index] ?? [] })),
    }
  },

  'imports-rows': async ({ db, actor, input, tell }) => {
    const seen = visibleImports(actor)
    const [after] = readKey(input.after, 1) ?? [0]
    const found = await listRows(
      db,
      seen,
      input.id,
      input.outcome ? [input.outcome] : null,
      Number(after),
      pageSize + 1,
    )
    const { rows, next } = cutPage(found, ({ n }) => [n])
    const whole = await findImport(db, seen, input.id, new Date(0))
    if (!whole) throw notFound('The import')
    const counted = Object.entries(whole.counts).filter(([outcome]) => !input.outcome || outcome === input.outcome)
    if (mayHoldNotes(rows)) tell([])
    return { rows: rows.map(shownRow), next, total: counted.reduce((sum, [, count]) => sum + count, 0) }
  },

  'imports-families': async ({ db, actor, input, tell }) => {
    const seen = visibleImports(actor)
    const [after] = readKey(input.after, 1) ?? [0]
    const { families, total } = await listFamilies(db, seen, input.id, { part: input.part, after: Number(after) })
    const open = openQuestions(await listAsked(db, seen, input.id))
    const { rows, next } = cutPage(families, ({ n }) => [n])
    if (mayHoldNotes(rows.flatMap(family => family.rows))) tell([])
    return { rows: rows.map(family => shownFamily(family, open)), next, total, open: open.n }
  },

  'imports-start': async ({ input, touch, enqueue, ...call }) => {
    const { db, actor, now } = call
    await deleteDraftsBefore(db, draftEnd(now, -draftDays))
    const bytes = Buffer.from(input.bytes, 'base64')
    const { lines, found: proposed, ...file } = await openInThread(bytes)
    const region = regionFor(await findSchool(db))
    const found = await recognised(db, proposed)
    const sheet = { lines, ...found, dayOrder: null, region }
    const { rows, counts, totals, dayExample } = await studyInThread(sheet, await schoolAsItIs(call), new Map())
    const id = await insertImport(
      db,
      {
        ...file,
        ...found,
        region,
        fileName: input.fileName,
        startedBy: actor.personId,
        createdAt: now,
        touchedAt: now,
        counts,
        totals,
        dayExample,
      },
      bytes,
    )
    await replaceRows(db, id, rows)
    await enqueue(removeOldDrafts, {}, draftEnd(now, draftDays + 1))
    touch(['imports'], [])
    return { id }
  },

  'imports-read': async ({ input, touch, ...call }) => {
    const { db, actor, now } = call
    const draft = await lockedDraft(db, actor, input.id)
    const bytes = await findFile(db, draft.id)
    if (!bytes) throw notFound('The file')
    const {
      lines,
      found: proposed,
      ...file
    } = await openInThread(bytes, {
      encoding: input.encoding ?? draft.encoding,
      delimiter: input.delimiter ?? (input.encoding ? null : draft.delimiter),
      sheet: input.sheet ?? draft.sheet,
      headerRow: input.headerRow ?? null,
    })
    const found = await recognised(db, proposed)
    const sheet = { lines, ...found, dayOrder: draft.dayOrder, region: draft.region }
    const { rows, counts, totals, dayExample } = await studyInThread(sheet, await schoolAsItIs(call), new Map())
    await replaceRows(db, draft.id, rows)
    await updateImport(db, draft.id, { ...file, ...found, counts, totals, dayExample, touchedAt: now })
    touch(['imports'], [])
    return { id: draft.id }
  },

  'imports-map': async ({ input, touch, ...call }) => {
    const { db, actor, now } = call
    const draft = await lockedDraft(db, actor, input.id)
    const columns = input.columns ? withTargets(draft.columns, input.columns, 'chosen') : draft.columns
    const changed = {
      columns,
      dayOrder: input.dayOrder === undefined ? draft.dayOrder : input.dayOrder,
      region: input.region ?? draft.region,
    }
    if (input.columns)
      await keepMapping(
        db,
        headingsKey(columns),
        columns.map(({ target }) => target),
        now,
      )
    await updateImport(db, draft.id, changed)
    await restudied(call, { ...draft, ...changed })
    touch(['imports'], [])
    return { id: draft.id }
  },

  'imports-decide': async ({ input, touch, ...call }) => {
    const { db, actor } = call
    const { id, n, isForAll = false, custody, ...decision } = input
    const draft = await lockedDraft(db, actor, id)
    const lines = await linesOf(db, id)
    if (!lines.some(line => line.n === n)) throw notFound('The row')
    const kind = custody?.answer ? 'custody' : decision.numberAnswer ? 'number' : 'doubt'
    // Who is barred is decided for each family, and a child of another family is never opened for many at once.
    const isOwn = custody?.answer?.kind === 'bar' || (kind === 'doubt' && decision.answer === 'same')
    const own = { n, child: custody?.child ?? '' }
    const asked = isForAll && !isOwn ? await listAsked(db, visibleImports(actor), id) : []
    const answered = [own, ...questionsAlike(asked, own, kind)]
    await updateDecision(
      db,
      id,
      answered.map(each => each.n),
      decision,
    )
    if (custody) await updateCustodyAnswers(db, id, withAnswers(lines, answered, custody.answer))
    await restudied(call, draft)
    touch(['imports'], [])
    return { id }
  },

  'imports-check': async ({ input, touch, ...call }) => {
    await restudied(call, await lockedDraft(call.db, call.actor, input.id))
    touch(['imports'], [])
    return { id: input.id }
  },

  'imports-apply': async context => {
    const { db, actor, input, now, touch } = context
    await takeTurn(db, 'import')
    const draft = await lockedDraft(db, actor, input.id)
    if (draft.dayExample !== null && draft.dayOrder === null) throw invalid([{ path: 'dayOrder', message: 'choose' }])
    const { families, keys, rows, counts, totals, dayExample } = await studied(context, draft)
    if (totals.custody)
      throw conflict('IMPORT_CUSTODY', 'Some notes on custody haven’t been read yet. Read them first.')
    const isAsSeen = rowOutcomes.every(outcome => counts[outcome] === input.counts[outcome])
    if (!isAsSeen)
      throw conflict('IMPORT_CHANGED', 'The school’s records have changed since this was shown. Check it again.')
    const people = peopleOf(families)
    if (isEmpty(people)) throw conflict('IMPORT_EMPTY', 'Everyone in this sheet is already on file.')
    await updateReports(db, draft.id, rows)
    // Cells of imported rows are not kept, not even as examples.
    const unused = totals.unused?.map(group => ({ ...group, cells: [] })) ?? []
    const kept = { ...totals, unused }
    await updateImport(db, draft.id, { counts, totals: kept, dayExample, appliedAt: now, touchedAt: now })
    await forgetCells(db, draft.id)
    const batchId = await startBatch(context, {
      kind: 'imports-apply',
      n: totals.newChildren,
      slices,
      detail: draft.fileName,
    })
    // Undoing the batch resets this column, too, which marks the import as undone.
    await updateImport(db, draft.id, { batchId })
    await writeFamilies(context, draft.id, families)
    await keepSourceKeys(db, keys)
    touch(
      slices,
      await listConcerned(
        db,
        families.map(({ id }) => id),
      ),
    )
    return {
      id: draft.id,
      batchId,
      children: totals.newChildren,
      guardians: totals.newGuardians,
      families: totals.newFamilies,
    }
  },

  'imports-discard': async ({ db, actor, input, touch }) => {
    const draft = await lockedDraft(db, actor, input.id)
    await deleteImport(db, draft.id)
    touch(['imports'], [])
    return {}
  },
}
