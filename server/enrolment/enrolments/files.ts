import type { FastifyInstance } from 'fastify'
import type { AbandonedRegistration, draftPages } from '#contract/enrolment/enrolments.ts'
import type { Language } from '#contract/values.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { listAbandoned } from './abandonedQueries.ts'
import { visibleDrafts } from './policy.ts'

type Page = (typeof draftPages)[number]
const pages: Record<Language, Record<Page, string>> = {
  en: {
    check: 'Is this still right?',
    you: 'About you',
    guardians: 'Other guardians',
    children: 'Children',
    health: 'Health',
    contacts: 'Emergency contacts',
    consents: 'Consents',
    classes: 'Choosing classes',
    summary: 'Before sending',
  },
  zh: {
    check: '核对资料',
    you: '家长本人',
    guardians: '其他家长',
    children: '孩子',
    health: '健康',
    contacts: '紧急联系人',
    consents: '同意与签署',
    classes: '选课',
    summary: '提交之前',
  },
}
const named = (of: readonly { name: string; nativeName: string }[], language: Language): string =>
  of.map(({ name, nativeName }) => (language === 'zh' && nativeName) || name).join(language === 'zh' ? '、' : ', ')

const columns: FileColumn<AbandonedRegistration>[] = [
  { of: 'name', head: { en: 'Name', zh: '姓名' }, value: row => row.name, width: 24 },
  { of: 'email', head: { en: 'E-mail', zh: '邮箱' }, value: row => row.email, width: 30 },
  { of: 'phone', head: { en: 'Telephone', zh: '电话' }, value: row => row.phone },
  { of: 'household', head: { en: 'Family on file', zh: '已有家庭' }, value: row => row.household?.name ?? '' },
  { of: 'children', head: { en: 'Children', zh: '孩子' }, value: (row, language) => named(row.children, language) },
  { of: 'sections', head: { en: 'Classes', zh: '班级' }, value: (row, language) => named(row.sections, language) },
  { of: 'at', head: { en: 'How far', zh: '进行到' }, value: (row, language) => pages[language][row.at] },
  { of: 'startedAt', head: { en: 'Begun (UTC)', zh: '开始（UTC）' }, value: row => row.startedAt, width: 26 },
  { of: 'savedAt', head: { en: 'Last change (UTC)', zh: '最后修改（UTC）' }, value: row => row.savedAt, width: 26 },
  {
    of: 'remindedAt',
    head: { en: 'Written to (UTC)', zh: '已去信（UTC）' },
    value: row => row.remindedAt ?? '',
    width: 26,
  },
]

/** Registrations that were begun, as they are filtered, as a file: `/files/begun.csv` and `.xlsx`. */
export const begunFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'begun',
    title: { en: 'Registrations begun', zh: '未完成的报名' },
    columns,
    find: async (db, actor, input, now) => {
      const filter = { search: input.search ?? '', view: input.view, now }
      const seen = visibleDrafts(actor)

      return { rows: await listAbandoned(db, seen, filter, null, exportedAtMost), digits: 2 }
    },
  })
