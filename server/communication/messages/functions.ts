import type { messages } from '#contract/communication/messages.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { noticeFunctions } from './noticeFunctions.ts'
import { visibleMails } from '#server/school/config/policy.ts'
import { countMails, listMails } from './queries.ts'
import { threadFunctions } from './threadFunctions.ts'

export const messageFunctions: Functions<typeof messages> = {
  'messages-outbox': async ({ db, actor, input }) => {
    const seen = visibleMails(actor)
    const found = await listMails(db, seen, input.search ?? '', readKey(input.after, 2))
    const shown = found.map(mail => ({ ...mail, queuedAt: mail.queuedAt.toISOString() }))
    return {
      ...cutPage(shown, mail => [mail.queuedAt, mail.id]),
      total: await countMails(db, seen, input.search ?? ''),
    }
  },
  ...noticeFunctions,
  ...threadFunctions,
}
