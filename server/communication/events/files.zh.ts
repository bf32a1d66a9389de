import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './files.en.ts'

export const messages: Translation<typeof english> = {
  family: '家庭',
  answer: '回复',
  people: '人数',
  note: '备注',
  by: '回复人',
  at: '时间',
}
