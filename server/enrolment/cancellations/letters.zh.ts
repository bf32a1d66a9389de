import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  calledOff: {
    off: '{what}：{day}停课',
    on: '{what}：{day}恢复上课',
    lessonOff: '{what}：{day}停课',
    lessonOn: '{what}：{day}恢复上课',
    opening: '{name}，您好！{day}停课。',
    lesson: '{name}，您好！{day}{classes}停课。',
    reason: '原因：{reason}',
    makeUp: '补课时间为{day}，上课时间照旧。',
    credit: '为此退还您 {sum}，已记入您的账户，您无需办理任何手续。',
    duties: '您当天报名的“{names}”也一并取消，无需到场。',
    guests:
      '{names}原定当天来听课。请在首页另选一天，或取回已收的费用；如在{until}（含）前没有选择，费用会自动退回账户。',
    guestsFree: '{names}原定当天来听课。请在{until}（含）前在首页另选一天，或取消听课。',
    guestsAgain: '{names}的听课仍定在当天。如果时间不再合适，请在首页取消。',
    again: '{name}，您好！{day}恢复上课，时间照旧。',
    lessonAgain: '{name}，您好！{day}{classes}恢复上课，时间照旧。',
    noMakeUp: '因此{day}不再补课。',
    creditBack: '此前为此退还的 {sum} 已重新计入应缴费用。',
    dutiesBack: '您报名的“{names}”也恢复了。如果届时来不了，请在活动页面取消报名。',
    link: '查看接下来的课',
  },
  closed: {
    subject: '{section}停开 · {school}',
    opening: '{name}，您好！非常抱歉，{section}本学期停开。',
    reason: '原因：{reason}',
    students: '{names}在{section}的名额随之取消。',
    waiting: '{names}在{section}的候补也随之取消。',
    guests: '{names}在{section}的听课也随之取消。',
    left: '剩余课次的费用 {sum} 已冲销。其中您已缴的部分会抵扣其他未缴费用，或记为余款。如需退款请联系教务处。',
    all: '该班的全部费用 {sum} 已冲销。其中您已缴的部分会抵扣其他未缴费用，或记为余款。如需退款请联系教务处。',
    offer: '我们为{student}保留了{section}的一个名额，保留至{until}。请在首页接受或放弃。',
    link: '打开您的首页',
  },
  kept: '{description}：已上课次',
}
