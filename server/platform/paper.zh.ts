import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './paper.en.ts'

export const messages: Translation<typeof english> = {
  page: '第 {page} 页，共 {pages} 页',
}
