import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './files.en.ts'

export const messages: Translation<typeof english> = {
  name: '姓名',
  nativeName: '中文名',
  born: '出生日期',
  grade: '年级',
  guardian: '家长',
  classes: '班级',
  status: '状态',
  attendance: '出勤率 %',
  familyBalance: '家庭余额',
  students: '学生',
}
