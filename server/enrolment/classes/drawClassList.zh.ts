import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './drawClassList.en.ts'

export const messages: Translation<typeof english> = {
  title: '班级名单',
  student: '学生',
  grade: '年级',
  guardians: '家长',
  contact: '紧急联系人：{name} {phone}',
  notes: '注意事项',
  says: '{label}：{text}',
  barred: '禁止接：{names}',
  noPhotos: '不可拍照',
  auditor: '旁听，不计成绩',
  room: '教室：{name}',
  count: '{n, plural, other {# 名学生}}',
  nobody: '这个班还没有学生。',
  printed: '截至{day}。内容保密，请随身保管，用后销毁。',
  mark: '过敏或禁止接人：详见班级名单',
}
