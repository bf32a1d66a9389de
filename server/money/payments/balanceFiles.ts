import type { FastifyInstance } from 'fastify'
import type { Output } from '#contract/index.ts'
import { dayIn } from '#rules/calendar.ts'
import { listIn } from '#rules/lists.ts'
import { type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { currencyDigits, zoneOf } from '#server/school/config/tables.ts'
import { bothNames, inBoth } from '#server/platform/texts.ts'
import { listBalances } from './balanceQueries.ts'
import { ledgerTexts, screenTexts } from './ledgerText.ts'
import { officeLedgers } from './policy.ts'

type Row = Output<'payments-households'>['rows'][number]
const money = { kind: 'money', width: 13 } as const

const columns: FileColumn<Row>[] = [
  {
    of: 'household',
    head: inBoth(ledgerTexts, 'heads.family'),
    value: (row, language) => bothNames(language, row.household, row.householdNativeName),
    width: 24,
  },
  {
    of: 'household',
    head: inBoth(ledgerTexts, 'heads.guardians'),
    value: (row, language) =>
      listIn(
        language,
        row.guardians.map(({ name, nativeName }) => bothNames(language, name, nativeName)),
      ),
    width: 36,
  },
  { of: 'balance', head: inBoth(ledgerTexts, 'heads.charged'), value: row => row.chargedCents, ...money },
  { of: 'balance', head: inBoth(ledgerTexts, 'heads.paid'), value: row => row.paidCents, ...money },
  { of: 'current', head: inBoth(screenTexts, 'list.current'), value: row => row.current, ...money },
  { of: 'days30', head: inBoth(screenTexts, 'list.days30'), value: row => row.days30, ...money },
  { of: 'days60', head: inBoth(screenTexts, 'list.days60'), value: row => row.days60, ...money },
  { of: 'older', head: inBoth(screenTexts, 'list.older'), value: row => row.older, ...money },
  { of: 'credit', head: inBoth(screenTexts, 'list.credit'), value: row => row.creditCents, ...money },
  { of: 'balance', head: inBoth(screenTexts, 'list.returning'), value: row => row.returningCents, ...money },
  { of: 'balance', head: inBoth(screenTexts, 'list.balance'), value: row => row.balanceCents, ...money },
  { of: 'due', head: inBoth(screenTexts, 'list.since'), value: row => row.dueOn, kind: 'day', width: 12 },
]

/** Serves what families owe as a file: `/files/balances.csv` and `.xlsx`. */
export const balanceFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'balances',
    title: inBoth(ledgerTexts, 'heads.balances'),
    columns,
    find: async (db, actor, { search = '', view = 'all', age, sort = 'name', down = false }, now) => {
      const only = { search, view, age, today: dayIn(await zoneOf(db), now) }
      return {
        rows: await listBalances(db, officeLedgers(actor), only, { by: sort, down, search }),
        digits: await currencyDigits(db),
      }
    },
  })
