import type { audit } from '#contract/access/audit.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, pageSize, readKey, totalOf } from '#server/platform/keys.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { filterOf } from './filter.ts'
import { visibleAudit } from './policy.ts'
import { countAudit, listActions, listAudit } from './queries.ts'

export const auditFunctions: Functions<typeof audit> = {
  'audit-list': async ({ db, actor, input }) => {
    const seen = visibleAudit(actor)
    const filter = filterOf(input, await zoneOf(db))
    const found = await listAudit(db, seen, filter, readKey(input.after, 2), pageSize + 1)
    return {
      ...cutPage(found, ({ at, id }) => [at, id]),
      total: await totalOf(found, input.after, () => countAudit(db, seen, filter)),
    }
  },

  'audit-actions': ({ db, actor, input }) => listActions(db, visibleAudit(actor), input.readings === true),
}
