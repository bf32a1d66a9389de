import type { Language } from '#contract/values.ts'
import { ink } from '#server/platform/paper.ts'
import { dateText, moneyIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './invoice.en.ts'
import { messages as zh } from './invoice.zh.ts'
import type { Invoice } from './ledgerQueries.ts'
import { screenTexts } from './ledgerText.ts'
import { openSheet, setFacts, setFamily } from './sheet.ts'
import { entryText, waysIn } from './statement.ts'

const texts = textsOf({ en, zh })

/** Draws an invoice as a PDF, as of today: charges, discounts, what is paid, and how to pay the rest. */
export const drawInvoice = async (invoice: Invoice, language: Language): Promise<Buffer> => {
  const t = texts(language)
  const screen = screenTexts(language)
  const money = moneyIn(language, invoice.currency)
  const sheet = await openSheet(
    { title: `${t('title')} ${invoice.number}`, language },
    { ...invoice, address: invoice.schoolAddress },
  )
  const { left, right, set, rule } = sheet

  set(t('title'), left, 116, { size: 20, isBold: true, colour: ink.board })
  const belowFacts = setFacts(
    sheet,
    [
      [t('number'), invoice.number],
      [t('issued'), dateText(language, invoice, invoice.issuedOn)],
      [t('dueOn'), dateText(language, invoice, invoice.dueOn)],
    ],
    142,
  )
  let y = setFamily(sheet, invoice, language, belowFacts)

  const room = (height: number) => {
    if (y + height <= sheet.height - 60) return
    sheet.nextPage()
    y = 60
  }
  const style = { size: 8.5, isBold: true, colour: ink.quiet }
  set(screen('entry.what'), left, y, style)
  set(screen('entry.amount'), right, y, { ...style, end: true })
  rule(y + 6)
  y += 21
  for (const entry of invoice.entries) {
    const isUnder = entry.kind !== 'charge'
    const from = left + (isUnder ? 14 : 0)
    const lines = sheet.wrap(entryText(entry, language, money), right - 90 - from)
    room(lines.length * 13 + 4)
    const colour = isUnder ? ink.quiet : ink.text
    set(money(entry.amountCents), right, y, { end: true, colour })
    for (const line of lines) {
      set(line, from, y, { colour })
      y += 13
    }
    y += 4
  }
  room(90)
  rule(y - 5)
  const totalCents = invoice.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const dueCents = totalCents - invoice.paidCents
  y += 12
  for (const [label, cents] of [
    [t('total'), totalCents],
    [t('paid'), invoice.paidCents],
  ] as const) {
    set(label, left, y, { colour: ink.quiet })
    set(money(cents), right, y, { end: true, colour: ink.quiet })
    y += 16
  }
  const label = dueCents > 0 ? t('due', { day: dateText(language, invoice, invoice.dueOn) }) : t('settled')
  set(label, left, y + 10, { size: 12, isBold: true })
  set(money(dueCents), right, y + 10, { size: 12, isBold: true, end: true })
  if (dueCents > 0) {
    const ways = [t('reference', { number: invoice.number }), ...waysIn(invoice.paying, language)]
    room(40 + ways.length * 13)
    y += 40
    set(screen('ways.title'), left, y, { size: 10.5, isBold: true })
    for (const line of ways.flatMap(way => sheet.wrap(way, right - left))) {
      y += 13
      room(13)
      set(line, left, y, { size: 9, colour: ink.quiet })
    }
  }
  return sheet.finish(true)
}
