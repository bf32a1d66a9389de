import { messages as office } from '#web/words/office.en.ts'
import { messages as chineseOffice } from '#web/words/office.zh.ts'
import type { FastifyInstance } from 'fastify'
import type { Output } from '#contract/index.ts'
import { valueText } from '#rules/fields.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import type { Db } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/functions.ts'
import { actorFor } from '#server/platform/right.ts'
import { listAllAnswers, listClassAnswers } from '#server/people/forms/acts.ts'
import { answersOfStudents } from '#server/people/forms/policy.ts'
import { currencyDigits } from '#server/school/config/tables.ts'
import { balancesSeen, visibleStudents } from './policy.ts'
import { listStudents, sortedStudents } from './queries.ts'
import { inBoth, namesIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './files.en.ts'
import { messages as zh } from './files.zh.ts'

const texts = textsOf({ en, zh })

type Row = Output<'students-list'>['rows'][number]

/** As the table says it. */
const statuses = textsOf({ en: office.officeWords.student, zh: chineseOffice.officeWords.student })

const columns: FileColumn<Row>[] = [
  { of: 'name', head: inBoth(texts, 'name'), value: row => row.name, width: 24 },
  { of: 'name', head: inBoth(texts, 'nativeName'), value: row => row.nativeName, width: 14 },
  { of: 'born', head: inBoth(texts, 'born'), value: row => row.birthOn, kind: 'day', width: 12 },
  { of: 'grade', head: inBoth(texts, 'grade'), value: row => row.grade, width: 8 },
  { of: 'guardian', head: inBoth(texts, 'guardian'), value: row => row.guardian, width: 24 },
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

type Answer = Awaited<ReturnType<typeof listAllAnswers>>[number]
/** A column for each question that has answers. */
const columnsOf = (answers: readonly Answer[]): FileColumn<Row>[] =>
  [...Map.groupBy(answers, ({ field }) => field.id).values()].map(given => {
    const { field } = given[0]!
    const valueOf = new Map(given.map(({ studentId, value }) => [studentId, value]))
    return {
      of: 'own',
      head: { en: field.label, zh: field.nativeLabel || field.label },
      value: (row, language) => valueText(field, valueOf.get(row.id) ?? null, language),
      width: 20,
    }
  })

/**
 * A column for each question of the school about its students and, of one class, for what is asked for it, as far as
 * the reader may see the answers.
 */
const ownColumns = async (
  db: Db,
  actor: Actor,
  sectionId: string | undefined,
  now: Date,
): Promise<FileColumn<Row>[]> => {
  const seen = answersOfStudents(actorFor(actor, 'forms-answers'), now)
  return [
    ...columnsOf(await listAllAnswers(db, seen)),
    ...(sectionId === undefined ? [] : columnsOf(await listClassAnswers(db, seen, [sectionId]))),
  ]
}

/** The students of a list as a file: `/files/students.csv` and `.xlsx`. */
export const studentFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'students',
    title: inBoth(texts, 'students'),
    columns,
    find: async (db, actor, input, now) => {
      const found = await listStudents(
        db,
        visibleStudents(actor, now),
        balancesSeen(actor),
        { ...input, search: input.search ?? '', view: input.view ?? 'everyone' },
        sortedStudents(balancesSeen(actor), input.sort, input.down),
        exportedAtMost,
      )
      return { rows: found, digits: await currencyDigits(db), own: await ownColumns(db, actor, input.sectionId, now) }
    },
  })
