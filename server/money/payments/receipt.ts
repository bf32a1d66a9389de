import type { Language } from '#contract/values.ts'
import { ink } from '#server/platform/paper.ts'
import type { Receipt } from './queries.ts'
import { openSheet, setFacts } from './sheet.ts'
import { kindText, methodText, screenTexts } from './ledgerText.ts'
import { bothNames, dateText, moneyIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './receipt.en.ts'
import { messages as zh } from './receipt.zh.ts'

const texts = textsOf({ en, zh })

type Line = { text: string; amountCents: number }

/** What the payment covers, what of it was refunded, and what is left as credit; empty for one that was undone. */
const linesOf = (receipt: Receipt, language: Language): Line[] => {
  const t = texts(language)
  const covered = receipt.allocations.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const credit = receipt.status === 'succeeded' ? receipt.amountCents - covered - receipt.refundedCents : 0
  return [
    ...receipt.allocations.map(({ student, nativeName, kind, description, nativeDescription, amountCents }) => ({
      text: [
        kindText(language, kind),
        bothNames(language, student, nativeName),
        bothNames(language, description, nativeDescription),
      ]
        .filter(Boolean)
        .join(' · '),
      amountCents,
    })),
    ...(receipt.refundedCents > 0 ? [{ text: t('refunded'), amountCents: receipt.refundedCents }] : []),
    ...(credit > 0 ? [{ text: t('credit'), amountCents: credit }] : []),
  ]
}

type Sheet = Awaited<ReturnType<typeof openSheet>>

/** Draws the lines with their amounts and the total of the receipt; returns the position below. */
const setTable = (sheet: Sheet, lines: readonly Line[], receipt: Receipt, language: Language, from: number): number => {
  const t = texts(language)
  const money = moneyIn(language, receipt.currency)
  const { left, right, set, rule } = sheet
  set(t('for'), left, from, { size: 8.5, isBold: true, colour: ink.quiet })
  set(screenTexts(language)('entry.amount'), right, from, { size: 8.5, isBold: true, colour: ink.quiet, end: true })
  rule(from + 6)
  let y = from + 22
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
  set(t('total'), left, y + 14, { size: 12, isBold: true })
  set(money(receipt.amountCents), right, y + 14, { size: 12, isBold: true, end: true })
  return y + 40
}

/**
 * Draws a receipt as a PDF of half a sheet, in the reader's language, with names in the scripts in which they are
 * written. One whose payment was returned or voided says so, with the amount and the day.
 */
export const drawReceipt = async (receipt: Receipt, language: Language): Promise<Buffer> => {
  const t = texts(language)
  const sheet = await openSheet({ isHalf: true, title: `${t('title')} ${receipt.number}`, language }, receipt)
  const { left, right, set } = sheet

  set(t('title'), left, 116, { size: 20, isBold: true, colour: ink.board })
  let y = setFacts(
    sheet,
    [
      [t('number'), receipt.number],
      [t('received'), dateText(language, receipt, receipt.receivedOn)],
      [t('from'), bothNames(language, receipt.payer, receipt.payerNativeName)],
      [t('method'), [methodText(language, receipt.method), receipt.reference].filter(Boolean).join(' ')],
    ],
    142,
  )
  const lines = linesOf(receipt, language)
  if (lines.length > 0) y = setTable(sheet, lines, receipt, language, y)
  const { status, reversedOn } = receipt
  if (reversedOn !== null && (status === 'bounced' || status === 'voided')) {
    const amount = moneyIn(language, receipt.currency)(receipt.amountCents)
    const style = { isBold: true, colour: ink.bad }
    for (const line of sheet.wrap(
      t(status, { amount, day: dateText(language, receipt, reversedOn) }),
      right - left,
      style,
    )) {
      set(line, left, y, style)
      y += 15
    }
  }
  return sheet.finish(true)
}
