import type { FastifyInstance } from 'fastify'
import type { Output } from '#contract/index.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { filterOf } from './filter.ts'
import { visibleAudit } from './policy.ts'
import { listAudit } from './queries.ts'

const columns: FileColumn<Output<'audit-list'>['rows'][number]>[] = [
  { of: 'at', head: { en: 'When (UTC)', zh: '时间（UTC）' }, value: row => row.at, width: 26 },
  { of: 'who', head: { en: 'E-mail address', zh: '邮箱' }, value: row => row.actor, width: 30 },
  { of: 'who', head: { en: 'Name', zh: '姓名' }, value: row => row.name, width: 24 },
  { of: 'what', head: { en: 'Function', zh: '操作' }, value: row => row.action, width: 28 },
  { of: 'what', head: { en: 'Outcome', zh: '结果' }, value: row => row.outcome, width: 10 },
]

/** The trail as it is filtered, as a file: `/files/audit.csv` and `.xlsx`. */
export const auditFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'audit',
    title: { en: 'Changes', zh: '修改记录' },
    columns,
    find: async (db, actor, input) => ({
      rows: await listAudit(db, visibleAudit(actor), filterOf(input, await zoneOf(db)), null, exportedAtMost),
      digits: 2,
    }),
  })
