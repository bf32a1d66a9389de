import type { messages } from '#contract/communication/messages.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { noticeFunctions } from './noticeFunctions.ts'
import { readableLetters, visibleMails } from '#server/school/config/policy.ts'
import { countMails, findLetter, listMails } from './queries.ts'
import { threadFunctions } from './threadFunctions.ts'

export const messageFunctions: Functions<typeof messages> = {
  'messages-outbox': async ({ db, actor, input }) => {
    const seen = visibleMails(actor)
    const found = await listMails(db, seen, input.search ?? '', readKey(input.after, 2))
    const shown = found.map(mail => ({
      ...mail,
      status: mail.status === 'sending' ? ('queued' as const) : mail.status,
      queuedAt: mail.queuedAt.toISOString(),
    }))
    return {
      ...cutPage(shown, mail => [mail.queuedAt, mail.id]),
      total: await totalOf(shown, input.after, () => countMails(db, seen, input.search ?? '')),
    }
  },
  'messages-letter': async ({ db, actor, input }) => {
    const found = await findLetter(db, readableLetters(actor), input.id)
    if (!found) throw notFound('The email')
    return { ...found, queuedAt: found.queuedAt.toISOString() }
  },
  ...noticeFunctions,
  ...threadFunctions,
}
