import type { FastifyInstance } from 'fastify'
import type { DutyReason, FamilyDuty } from '#contract/communication/duties.ts'
import type { Language } from '#contract/values.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { askedOf } from './functions.ts'
import { owedHouseholds } from './policy.ts'
import { listDuties, sortedDuties } from './queries.ts'

const reasons: Record<DutyReason, Record<Language, string>> = {
  office: { en: 'let off by the office', zh: '学校免除' },
  officers: { en: 'works in the office', zh: '校务人员' },
  staff: { en: 'teaches at the school', zh: '本校教师' },
  roomParents: { en: 'room parent', zh: '班级家长代表' },
  adults: { en: 'adult students only', zh: '仅成人学员' },
}
const number = (
  of: 'due' | 'worked' | 'planned' | 'missed' | 'owed',
  en: string,
  zh: string,
): FileColumn<FamilyDuty> => ({
  of,
  head: { en, zh },
  value: row => row[of],
  kind: 'number',
  width: 12,
})

const columns: FileColumn<FamilyDuty>[] = [
  { of: 'name', head: { en: 'Family', zh: '家庭' }, value: row => row.name, width: 24 },
  number('due', 'Due', '应值'),
  number('worked', 'Worked', '已值'),
  number('planned', 'Signed up', '已报名'),
  number('missed', 'Missed', '缺席'),
  number('owed', 'Still owed', '尚欠'),
  {
    of: 'reason',
    head: { en: 'Exempt because', zh: '免除原因' },
    value: (row, language) => (row.reason === null ? '' : reasons[row.reason][language]),
    width: 26,
  },
  { of: 'reason', head: { en: 'Note', zh: '备注' }, value: row => row.note, width: 32 },
]

/** What families owe of their duty as a file: `/files/duties.csv` and `.xlsx`. */
export const dutyFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'duties',
    title: { en: 'Duties', zh: '值班' },
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
