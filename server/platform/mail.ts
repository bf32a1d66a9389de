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

/** From here on letters that are written together are a large sending, whose progress the office sees. */
const manyFrom = 20

/**
 * Puts letters into the outbox within the caller's transaction and answers their ids, in the same order. With an SMTP
 * server each is sent by a job of its own, so that one bad address hinders no other; without one they are kept, and the
 * demo's mailbox shows them. Letters of a large sending (`sendingId`, or many at once) wait in a line of their own, so a
 * letter that somebody waits for is never behind them.
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

/** Puts one letter into the outbox within the caller's transaction, like `postAll`, and answers the mail's id. */
export const post = async (
  context: Outbox,
  letter: Letter,
  how: { sendingId?: string | null; sending?: Job<{ mailId: string }> } = {},
): Promise<string> => (await postAll(context, [letter], how))[0]!

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

const settle = (database: JobTools['database'], mailId: string, values: Partial<typeof mails.$inferInsert>) =>
  database.db.update(mails).set(values).where(eq(mails.id, mailId))

/**
 * Takes a mail that waits, or whose server said no, for handing it over; undefined where there is nothing to send. One
 * that an earlier run took and never settled may have arrived, so it isn't sent again: it fails as unsure.
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
      .set({ status: 'failed', error: unsure('the process ended while it was handed over') })
      .where(and(eq(mails.id, mailId), eq(mails.status, 'sending')))
  return mail
}
const isKnownFailure = and(eq(mails.status, 'failed'), not(sql`coalesce(${mails.error}, '') like 'EUNSURE%'`))

/**
 * Sends one mail of the outbox, at most once: it is marked before it is handed over, and what can't be told afterwards
 * is told to the office instead of being sent again. Where no server is left to send it, it is kept.
 * Answers the large sending that it was part of.
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

/** How often screens hear how far a large sending is. */
const toldEach = 20

/** Sends a letter of a large sending, and tells open screens how far it is now and then. */
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
 * Sends failed letters again, within the caller's transaction; answers how many. Those with a key to an account are
 * asked for anew instead.
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
