import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './erasing.en.ts'

/** Texts for erasing a family's record. */
export const messages: Translation<typeof english> = {
  erasing: {
    title: '永久清除 {name}？',
    lead: '此操作无法撤销。',
    goes: '清除：姓名、地址、电话、生日、医疗和监护说明、联系人、文件和照片、消息、作业、问卷回答以及登录方式。',
    stays: '保留但不含姓名：账单、付款和退款、考勤和成绩。总额和报表不变。',
    others: '同时属于其他家庭或在学校工作的家长保留自己的记录。',
    backups: '备份中的资料会保留到备份到期删除为止。',
    name: '请输入“{name}”以确认',
    verb: '永久清除',
    done: '{people, plural, other {已清除 # 人}}，{files, plural, other {# 个文件}}。',
  },
}
