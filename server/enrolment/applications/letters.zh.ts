import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: {
    approved: '{child}获准就读{section}',
    declined: '关于{child}报读{section}',
    asked: '关于{child}报读{section}，想请问您',
  },
  opening: '{name}，您好！',
  approved: '学校已批准：{child}可以就读{section}。',
  invoice: '费用可在“缴费”中查看。',
  lostCode: '优惠码 {code} 已无法使用，因此按未优惠的价格计费。',
  declined: '很抱歉，{child}这次无法就读{section}。这个班不会收取任何费用。',
  asked: '在决定{child}能否就读{section}之前，学校想了解：',
  reply: '请在首页回复。在此期间，名额会为您保留。',
  note: '学校留言：{note}',
  link: '打开您的首页',
}
