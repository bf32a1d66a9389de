import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  registered: {
    subject: '您在{school}的报名',
    opening: '{name}，您好！感谢您报名{term}。我们已登记如下：',
    seat: '{child}：{section}，已有名额',
    approval: '{child}：{section}，待教务处批准',
    lottery: '{child}：参加{section}的抽签',
    waitlist: '{child}：{section}候补名单第 {position} 位。一有空位，我们会发邮件通知您。',
    invoice: '账单 {number}：{amount}，请在{day}（含）前付清。可在“缴费”中付款。',
    link: '打开您的首页',
  },
  decided: {
    subject: '{child}：{section}',
    approved: '{child}已获准就读{section}。',
    declined: '很抱歉，{child}这次无法就读{section}。',
    withdrawn: '{child}已退出{section}。',
    dropped: '{child}在{section}的名额已取消。',
    waiting: '{section}已满，{child}已加入候补名单。一有空位，我们会发邮件通知您。',
    offered: '{section}有空位了，为{child}保留。请在首页选择接受或放弃。',
    until: '名额为您保留至{time}（以学校当地时间为准），过时将转给下一位候补。',
    expired: '为{child}保留的{section}空位未在期限内确认，已转给下一位候补。',
    passedUp: '{section}为{child}保留的空位已放弃，将转给下一位候补。',
    removed: '{child}已不在{section}的候补名单上。',
    accepted: '{child}已有{section}的名额。',
    opening: '{name}，您好！',
    note: '教务处留言：{note}',
    link: '打开您的首页',
  },
}
