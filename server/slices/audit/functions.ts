import type { audit } from '#contract/audit.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { visibleAudit } from './policy.ts'
import { countAudit, listAudit } from './queries.ts'

export const auditFunctions: Functions<typeof audit> = {
  'audit-list': async ({ db, actor, input }) => {
    const seen = visibleAudit(actor)
    const found = await listAudit(db, seen, input.search ?? '', readKey(input.after, 2))
    const entries = found.map(entry => ({ ...entry, at: entry.at.toISOString() }))
    return { ...cutPage(entries, entry => [entry.at, entry.id]), total: await countAudit(db, seen, input.search ?? '') }
  },
}
