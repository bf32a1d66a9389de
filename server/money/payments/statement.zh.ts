import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './statement.en.ts'

export const messages: Translation<typeof english> = {
  title: '对账单',
  period: '{from}至{to}',
  written: '开具日期',
  opening: '期初余额',
  nothing: '此期间没有收费或缴费。',
  charged: '应收（扣除优惠与冲销）',
  paid: '实收（扣除退回与退款）',
  due: '应缴金额',
  credit: '余款',
  settled: '没有待缴费用',
}
