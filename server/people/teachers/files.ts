import type { FastifyInstance } from 'fastify'
import type { Teacher } from '#contract/people/teachers.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { visibleTeachers } from './policy.ts'
import { listTeachers, sortedTeachers } from './queries.ts'

const columns: FileColumn<Teacher>[] = [
  { of: 'name', head: { en: 'Name', zh: '姓名' }, value: row => row.name, width: 24 },
  { of: 'name', head: { en: 'Native name', zh: '中文名' }, value: row => row.nativeName, width: 14 },
  { of: 'email', head: { en: 'E-mail', zh: '邮箱' }, value: row => row.email, width: 28 },
  { of: 'phone', head: { en: 'Phone', zh: '电话' }, value: row => row.phone, width: 18 },
  {
    of: 'classes',
    head: { en: 'Classes', zh: '班级' },
    value: (row, language) =>
      row.sections.map(({ name, nativeName }) => (language === 'zh' && nativeName) || name).join(', '),
    width: 36,
  },
  {
    of: 'students',
    head: { en: 'Students', zh: '学生人数' },
    value: row => row.studentCount,
    kind: 'number',
    width: 10,
  },
]

/** The teachers of a list as a file: `/files/teachers.csv` and `.xlsx`. */
export const teacherFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'teachers',
    title: { en: 'Teachers', zh: '老师' },
    columns,
    find: async (db, actor, input) => ({
      rows: await listTeachers(
        db,
        visibleTeachers(actor),
        { search: input.search ?? '', view: input.view ?? 'active' },
        sortedTeachers(input.sort, input.down),
        exportedAtMost,
      ),
      digits: 2,
    }),
  })
