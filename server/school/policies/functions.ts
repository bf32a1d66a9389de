import type { policies } from '#contract/school/policies.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { insertPolicies, listCurrent } from './acts.ts'
import { currentPolicies, keptPolicies } from './policy.ts'
import { countSignatures, insertVersion, listPolicies, listSignatures, lockPolicy, updatePolicy } from './queries.ts'

export const policyFunctions: Functions<typeof policies> = {
  'policies-current': ({ db }) => listCurrent(db, currentPolicies),

  'policies-list': ({ db, actor }) => listPolicies(db, keptPolicies(actor)),

  'policies-create': async ({ db, actor, input, now, touch }) => {
    const kind = newId()
    await insertPolicies(db, [{ ...input, kind }], actor.personId, now)
    touch(['policies', 'parents'])
    return { kind }
  },

  'policies-change': async ({ db, actor, input: { kind, ...titles }, touch }) => {
    if (!(await updatePolicy(db, keptPolicies(actor), kind, titles))) throw notFound('The policy')
    touch(['policies', 'parents'])
    return { kind }
  },

  'policies-publish': async ({ db, actor, input, now, touch }) => {
    const policy = await lockPolicy(db, keptPolicies(actor), input.kind)
    if (!policy || policy.archivedAt) throw notFound('The policy')
    const version = await insertVersion(db, { ...input, publishedBy: actor.personId, publishedAt: now })
    touch(['policies', 'parents'])
    return { kind: input.kind, version }
  },

  'policies-archive': async ({ db, actor, input: { kind }, now, touch }) => {
    if (!(await updatePolicy(db, keptPolicies(actor), kind, { archivedAt: now }))) throw notFound('The policy')
    touch(['policies', 'parents'])
    return { kind }
  },

  'policies-restore': async ({ db, actor, input: { kind }, touch }) => {
    if (!(await updatePolicy(db, keptPolicies(actor), kind, { archivedAt: null }))) throw notFound('The policy')
    touch(['policies', 'parents'])
    return { kind }
  },

  'policies-signatures': async ({ db, actor, input }) => {
    const kept = keptPolicies(actor)
    const found = await listSignatures(db, kept, input, readKey(input.after, 2))
    return {
      ...cutPage(found, ({ household, householdId }) => [household, householdId]),
      total: await totalOf(found, input.after, () => countSignatures(db, kept, input)),
    }
  },
}
