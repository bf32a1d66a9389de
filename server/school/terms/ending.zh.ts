import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './ending.en.ts'

export const messages: Translation<typeof english> = { endedEarly: '学期已提前结束。' }
