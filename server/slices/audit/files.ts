import type { FastifyInstance } from 'fastify'
import { csvRoute, exportedAtMost, type FileTools } from '#server/platform/csvRoute.ts'
import { zoneOf } from '#server/slices/config/tables.ts'
import { filterOf } from './filter.ts'
import { visibleAudit } from './policy.ts'
import { listAudit } from './queries.ts'

const header = {
  en: ['When (UTC)', 'E-mail address', 'Name', 'Function', 'Outcome'],
  zh: ['时间（UTC）', '邮箱', '姓名', '操作', '结果'],
}

/** The trail as it is filtered, as a file: `/files/audit.csv`. */
export const auditFiles = (app: FastifyInstance, tools: FileTools): void =>
  csvRoute(app, tools, {
    file: 'audit',
    name: 'audit-list',
    table: async (db, actor, input, language) => {
      const found = await listAudit(db, visibleAudit(actor), filterOf(input, await zoneOf(db)), null, exportedAtMost)
      return {
        header: header[language],
        rows: found.map(({ at, actor: email, name, action, outcome }) => [at, email, name, action, outcome]),
      }
    },
  })
