import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './files.en.ts'

export const messages: Translation<typeof english> = {
  at: '时间',
  whenUtc: '时间（UTC）',
  emailAddress: '邮箱',
  name: '姓名',
  what: '操作',
  function: '功能代码',
  students: '学生',
  changes: '变更记录',
}
