import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import type { Context } from './functions.ts'
import { newId } from './ids.ts'
import type { Job } from './jobs.ts'
import { errorText } from './mailServer.ts'
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
export const postAll = async (
  context: Outbox,
  letters: readonly Letter[],
  sending: Job<{ mailId: string }> = sendMail,
): Promise<string[]> => {
  if (letters.length === 0) return []
  const status = (await context.settings.mail(context.db)) ? ('queued' as const) : ('kept' as const)
  const written = letters.map(letter => ({
    id: newId(),
    to: letter.to,
    subject: letter.subject,
    ...writeLetter(letter),
    isSecret: letter.isSecret ?? false,
    status,
  }))
  await context.db.insert(mails).values(written)
  if (status === 'queued') for (const { id } of written) await context.enqueue(sending, { mailId: id })
  return written.map(({ id }) => id)
}

/** Puts one letter into the outbox within the caller's transaction, like `postAll`, and answers the mail's id. */
export const post = async (context: Outbox, letter: Letter, sending?: Job<{ mailId: string }>): Promise<string> =>
  (await postAll(context, [letter], sending))[0]!

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

/**
 * Sends one mail of the outbox. A second run of the same job finds it sent and does nothing; where no server is left
 * to send it, it is kept.
 */
export const sendMail: Job<{ mailId: string }> = {
  name: 'mail-send',
  async run({ mailId }, { database: { db }, settings }) {
    const [mail] = await db.select().from(mails).where(eq(mails.id, mailId))
    if (!mail || mail.status === 'sent' || mail.status === 'kept') return
    const settle = (values: Partial<typeof mails.$inferInsert>) =>
      db.update(mails).set(values).where(eq(mails.id, mailId))
    const server = await settings.mail(db)
    if (!server) {
      await settle({ status: 'kept' })
      return
    }
    const transport = await server.open()
    try {
      await transport.sendMail({
        from: server.from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@lantern>`,
      })
      await settle({ status: 'sent', sentAt: new Date(), error: null, ...(mail.isSecret && blank) })
    } catch (error) {
      await settle({ status: 'failed', error: errorText(error) })
      throw error
    } finally {
      transport.close()
    }
  },
}
