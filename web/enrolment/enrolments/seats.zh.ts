import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './seats.en.ts'

export const messages: Translation<typeof english> = {
  seats: {
    held: '已为您保留 {n, plural, other {# 个名额}}',
    timeLeft: '剩余时间',
    heldUntil: '已为您保留 {n, plural, other {# 个名额}}，至 {time}。',
    minutesLeft: '还剩 {n, plural, other {# 分钟}}，之后名额将重新开放。',
    more: '再保留 {n, plural, other {# 分钟}}',
    lapsed: '保留时间已到，名额已重新开放。',
    again: '重新保留',
    until: '为您保留至{time}。',
    left: {
      days: '还剩 {n, plural, other {# 天}}',
      hours: '还剩 {n, plural, other {# 小时}}',
      minutes: '还剩 {n, plural, other {# 分钟}}',
    },
    expired: '保留时间已过，名额不再为您保留。',
    next: '{left}。过时将转给下一位候补。',
    clash: '{child}在同一时间已有{classes}。请先退出那个班，或放弃这个名额。',
    clashOne: '{child}同一时间有{classes}。您可以一步换到这里，确认前会看到费用变化。',
    takeAndLeave: '接受并退出{section}',
    asked: '教务处已收到您的申请。在答复之前，这个名额会一直为您保留。',
    price: { books: '教材', registration: '注册费', total: '记入您的账户' },
    lineTitle: '候补中',
    lineRow: '{section}第 {position} 位',
    why: {
      sibling: '有兄弟姐妹在读，优先候补',
      returning: '{child}是老生，优先候补',
      staff: '家长在校任职，优先候补',
    },
    joined: '{day}开始候补',
    leave: '退出候补',
    leaveAbout: '{child}退出{section}的候补',
    leaveTitle: '退出{section}的候补？',
    leaveText: '{child}将放弃第 {position} 位。以后再加入时，以新的加入时间为准。',
    leaveVerb: '放弃候补位置',
    gone: '{child}已退出{section}的候补。',
    rule: '候补顺序：{list}优先，其余按加入时间先后。',
    ruleByTime: '候补按加入时间先后排序。',
    ruleHours: '空出的名额会为第一位候补保留 {n, plural, other {# 小时}}。',
    priorities: {
      sibling: '有兄弟姐妹在读的孩子',
      returning: '老生',
      staff: '教职工子女',
    },
  },
}
