import { messages as office } from '#web/words/office.en.ts'
import { messages as chineseOffice } from '#web/words/office.zh.ts'
import type { FastifyInstance } from 'fastify'
import type { Output } from '#contract/index.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import type { Db } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import { currencyDigits } from '#server/school/config/tables.ts'
import { balancesSeen, visibleStudents } from './policy.ts'
import { listStudents, sortedStudents } from './queries.ts'
import { bothNames, inBoth, namesIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './files.en.ts'
import { messages as zh } from './files.zh.ts'

const texts = textsOf({ en, zh })

type Row = Output<'students-list'>['rows'][number]

/** The status texts of the table. */
const statuses = textsOf({ en: office.officeWords.student, zh: chineseOffice.officeWords.student })

const columns: FileColumn<Row>[] = [
  { of: 'name', head: inBoth(texts, 'name'), value: row => row.name, width: 24 },
  { of: 'name', head: inBoth(texts, 'nativeName'), value: row => row.nativeName, width: 14 },
  { of: 'born', head: inBoth(texts, 'born'), value: row => row.birthOn, kind: 'day', width: 12 },
  { of: 'grade', head: inBoth(texts, 'grade'), value: row => row.grade, width: 8 },
  {
    of: 'guardian',
    head: inBoth(texts, 'guardian'),
    value: (row, language) => bothNames(language, row.guardian, row.guardianNativeName),
    width: 24,
  },
  {
    of: 'classes',
    head: inBoth(texts, 'classes'),
    value: (row, language) => namesIn(language, row.sections),
    width: 36,
  },
  {
    of: 'status',
    head: inBoth(texts, 'status'),
    value: (row, language) => statuses(language)(row.status),
    width: 10,
  },
  {
    of: 'attendance',
    head: inBoth(texts, 'attendance'),
    value: row => row.attendancePercent,
    kind: 'number',
    width: 13,
  },
  {
    of: 'balance',
    head: inBoth(texts, 'familyBalance'),
    value: row => row.balanceCents,
    kind: 'money',
    width: 14,
  },
]

/** The school's own columns about students, for all of them or one class, as far as the reader may see them. */
type OwnColumns = (
  db: Db,
  actor: Actor,
  sectionId: string | undefined,
  now: Date,
) => Promise<readonly FileColumn<{ id: string }>[]>

/** A list of students as a file: `/files/students.csv` and `.xlsx`. */
export const studentFiles =
  (ownColumns: OwnColumns) =>
  (app: FastifyInstance, tools: FileTools): void =>
    listRoute(app, tools, {
      file: 'students',
      title: inBoth(texts, 'students'),
      columns,
      find: async (db, actor, input, now) => {
        const { found } = await listStudents(
          db,
          visibleStudents(actor, now),
          balancesSeen(actor),
          { ...input, search: input.search ?? '', view: input.view ?? 'everyone' },
          sortedStudents(balancesSeen(actor), actor.language, input),
          exportedAtMost,
        )
        return { rows: found, digits: await currencyDigits(db), own: await ownColumns(db, actor, input.sectionId, now) }
      },
    })
