import type { Language } from '#contract/values.ts'

type Words = Record<string, string>

/** What entries of a ledger are called on paper and in files; screens have their own catalogue. */
export const ledgerWords: Record<
  Language,
  { entries: Words; kinds: Words; rules: Words; earlyShare: string; methods: Words; statuses: Words } & {
    /** A part of an amount. */
    share: (share: string, of: string) => string
  }
> = {
  en: {
    entries: {
      charge: 'Charge',
      discount: 'Discount',
      credit: 'Lesson called off',
      cancellation: 'Taken back',
      payment: 'Payment',
      reversal: 'Payment undone',
      refund: 'Refund',
      return: 'Refund returned',
    },
    kinds: { tuition: 'Tuition', books: 'Books', registration: 'Registration', late: 'Late fee', other: 'Other' },
    rules: {
      sibling: 'Sibling discount',
      staff: 'Teacher’s family discount',
      proration: 'Joined later',
      early: 'Early registration, fee waived',
      classes: 'Further class discount',
      senior: 'Senior discount',
      scholarship: 'Scholarship',
      promo: 'Promo code',
    },
    earlyShare: 'Early registration discount',
    share: (share, of) => `${share} of ${of}`,
    methods: { cheque: 'Cheque', cash: 'Cash', transfer: 'Bank transfer', card: 'Card' },
    statuses: { bounced: 'returned unpaid', voided: 'voided' },
  },
  zh: {
    entries: {
      charge: '收费',
      discount: '优惠',
      credit: '停课退费',
      cancellation: '费用冲销',
      payment: '缴费',
      reversal: '缴费撤销',
      refund: '退款',
      return: '退款退回',
    },
    kinds: { tuition: '学费', books: '书费', registration: '注册费', late: '滞纳金', other: '其他' },
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
    share: (share, of) => `${of} 的 ${share}`,
    methods: { cheque: '支票', cash: '现金', transfer: '银行转账', card: '银行卡' },
    statuses: { bounced: '被退回', voided: '误记' },
  },
}
