import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './officeTabs.en.ts'

/** Names of the tabs of the office's screens. */
export const messages: Translation<typeof english> = {
  officeTabs: {
    classes: '班级',
    terms: '学期',
    courses: '课程与教室',
    students: '学生',
    promotion: '下学期',
    import: '导入',
    balances: '余额',
    received: '收款',
    scholarships: '助学金',
    codes: '优惠码',
    late: '滞纳金',
    waiting: '待处理',
    visits: '试听与单日',
    placements: '分级',
    lotteries: '抽签',
  },
}
