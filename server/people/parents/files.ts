import type { FastifyInstance } from 'fastify'
import type { Output } from '#contract/index.ts'
import type { Language } from '#contract/values.ts'
import { listIn } from '#rules/lists.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { currencyDigits } from '#server/school/config/tables.ts'
import { balancesSeen, visibleHouseholds } from '#server/people/students/policy.ts'
import { listHouseholds, sortedHouseholds } from './queries.ts'
import { bothNames, inBoth, textsOf, type TwoNames } from '#server/platform/texts.ts'
import { messages as en } from './files.en.ts'
import { messages as zh } from './files.zh.ts'

const texts = textsOf({ en, zh })

type Row = Output<'parents-list'>['rows'][number]

const together = (language: Language, people: readonly TwoNames[]): string =>
  listIn(
    language,
    people.map(({ name, nativeName }) => bothNames(language, name, nativeName)),
  )

const columns: FileColumn<Row>[] = [
  {
    of: 'name',
    head: inBoth(texts, 'family'),
    value: (row, language) => bothNames(language, row.name, row.nativeName),
    width: 24,
  },
  {
    of: 'guardians',
    head: inBoth(texts, 'guardians'),
    value: (row, language) => together(language, row.guardians),
    width: 36,
  },
  {
    of: 'children',
    head: inBoth(texts, 'children'),
    value: (row, language) => together(language, row.children),
    width: 36,
  },
  { of: 'phone', head: inBoth(texts, 'phone'), value: row => row.phone, width: 18 },
  { of: 'email', head: inBoth(texts, 'email'), value: row => row.email, width: 28 },
  {
    of: 'balance',
    head: inBoth(texts, 'balance'),
    value: row => row.balanceCents,
    kind: 'money',
    width: 12,
  },
]

/** A list of families as a file: `/files/families.csv` and `.xlsx`. */
export const householdFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'families',
    title: inBoth(texts, 'families'),
    columns,
    find: async (db, actor, input) => {
      const { found } = await listHouseholds(
        db,
        visibleHouseholds(actor),
        balancesSeen(actor),
        { search: input.search ?? '', view: input.view ?? 'active' },
        sortedHouseholds(balancesSeen(actor), input),
        exportedAtMost,
      )
      return { rows: found, digits: await currencyDigits(db) }
    },
  })
