import type { Language } from '#contract/values.ts'
import { bothNames, ink } from '#server/platform/paper.ts'
import { writtenDay, moneyIn } from './format.ts'
import type { Receipt } from './queries.ts'
import { openSheet } from './sheet.ts'
import { ledgerWords } from './words.ts'

const words = {
  en: {
    title: 'Receipt',
    number: 'Receipt number',
    received: 'Received on',
    from: 'Received from',
    method: 'Paid by',
    for: 'For',
    amount: 'Amount',
    total: 'Total received',
    credit: 'Credit on your account',
    bounced: 'This payment was returned unpaid. The receipt is no longer valid.',
    voided: 'This payment was voided. The receipt is not valid.',
    refunded: 'Given back to you since',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  zh: {
    title: '收据',
    number: '收据编号',
    received: '收款日期',
    from: '付款人',
    method: '付款方式',
    for: '项目',
    amount: '金额',
    total: '实收合计',
    credit: '账户余额',
    bounced: '此笔款项已被退回，本收据作废。',
    voided: '此笔款项系误记，本收据无效。',
    refunded: '其后已退还',
    page: (page: number, pages: number) => `第 ${page} 页，共 ${pages} 页`,
  },
}

/** A receipt as an A5 PDF, in the reader's language, names in the scripts in which they are written. */
export const drawReceipt = (receipt: Receipt, language: Language): Promise<Buffer> => {
  const say = words[language]
  const { kinds, methods } = ledgerWords[language]
  const money = moneyIn(language, receipt.currency)
  const sheet = openSheet({ size: 'A5', title: `${say.title} ${receipt.number}`, language }, receipt)
  const { left, right, set, rule } = sheet

  set(say.title, left, 116, { size: 20, isBold: true, colour: ink.board })
  const facts: [string, string][] = [
    [say.number, receipt.number],
    [say.received, writtenDay(language, receipt.receivedOn)],
    [say.from, receipt.payer || receipt.household],
    [say.method, [methods[receipt.method] ?? receipt.method, receipt.reference].filter(Boolean).join(' ')],
  ]
  facts.forEach(([label, value], index) => {
    set(label, left, 142 + index * 17, { colour: ink.quiet })
    set(value, left + 110, 142 + index * 17)
  })
  let y = 142 + facts.length * 17 + 14
  set(say.for, left, y, { size: 8.5, isBold: true, colour: ink.quiet })
  set(say.amount, right, y, { size: 8.5, isBold: true, colour: ink.quiet, end: true })
  rule(y + 6)
  y += 22
  const covered = receipt.allocations.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const credit = receipt.status === 'succeeded' ? receipt.amountCents - covered - receipt.refundedCents : 0
  const lines = [
    ...receipt.allocations.map(({ student, nativeName, kind, description, nativeDescription, amountCents }) => ({
      text: [
        kind === 'other' ? '' : (kinds[kind] ?? kind),
        [student, nativeName].filter(Boolean).join(' '),
        bothNames(language, description, nativeDescription),
      ]
        .filter(Boolean)
        .join(' · '),
      amountCents,
    })),
    ...(receipt.refundedCents > 0 ? [{ text: say.refunded, amountCents: receipt.refundedCents }] : []),
    ...(credit > 0 ? [{ text: say.credit, amountCents: credit }] : []),
  ]
  for (const { text, amountCents } of lines) {
    if (y > sheet.height - 110) {
      sheet.nextPage()
      y = 60
    }
    set(money(amountCents), right, y, { end: true })
    for (const line of sheet.wrap(text, right - left - 80)) {
      set(line, left, y)
      y += 13
    }
    y += 4
  }
  rule(y - 5)
  set(say.total, left, y + 14, { size: 12, isBold: true })
  set(money(receipt.amountCents), right, y + 14, { size: 12, isBold: true, end: true })
  if (receipt.status === 'bounced' || receipt.status === 'voided')
    set(say[receipt.status], left, y + 40, { isBold: true, colour: ink.bad })
  return sheet.finish(say.page)
}
