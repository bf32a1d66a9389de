import { and, eq, gt, inArray, lt, ne, not, or, sql } from 'drizzle-orm'
import { type Db, inPieces } from './db.ts'
import type { Context } from './functions.ts'
import { newId } from './ids.ts'
import type { Job, JobTools } from './jobs.ts'
import { errorText, unsure, watchHandover } from './mailServer.ts'
import { mails } from './tables.ts'
import { writeWith } from './writing.ts'

type Link = { url: string; label: string }

export type Letter = {
  to: string
  subject: string
  /** Paragraphs; a link gets its own. */
  paragraphs: readonly string[]
  link?: Link
  /** A second link below the first, for another answer. */
  otherLink?: Link
  /** True if the link gives access to an account, so that the office must not see it. */
  isSecret?: boolean
}

/** Escapes text for HTML, including attribute values. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A letter as plain text and as HTML, with the same words in both. */
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

/** From this many letters on, letters written together form a large sending, whose progress the office sees. */
const manyFrom = 20

/**
 * Puts letters into the outbox within the caller's transaction and returns the mails' ids, in the same order. With an
 * SMTP server each is sent by its own job, so that one bad address blocks no other; without one they are kept, and the
 * demo's mailbox shows them. Letters of a large sending (`sendingId`, or many at once) have a queue of their own, so
 * that a letter someone is waiting for is never behind them.
 */
export const postAll = async (
  context: Outbox,
  letters: readonly Letter[],
  {
    sendingId = letters.length >= manyFrom ? newId() : null,
    sending = sendingId === null ? sendMail : sendOfMany,
  }: { sendingId?: string | null; sending?: Job<{ mailId: string }> } = {},
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
    sendingId,
  }))
  await inPieces(written, piece => context.db.insert(mails).values(piece))
  if (status === 'queued') for (const { id } of written) await context.enqueue(sending, { mailId: id })
  return written.map(({ id }) => id)
}

/** Puts one letter into the outbox within the caller's transaction, like `postAll`, and returns the mail's id. */
export const post = async (
  context: Outbox,
  letter: Letter,
  how: { sendingId?: string | null; sending?: Job<{ mailId: string }> } = {},
): Promise<string> => (await postAll(context, [letter], how))[0]!

const blank = { text: '', html: '' }

/**
 * Erases the text of letters once their secret has been used, so that a copy of the database opens nothing with them.
 */
export const blankLetters = async (db: Db, secret: string): Promise<void> => {
  await db
    .update(mails)
    .set(blank)
    .where(and(mails.isSecret, gt(sql`position(${secret} in ${mails.text})`, 0)))
}

/**
 * Days after which a secret link or code has expired. No such link or code is valid for longer
 * (contract/enrolment/claims.ts, server/access/identity/codes.ts).
 */
const secretDays = 7

/** Erases the text of letters whose links have expired. */
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

const settle = (database: JobTools['database'], mailId: string, values: Partial<typeof mails.$inferInsert>) =>
  database.db.update(mails).set(values).where(eq(mails.id, mailId))

/**
 * Marks a mail as being sent if it is queued or was refused by the server, and returns it; undefined if there is
 * nothing to send. A mail that an earlier run marked and never settled may have arrived, so it isn't sent again: it
 * fails as unsure.
 */
const take = async ({ database }: Pick<JobTools, 'database'>, mailId: string) => {
  const [mail] = await database.db
    .update(mails)
    .set({ status: 'sending' })
    .where(and(eq(mails.id, mailId), or(eq(mails.status, 'queued'), isKnownFailure)))
    .returning()
  if (!mail)
    await database.db
      .update(mails)
      .set({ status: 'failed', error: unsure('the process ended while the email was being handed over') })
      .where(and(eq(mails.id, mailId), eq(mails.status, 'sending')))
  return mail
}
const isKnownFailure = and(eq(mails.status, 'failed'), not(sql`coalesce(${mails.error}, '') like 'EUNSURE%'`))

/**
 * Sends one mail of the outbox at most once: it is marked before it is handed over, and a mail whose fate is unknown
 * afterwards is reported to the office instead of being sent again. If there is no longer a server, the mail is kept.
 * Returns the id of the large sending it belongs to, or null. Throws if sending fails with a known outcome, so that the
 * job is retried.
 */
const send = async (
  mailId: string,
  { database, settings }: Pick<JobTools, 'database' | 'settings'>,
): Promise<string | null> => {
  const server = await settings.mail(database.db)
  if (!server) {
    await database.db
      .update(mails)
      .set({ status: 'kept' })
      .where(and(eq(mails.id, mailId), inArray(mails.status, ['queued', 'failed'])))
    return null
  }
  const mail = await take({ database }, mailId)
  if (!mail) return null
  const transport = await server.open().catch(async (error: unknown) => {
    await settle(database, mailId, { status: 'failed', error: errorText(error) })
    throw error
  })
  const wasHandedOver = watchHandover(transport)
  try {
    await transport.sendMail({
      from: server.from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.id}@lantern>`,
    })
  } catch (error) {
    const isUnsure = wasHandedOver() && (Object(error) as { responseCode?: number }).responseCode === undefined
    await settle(database, mailId, { status: 'failed', error: isUnsure ? unsure(errorText(error)) : errorText(error) })
    if (isUnsure) return mail.sendingId
    throw error
  } finally {
    transport.close()
  }
  await settle(database, mailId, { status: 'sent', sentAt: new Date(), error: null, ...(mail.isSecret && blank) })
  return mail.sendingId
}

/** Sends a letter to one person, who may be waiting for it. */
export const sendMail: Job<{ mailId: string }> = {
  name: 'mail-send',
  keepsFailures: true,
  run: async ({ mailId }, tools) => void (await send(mailId, tools)),
}

/** Screens are told the progress of a large sending whenever the number of waiting mails is a multiple of this. */
const toldEach = 20

/** Sends one letter of a large sending and now and then tells open screens its progress. */
export const sendOfMany: Job<{ mailId: string }> = {
  name: 'mail-send-many',
  keepsFailures: true,
  async run({ mailId }, tools) {
    const sendingId = await send(mailId, tools)
    if (sendingId === null) return
    const { db } = tools.database
    const waiting = await db.$count(
      mails,
      and(eq(mails.sendingId, sendingId), inArray(mails.status, ['queued', 'sending'])),
    )
    if (waiting % toldEach === 0) await writeWith(tools, async ({ touch }) => touch(['jobs', 'messages'], []))
  },
}

/**
 * Sends failed letters again, within the caller's transaction. Returns how many. Letters with an account's secret link
 * are left out; a new one is requested instead.
 */
export const sendAgain = async (context: Outbox, ids: readonly string[] | 'all', since: Date): Promise<number> => {
  const found = await context.db
    .update(mails)
    .set({ status: 'queued', error: null })
    .where(
      and(
        eq(mails.status, 'failed'),
        not(mails.isSecret),
        ids === 'all' ? and(isKnownFailure, gt(mails.queuedAt, since)) : inArray(mails.id, [...ids]),
      ),
    )
    .returning({ id: mails.id, sendingId: mails.sendingId })
  for (const { id, sendingId } of found)
    await context.enqueue(sendingId === null ? sendMail : sendOfMany, { mailId: id })
  return found.length
}
