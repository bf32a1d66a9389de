import type { Translation } from '#contract/translation.ts'
import type { messages as en } from './lateFees.en.ts'

export const messages: Translation<typeof en> = {
  lateFees: {
    title: '滞纳金',
    hint: '以下家庭逾期超过宽限天数。选中之后才会收取。',
    none: '目前没有需要收取的滞纳金。',
    off: '学校不收滞纳金。',
    rule: '修改规定',
    late: '逾期 {n, plural, other {#}} 天',
    charge: '{what}：{amount}，{day} 到期',
    flat: '一次性 {amount}',
    percent: '{open} 的 {percent} = {amount}',
    weeks: '{n, plural, other {#}} 周，每周 {each} = {amount}',
    capped: '最多 {amount}',
    before: '减去已计收的 {amount}',
    waived: '减去已免除的 {amount}',
    selectAll: '全选',
    selectNone: '取消全选',
    chosen: '已选 {n} / {all}',
    button: '向 {n, plural, other {#}} 个家庭收取 {amount}',
    nobody: '请选择要收取的家庭',
    charged: '已收取 {n, plural, other {#}} 笔滞纳金，共 {amount}。24 小时内可在“收费记录”中撤销。',
    reverse: '单笔滞纳金可在家庭账户中冲销。',
  },
}
