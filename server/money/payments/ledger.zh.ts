import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './ledger.en.ts'

/** Names of ledger entries in PDFs and files, beyond those that screens use (web/money/payments). */
export const messages: Translation<typeof english> = {
  entries: {
    charge: '收费',
    discount: '优惠',
    credit: '停课退费',
    cancellation: '费用冲销',
    payment: '缴费',
    reversal: '缴费冲销',
    refund: '退款',
    return: '退款退回',
  },
  rules: {
    sibling: '兄弟姐妹优惠',
    staff: '教职工家庭优惠',
    proration: '中途入学',
    early: '提前报名，免注册费',
    classes: '多门课程优惠',
    senior: '长者优惠',
    scholarship: '助学金',
    promo: '优惠码',
  },
  earlyShare: '提前报名优惠',
  share: '{of} 的 {share}',
  creditPaidBack: '退还余款',
  refundToReturn: '应退回的退款 {number}',
  taxId: '税号 {number}',
  heads: {
    entry: '类别',
    what: '说明',
    receipt: '收据',
    student: '学生',
    studentNative: '学生（中文名）',
    state: '状态',
    family: '家庭',
    guardians: '家长',
    charged: '应收',
    paid: '实收',
    balances: '家庭余额',
  },
}
