import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { glyphsOf } from '#tests/pdf.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve } from '#tests/served.ts'
import { findInvoice, findStatement } from './ledgerQueries.ts'
import { caredStudents } from '#server/people/students/policy.ts'
import { visibleLedgers } from './policy.ts'

let s: SmallSchool
let served: Awaited<ReturnType<typeof serve>>
const cookies = { ida: '', ann: '', bob: '' }
let house: string
let paymentId: string

beforeAll(async () => {
  s = await school()
  served = await serve(s)
  for (const key of ['ida', 'ann', 'bob'] as const) cookies[key] = (await served.signIn(s[key].email)).cookie
  house = s.annRegistration.householdId
  ;({ paymentId } = await s.ida.call('payments-record', {
    householdId: house,
    method: 'cheque',
    amountCents: 10_000,
    receivedOn: '2026-09-13',
    reference: '=2+3',
    payer: 'Ann Wang',
  }))
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

const get = (path: string, cookie: string) => fetch(`${served.origin}/files/${path}`, { headers: { cookie } })

describe('an invoice', () => {
  const path = () => `invoices/${s.annRegistration.invoiceId!}.pdf`
  test('shows what was charged, discounted and paid', async () => {
    const found = async (who: 'ann' | 'bob') =>
      findInvoice(
        s.database.db,
        visibleLedgers(await s[who].actor()),
        caredStudents(await s[who].actor()),
        s.annRegistration.invoiceId!,
      )
    const invoice = (await found('ann'))!
    expect(invoice).toMatchObject({ number: s.annRegistration.invoiceNumber, paidCents: 10_000, currency: 'USD' })
    expect(invoice.entries.some(({ kind }) => kind === 'discount')).toBe(true)
    expect(invoice.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(s.annRegistration.totalCents)
    expect(await found('bob')).toBeNull()
  })
  test('is a PDF in the school’s paper size, for the family and the office only', async () => {
    for (const cookie of [cookies.ann, cookies.ida]) {
      const answer = await get(path(), cookie)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      // US Letter, since the school uses dollars.
      expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain('/MediaBox [0 0 612 792]')
    }
    expect((await get(path(), cookies.bob)).status).toBe(404)
    expect((await get(path(), '')).status).toBe(403)
  })
})

test('documents in Chinese name people in Chinese first and use its punctuation', async () => {
  await s.database.db.execute(sql`update persons set native_name = '王安' where name = 'Ann Wang'`)
  const { paying } = await s.ida.call('config-rules', {})
  await s.ida.call('config-changePaying', { ...paying, cash: 'Front desk', nativeCash: '前台' })
  const drawn = async (path: string) =>
    glyphsOf(Buffer.from(await (await get(`${path}?lang=zh`, cookies.ann)).arrayBuffer()))
      .map(({ text }) => text)
      .join('')
  const [ledger] = await s.ann.call('payments-ledger', {})
  const { receiptId } = ledger!.entries.find(({ kind }) => kind === 'payment')!
  const receipt = await drawn(`receipts/${receiptId!}.pdf`)
  expect(receipt).toContain('王安 Ann Wang')
  expect(receipt).toContain('王美雅 Mia Wang')
  expect(await drawn(`invoices/${s.annRegistration.invoiceId!}.pdf`)).toContain('现金：前台')
})

test('documents write dates the way the school’s region does', async () => {
  const invoice = async () =>
    glyphsOf(
      Buffer.from(await (await get(`invoices/${s.annRegistration.invoiceId!}.pdf?lang=en`, cookies.ann)).arrayBuffer()),
    )
      .map(({ text }) => text)
      .join('')
  expect(await invoice()).toMatch(/[A-Z][a-z]+ \d{1,2}, 2026/)
  await s.database.db.execute(sql`update school set currency = 'GBP'`)
  expect(await invoice()).toMatch(/\d{1,2} [A-Z][a-z]+ 2026/)
  expect(await invoice()).not.toMatch(/[A-Z][a-z]+ \d{1,2}, 2026/)
  await s.database.db.execute(sql`update school set currency = 'USD'`)
})

describe('a statement', () => {
  const period = 'from=2026-09-01&to=2026-09-30'
  test('starts with the opening balance, and its entries lead to the closing balance', async () => {
    const of = (from: string, to: string) =>
      s.ann
        .actor()
        .then(actor => findStatement(s.database.db, visibleLedgers(actor), caredStudents(actor), house, { from, to }))
    const september = (await of('2026-09-01', '2026-09-30'))!
    expect(september).toMatchObject({ openingCents: 58_400, closingCents: 48_400, family: [{ name: 'Ann Wang' }] })
    expect(september.entries).toMatchObject([{ kind: 'payment', amountCents: -10_000, balanceCents: 48_400 }])
    const july = (await of('2026-07-01', '2026-07-31'))!
    expect(july.openingCents).toBe(0)
    expect(july.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(july.closingCents)
    expect(july.closingCents).toBe(september.openingCents)
    expect(july.entries.at(-1)!.balanceCents).toBe(july.closingCents)
    expect(
      await s.bob.actor().then(actor =>
        findStatement(s.database.db, visibleLedgers(actor), caredStudents(actor), house, {
          from: '2026-09-01',
          to: '2026-09-30',
        }),
      ),
    ).toBeNull()
  })
  test('is a PDF for the family and the office only', async () => {
    for (const cookie of [cookies.ann, cookies.ida]) {
      const answer = await get(`statements/${house}.pdf?${period}&lang=zh`, cookie)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const pdf = Buffer.from(await answer.arrayBuffer())
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      expect(pdf.toString('latin1')).toContain('NotoSansSC')
    }
    expect((await get(`statements/${house}.pdf?${period}`, cookies.bob)).status).toBe(404)
    expect((await get(`statements/${house}.pdf?${period}`, '')).status).toBe(403)
    await s.database.db.execute(
      sql`update guardianships set has_data_access = false where guardian_id = ${(await s.ann.actor()).personId}::uuid`,
    )
    expect((await get(`statements/${house}.pdf?${period}`, cookies.ann)).status).toBe(404)
    await s.database.db.execute(sql`update guardianships set has_data_access = true`)
  })
  test('is refused without a valid period', async () => {
    for (const query of ['', '?from=2026-09-01', '?from=2026-09-31&to=2026-10-01', '?from=2026-09-02&to=2026-09-01'])
      expect((await get(`statements/${house}.pdf${query}`, cookies.ann)).status).toBe(400)
  })
})

describe('the payments received', () => {
  test('can be exported with just the rows asked for', async () => {
    const lines = async (query: string) =>
      (await (await get(`received.csv?lang=en${query}`, cookies.ida)).text()).trim().split('\r\n')
    const all = await lines('')
    expect(all[0]).toContain('Received,Receipt,Family,Paid by,Method,Check number or reference,Amount,Unapplied')
    expect(all).toHaveLength(2)
    expect(all[1]).toMatch(/^2026-09-13,R-2026-\d{5},Ann Wang 王安,Ann Wang 王安,Check,'=2\+3,100,0,,Ida Office$/)
    expect(await lines('&method=cash')).toHaveLength(1)
    expect(await lines('&from=2026-09-13&to=2026-09-13&search=wang')).toHaveLength(2)
    expect(await lines('&from=2026-09-14')).toHaveLength(1)
    const sheet = await get('received.xlsx?lang=zh', cookies.ida)
    expect([
      sheet.status,
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ]).toEqual([200, 'PK'])
    for (const cookie of [cookies.ann, cookies.bob, '']) expect((await get('received.csv', cookie)).status).toBe(403)
    expect((await get('received.csv?from=yesterday', cookies.ida)).status).toBe(400)
  })
  test('come with a deposit slip as a PDF, for the office only', async () => {
    for (const query of ['from=2026-09-13', 'method=transfer', 'lang=zh']) {
      const answer = await get(`deposit-slip.pdf?${query}`, cookies.ida)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain('/MediaBox [0 0 612 792]')
    }
    for (const cookie of [cookies.ann, '']) expect((await get('deposit-slip.pdf', cookie)).status).toBe(403)
    expect((await get('deposit-slip.pdf?method=gold', cookies.ida)).status).toBe(400)
  })
  test('are in a journal in which every document’s debits equal its credits', async () => {
    const journal = async (query: string) =>
      (await (await get(`journal.csv?lang=en${query}`, cookies.ida)).text())
        .trim()
        .split('\r\n')
        .slice(1)
        .map(line => line.split(','))
    const balance = (lines: string[][]) =>
      Math.round(lines.reduce((sum, line) => sum + Number(line[3]) - Number(line[4]), 0) * 100)
    await s.database.db.execute(sql`update persons set native_name = '王安' where name = 'Ann Wang'`)
    const september = await journal('&from=2026-09-01&to=2026-09-30')
    expect(september.map(line => line.slice(0, 6).with(1, ''))).toEqual([
      ['2026-09-13', '', 'Bank: checks', '100', '', 'Ann Wang 王安'],
      ['2026-09-13', '', 'Accounts receivable', '', '100', 'Ann Wang 王安'],
    ])
    const all = await journal('')
    expect(all.length).toBeGreaterThan(september.length + 4)
    expect(new Set(all.map(line => line[2]))).toEqual(
      new Set([
        'Accounts receivable',
        'Tuition income',
        'Book income',
        'Registration income',
        'Discounts',
        'Bank: checks',
      ]),
    )
    for (const lines of Map.groupBy(all, line => line[1]).values()) expect(balance(lines)).toBe(0)
    for (const cookie of [cookies.ann, '']) expect((await get('journal.csv', cookie)).status).toBe(403)
    expect((await get('journal.csv?from=2026-13-01', cookies.ida)).status).toBe(400)
  })
})

describe('exported tables', () => {
  test('a ledger, in which nothing runs as a formula', async () => {
    const answer = await get(`ledger/${house}.csv?lang=en`, cookies.ida)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = bytes.toString('utf8').trim().split('\r\n')
    expect(lines[0]).toContain('Date,Entry,What,Amount,Balance')
    expect(lines.at(-1)).toContain('2026-09-13,Payment,Payment · Check · =2+3')
    expect(lines.at(-1)).toContain(',-100,484,')
    expect(lines.some(line => line.includes('王美雅'))).toBe(true)
  })
  test('all balances, with search and chosen columns', async () => {
    const text = await (await get('balances.csv?lang=zh', cookies.ida)).text()
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('Ann Wang')
    const found = (
      await (await get('balances.csv?search=bob&lang=en&columns=household,due', cookies.ida)).text()
    ).trim()
    expect(found.split('\r\n').map(line => line.split(',').length)).toEqual([3, 3])
    expect(found).toContain('Bob')
  })
  test('every list names families and adults in both scripts, the reader’s first', async () => {
    const columns = {
      families: 'name,guardians',
      balances: 'household',
      received: 'household',
      students: 'guardian',
    }
    for (const [file, shown] of Object.entries(columns))
      for (const [lang, name] of [
        ['en', 'Ann Wang 王安'],
        ['zh', '王安 Ann Wang'],
      ] as const) {
        const text = await (await get(`${file}.csv?lang=${lang}&columns=${shown}`, cookies.ida)).text()
        expect(text).toContain(`\r\n${name}`)
        expect([file, text.replaceAll(name, '')]).toEqual([file, expect.not.stringContaining('Ann Wang')])
      }
  })
  test('are for the office only', async () => {
    for (const cookie of [cookies.ann, '']) {
      expect((await get(`ledger/${house}.csv`, cookie)).status).toBe(403)
      expect((await get('balances.csv', cookie)).status).toBe(403)
    }
  })
})

describe('an officer’s area', () => {
  const paths = () => [
    `ledger/${house}.csv`,
    `statements/${house}.pdf?from=2026-09-01&to=2026-09-30`,
    `receipts/${paymentId}.pdf`,
    `invoices/${s.annRegistration.invoiceId!}.pdf`,
    'balances.csv',
  ]
  test('allows the files of the functions it includes, and no others', async () => {
    const treasurer = (await served.signIn((await s.officer('treasurer')).email)).cookie
    for (const path of paths()) expect((await get(path, treasurer)).status, path).toBe(200)
    for (const area of ['duties', 'academic'] as const) {
      const { cookie } = await served.signIn((await s.officer(area)).email)
      for (const path of paths()) {
        const answer = await get(path, cookie)
        expect([answer.status, await answer.text()], `${path} for ${area}`).toEqual([
          403,
          'Your area of the office does not include this file.',
        ])
      }
    }
  })
})

test('the audit log records who downloaded which family’s documents', async () => {
  await get(`statements/${house}.pdf?from=2026-07-01&to=2026-07-31`, cookies.ann)
  await get(`ledger/${house}.csv`, cookies.ida)
  await get(`receipts/${paymentId}.pdf`, cookies.ida)
  await get(`statements/${house}.pdf?from=2026-07-02&to=2026-07-31`, cookies.bob)
  const taken = await rows<{ action: string; actor: string; about: string[] }>(
    s.database.db,
    sql`select action, actor, about from audit_entries where action like '%-export' and cardinality(about) > 0 order by at desc, id desc limit 3`,
  )
  expect(taken).toEqual([
    { action: 'receipt-export', actor: 'ida@school.example', about: [paymentId, house] },
    { action: 'ledger-export', actor: 'ida@school.example', about: [house] },
    { action: 'statement-export', actor: 'ann@home.example', about: [house] },
  ])
})

test('a check that pays for two families is one check on the deposit slip, with both receipts', async () => {
  const check = {
    method: 'cheque' as const,
    amountCents: 6000,
    receivedOn: '2026-09-12',
    reference: '4711',
    payer: 'Grandma Li',
  }
  const receipts: string[] = []
  for (const householdId of [house, s.bobRegistration.householdId])
    receipts.push((await s.ida.call('payments-record', { ...check, householdId })).receiptNumber)
  const answer = await get('deposit-slip.pdf?from=2026-09-12&to=2026-09-12&lang=en', cookies.ida)
  const slip = glyphsOf(Buffer.from(await answer.arrayBuffer()))
    .map(({ text }) => text)
    .join('')
  for (const each of [...receipts, '1 check', '$120.00']) expect(slip).toContain(each)
  expect(slip.split('4711')).toHaveLength(2)
})

test('a deposit slip names the payer in both scripts, the reader’s first', async () => {
  await s.database.db.execute(sql`update persons set native_name = '王安' where name = 'Ann Wang'`)
  const slip = async (language: string) => {
    const answer = await get(`deposit-slip.pdf?from=2026-09-13&to=2026-09-13&lang=${language}`, cookies.ida)
    return glyphsOf(Buffer.from(await answer.arrayBuffer()))
      .map(({ text }) => text)
      .join('')
  }
  expect(await slip('zh')).toContain('王安 Ann Wang')
  expect(await slip('en')).toContain('Ann Wang 王安')
})
