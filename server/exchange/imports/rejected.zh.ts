import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './rejected.en.ts'

export const messages: Translation<typeof english> = {
  reason: '原因',
  number: '尚未确定：编号 {number} 同时对应{other}和{name}。',
  custody: '尚未确定谁可以查看 {child} 的资料并接送。',
  doubtful: '尚未确定是否就是学校已有的{name}。',
}
