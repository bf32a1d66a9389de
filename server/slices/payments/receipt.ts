import PDFDocument from 'pdfkit'
import type { Receipt } from './queries.ts'
import { typeface } from './typeface.ts'

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
    bounced: 'This payment came back. The receipt is not valid any more.',
    methods: { cheque: 'Cheque', cash: 'Cash', transfer: 'Bank transfer' } as Record<string, string>,
    kinds: { tuition: 'Tuition', books: 'Books', registration: 'Registration', other: 'Other' } as Record<
      string,
      string
    >,
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
    methods: { cheque: '支票', cash: '现金', transfer: '银行转账' } as Record<string, string>,
    kinds: { tuition: '学费', books: '书费', registration: '注册费', other: '其他' } as Record<string, string>,
  },
}

// Characters that the Chinese face sets: ideographs, full-width forms and the quotation marks that stand among them.
const isHan = (text: string): boolean => /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u3000-\u303F“”]/.test(text)

/** Runs of a text that one face can set: Chinese, and everything else. */
const runs = (text: string): string[] =>
  text.match(
    /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u3000-\u303F“”]+|[^\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u3000-\u303F“”]+/g,
  ) ?? []

/** A receipt as an A5 PDF, in the reader's language, names in the scripts in which they are written. */
export const drawReceipt = (receipt: Receipt, language: 'en' | 'zh'): Promise<Buffer> => {
  const say = words[language]
  const money = (cents: number) => {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency: receipt.currency })
    return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  }
  const day = (text: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${text}T00:00:00Z`))
  const page = new PDFDocument({
    size: 'A5',
    margin: 40,
    info: { Title: `${say.title} ${receipt.number}`, Author: receipt.school },
    lang: language,
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })

  const { left, right } = { left: page.page.margins.left, right: page.page.width - page.page.margins.right }
  for (const script of ['latin', 'chinese-simplified'] as const)
    for (const weight of [400, 700] as const) page.registerFont(`${script} ${weight}`, typeface(script, weight))
  const face = (run: string, isBold: boolean) =>
    page.font(`${isHan(run) ? 'chinese-simplified' : 'latin'} ${isBold ? 700 : 400}`)
  const widthOf = (text: string, size: number, isBold: boolean) =>
    runs(text).reduce((sum, run) => sum + face(run, isBold).fontSize(size).widthOfString(run), 0)
  /** Sets one line of text; `end` aligns it to the right margin. */
  const set = (
    text: string,
    x: number,
    y: number,
    { size = 9.5, isBold = false, colour = '#15231E', end = false } = {},
  ) => {
    let at = end ? x - widthOf(text, size, isBold) : x
    for (const run of runs(text)) {
      face(run, isBold).fontSize(size).fillColor(colour)
      page.text(run, at, y, { lineBreak: false, baseline: 'alphabetic' })
      at += page.widthOfString(run)
    }
  }
  const rule = (y: number, colour = '#D8DED2') =>
    page.moveTo(left, y).lineTo(right, y).lineWidth(0.7).strokeColor(colour).stroke()

  set([receipt.school, receipt.schoolNative].filter(Boolean).join('  '), left, 56, { size: 13, isBold: true })
  if (receipt.address) set(receipt.address, left, 71, { size: 8.5, colour: '#47564F' })
  rule(84, '#14463A')
  set(say.title, left, 116, { size: 20, isBold: true, colour: '#14463A' })
  const facts: [string, string][] = [
    [say.number, receipt.number],
    [say.received, day(receipt.receivedOn)],
    [say.from, receipt.payer || receipt.household],
    [say.method, [say.methods[receipt.method] ?? receipt.method, receipt.reference].filter(Boolean).join(' ')],
  ]
  facts.forEach(([label, value], index) => {
    set(label, left, 142 + index * 17, { colour: '#47564F' })
    set(value, left + 110, 142 + index * 17)
  })
  let y = 142 + facts.length * 17 + 14
  set(say.for, left, y, { size: 8.5, isBold: true, colour: '#47564F' })
  set(say.amount, right, y, { size: 8.5, isBold: true, colour: '#47564F', end: true })
  rule(y + 6)
  y += 22
  const covered = receipt.allocations.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const credit = receipt.status === 'succeeded' ? receipt.amountCents - covered : 0
  const lines = receipt.allocations.map(({ student, nativeName, kind, description, amountCents }) => ({
    text: [say.kinds[kind] ?? kind, [student, nativeName].filter(Boolean).join(' '), description]
      .filter(Boolean)
      .join(' · '),
    amountCents,
  }))
  for (const { text, amountCents } of [...lines, ...(credit > 0 ? [{ text: say.credit, amountCents: credit }] : [])]) {
    if (y > page.page.height - 110) {
      page.addPage()
      y = 60
    }
    set(text, left, y)
    set(money(amountCents), right, y, { end: true })
    y += 17
  }
  rule(y - 5)
  set(say.total, left, y + 14, { size: 12, isBold: true })
  set(money(receipt.amountCents), right, y + 14, { size: 12, isBold: true, end: true })
  if (receipt.status !== 'succeeded') set(say.bounced, left, y + 40, { isBold: true, colour: '#B3301F' })
  page.end()
  return done
}
