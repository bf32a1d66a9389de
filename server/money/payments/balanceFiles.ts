import type { FastifyInstance } from 'fastify'
import type { Output } from '#contract/index.ts'
import { dayIn } from '#rules/calendar.ts'
import { type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { currencyDigits, zoneOf } from '#server/school/config/tables.ts'
import { listBalances } from './balanceQueries.ts'
import { officeLedgers } from './policy.ts'

type Row = Output<'payments-households'>['rows'][number]
const money = { kind: 'money', width: 13 } as const

const columns: FileColumn<Row>[] = [
  { of: 'household', head: { en: 'Family', zh: '家庭' }, value: row => row.household, width: 24 },
  { of: 'household', head: { en: 'Guardians', zh: '监护人' }, value: row => row.guardians, width: 36 },
  { of: 'balance', head: { en: 'Charged', zh: '应收' }, value: row => row.chargedCents, ...money },
  { of: 'balance', head: { en: 'Paid', zh: '实收' }, value: row => row.paidCents, ...money },
  { of: 'current', head: { en: 'Not due yet', zh: '未到期' }, value: row => row.current, ...money },
  { of: 'days30', head: { en: '1–30 days', zh: '逾期 1–30 天' }, value: row => row.days30, ...money },
  { of: 'days60', head: { en: '31–60 days', zh: '逾期 31–60 天' }, value: row => row.days60, ...money },
  { of: 'older', head: { en: '61 days and more', zh: '逾期 61 天以上' }, value: row => row.older, ...money },
  { of: 'credit', head: { en: 'Credit', zh: '结余' }, value: row => row.creditCents, ...money },
  { of: 'balance', head: { en: 'Balance', zh: '余额' }, value: row => row.balanceCents, ...money },
  { of: 'due', head: { en: 'Due since', zh: '最早应缴日' }, value: row => row.dueOn, kind: 'day', width: 12 },
]

/** What families owe as a file: `/files/balances.csv` and `.xlsx`. */
export const balanceFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'balances',
    title: { en: 'Balances', zh: '家庭余额' },
    columns,
    find: async (db, actor, { search = '', view = 'all', age, sort = 'name', down = false }, now) => {
      const only = { search, view, age, today: dayIn(await zoneOf(db), now) }
      return {
        rows: await listBalances(db, officeLedgers(actor), only, { by: sort, down }, null, null),
        digits: await currencyDigits(db),
      }
    },
  })
