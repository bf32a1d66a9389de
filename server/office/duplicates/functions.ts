import type { DuplicateKind, duplicates, mergeObstacles } from '#contract/office/duplicates.ts'
import type { Reason } from '#contract/errors.ts'
import { startBatch } from '#server/platform/batches.ts'
import { isDuplicate } from '#server/platform/databaseErrors.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { forgetCounts } from './acts.ts'
import { compare } from './comparing.ts'
import { merge } from './merging.ts'
import { countUnseen, listPeople, lockPair } from './mergingQueries.ts'
import { comparedRecords } from './policy.ts'
import { dismissPair, findRecords, listSuggestions, suggestPair } from './suggestionQueries.ts'

/** The slices whose answers change with a merge: everything that shows people or families. */
const slices = [
  'duplicates',
  'parents',
  'students',
  'teachers',
  'users',
  'enrolments',
  'classes',
  'payments',
  'absences',
  'assignments',
  'grades',
  'messages',
  'events',
]

const refusals: Record<(typeof mergeObstacles)[number], Reason> = {
  sameClass: 'BOTH_ENROLLED',
  kin: 'NOT_ONE_PERSON',
  unseenChild: 'LAST_GUARDIAN',
  admin: 'AREA_NEEDED',
}

const nouns: Record<DuplicateKind, string> = { household: 'The family', student: 'The student', adult: 'The person' }

export const duplicateFunctions: Functions<typeof duplicates> = {
  'duplicates-list': async ({ db, actor, input }) => {
    const { found, total } = await listSuggestions(db, comparedRecords(actor), input.of, readKey(input.after, 3))
    const { rows, next } = cutPage(found, ({ weight, one, other }) => [weight, one.id, other.id])
    return { rows: rows.map(({ one, other, reasons }) => ({ one, other, reasons })), next, total }
  },

  'duplicates-find': ({ db, actor, input }) =>
    findRecords(db, comparedRecords(actor), input.of, input.search, input.besides),

  'duplicates-compare': async ({ db, actor, input }) => {
    const found = await compare(db, comparedRecords(actor), input.of, input, actor)
    if (!found) throw notFound(nouns[input.of])
    return found
  },

  'duplicates-merge': async context => {
    const { db, actor, input, now, touch } = context
    const { of, keepId, dropId, mark } = input
    const pair = { keepId, dropId }
    await lockPair(db, of, pair)
    const found = await compare(db, comparedRecords(actor), of, pair, actor)
    if (!found) throw notFound(nouns[of])
    if (found.mark !== mark) throw conflict('CHANGED_MEANWHILE', 'One of the two has changed. Look at both again.')
    const [obstacle] = found.obstacles
    if (obstacle)
      throw conflict(refusals[obstacle.kind], 'Something must be settled before these two can be merged.', {
        what: obstacle.what,
      })
    const fixed = Object.fromEntries(
      found.fields.flatMap(({ key, isFixed, suggested }) => (isFixed ? [[key, suggested]] : [])),
    )
    const unseen = await countUnseen(db, pair)
    const concerned = await listPeople(db, pair)
    const batchId = await startBatch(context, {
      kind: 'duplicates-merge',
      n: 2,
      slices,
      detail: found.sides[0].name,
    })
    try {
      await merge(db, of, pair, { ...input.choose, ...fixed }, now)
    } catch (error) {
      throw isDuplicate(error)
        ? conflict('NOT_MERGEABLE', 'Both have something that only one record can have. Settle that first.')
        : error
    }
    if ((await countUnseen(db, pair)) > unseen)
      throw conflict('LAST_GUARDIAN', 'At least one guardian must be able to see the child’s record.')
    touch(slices, concerned)
    forgetCounts()
    return { id: keepId, batchId }
  },

  'duplicates-dismiss': async ({ db, input, now, touch }) => {
    await dismissPair(db, input.of, input.ids, now)
    touch(['duplicates'], [])
    forgetCounts()
    return { id: input.ids[0] }
  },

  'duplicates-suggest': async ({ db, input, touch }) => {
    await suggestPair(db, input.of, input.ids)
    touch(['duplicates'], [])
    forgetCounts()
    return { id: input.ids[0] }
  },
}
