import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '{actor} 从 {school} 下载了个人资料',
  opening: '您好：',
  says: '{actor} 刚刚从教务系统下载了以下内容：',
  file: '{what}，{at}',
  what: {
    audit: '变更记录',
    balances: '家庭欠款',
    begun: '未完成的报名',
    duties: '值班',
    families: '家庭',
    labels: '标签或姓名牌',
    oneroster: 'OneRoster 班级名单',
    received: '已收款项',
    school: '学校的全部资料',
    students: '学生',
    teachers: '教师',
    users: '用户',
  },
  after:
    '如果您知道此事，不必理会。如果不知道，请询问 {actor}；如果不是本人操作，请在“用户”中停用该账号，并请对方设置新密码。',
  label: '查看变更记录',
}
