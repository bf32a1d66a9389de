import type { FastifyInstance } from 'fastify'
import type { Output } from '#contract/index.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { currencyDigits } from '#server/school/config/tables.ts'
import { balancesSeen, visibleHouseholds } from './policy.ts'
import { listHouseholds, sortedHouseholds } from './queries.ts'

type Row = Output<'parents-list'>['rows'][number]

const together = (people: readonly { name: string; nativeName: string }[]): string =>
  people.map(({ name, nativeName }) => `${name} ${nativeName}`.trim()).join(', ')

const columns: FileColumn<Row>[] = [
  { of: 'name', head: { en: 'Family', zh: '家庭' }, value: row => row.name, width: 24 },
  { of: 'guardians', head: { en: 'Guardians', zh: '家长' }, value: row => together(row.guardians), width: 36 },
  { of: 'children', head: { en: 'Children', zh: '孩子' }, value: row => together(row.children), width: 36 },
  { of: 'phone', head: { en: 'Phone', zh: '电话' }, value: row => row.phone, width: 18 },
  { of: 'email', head: { en: 'E-mail', zh: '邮箱' }, value: row => row.email, width: 28 },
  {
    of: 'balance',
    head: { en: 'Balance', zh: '余额' },
    value: row => row.balanceCents,
    kind: 'money',
    width: 12,
  },
]

/** The families of a list as a file: `/files/families.csv` and `.xlsx`. */
export const householdFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'families',
    title: { en: 'Families', zh: '家庭' },
    columns,
    find: async (db, actor, input) => ({
      rows: await listHouseholds(
        db,
        visibleHouseholds(actor),
        balancesSeen(actor),
        { search: input.search ?? '', view: input.view ?? 'active' },
        sortedHouseholds(balancesSeen(actor), input.sort, input.down),
        exportedAtMost,
      ),
      digits: await currencyDigits(db),
    }),
  })
