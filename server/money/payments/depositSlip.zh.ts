import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './depositSlip.en.ts'

export const messages: Translation<typeof english> = {
  title: '存款单',
  since: '{from} 起收到',
  until: '{to}（含）前收到',
  period: '{from}至{to} 收到',
  all: '迄今收到的全部款项',
  written: '制单日期',
  checks: '支票',
  number: '支票号码',
  payer: '付款人',
  cash: '现金',
  cashPayments: '{n, plural, other {# 笔}}',
  checksTotal: '{n, plural, other {# 张支票}}',
  total: '存款合计',
  nothing: '这段时间没有收到支票或现金。',
  signed: '存款人',
}
