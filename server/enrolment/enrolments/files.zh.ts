import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './files.en.ts'

export const messages: Translation<typeof english> = {
  email: '邮箱',
  phone: '电话',
  familyOnFile: '已有家庭',
  begunUtc: '开始（UTC）',
  lastChangeUtc: '最后修改（UTC）',
  writtenToUtc: '提醒邮件（UTC）',
}
