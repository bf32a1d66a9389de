import type { ReceivedRow } from '#contract/money/payments.received.ts'
import type { Language } from '#contract/values.ts'
import { depositChecks } from '#rules/depositChecks.ts'
import { inThread } from '#server/platform/makingThread.ts'
import { ink } from '#server/platform/paper.ts'
import { bothNames, dateText, moneyIn, textsOf } from '#server/platform/texts.ts'
import { ledgerTexts, screenTexts } from './ledgerText.ts'
import { messages as en } from './depositSlip.en.ts'
import { messages as zh } from './depositSlip.zh.ts'
import { openSheet, type SheetSchool } from './sheet.ts'

const texts = textsOf({ en, zh })
const sum = (rows: readonly Pick<ReceivedRow, 'amountCents'>[]) =>
  rows.reduce((all, { amountCents }) => all + amountCents, 0)

type Slip = {
  from?: string | undefined
  to?: string | undefined
  today: string
  school: SheetSchool
  language: Language
}

/**
 * Draws a deposit slip for the bank as a PDF: each check with its number, payer, receipts and amount, the cash as one
 * amount, and the total.
 */
export const drawDepositSlip = inThread(
  import.meta.url,
  'drawDepositSlip',
  30,
  async (rows: readonly ReceivedRow[], { from, to, today, school, language }: Slip) => {
    const t = texts(language)
    const screen = screenTexts(language)
    const money = moneyIn(language, school.currency)
    const long = (day: string) => dateText(language, school, day)
    const checks = depositChecks(rows.filter(({ method }) => method === 'cheque'))
    const cash = rows.filter(({ method }) => method === 'cash')
    const sheet = await openSheet({ title: t('title'), language }, school)
    const { left, right, set, rule } = sheet
    set(t('title'), left, 116, { size: 20, isBold: true, colour: ink.board })
    const period =
      from && to
        ? t('period', { from: long(from), to: long(to) })
        : from
          ? t('since', { from: long(from) })
          : to
            ? t('until', { to: long(to) })
            : t('all')
    set(period, left, 136, { size: 10.5 })
    set(`${t('written')} ${long(today)}`, right, 136, { size: 8.5, colour: ink.quiet, end: true })
    let y = 170
    const numberAt = left + 84
    const receiptAt = left + 190
    const payerAt = left + 290
    const payerWidth = right - 80 - payerAt
    const heads = () => {
      const style = { size: 8.5, isBold: true, colour: ink.quiet }
      set(screen('entry.date'), left, y, style)
      set(t('number'), numberAt, y, style)
      set(ledgerTexts(language)('heads.receipt'), receiptAt, y, style)
      set(t('payer'), payerAt, y, style)
      set(screen('entry.amount'), right, y, { ...style, end: true })
      rule(y + 6)
      y += 21
    }
    const room = (height: number, isTable: boolean) => {
      if (y + height <= sheet.height - 60) return
      sheet.nextPage()
      y = 60
      if (isTable) heads()
    }
    if (rows.length === 0) {
      set(t('nothing'), left, y, { colour: ink.quiet })
      y += 24
    }
    if (checks.length > 0) {
      set(t('checks'), left, y, { size: 12, isBold: true })
      y += 22
      heads()
      for (const check of checks) {
        const { payer: name, household, payerNativeName, householdNativeName } = check
        const payer = sheet.wrap(
          name ? bothNames(language, name, payerNativeName) : bothNames(language, household, householdNativeName),
          payerWidth,
        )
        const number = sheet.wrap(check.reference, receiptAt - numberAt - 8)
        const receipts = check.receipts.flatMap(each => sheet.wrap(each, payerAt - receiptAt - 8))
        const lines = Math.max(payer.length, number.length, receipts.length)
        room(lines * 13 + 4, true)
        set(dateText(language, school, check.receivedOn, 'medium'), left, y, { colour: ink.quiet })
        set(money(check.amountCents), right, y, { end: true })
        payer.forEach((line, at) => set(line, payerAt, y + at * 13))
        number.forEach((line, at) => set(line, numberAt, y + at * 13))
        receipts.forEach((line, at) => set(line, receiptAt, y + at * 13, { colour: ink.quiet }))
        y += lines * 13 + 4
      }
      y += 4
    }
    room(130, false)
    rule(y - 5)
    y += 12
    for (const [label, how, of] of [
      [t('checks'), t('checksTotal', { n: checks.length }), checks],
      [t('cash'), t('cashPayments', { n: cash.length }), cash],
    ] as const) {
      set(label, left, y)
      set(how, numberAt, y, { colour: ink.quiet })
      set(money(sum(of)), right, y, { end: true })
      y += 17
    }
    rule(y - 4)
    set(t('total'), left, y + 14, { size: 12, isBold: true })
    set(money(sum(rows)), right, y + 14, { size: 12, isBold: true, end: true })
    set(t('signed'), left, y + 66, { size: 8.5, colour: ink.quiet })
    sheet.line(left + 84, y + 66, left + 290, y + 66)
    return sheet.finish(true)
  },
)
