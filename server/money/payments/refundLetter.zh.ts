import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './refundLetter.en.ts'

export const messages: Translation<typeof english> = {
  opening: '{name}，您好！',
  sent: {
    subject: '退款 {amount} 已发出',
    says: '学校已将 {amount} 退还给您，方式：{method}。',
  },
  failed: {
    subject: '退款 {amount} 未能完成',
    says: '学校未能将 {amount} 退还给您，这笔款项仍作为余款保留在您的账户中。',
  },
  declined: {
    subject: '退款 {amount} 未获批准',
    says: '学校没有批准 {amount} 的退款，这笔款项仍作为余款保留在您的账户中。',
  },
  reference: '编号：{text}',
  note: '财务留言：{text}',
  link: '打开缴费页面',
}
