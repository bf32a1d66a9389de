import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './files.en.ts'

export const messages: Translation<typeof english> = {
  email: '邮箱',
  phone: '电话',
  familyOnFile: '已有家庭',
  begun: '开始时间',
  lastChange: '最后修改',
  emailed: '已提醒',
}
