import type { FastifyInstance } from 'fastify'
import { csvRoute, exportedAtMost, type FileTools } from '#server/platform/csvRoute.ts'
import { minorUnitsOf } from '#server/slices/config/tables.ts'
import { visibleHouseholds } from './policy.ts'
import { listHouseholds, sortedHouseholds } from './queries.ts'

const headers = {
  en: ['Family', 'Guardians', 'Children', 'Phone', 'E-mail', 'Balance'],
  zh: ['家庭', '家长', '孩子', '电话', '邮箱', '余额'],
}
const together = (people: readonly { name: string; nativeName: string }[]): string =>
  people.map(({ name, nativeName }) => `${name} ${nativeName}`.trim()).join(', ')

/** The families of a list as a file: `/files/families.csv`. */
export const householdFiles = (app: FastifyInstance, tools: FileTools): void =>
  csvRoute(app, tools, {
    file: 'families',
    name: 'parents-list',
    table: async (db, actor, input, language) => {
      const filter = { search: input.search ?? '', view: input.view ?? 'active' }
      const units = await minorUnitsOf(db)
      const order = sortedHouseholds(input.sort, input.down)
      const found = await listHouseholds(db, visibleHouseholds(actor), filter, order, exportedAtMost)
      return {
        header: headers[language],
        rows: found.map(household => [
          household.name,
          together(household.guardians),
          together(household.children),
          household.phone,
          household.email,
          household.balanceCents / units,
        ]),
      }
    },
  })
