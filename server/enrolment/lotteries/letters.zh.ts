import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  drawn: '抽签结果：{draw}',
  opening: '{name}，您好！“{draw}”已经抽签。',
  won: '{child}抽中了{section}。',
  line: '{child}在{section}的候补名单上排第 {place} 位。',
  nothing: '{child}参加了抽签。',
  confirm: '请在{until}之前确认名额，逾期将转给下一位候补。确认后才会开出账单。',
  check: '人人都可以核对：抽签种子和按号码列出的名单已经公布，您的号码在您的首页上。',
  cancelled: '抽签取消：{draw}',
  instead: '{name}，您好！您报名的“{draw}”抽签取消了，相关班级改为照常报名。',
  link: '打开您的首页',
  classes: '查看班级',
}
