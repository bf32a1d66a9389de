import type { FastifyInstance } from 'fastify'
import type { Output } from '#contract/index.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { filterOf } from './filter.ts'
import { visibleAudit } from './policy.ts'
import { listAudit } from './queries.ts'
import { inBoth, nameIn, namesIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './files.en.ts'
import { messages as zh } from './files.zh.ts'

const texts = textsOf({ en, zh })

const columns: FileColumn<Output<'audit-list'>['rows'][number]>[] = [
  { of: 'at', head: inBoth(texts, 'whenUtc'), value: row => row.at, width: 26 },
  { of: 'who', head: inBoth(texts, 'emailAddress'), value: row => row.actor, width: 30 },
  { of: 'who', head: inBoth(texts, 'name'), value: (row, language) => nameIn(language, row), width: 24 },
  { of: 'what', head: inBoth(texts, 'function'), value: row => row.action, width: 28 },
  { of: 'what', head: inBoth(texts, 'outcome'), value: row => row.outcome, width: 10 },
  {
    of: 'whose',
    head: inBoth(texts, 'students'),
    value: (row, language) => namesIn(language, row.students),
    width: 36,
  },
]

/** Serves the filtered trail as a file: `/files/audit.csv` and `.xlsx`. */
export const auditFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'audit',
    title: inBoth(texts, 'changes'),
    columns,
    find: async (db, actor, input) => ({
      rows: await listAudit(db, visibleAudit(actor), filterOf(input, await zoneOf(db)), null, exportedAtMost),
      digits: 2,
    }),
  })
