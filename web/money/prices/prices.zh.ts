import type { Translation } from '#contract/translation.ts'
import type { messages as en } from './prices.en.ts'

export const messages: Translation<typeof en> = {
  prices: {
    share: '{of} 减免 {share}',
    bareShare: '减免 {share}',
    rule: {
      sibling: '兄弟姐妹优惠：{part}',
      staff: '教师家庭优惠：{part}',
      classes: '多门课程优惠：{part}',
      senior: '长者优惠：{part}',
      scholarship: '助学金：{part}',
      scholarshipAmount: '助学金',
      promo: '优惠码 {code}：{part}',
      promoAmount: '优惠码 {code}',
      proration: '中途入学：{of} 只收 {share}',
      bareProration: '中途入学：只收 {share}',
      early: '{day}（含）前报名优惠：{part}',
      waived: '{day}（含）前报名，免收',
    },
    type: { audit: '旁听', guest: '单日体验' },
    code: {
      ask: '有优惠码吗？',
      label: '优惠码',
      apply: '使用',
      takes: '优惠码 {code} 已计入价格。',
      later: '选好适用的课程后，优惠码 {code} 就会生效。',
      remove: '移除',
      problem: {
        unknown: '没有优惠码 {code}，请检查拼写。',
        early: '优惠码 {code} 还未开始生效。',
        over: '优惠码 {code} 已过期。',
        used: '优惠码 {code} 的使用次数已满。',
        usedHere: '您家已经用过优惠码 {code}。',
        notNew: '优惠码 {code} 仅限新家庭使用。',
        idle: '优惠码 {code} 不适用于所选课程。',
        outdone: '优惠码 {code} 不能与其他优惠同享，而您现有的优惠更多。',
      },
    },
  },
}
