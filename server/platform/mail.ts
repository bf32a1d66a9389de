import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { Db } from './db.ts'
import type { Context } from './functions.ts'
import { newId } from './ids.ts'
import type { Job } from './jobs.ts'
import { mails } from './tables.ts'

type Link = { url: string; label: string }

export type Letter = {
  to: string
  subject: string
  /** Paragraphs; a link has one of its own. */
  paragraphs: readonly string[]
  link?: Link
  /** A second way to answer, below the first. */
  otherLink?: Link
  /** True when the link is a key to an account: the office must not see it. */
  isSecret?: boolean
}

/** A text as it may stand in HTML, in attributes too. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Plain text and HTML of a letter, the same words in both. */
const writeLetter = ({ paragraphs, link, otherLink }: Letter): { text: string; html: string } => {
  const links = [link, otherLink].filter(each => each !== undefined)
  return {
    text: [...paragraphs, ...links.map(({ url, label }) => `${label}: ${url}`)].join('\n\n'),
    html: [
      ...paragraphs.map(paragraph => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`),
      ...links.map(
        ({ url, label }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p><p>${escapeHtml(url)}</p>`,
      ),
    ].join('\n'),
  }
}

type Outbox = Pick<Context<unknown>, 'db' | 'settings' | 'enqueue'>

/**
 * Puts letters into the outbox within the caller's transaction and answers their ids, in the same order. With an SMTP
 * server each is sent by a job of its own, so that one bad address hinders no other; without one they are kept, and the
 * demo's mailbox shows them.
 */
export const postAll = async (context: Outbox, letters: readonly Letter[]): Promise<string[]> => {
  if (letters.length === 0) return []
  const status = context.settings.mail === 'smtp' ? ('queued' as const) : ('kept' as const)
  const written = letters.map(letter => ({
    id: newId(),
    to: letter.to,
    subject: letter.subject,
    ...writeLetter(letter),
    isSecret: letter.isSecret ?? false,
    status,
  }))
  await context.db.insert(mails).values(written)
  if (status === 'queued') for (const { id } of written) await context.enqueue(sendMail, { mailId: id })
  return written.map(({ id }) => id)
}

/** Puts one letter into the outbox within the caller's transaction, like `postAll`, and answers the mail's id. */
export const post = async (context: Outbox, letter: Letter): Promise<string> => (await postAll(context, [letter]))[0]!

const blank = { text: '', html: '' }

/** Forgets letters once what they carried is used up: a copy of the database then opens nothing by them. */
export const blankLetters = async (db: Db, secret: string): Promise<void> => {
  await db
    .update(mails)
    .set(blank)
    .where(and(mails.isSecret, gt(sql`position(${secret} in ${mails.text})`, 0)))
}

/** No link or code in a letter works for longer (contract/enrolment/claims.ts, server/access/identity/codes.ts). */
const secretDays = 7

/** Forgets letters whose links have expired. */
export const blankExpired: Job<object> = {
  name: 'mail-blank-expired',
  cron: '25 * * * *',
  async run(_data, { database }) {
    await database.db
      .update(mails)
      .set(blank)
      .where(
        and(mails.isSecret, ne(mails.text, ''), lt(mails.queuedAt, sql`now() - interval '1 day' * ${secretDays}::int`)),
      )
  },
}

const local = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address of an SMTP server as letters go there: one that is not on this machine must speak TLS, unless its address
 * says otherwise.
 */
export const overTls = (address: string): string => {
  const url = new URL(address)
  if (!local.has(url.hostname) && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true')
  return url.href
}

let smtp: { url: string; from: string } | undefined
/** Says once, at the start, which SMTP server sends the mails and who they are from; without one they are kept. */
export const sendMailsThrough = (server: { url: string; from: string } | undefined): void => {
  smtp = server && { ...server, url: overTls(server.url) }
}

/** Who the school's mails are from; empty while no server sends any. */
export const mailSender = (): string => smtp?.from ?? ''

/** Sends one mail of the outbox. A second run of the same job finds it sent and does nothing. */
export const sendMail: Job<{ mailId: string }> = {
  name: 'mail-send',
  async run({ mailId }, { database }) {
    const [mail] = await database.db.select().from(mails).where(eq(mails.id, mailId))
    if (!mail || mail.status === 'sent' || !smtp) return
    const transport = createTransport(smtp.url)
    try {
      await transport.sendMail({
        from: smtp.from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@lantern>`,
      })
      await database.db
        .update(mails)
        .set({ status: 'sent', sentAt: new Date(), error: null, ...(mail.isSecret && blank) })
        .where(eq(mails.id, mailId))
    } catch (error) {
      await database.db
        .update(mails)
        .set({ status: 'failed', error: String(error) })
        .where(eq(mails.id, mailId))
      throw error
    } finally {
      transport.close()
    }
  },
}
