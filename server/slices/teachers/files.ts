import type { FastifyInstance } from 'fastify'
import { csvRoute, exportedAtMost, type FileTools } from '#server/platform/csvRoute.ts'
import { visibleTeachers } from './policy.ts'
import { listTeachers, sortedTeachers } from './queries.ts'

const headers = {
  en: ['Name', 'Native name', 'E-mail', 'Phone', 'Classes', 'Students'],
  zh: ['姓名', '中文名', '邮箱', '电话', '班级', '学生人数'],
}

/** The teachers of a list as a file: `/files/teachers.csv`. */
export const teacherFiles = (app: FastifyInstance, tools: FileTools): void =>
  csvRoute(app, tools, {
    file: 'teachers',
    name: 'teachers-list',
    table: async (db, actor, input, language) => {
      const filter = { search: input.search ?? '', view: input.view ?? 'active' }
      const order = sortedTeachers(input.sort, input.down)
      const found = await listTeachers(db, visibleTeachers(actor), filter, order, exportedAtMost)
      return {
        header: headers[language],
        rows: found.map(teacher => [
          teacher.name,
          teacher.nativeName,
          teacher.email,
          teacher.phone,
          teacher.sections.map(({ name }) => name).join(', '),
          teacher.studentCount,
        ]),
      }
    },
  })
