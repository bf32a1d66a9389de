import type { PayingSettings } from '#contract/settings.ts'
import type { Language } from '#contract/values.ts'
import { bothNames, ink } from '#server/platform/paper.ts'
import { writtenDay, moneyIn } from './format.ts'
import type { Statement, StatementEntry } from './ledgerQueries.ts'
import { openSheet } from './sheet.ts'
import { ledgerWords } from './words.ts'

const words = {
  en: {
    title: 'Statement of account',
    period: (from: string, to: string) => `${from} to ${to}`,
    written: 'Written on',
    day: 'Date',
    what: 'Charge or payment',
    amount: 'Amount',
    balance: 'Balance',
    opening: 'Balance before',
    nothing: 'Nothing was charged or paid in this time.',
    charged: 'Charges, less discounts and reversals',
    paid: 'Payments, less returns and refunds',
    due: 'Balance due',
    credit: 'Credit in your favour',
    settled: 'Nothing to be paid',
    how: 'How to pay',
    cheque: 'Cheque',
    transfer: 'Transfer',
    cash: 'Cash',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  zh: {
    title: '对账单',
    period: (from: string, to: string) => `${from}至${to}`,
    written: '开具日期',
    day: '日期',
    what: '收费或缴费',
    amount: '金额',
    balance: '余额',
    opening: '期初余额',
    nothing: '此期间没有收费或缴费。',
    charged: '应收（扣除优惠与冲销）',
    paid: '实收（扣除退回与退款）',
    due: '应缴金额',
    credit: '账户结余',
    settled: '无待缴费用',
    how: '怎样缴费',
    cheque: '支票',
    transfer: '转账',
    cash: '现金',
    page: (page: number, pages: number) => `第 ${page} 页，共 ${pages} 页`,
  },
}

/** How to pay, line by line, as far as the school has said it; the reader's language first. */
const waysIn = (paying: PayingSettings, language: Language): string[] => {
  const either = (text: string, native: string) => (language === 'zh' ? native || text : text || native)
  const say = words[language]
  return [
    [say.cheque, [paying.payableTo, either(paying.chequeTo, paying.nativeChequeTo)].filter(Boolean).join(', ')],
    [say.transfer, either(paying.transfer, paying.nativeTransfer)],
    [say.cash, either(paying.cash, paying.nativeCash)],
  ].flatMap(([label, text]) => (text ? `${label}: ${text}`.split('\n') : []))
}

/** What one entry is, in one line: what happened, what for and by what it can be recognised. */
export const entryText = (entry: StatementEntry, language: Language, money: (cents: number) => string): string => {
  const say = ledgerWords[language]
  const student = bothNames(language, entry.student, entry.studentNativeName)
  const what = bothNames(language, entry.description, entry.nativeDescription)
  const kind = entry.chargeKind === null || entry.chargeKind === 'other' ? '' : (say.kinds[entry.chargeKind] ?? '')
  const method = entry.method === null ? '' : (say.methods[entry.method] ?? '')
  const parts = {
    charge: () => [kind, what, student],
    // Which rule, and the share of what it was; the label of an early registration is its day.
    discount: () => [
      entry.rule === 'early' && entry.percent !== null
        ? say.earlyShare
        : (say.rules[entry.rule ?? ''] ?? say.entries['discount']),
      entry.rule === 'early' || what === `${entry.percent}%` ? '' : what,
      entry.percent !== null && entry.ofCents !== null ? say.share(`${entry.percent}%`, money(entry.ofCents)) : '',
      student,
    ],
    credit: () => [say.entries['credit'], kind, what, student, entry.reference],
    cancellation: () => [say.entries['cancellation'], kind, what, student, entry.reference],
    payment: () => [say.entries['payment'], method, entry.reference, what, entry.receiptNumber],
    reversal: () => [say.entries['reversal'], method, entry.receiptNumber, what],
    refund: () => [say.entries['refund'], method, entry.reference, what, entry.receiptNumber],
    return: () => [say.entries['return'], method, entry.reference, what, entry.receiptNumber],
  }[entry.kind]()
  return parts.filter(Boolean).join(' · ')
}

/**
 * A household's statement as an A4 PDF: balance before, every entry with the balance after it, what is due in the end.
 */
export const drawStatement = (
  statement: Statement,
  period: { from: string; to: string; today: string },
  language: Language,
): Promise<Buffer> => {
  const say = words[language]
  const money = moneyIn(language, statement.currency)
  const day = (text: string) => writtenDay(language, text, 'medium')
  const sheet = openSheet(
    { size: 'A4', title: `${say.title} ${statement.household}`, language },
    { ...statement, address: statement.schoolAddress },
  )
  const { left, right, set, rule } = sheet
  const amountAt = right - 90
  const textAt = left + 84
  const textWidth = amountAt - 70 - textAt

  set(say.title, left, 116, { size: 20, isBold: true, colour: ink.board })
  set(say.period(writtenDay(language, period.from), writtenDay(language, period.to)), left, 136, { size: 10.5 })
  set(`${say.written} ${writtenDay(language, period.today)}`, right, 136, { size: 8.5, colour: ink.quiet, end: true })
  let y = 166
  const names = statement.family.map(each => bothNames(language, each.name, each.nativeName))
  const head = [...(names.length > 0 ? names : [statement.household]), statement.address].filter(Boolean)
  for (const [index, line] of head.entries()) {
    set(line, left, y, { isBold: index === 0, size: 10.5 })
    y += 15
  }
  y += 14

  const columns = () => {
    const style = { size: 8.5, isBold: true, colour: ink.quiet }
    set(say.day, left, y, style)
    set(say.what, textAt, y, style)
    set(say.amount, amountAt, y, { ...style, end: true })
    set(say.balance, right, y, { ...style, end: true })
    rule(y + 6)
    y += 21
  }
  const room = (height: number) => {
    if (y + height <= sheet.height - 60) return
    sheet.nextPage()
    y = 60
    columns()
  }
  columns()
  set(say.opening, textAt, y, { colour: ink.quiet })
  set(money(statement.openingCents), right, y, { end: true })
  y += 17
  if (statement.entries.length === 0) {
    set(say.nothing, textAt, y, { colour: ink.quiet })
    y += 17
  }
  for (const entry of statement.entries) {
    const lines = sheet.wrap(entryText(entry, language, money), textWidth)
    room(lines.length * 13 + 4)
    set(day(entry.onDay), left, y, { colour: ink.quiet })
    set(money(entry.amountCents), amountAt, y, { end: true })
    set(money(entry.balanceCents), right, y, { end: true, colour: ink.quiet })
    for (const line of lines) {
      set(line, textAt, y)
      y += 13
    }
    y += 4
  }
  room(90)
  rule(y - 5)
  const sumOf = (...kinds: StatementEntry['kind'][]) =>
    statement.entries.reduce((sum, each) => sum + (kinds.includes(each.kind) ? each.amountCents : 0), 0)
  const { closingCents } = statement
  y += 12
  for (const [label, cents] of [
    [say.charged, sumOf('charge', 'discount', 'credit', 'cancellation')],
    // Less than nothing is written with a sign, nothing without.
    [say.paid, 0 - sumOf('payment', 'reversal', 'refund', 'return')],
  ] as const) {
    set(label, left, y, { colour: ink.quiet })
    set(money(cents), right, y, { end: true, colour: ink.quiet })
    y += 16
  }
  const label = closingCents > 0 ? say.due : closingCents < 0 ? say.credit : say.settled
  set(label, left, y + 10, { size: 12, isBold: true })
  set(money(Math.abs(closingCents)), right, y + 10, { size: 12, isBold: true, end: true })
  if (closingCents > 0) {
    const ways = waysIn(statement.paying, language)
    room(40 + ways.length * 13)
    y += 40
    if (ways.length > 0) set(say.how, left, y, { size: 10.5, isBold: true })
    for (const line of ways.flatMap(way => sheet.wrap(way, right - left))) {
      y += 13
      room(13)
      set(line, left, y, { size: 9, colour: ink.quiet })
    }
  }
  return sheet.finish(say.page)
}
