import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './ledger.en.ts'

/** Names in the ledger for what happens to the charges of a class. */
export const messages: Translation<typeof english> = {
  kept: { left: '{what}：退班后保留部分', type: '{what}：已上课程部分' },
  fee: '手续费：{section}',
  refund: '退班或转班',
}
