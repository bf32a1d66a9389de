import type { Translation } from './catalogue.ts'
import type { messages as english } from './windows.en.ts'

/** Words of registration windows and of the suggested times: for the office, the start page and the registration. */
export const messages: Translation<typeof english> = {
  windows: {
    audience: {
      staff: '教职工和义工',
      current: '在读家庭',
      all: '所有人',
    },
    office: {
      title: '何时开放报名',
      lead: '课程可以提前看。不分批时，学期一开放，所有人都能报名。',
      none: '同时对所有人开放',
      byWindows: '分批开放',
      way: '{term}的报名',
      day: '日期',
      time: '时间',
      hint: {
        staff: '家里有老师或教务人员的家庭，以及下面列出的人。',
        current: '本学期或以前的学期有孩子在读的家庭，以及下面列出的人。',
        all: '所有家庭，包括新家庭。',
      },
      addresses: {
        staff: '同教职工一起报名的还有',
        current: '同在读家庭一起报名的还有',
      },
      addressesHint: {
        staff: '每行一个邮箱：班级家长、义工。',
        current: '每行一个邮箱：启用本系统之前名单上的家庭。',
      },
      save: '保存报名时间',
      saved: '{term}的报名时间已保存',
      cleared: '{term}同时对所有人开放',
      column: '报名开放',
      open: '随学期开放',
    },
    family: {
      soon: '{term}对你家开放报名',
      when: '{day} {time}',
      why: {
        staff: '你和教职工一起报名。',
        current: '你和在读家庭一起报名。',
        all: '从那天起对所有人开放。',
      },
      meanwhile: '现在就可以准备好：先选好课，到时一分钟就能提交。',
      prepare: '准备报名',
      notice: '你家的报名从 {day} {time} 开始。',
      noticeMore: '在那之前可以先选课、看费用，不作数；名额从那时起才分配。',
    },
  },
  suggest: {
    open: '帮全家排时间',
    openOne: '帮我排时间',
    lead: '请选每个孩子想上什么。我们在有名额的班里，找出互不冲突、等待最少的安排。',
    what: '{name}想上什么？',
    nothing: '不上',
    any: '{programme}都可以',
    look: '排时间',
    chooseFirst: '请至少选一项。',
    noneFits: '没有适合{name}年龄且有名额的班。',
    result: '可以这样安排',
    waitingNone: '谁都不用等。',
    waiting: '一共等待{minutes}',
    unmet: '{name}的{programme}和其他课排不到一起。',
    day: '{weekday}，{from} 至 {to}',
    waits: '等待{minutes}',
    free: '不用等',
    minutes: '{n, plural, other {# 分钟}}',
    take: '就选这些班',
    taken: '已选好这些班',
    back: '换个要求',
    nothingGoes: '这些课排不到一起，请换个要求。',
    cutShort: '可能的组合太多，也许还有更好的。',
    replaces: '现在选的班会被替换。',
  },
}
