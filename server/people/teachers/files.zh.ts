import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './files.en.ts'

export const messages: Translation<typeof english> = {
  name: '姓名',
  nativeName: '中文名',
  email: '邮箱',
  phone: '电话',
  classes: '班级',
  students: '学生人数',
  teachers: '教师',
}
