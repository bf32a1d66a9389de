import type { FastifyInstance } from 'fastify'
import { csvRoute, exportedAtMost, type FileTools } from '#server/platform/csvRoute.ts'
import { minorUnitsOf } from '#server/slices/config/tables.ts'
import { visibleStudents } from './policy.ts'
import { listStudents, sortedStudents } from './queries.ts'

const words = {
  en: {
    header: ['Name', 'Native name', 'Born', 'Grade', 'Guardian', 'Classes', 'Status', 'Attendance %', 'Family balance'],
    status: { active: 'Active', waiting: 'Waiting', left: 'Left' },
  },
  zh: {
    header: ['姓名', '中文名', '出生日期', '年级', '家长', '班级', '状态', '出勤率 %', '家庭余额'],
    status: { active: '在读', waiting: '候补', left: '已离校' },
  },
}

/** The students of a list as a file: `/files/students.csv`. */
export const studentFiles = (app: FastifyInstance, tools: FileTools): void =>
  csvRoute(app, tools, {
    file: 'students',
    name: 'students-list',
    table: async (db, actor, input, language) => {
      const filter = { ...input, search: input.search ?? '', view: input.view ?? 'everyone' }
      const units = await minorUnitsOf(db)
      const order = sortedStudents(input.sort, input.down)
      const found = await listStudents(db, visibleStudents(actor), filter, order, exportedAtMost)
      const { header, status } = words[language]
      return {
        header,
        rows: found.map(student => [
          student.name,
          student.nativeName,
          student.birthOn,
          student.grade,
          student.guardian,
          student.sections.map(({ name }) => name).join(', '),
          status[student.status],
          student.attendancePercent,
          student.balanceCents / units,
        ]),
      }
    },
  })
