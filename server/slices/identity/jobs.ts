import type { Language } from '#contract/values.ts'
import type { Job } from '#server/platform/jobs.ts'
import { post } from '#server/platform/mail.ts'
import { actionLink, invitationLifeMs, newCode } from './codes.ts'
import { letterFor } from './letters.ts'
import {
  type Account,
  changeAccount,
  findAccountByEmail,
  findCodeOf,
  findPersonOf,
  findSchool,
  insertAccount,
  linkPerson,
  lockAccount,
  lockPerson,
  removeCodesOf,
  revokeSignInsOf,
} from './queries.ts'

/** The client wants a key in each link; any will do (wire B1). */
const apiKey = 'lantern'
/** An invitation just written is not written again: the job may run twice, and people click twice. */
const repeatMs = 10 * 60_000

/**
 * Invites a person of the school to sign in: makes an account without a password for their address, or links the one
 * that is there, and writes them a letter with a link that works for seven days. Whoever has a confirmed account gets
 * a letter without a key. Does nothing for a person without an address, or whose address is that of somebody else's
 * account.
 */
export const invite: Job<{ personId: string }> = {
  name: 'identity-invite',
  run: ({ personId }, { database, settings, enqueue }) =>
    database.transaction(async (db, client) => {
      const person = await lockPerson(db, personId)
      if (!person) return
      const now = new Date()
      const language: Language = person.language === 'zh' ? 'zh' : 'en'
      const write = async (occasion: Parameters<typeof letterFor>[0]) =>
        post(
          { db, settings, enqueue: (job, data) => enqueue(client, job, data) },
          letterFor(occasion, language, await findSchool(db)),
        )

      let account: Account | undefined
      if (person.accountId !== null) account = await lockAccount(db, person.accountId)
      else {
        if (person.email === '') return
        account =
          (await insertAccount(db, { email: person.email, language, createdAt: now })) ?? (await findAccountByEmail(db, person.email))
        if (!account || (await findPersonOf(db, account.id))) return
        await linkPerson(db, person.id, account.id)
      }
      if (!account || account.isDisabled) return

      const addressee = { email: account.email, name: person.name }
      if (account.isVerified && account.passwordHash !== null) {
        return write({ kind: 'welcome', ...addressee, link: `${settings.publicUrl}/login` })
      }
      const earlier = await findCodeOf(db, account.id, 'PASSWORD_RESET')
      if (earlier && earlier.expiresAt.getTime() > now.getTime() + invitationLifeMs - repeatMs) return
      if (!account.isVerified) {
        // Somebody may have taken the address before its owner came; what they set does not count (wire B9).
        await changeAccount(db, account.id, { passwordHash: null })
        await revokeSignInsOf(db, account.id, now)
        await removeCodesOf(db, account.id)
      }
      const code = await newCode(db, account, 'PASSWORD_RESET', new Date(now.getTime() + invitationLifeMs))
      const link = actionLink(settings.publicUrl, { kind: 'PASSWORD_RESET', code, apiKey, language })
      await write({ kind: 'invitation', ...addressee, link })
    }),
}
