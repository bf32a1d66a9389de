import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './receipt.en.ts'

export const messages: Translation<typeof english> = {
  title: '收据',
  number: '收据编号',
  received: '收款日期',
  from: '付款人',
  method: '付款方式',
  for: '项目',
  total: '实收合计',
  credit: '账户余款',
  bounced: '此笔 {amount} 的款项已于{day} 退票，本收据作废。',
  voided: '此笔 {amount} 的缴费已于{day} 作废，本收据无效。',
  refunded: '其后已退还',
}
