import { areaReaches } from '#contract/areas.ts'
import type { batches } from '#contract/office/batches.ts'
import { isUndoable, undoBatch } from '#server/platform/batches.ts'
import { conflict, denied, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { lockSections } from '#server/enrolment/enrolments/acts.ts'
import { reopenCustody } from '#server/people/students/acts.ts'
import { visibleBatches } from './policy.ts'
import { countBatches, listBatches, listOversold, listSeatedIn, lockBatch } from './queries.ts'

export const batchFunctions: Functions<typeof batches> = {
  'batches-list': async ({ db, actor, input, now }) => {
    const seen = visibleBatches(actor)
    const search = input.search ?? ''
    const found = await listBatches(db, seen, search, readKey(input.after, 2))
    const shown = found.map(({ id, kind, n, detail, at, undoneAt, undoneBy, ...by }) => ({
      id,
      kind,
      n,
      detail,
      actor: by.actor,
      actorNativeName: by.actorNativeName,
      at: at.toISOString(),
      undoneAt: undoneAt?.toISOString() ?? null,
      undoneBy: undoneBy ?? '',
      undoneByNativeName: by.undoneByNativeName,
      mayUndo: isUndoable({ at, undoneAt }, now) && areaReaches(actor.area, kind, 'write'),
    }))
    return {
      ...cutPage(shown, batch => [batch.at, batch.id]),
      total: await totalOf(shown, input.after, () => countBatches(db, seen, search)),
    }
  },

  'batches-undo': async ({ db, actor, input, now, touch }) => {
    const batch = await lockBatch(db, visibleBatches(actor), input.id)
    if (!batch) throw notFound('The change')
    if (!areaReaches(actor.area, batch.kind, 'write'))
      throw denied('AREA_NEEDED', 'Your area of the office does not include this.')
    if (batch.undoneAt !== null) throw conflict('MOVE_NOT_ALLOWED', 'This has already been undone.')
    if (!isUndoable(batch, now)) throw conflict('UNDO_TOO_LATE', 'This could be undone only for 24 hours.')
    // Seats given to others since then stay theirs: the undo fails if it would overfill a class.
    const sectionIds = await listSeatedIn(db, batch.id)
    await lockSections(db, sectionIds)
    const before = await listOversold(db, sectionIds, now)
    await reopenCustody(db, batch.id)
    await undoBatch(db, batch.id, { actor: actor.name || actor.email, at: now })
    for (const [id, over] of await listOversold(db, sectionIds, now))
      if (over > (before.get(id) ?? 0))
        throw conflict(
          'SEATS_GIVEN',
          'Some of these spots have gone to others in the meantime, so this can’t be undone.',
        )
    touch([...batch.slices, 'batches'])
    return {}
  },
}
