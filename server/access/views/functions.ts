import type { views } from '#contract/access/views.ts'
import { denied, notFound, unlessTaken } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { ownViews, visibleViews } from './policy.ts'
import { changeView, deleteView, dropDefault, insertView, listViews, setDefault } from './queries.ts'

const personOf = (actor: Actor): string => {
  if (actor.personId === null) throw denied('ROLE_NEEDED', 'Only office staff can save views.')
  return actor.personId
}

export const viewFunctions: Functions<typeof views> = {
  'views-list': ({ db, actor, input }) => listViews(db, visibleViews(actor), actor.personId, input.list),

  'views-save': async ({ db, actor, input, now, touch }) => {
    const { id, list, isDefault, ...values } = input
    const saved = await unlessTaken(
      id === undefined
        ? insertView(db, { ...values, list, personId: personOf(actor), createdAt: now })
        : changeView(db, ownViews(actor), id, values),
    )
    if (saved === undefined) throw notFound('The view')
    const personId = personOf(actor)
    if (isDefault === true) await setDefault(db, ownViews(actor), { personId, list, viewId: saved })
    if (isDefault === false) await dropDefault(db, personId, saved)
    touch(['views'], [])
    return { id: saved }
  },

  'views-remove': async ({ db, actor, input, touch }) => {
    if (!(await deleteView(db, ownViews(actor), input.id))) throw notFound('The view')
    touch(['views'], [])
    return {}
  },

  'views-setDefault': async ({ db, actor, input: { list, id }, touch }) => {
    if (!(await setDefault(db, visibleViews(actor), { personId: personOf(actor), list, viewId: id })))
      throw notFound('The view')
    touch(['views'], [])
    return {}
  },
}
