import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './journal.en.ts'

export const messages: Translation<typeof english> = {
  date: '日期',
  document: '单据编号',
  account: '科目',
  debit: '借方',
  credit: '贷方',
  text: '摘要',
  accounts: {
    receivables: '应收账款',
    tuition: '学费收入',
    books: '教材收入',
    registration: '注册费收入',
    late: '滞纳金收入',
    other: '其他收入',
    discounts: '优惠',
    credits: '停课退费',
    refunds: '应退回的退款',
    cheque: '银行：支票',
    cash: '现金',
    transfer: '银行：转账',
    card: '银行：刷卡',
  },
}
