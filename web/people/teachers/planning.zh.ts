import type { Translation } from '#contract/translation.ts'
import type { messages as en } from './planning.en.ts'

export const messages: Translation<typeof en> = {
  planning: {
    busy: {
      title: '您不能上课的时间',
      officeTitle: '不能上课的时间',
      hint: '教务处排课时会看到。',
      officeHint: '在这些时间排课会有提示。',
      none: '没有填写。',
      change: '修改时间',
      add: '添加时间',
      remove: '去掉这个时间',
      removeNamed: '去掉：{time}',
      nr: '时间 {n}',
      weekday: '星期',
      startsAt: '从',
      endsAt: '到',
      note: '原因',
      save: '保存时间',
      saved: '时间已保存。',
    },
    family: {
      double: '{child}同一时间有{class}。',
      handover: '与{child}的{class}之间只有 {n, plural, other {# 分钟}}，来不及接一个、送一个。',
      gap: '与{child}的{class}之间空 {n, plural, other {# 分钟}}。',
      days: '家长要为这门课多来一天：{child}上{class}。',
      siblings: '兄弟姐妹',
      sibling: '{child}：{class}，{when}',
      waits: '{n, plural, =0 {当天家长不用等。} other {当天全家共等 # 分钟。}}',
      impossible: '与孩子们现有的课不合：时间冲突，或来不及接送。',
      isLeast: '这是同一课程中等待最少的班。',
      better: '{class}等待最少（{n, plural, other {# 分钟}}）。',
      choose: '选{class}',
    },
  },
}
