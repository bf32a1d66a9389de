import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './teacher.en.ts'

/** Texts of the teachers' screens: one group of keys per screen or slice. */
export const messages: Translation<typeof english> = {
  teaching: {
    title: '今天',
    today: '今天的课',
    next: '下次上课：{day}',
    missing: '还没点名的课',
    missingCount: '{n, plural, other {有 # 次课还没点名}}',
    missingText: '点名之后，家长才能看到孩子的出勤。',
    free: '目前课表上没有您的课。',
    classList: '班级名单',
    gradeBook: '成绩册',
    ill: {
      today: '今天请病假',
      on: '{day}请病假',
      ask: '向教务处请病假？',
      affected: '{day}您不能上{n, plural, other {这 # 次课}}：',
      tell: '请病假',
      known: '您请了病假',
      since: '已于 {at} 告知教务处。',
      back: '我可以上课了',
      taken: '教务处已知道您可以上课',
    },
    unsent: '还没有发送的点名',
    unsentOf: '{n, plural, other {有 # 次课的点名还没有发送到学校。}}',
    openRoll: '打开点名',
    lost: '这次课已停课，或已不由您上。请告诉教务处。',
    all: '全天安排',
  },
  meetings: {
    take: '点名',
    change: '查看点名',
    who: '查看全班',
    taken: '到 {here} 人，缺 {away} 人',
    students: '{n, plural, other {# 名学生}}',
  },
}
