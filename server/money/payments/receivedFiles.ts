import type { FastifyInstance } from 'fastify'
import { depositedMethods } from '#contract/money/payments.plain.ts'
import { ReceivedFilter, type ReceivedRow } from '#contract/money/payments.received.ts'
import { Day } from '#contract/values.ts'
import { dayIn } from '#rules/calendar.ts'
import { askedLanguage, sendFile, serveFile, unclear } from '#server/platform/exports.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { bothNames, inBoth } from '#server/platform/texts.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { currencyDigits, letterhead, zoneOf } from '#server/school/config/tables.ts'
import { drawDepositSlip } from './depositSlip.ts'
import { journalCsv } from './journal.ts'
import { listJournal } from './journalQueries.ts'
import { ledgerTexts, methodText, receivedTexts, screenTexts } from './ledgerText.ts'
import { officeLedgers, officePayments } from './policy.ts'
import { listReceived } from './receivedQueries.ts'

const money = { kind: 'money', width: 13 } as const
const columns: FileColumn<ReceivedRow>[] = [
  { of: 'receivedOn', head: inBoth(receivedTexts, 'day'), value: row => row.receivedOn, kind: 'day', width: 12 },
  { of: 'number', head: inBoth(receivedTexts, 'number'), value: row => row.number },
  {
    of: 'household',
    head: inBoth(ledgerTexts, 'heads.family'),
    value: (row, language) => bothNames(language, row.household, row.householdNativeName),
    width: 24,
  },
  {
    of: 'household',
    head: inBoth(receivedTexts, 'payer'),
    value: (row, language) => bothNames(language, row.payer, row.payerNativeName),
    width: 24,
  },
  {
    of: 'method',
    head: inBoth(receivedTexts, 'method'),
    value: (row, language) => methodText(language, row.method),
  },
  { of: 'reference', head: inBoth(receivedTexts, 'reference'), value: row => row.reference },
  { of: 'amount', head: inBoth(screenTexts, 'entry.amount'), value: row => row.amountCents, ...money },
  { of: 'open', head: inBoth(receivedTexts, 'open'), value: row => row.openCents, ...money },
  {
    of: 'number',
    head: inBoth(ledgerTexts, 'heads.state'),
    value: (row, language) => (row.status === 'succeeded' ? '' : screenTexts(language)(`entry.${row.status}`)),
  },
  {
    of: 'recordedBy',
    head: inBoth(receivedTexts, 'recordedBy'),
    value: (row, language) => bothNames(language, row.recordedBy, row.recordedByNativeName),
    width: 24,
  },
]

/**
 * Serves received payments as files, with the filter of the list: `/files/received.csv` and `.xlsx`, their checks and
 * cash as `/files/deposit-slip.pdf`; and `/files/journal.csv?from=&to=`, every entry of the ledgers by account.
 */
export const receivedFiles = (app: FastifyInstance, tools: FileTools): void => {
  listRoute(app, tools, {
    file: 'received',
    title: inBoth(receivedTexts, 'title'),
    columns,
    find: async (db, actor, only) => ({
      rows: await listReceived(db, officePayments(actor), only, null, exportedAtMost),
      digits: await currencyDigits(db),
    }),
  })

  serveFile(app, tools, 'GET /files/deposit-slip.pdf', async ({ request, reply, as, at, record }) => {
    const { lang, ...query } = request.query
    const only = ReceivedFilter.safeParse(query)
    if (!only.success) return unclear(reply)
    const actor = as('payments-received')
    const language = askedLanguage(lang, actor)
    const found = await tools.database.report(async db => {
      const rows = (await listReceived(db, officePayments(actor), only.data, null, exportedAtMost)).filter(
        ({ method, status }) => status === 'succeeded' && depositedMethods.some(each => each === method),
      )
      await record(db, { asked: query, rows: rows.length })
      const { name, nativeName, address, currency, zone } = await letterhead(db)
      const { legalName, taxId } = await findSetting(db, 'paying')
      const school = { currency, school: name, schoolNative: nativeName, address, legalName, taxId }
      // On paper, oldest first.
      return { rows: rows.toReversed(), school, today: dayIn(zone, at) }
    })
    const { rows, today, school } = found
    const { from, to } = only.data
    const pdf = await drawDepositSlip(rows, { from, to, today, school, language })
    return sendFile(reply, 'deposit-slip.pdf', pdf)
  })

  serveFile(app, tools, 'GET /files/journal.csv', async ({ request, reply, as, at, record }) => {
    const { lang, from, to } = request.query
    const actor = as('payments-households')
    if ((from !== undefined && !Day.safeParse(from).success) || (to !== undefined && !Day.safeParse(to).success))
      return unclear(reply)
    const { entries, currency } = await tools.database.report(async db => {
      const period = { from: from ?? '0001-01-01', to: to ?? dayIn(await zoneOf(db), at) }
      const found = await listJournal(db, officeLedgers(actor), period)
      await record(db, { asked: period, rows: found.length })
      return { entries: found, currency: (await letterhead(db)).currency }
    })
    return sendFile(reply, 'journal.csv', await journalCsv(entries, { currency, language: askedLanguage(lang, actor) }))
  })
}
