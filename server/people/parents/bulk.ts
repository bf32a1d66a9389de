import type { WriteName } from '#contract/index.ts'
import type { parents } from '#contract/people/parents.ts'
import { startBatch } from '#server/platform/batches.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { archiveHouseholds, restoreHouseholds, sortOutForArchive, sortOutForRestore } from './archiveQueries.ts'
import { grantAgain, inviteAgreed, sortOutInvitations } from '#server/access/users/acts.ts'
import { mustBeRecent } from '#server/access/identity/acts.ts'
import { eraseFamily, lockArchived } from './erasingQueries.ts'
import { inviteesOf, membersOf } from './guardianQueries.ts'
import { visibleHouseholds } from '#server/people/students/policy.ts'
import { selectHouseholds } from './queries.ts'

const reading = ['parents', 'students', 'users']

/** Opens a batch for these families and notifies those who see them. */
const batched = async (
  { db, actor, now, touch }: Context<unknown>,
  kind: WriteName,
  ids: readonly string[],
): Promise<string | null> => {
  if (ids.length === 0) return null
  touch(reading, await membersOf(db, ids))
  return startBatch({ db, actor, now, touch }, { kind, n: ids.length, slices: reading })
}

/** The office's functions for many families at once. */
export const bulkFunctions: Pick<
  Functions<typeof parents>,
  | 'parents-select'
  | 'parents-preview'
  | 'parents-archive'
  | 'parents-erase'
  | 'parents-restore'
  | 'parents-previewInvitations'
  | 'parents-inviteMany'
> = {
  'parents-select': ({ db, actor, input }) =>
    selectHouseholds(db, visibleHouseholds(actor), { search: input.search ?? '', view: input.view ?? 'active' }),

  'parents-preview': async ({ db, actor, input }) => {
    const sortOut = input.act === 'archive' ? sortOutForArchive : sortOutForRestore
    const { ids, kept } = await sortOut(db, visibleHouseholds(actor), input.ids, { hold: false })
    return { n: ids.length, kept }
  },

  'parents-archive': async context => {
    const { db, actor, input, now } = context
    const { ids, kept } = await sortOutForArchive(db, visibleHouseholds(actor), input.ids, { hold: true })
    if (ids.length === 0 && kept[0])
      throw conflict(
        kept[0].reason,
        'A family with a balance, or with a child in a class or on a waitlist, can’t be archived.',
      )
    const batchId = await batched(context, 'parents-archive', ids)
    await archiveHouseholds(db, ids, now)
    return { archived: ids, kept, batchId }
  },

  'parents-erase': async ({ db, actor, input, now, touch }) => {
    mustBeRecent(actor)
    const family = await lockArchived(db, visibleHouseholds(actor), input.id)
    if (!family) throw notFound('The archived family')
    if (family.name.trim() !== input.name.trim()) throw invalid([{ path: 'name', message: 'asshown' }])
    const erased = await eraseFamily(db, input.id, now)
    touch(['parents', 'students', 'messages', 'payments', 'users'])
    return erased
  },

  'parents-restore': async context => {
    const { db, actor, input } = context
    const { ids } = await sortOutForRestore(db, visibleHouseholds(actor), input.ids, { hold: true })
    const batchId = await batched(context, 'parents-restore', ids)
    await restoreHouseholds(db, ids)
    return { restored: ids, batchId }
  },

  'parents-previewInvitations': async ({ db, actor, input }) =>
    sortOutInvitations(db, await inviteesOf(db, visibleHouseholds(actor), input.ids), input),

  'parents-inviteMany': async context => {
    const { db, actor, input, now } = context
    const found = await sortOutInvitations(db, await inviteesOf(db, visibleHouseholds(actor), input.ids), input)
    const people = found.send.map(({ id }) => id)
    const done = await inviteAgreed(context, found, input.agreed)
    await grantAgain(db, people, 'parent', now)
    return done
  },
}
