import type { FastifyInstance } from 'fastify'
import type { FamilyDuty } from '#contract/communication/duties.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { askedOf } from './functions.ts'
import { owedHouseholds } from './policy.ts'
import { listDuties, sortedDuties } from './queries.ts'
import { bothNames, inBoth, textsOf } from '#server/platform/texts.ts'
import { messages as en } from '#web/communication/duties/duties.en.ts'
import { messages as zh } from '#web/communication/duties/duties.zh.ts'

// The file uses the texts of the table.
const texts = textsOf({ en: en.duties, zh: zh.duties })

const number = (of: 'due' | 'worked' | 'planned' | 'missed' | 'owed'): FileColumn<FamilyDuty> => ({
  of,
  head: inBoth(texts, `list.${of}`),
  value: row => row[of],
  kind: 'number',
  width: 12,
})

const columns: FileColumn<FamilyDuty>[] = [
  {
    of: 'name',
    head: inBoth(texts, 'list.family'),
    value: (row, language) => bothNames(language, row.name, row.nativeName),
    width: 24,
  },
  number('due'),
  number('worked'),
  number('planned'),
  number('missed'),
  number('owed'),
  {
    of: 'reason',
    head: inBoth(texts, 'list.exempt'),
    value: (row, language) => (row.reason === null ? '' : texts(language)(`reason.${row.reason}`)),
    width: 26,
  },
  { of: 'reason', head: inBoth(texts, 'list.letOffReason'), value: row => row.note, width: 32 },
]

/** The duties that families owe, as a file: `/files/duties.csv` and `.xlsx`. */
export const dutyFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'duties',
    title: inBoth(texts, 'tab'),
    columns,
    find: async (db, actor, input, now) => {
      const asked = await askedOf(db, now, input.year)
      const filter = { search: input.search ?? '', view: input.view }
      const order = sortedDuties(input.sort, input.down)
      return {
        rows: asked === null ? [] : await listDuties(db, owedHouseholds(actor), asked, filter, order, exportedAtMost),
        digits: 0,
      }
    },
  })
