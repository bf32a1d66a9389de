import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './rejected.en.ts'

export const messages: Translation<typeof english> = {
  reason: '原因',
  doubtful: '尚未确定是否就是学校已有的{name}。',
}
