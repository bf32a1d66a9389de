import type { FastifyInstance } from 'fastify'
import type { Output } from '#contract/index.ts'
import type { Language } from '#contract/values.ts'
import { actionWords } from '#rules/actionWords.ts'
import { labelledIn } from '#rules/lists.ts'
import { messages as deeds } from '#web/access/audit/deeds.en.ts'
import { messages as chineseDeeds } from '#web/access/audit/deeds.zh.ts'
import { messages as readings } from '#web/access/audit/readings.en.ts'
import { messages as chineseReadings } from '#web/access/audit/readings.zh.ts'
import { messages as schoolRules } from '#web/school/config/schoolRules.en.ts'
import { messages as chineseRules } from '#web/school/config/schoolRules.zh.ts'
import { messages as settings } from '#web/words/settings.en.ts'
import { messages as chineseSettings } from '#web/words/settings.zh.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { wallClock } from '#server/platform/sheet.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { filterOf } from './filter.ts'
import { visibleAudit } from './policy.ts'
import { listAudit } from './queries.ts'
import { inBoth, nameIn, namesIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './files.en.ts'
import { messages as zh } from './files.zh.ts'

const texts = textsOf({ en, zh })

type Row = Output<'audit-list'>['rows'][number] & { zone: string }
type Words = Readonly<Record<string, string>>

const wordsOf = (own: Words, parts: Words, does: Words, reads: Words) => ({ own, parts, does, reads })
// The words of the screen.
const words: Record<Language, ReturnType<typeof wordsOf>> = {
  en: wordsOf(
    settings.adminConfig.audit.action,
    schoolRules.schoolRules.roles.groups,
    deeds.deeds,
    readings.readings.of,
  ),
  zh: wordsOf(
    chineseSettings.adminConfig.audit.action,
    chineseRules.schoolRules.roles.groups,
    chineseDeeds.deeds,
    chineseReadings.readings.of,
  ),
}
const whatText = ({ action, outcome }: Row, language: Language): string => {
  const { own, parts, does, reads } = words[language]
  const find = { own: (key: string) => own[key], part: (key: string) => parts[key], deed: (key: string) => does[key] }
  return (
    (outcome === 'read' ? reads[action] : undefined) ??
    actionWords(action, find, (label, text) => labelledIn(language, label, text))
  )
}

const columns: FileColumn<Row>[] = [
  {
    of: 'at',
    head: inBoth(texts, 'at'),
    value: row => wallClock(new Date(row.at), row.zone),
    kind: 'clock',
    width: 18,
  },
  { of: 'who', head: inBoth(texts, 'emailAddress'), value: row => row.actor, width: 30 },
  { of: 'who', head: inBoth(texts, 'name'), value: (row, language) => nameIn(language, row), width: 24 },
  { of: 'what', head: inBoth(texts, 'what'), value: whatText, width: 40 },
  {
    of: 'whose',
    head: inBoth(texts, 'students'),
    value: (row, language) => namesIn(language, row.students),
    width: 36,
  },
  // For programs, and for the hour that comes twice when the clocks change.
  { of: 'what', head: inBoth(texts, 'function'), value: row => row.action, width: 28 },
  { of: 'at', head: inBoth(texts, 'whenUtc'), value: row => row.at, width: 26 },
]

/** Serves the filtered trail as a file: `/files/audit.csv` and `.xlsx`. */
export const auditFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'audit',
    title: inBoth(texts, 'changes'),
    columns,
    find: async (db, actor, input) => {
      const zone = await zoneOf(db)
      const found = await listAudit(db, visibleAudit(actor), filterOf(input, zone), null, exportedAtMost)
      return { rows: found.map(row => ({ ...row, zone })), digits: 2 }
    },
  })
