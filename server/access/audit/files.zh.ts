import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './files.en.ts'

export const messages: Translation<typeof english> = {
  whenUtc: '时间（UTC）',
  emailAddress: '邮箱',
  name: '姓名',
  function: '操作',
  outcome: '结果',
  students: '学生',
  changes: '变更记录',
}
