import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '{child}来{section}听课',
  opening: '{name}，您好！',
  asked: '感谢您的申请：{child}希望在{day}来{section}听课。学校会发邮件答复您。',
  approved: '欢迎{child}在{day}来{section}听课，期待与您见面。',
  declined: '很抱歉，{child}无法在{day}来{section}听课。',
  cancelled: '{child}{day}在{section}的听课已取消。',
  moved: '{child}改在{day}来{section}听课，费用不变。',
  unchosen: '{child}原定{day}在{section}的听课因停课取消，之后也没有另选日期。',
  reversed: '相关费用已全部退回账户。',
  where: '上课时间：{time}。',
  whereIn: '上课时间：{time}，教室：{room}。',
  bring: '请带上：{text}',
  price: '费用 {price}，可在“缴费”中查看。',
  note: '学校留言：{note}',
  link: '打开您的首页',
  charge: '{kind, select, trial {试听} other {单日}}：{section}，{day}',
}
