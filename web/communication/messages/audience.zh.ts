import type { messages as english } from './audience.en.ts'
import type { Translation } from '#contract/translation.ts'

export const messages: Translation<typeof english> = {
  audience: {
    title: '发给谁',
    empty: '请选择班级、年级、角色或个人。',
    emptyClass: '请选择您的班级，或个别家庭。',
    everyone: '所有人',
    parent: '所有家庭',
    teacher: '教师',
    admin: '教务处',
    unpaid: '有逾期欠费的家庭',
    level: '{level} 级',
    addClass: '添加班级',
    addLevel: '添加年级或项目',
    levels: '年级',
    programmes: '项目',
    find: '按姓名添加家庭或个人',
    found: '找到',
    nobody: '没有人叫“{search}”。',
    household: '家庭',
    person: '个人',
    remove: '移除{name}',
    families: '{n, plural, =0 {没有家庭} other {# 个家庭}}',
    people: '{n, plural, other {# 人}}',
    withoutMail: '{n, number} 人没有邮箱',
    unreachable: '{n, number} 人既没有邮箱也没有账号，请打电话',
    nobodyYet: '目前没有人会收到。',
    who: '看名单',
    whoTitle: '收件人名单',
    noMail: '没有邮箱',
    noAccount: '没有账号',
    barred: {
      text: '{name}不可以查看 {children} 的资料，但也会读到这份通知。',
      others: '只发给{names}',
    },
  },
}
