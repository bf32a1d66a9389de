import type { FastifyInstance } from 'fastify'
import type { Teacher } from '#contract/people/teachers.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { visibleTeachers } from './policy.ts'
import { listTeachers, sortedTeachers } from './queries.ts'
import { inBoth, namesIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './files.en.ts'
import { messages as zh } from './files.zh.ts'

const texts = textsOf({ en, zh })

const columns: FileColumn<Teacher>[] = [
  { of: 'name', head: inBoth(texts, 'name'), value: row => row.name, width: 24 },
  { of: 'name', head: inBoth(texts, 'nativeName'), value: row => row.nativeName, width: 14 },
  { of: 'email', head: inBoth(texts, 'email'), value: row => row.email, width: 28 },
  { of: 'phone', head: inBoth(texts, 'phone'), value: row => row.phone, width: 18 },
  {
    of: 'classes',
    head: inBoth(texts, 'classes'),
    value: (row, language) => namesIn(language, row.sections),
    width: 36,
  },
  {
    of: 'students',
    head: inBoth(texts, 'students'),
    value: row => row.studentCount,
    kind: 'number',
    width: 10,
  },
]

/** A list of teachers as a file: `/files/teachers.csv` and `.xlsx`. */
export const teacherFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'teachers',
    title: inBoth(texts, 'teachers'),
    columns,
    find: async (db, actor, input) => ({
      rows: await listTeachers(
        db,
        visibleTeachers(actor),
        { search: input.search ?? '', view: input.view ?? 'active' },
        sortedTeachers(actor.language, input.sort, input.down),
        exportedAtMost,
      ),
      digits: 2,
    }),
  })
