import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './readings.en.ts'

export const messages: Translation<typeof english> = {
  readings: {
    show: '显示',
    changes: '变更',
    title: '健康与监护备注的查看记录',
    lead: '谁查看了哪位学生的健康、用药、医生或监护备注。这里的记录不能修改。',
    whose: '学生',
    whoOrWhose: '查看人、邮箱或学生',
    count: '{n, plural, other {# 次查看}}',
    none: '还没有人查看过这类备注。',
    /** By the function or file. */
    of: {
      'absences-roll': '打开点名',
      'classes-members': '查看班级成员',
      'classes-roster': '查看班级名单',
      'parents-household': '查看自己的家庭',
      'parents-get': '查看家庭资料',
      'students-homes': '查看监护备注',
      'students-mine': '查看自己的孩子',
      'students-get': '查看学生资料',
      'enrolments-draft': '查看自己的报名',
      'duplicates-compare': '比较重复记录',
      'confirmations-get': '查看年度资料确认',
      'imports-get': '查看导入',
      'imports-rows': '查看导入的行',
      'imports-families': '查看导入的家庭',
      'import-rejected-export': '已下载未导入的行',
      'absences-take': '打开点名',
    },
  },
}
