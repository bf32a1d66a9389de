import type { FastifyInstance, FastifyReply } from 'fastify'
import { Day } from '#contract/values.ts'
import { dayIn } from '#rules/calendar.ts'
import { csvOf } from '#server/platform/csv.ts'
import { digitsOf, moneyIn } from '#server/platform/texts.ts'
import { type FileTools, askedLanguage, sendFile, serveFile } from '#server/platform/exports.ts'
import { letterhead, zoneOf } from '#server/school/config/tables.ts'
import { caredStudents } from '#server/people/students/policy.ts'
import { findInvoice, findLedgers, findStatement } from './ledgerQueries.ts'
import { officeLedgers, visibleLedgers, visiblePayments } from './policy.ts'
import { findReceipt } from './queries.ts'
import { drawInvoice } from './invoice.ts'
import { drawReceipt } from './receipt.ts'
import { drawStatement, entryText } from './statement.ts'
import { ledgerTexts, screenTexts } from './ledgerText.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idIn = (file: string, ending: string): string | null => {
  const id = file.endsWith(ending) ? file.slice(0, -ending.length) : ''
  return uuid.test(id) ? id : null
}

const missing = (reply: FastifyReply, what: string) =>
  reply.code(404).type('text/plain; charset=utf-8').send(`${what} was not found. Sign in and open it from Payments.`)

/**
 * Serves money documents to anyone who may see the account: `/files/receipts/{payment}.pdf`,
 * `/files/invoices/{invoice}.pdf` and `/files/statements/{household}.pdf?from=&to=` to the family and the office,
 * `/files/ledger/{household}.csv` to the office. They are in the requested language (`?lang=zh`) or the reader's own. A
 * document that doesn't exist and one that is not in scope get the same answer.
 */
export const moneyRoutes = (app: FastifyInstance, tools: FileTools): void => {
  const { database } = tools

  serveFile(app, tools, 'GET /files/receipts/:file', async ({ request, reply, as, record }) => {
    const id = idIn(request.params['file']!, '.pdf')
    const actor = as('payments-ledger')
    const receipt = await database.transaction(async db => {
      const found = id && (await findReceipt(db, visiblePayments(actor), caredStudents(actor), id))
      if (found) await record(db, { asked: { paymentId: id }, about: [id, found.householdId] })
      return found
    })
    if (!receipt) return missing(reply, 'This receipt')
    return sendFile(
      reply,
      `${receipt.number}.pdf`,
      await drawReceipt(receipt, askedLanguage(request.query['lang'], actor)),
    )
  })

  serveFile(app, tools, 'GET /files/invoices/:file', async ({ request, reply, as, record }) => {
    const id = idIn(request.params['file']!, '.pdf')
    const actor = as('payments-ledger')
    const invoice = await database.transaction(async db => {
      const found = id && (await findInvoice(db, visibleLedgers(actor), caredStudents(actor), id))
      if (found) await record(db, { asked: { invoiceId: id }, about: [id] })
      return found
    })
    if (!invoice) return missing(reply, 'This invoice')
    return sendFile(
      reply,
      `${invoice.number}.pdf`,
      await drawInvoice(invoice, askedLanguage(request.query['lang'], actor)),
    )
  })

  serveFile(app, tools, 'GET /files/statements/:file', async ({ request, reply, as, at, record }) => {
    const id = idIn(request.params['file']!, '.pdf')
    const actor = as('payments-ledger')
    const { from, to } = request.query
    if (!Day.safeParse(from).success || !Day.safeParse(to).success || from! > to!)
      return reply
        .code(400)
        .type('text/plain; charset=utf-8')
        .send('A statement needs a first day and a last day that isn’t before it.')
    const period = { from: from!, to: to! }
    const drawn = await database.transaction(async db => {
      const statement = id && (await findStatement(db, visibleLedgers(actor), caredStudents(actor), id, period))
      if (!statement) return null
      await record(db, { asked: { householdId: id, ...period }, about: [id] })
      return { statement, today: dayIn(await zoneOf(db), at) }
    })
    if (!drawn) return missing(reply, 'This statement')
    const { statement, today } = drawn
    const pdf = await drawStatement(statement, { ...period, today }, askedLanguage(request.query['lang'], actor))
    return sendFile(reply, `statement-${period.from}-${period.to}.pdf`, pdf)
  })

  serveFile(app, tools, 'GET /files/ledger/:file', async ({ request, reply, as, record }) => {
    const id = idIn(request.params['file']!, '.csv')
    const actor = as('payments-households')
    const found = await database.transaction(async db => {
      const [ledger] = id ? await findLedgers(db, officeLedgers(actor), caredStudents(actor), id) : []
      if (!ledger || !id) return null
      await record(db, { asked: { householdId: id }, about: [id], rows: ledger.entries.length })
      return { ledger, currency: (await letterhead(db)).currency }
    })
    if (!found) return missing(reply, 'This account')
    const { ledger, currency } = found
    const language = askedLanguage(request.query['lang'], actor)
    const [t, screen] = [ledgerTexts(language), screenTexts(language)]
    const unit = 10 ** digitsOf(currency)
    const money = moneyIn(language, currency)
    const lines = ledger.entries.map(entry => [
      entry.onDay,
      t(`entries.${entry.kind}`),
      entryText(entry, language, money),
      entry.amountCents / unit,
      entry.balanceCents / unit,
      entry.receiptNumber,
      entry.student,
      entry.studentNativeName,
      entry.status === 'bounced' || entry.status === 'voided' ? screen(`entry.${entry.status}`) : '',
    ])
    const heads = [
      screen('entry.date'),
      t('heads.entry'),
      t('heads.what'),
      screen('entry.amount'),
      screen('entry.balance'),
      ...(['receipt', 'student', 'studentNative', 'state'] as const).map(key => t(`heads.${key}`)),
    ]
    return sendFile(reply, 'ledger.csv', csvOf(heads, lines))
  })
}
