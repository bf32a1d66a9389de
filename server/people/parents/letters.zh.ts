import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  what: {
    child: '{name}的姓名与出生日期',
    rights: '{name}的查看与接送权限',
    guardian: '{name}的姓名与联系方式',
    'guardian-add': '新增家长{name}',
    'guardian-remove': '{name}不再担任家长',
    household: '家庭名称“{name}”',
  },
  approved: '您申请的修改已完成',
  declined: '您申请的修改未获批准',
  opening: '{name}，您好！',
  about: '您申请了以下修改：{what}。',
  yes: '教务处已经改好，从现在起生效。',
  no: '教务处没有修改。',
  note: '教务处留言：{note}',
  link: '打开家庭资料',
}
