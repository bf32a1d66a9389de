import { messages as screens } from '#web/enrolment/claims/claiming.en.ts'
import { messages as chineseScreens } from '#web/enrolment/claims/claiming.zh.ts'
import type { FastifyInstance } from 'fastify'
import type { AbandonedRegistration } from '#contract/enrolment/enrolments.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { listAbandoned } from './abandonedQueries.ts'
import { visibleDrafts } from './policy.ts'
import { wallClock } from '#server/platform/sheet.ts'
import { inBoth, namesIn, textsOf } from '#server/platform/texts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { messages as en } from './files.en.ts'
import { messages as zh } from './files.zh.ts'

const texts = textsOf({ en, zh })
/** The texts of the list on the screen. */
const screen = textsOf({ en: screens.claiming.begun, zh: chineseScreens.claiming.begun })

type Row = AbandonedRegistration & { zone: string }

const clock = (
  of: 'startedAt' | 'savedAt' | 'remindedAt',
  head: 'begun' | 'lastChange' | 'emailed',
): FileColumn<Row> => ({
  of,
  head: inBoth(texts, head),
  value: row => wallClock(row[of] === null ? null : new Date(row[of]), row.zone),
  kind: 'clock',
  width: 18,
})

const columns: FileColumn<Row>[] = [
  { of: 'name', head: inBoth(screen, 'name'), value: row => row.name, width: 24 },
  { of: 'email', head: inBoth(texts, 'email'), value: row => row.email, width: 30 },
  { of: 'phone', head: inBoth(texts, 'phone'), value: row => row.phone },
  { of: 'household', head: inBoth(texts, 'familyOnFile'), value: row => row.household?.name ?? '' },
  { of: 'children', head: inBoth(screen, 'children'), value: (row, language) => namesIn(language, row.children) },
  { of: 'sections', head: inBoth(screen, 'sections'), value: (row, language) => namesIn(language, row.sections) },
  { of: 'at', head: inBoth(screen, 'at'), value: (row, language) => screen(language)(`page.${row.at}`) },
  clock('startedAt', 'begun'),
  clock('savedAt', 'lastChange'),
  clock('remindedAt', 'emailed'),
]

/** Serves the filtered list of registrations that were begun as a file: `/files/begun.csv` and `.xlsx`. */
export const begunFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'begun',
    title: inBoth(screen, 'title'),
    columns,
    find: async (db, actor, input, now) => {
      const filter = { search: input.search ?? '', view: input.view, now }
      const seen = visibleDrafts(actor)
      const zone = await zoneOf(db)
      const found = await listAbandoned(db, seen, filter, null, exportedAtMost)
      return { rows: found.map(row => ({ ...row, zone })), digits: 2 }
    },
  })
