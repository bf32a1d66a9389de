import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './invoice.en.ts'

export const messages: Translation<typeof english> = {
  title: '账单',
  number: '账单编号',
  issued: '开具日期',
  dueOn: '付款截止日',
  total: '合计',
  paid: '已付',
  due: '{day}（含）前应付',
  settled: '已付清',
  reference: '请在支票或转账附言中写上 {number}。',
}
