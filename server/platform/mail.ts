import { eq } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { Context } from './functions.ts'
import type { Job } from './jobs.ts'
import { mails } from './tables.ts'

export type Letter = {
  to: string
  subject: string
  /** Paragraphs; a link stands alone in its own. */
  paragraphs: readonly string[]
  link?: { url: string; label: string }
  /** True when the link is a key to an account: the office must not see it. */
  isSecret?: boolean
}

/** A text as it may stand in HTML, in attributes too. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Plain text and HTML of a letter, the same words in both. */
export const writeLetter = (letter: Letter): { text: string; html: string } => ({
  text: [...letter.paragraphs, ...(letter.link ? [`${letter.link.label}: ${letter.link.url}`] : [])].join('\n\n'),
  html: [
    ...letter.paragraphs.map(paragraph => `<p>${escapeHtml(paragraph)}</p>`),
    ...(letter.link
      ? [
          `<p><a href="${escapeHtml(letter.link.url)}">${escapeHtml(letter.link.label)}</a></p><p>${escapeHtml(letter.link.url)}</p>`,
        ]
      : []),
  ].join('\n'),
})

/**
 * Puts a letter into the outbox within the caller's transaction. With an SMTP server it is sent by a job; without
 * one it is kept, and the demo's mailbox shows it. Returns the mail's id.
 */
export const post = async (
  context: Pick<Context<unknown>, 'db' | 'settings' | 'enqueue'>,
  letter: Letter,
): Promise<string> => {
  const status = context.settings.mail === 'smtp' ? 'queued' : 'kept'
  const [mail] = await context.db
    .insert(mails)
    .values({
      to: letter.to,
      subject: letter.subject,
      ...writeLetter(letter),
      isSecret: letter.isSecret ?? false,
      status,
    })
    .returning({ id: mails.id })
  if (status === 'queued') await context.enqueue(sendMail, { mailId: mail!.id })
  return mail!.id
}

let smtp: { url: string; from: string } | undefined
/** Says once, at the start, which SMTP server sends the mails and who they are from. */
export const sendMailsThrough = (url: string, from: string): void => {
  smtp = { url, from }
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
        .set({ status: 'sent', sentAt: new Date(), error: null })
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
