import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './oddSettings.en.ts'

/** Questions about settings that are probably a mistake. */
export const messages: Translation<typeof english> = {
  oddSettings: {
    title: '确定这样设置吗？',
    change: '返回修改',
    keep: '仍然保存',
    free: '{name}：100%。享受这项优惠的人不用交学费。',
    dear: '{name}为 {amount}。',
    long: '{name}为 {days} 天。',
    half: '滞纳金为逾期金额的 {percent}%。',
    rising: '第 {line} 档的退款比更早的期限还多：退得越晚，退款越多。',
  },
}
