import type { PayingSettings } from '#contract/settings.ts'
import type { Language } from '#contract/values.ts'
import { labelledIn, partsIn } from '#rules/lists.ts'
import { textIn } from '#rules/inLanguage.ts'
import { ink } from '#server/platform/paper.ts'
import type { Statement, StatementEntry } from './ledgerQueries.ts'
import { openSheet, setFamily } from './sheet.ts'
import { causeText, kindText, ledgerTexts, methodText, ruleText, screenTexts } from './ledgerText.ts'
import { bothNames, dateText, moneyIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './statement.en.ts'
import { messages as zh } from './statement.zh.ts'

const texts = textsOf({ en, zh })

/** How to pay, line by line, as far as the school has set it; the reader's language first. */
export const waysIn = (paying: PayingSettings, language: Language): string[] => {
  const either = (text: string, native: string) => textIn(language, text, native)
  const t = screenTexts(language)
  const ways = [
    [t('ways.cheque'), partsIn(language, [paying.payableTo, either(paying.chequeTo, paying.nativeChequeTo)])],
    [t('ways.transfer'), either(paying.transfer, paying.nativeTransfer)],
    [t('ways.cash'), either(paying.cash, paying.nativeCash)],
  ] as const
  return ways.flatMap(([label, text]) => (text ? labelledIn(language, label, text).split('\n') : []))
}

/** One line that describes an entry: what happened, what for, and its reference. */
export const entryText = (
  entry: Omit<StatementEntry, 'balanceCents'>,
  language: Language,
  money: (cents: number) => string,
): string => {
  const t = ledgerTexts(language)
  const student = bothNames(language, entry.student, entry.studentNativeName)
  const what = bothNames(language, entry.description, entry.nativeDescription)
  const kind = kindText(language, entry.chargeKind)
  const method = methodText(language, entry.method)
  const parts = {
    charge: () => [kind, what, student],
    // The rule and the percentage; the label of an early discount is its day, so it is left out.
    discount: () => [
      entry.rule === 'early' && entry.percent !== null ? t('earlyShare') : ruleText(language, entry.rule),
      entry.rule === 'early' || what === `${entry.percent}%` ? '' : what,
      entry.percent !== null && entry.ofCents !== null
        ? t('share', { share: `${entry.percent}%`, of: money(entry.ofCents) })
        : '',
      student,
    ],
    credit: () => [t('entries.credit'), kind, what, student, entry.reference],
    cancellation: () => [
      t('entries.cancellation'),
      kind,
      what,
      student,
      causeText(language, entry.cause),
      entry.reference,
    ],
    payment: () => [t('entries.payment'), method, entry.reference, what, entry.receiptNumber],
    reversal: () => [t('entries.reversal'), method, entry.receiptNumber, causeText(language, entry.cause), what],
    refund: () => [t('entries.refund'), method, entry.reference, what, entry.receiptNumber],
    return: () => [
      t('entries.return'),
      method,
      entry.reference,
      causeText(language, entry.cause),
      what,
      entry.receiptNumber,
    ],
  }[entry.kind]()
  return parts.filter(Boolean).join(' · ')
}

/**
 * Draws a household's statement as a PDF: the balance before, every entry with the balance after it, and the amount due
 * at the end.
 */
export const drawStatement = async (
  statement: Statement,
  period: { from: string; to: string; today: string },
  language: Language,
): Promise<Buffer> => {
  const t = texts(language)
  const screen = screenTexts(language)
  const money = moneyIn(language, statement.currency)
  const day = (text: string) => dateText(language, statement, text, 'medium')
  const sheet = await openSheet(
    { title: `${t('title')} ${statement.household}`, language },
    { ...statement, address: statement.schoolAddress },
  )
  const { left, right, set, rule } = sheet
  const amountAt = right - 90
  const textAt = left + 84
  const textWidth = amountAt - 70 - textAt

  set(t('title'), left, 116, { size: 20, isBold: true, colour: ink.board })
  set(
    t('period', { from: dateText(language, statement, period.from), to: dateText(language, statement, period.to) }),
    left,
    136,
    {
      size: 10.5,
    },
  )
  set(`${t('written')} ${dateText(language, statement, period.today)}`, right, 136, {
    size: 8.5,
    colour: ink.quiet,
    end: true,
  })
  let y = setFamily(sheet, statement, language, 166)

  const columns = () => {
    const style = { size: 8.5, isBold: true, colour: ink.quiet }
    set(screen('entry.date'), left, y, style)
    set(screen('entry.what'), textAt, y, style)
    set(screen('entry.amount'), amountAt, y, { ...style, end: true })
    set(screen('entry.balance'), right, y, { ...style, end: true })
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
  set(t('opening'), textAt, y, { colour: ink.quiet })
  set(money(statement.openingCents), right, y, { end: true })
  y += 17
  if (statement.entries.length === 0) {
    set(t('nothing'), textAt, y, { colour: ink.quiet })
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
    [t('charged'), sumOf('charge', 'discount', 'credit', 'cancellation')],
    // A negative amount is written with its sign; subtracting from 0 avoids a negative zero.
    [t('paid'), 0 - sumOf('payment', 'reversal', 'refund', 'return')],
  ] as const) {
    set(label, left, y, { colour: ink.quiet })
    set(money(cents), right, y, { end: true, colour: ink.quiet })
    y += 16
  }
  const label = closingCents > 0 ? t('due') : closingCents < 0 ? t('credit') : t('settled')
  set(label, left, y + 10, { size: 12, isBold: true })
  set(money(Math.abs(closingCents)), right, y + 10, { size: 12, isBold: true, end: true })
  if (closingCents > 0) {
    const ways = waysIn(statement.paying, language)
    room(40 + ways.length * 13)
    y += 40
    if (ways.length > 0) set(screen('ways.title'), left, y, { size: 10.5, isBold: true })
    for (const line of ways.flatMap(way => sheet.wrap(way, right - left))) {
      y += 13
      room(13)
      set(line, left, y, { size: 9, colour: ink.quiet })
    }
  }
  return sheet.finish(true)
}
