import type { familyView } from '#contract/people/parents.views.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { visibleGuardians } from './policy.ts'
import { endView, findGuardian, findViewed, insertView } from './viewQueries.ts'

/** The actor for the caller's view: the guardian, with the parent role only; null if the view is over. */
export const viewedActor = async (db: Db, viewer: Actor, viewId: string): Promise<Actor | null> => {
  const found = await findViewed(db, viewer, viewId)
  if (!found?.isParent) return null
  const { isParent: _isParent, ...guardian } = found
  return {
    ...guardian,
    signInId: null,
    signedInAt: null,
    isVerified: true,
    roles: ['parent'],
    area: null,
    viewedBy: viewer.accountId,
  }
}

export const viewFunctions: Functions<typeof familyView> = {
  'parents-viewAs': async ({ db, actor, input }) => {
    const guardian = await findGuardian(db, visibleGuardians(actor), input.id)
    if (!guardian) throw notFound('The guardian')
    if (!guardian.isParent) throw conflict('NOTHING_TO_SEE', 'This guardian has no access to any child’s record.')
    const viewId = await insertView(db, actor.accountId!, input.id)
    return { viewId, personId: input.id, name: guardian.name, nativeName: guardian.nativeName }
  },

  'parents-stopView': async ({ db, actor, input }) => {
    if (actor.accountId !== null) await endView(db, actor.accountId, input.viewId)
    return { viewId: input.viewId }
  },
}
