import type { Language } from '#contract/values.ts'
import type { Db } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Job } from '#server/platform/jobs.ts'
import { post } from '#server/platform/mail.ts'
import { languageOf } from '#server/platform/texts.ts'
import { writeWith } from '#server/platform/writing.ts'
import { actionLink, dropUnconfirmed, invitationLifeMs, newCode } from './codes.ts'
import { letterFor } from './letters.ts'
import {
  type Account,
  findAccountByEmail,
  findPersonOf,
  findSchool,
  hasLetterSince,
  insertAccount,
  linkPerson,
  lockAccount,
  lockPerson,
} from './queries.ts'

/** The client wants a key in each link; any will do (wire B1). */
const apiKey = 'lantern'
/** An invitation just written is not written again: the job may run twice, and people click twice. */
const repeatMs = 60_000

/** The most people whom one job invites. */
const invitedAtOnce = 50

/** Invites several people, each by a job of their own, so that one bad address hinders no other. */
export const inviteMany: Job<{ personIds: readonly string[] }> = {
  name: 'identity-inviteMany',
  run: ({ personIds }, tools) =>
    writeWith(tools, async ({ enqueue }) => {
      for (const personId of personIds) await enqueue(invite, { personId })
    }),
}

/** Invites these people once the caller's transaction is through. */
export const inviteAll = async (
  { enqueue }: Pick<Context<unknown>, 'enqueue'>,
  personIds: readonly string[],
): Promise<void> => {
  for (let from = 0; from < personIds.length; from += invitedAtOnce)
    await enqueue(inviteMany, { personIds: personIds.slice(from, from + invitedAtOnce) })
}

/** A new account for a person, or the one of their address, linked; none when that is somebody else's. */
const accountFor = async (
  db: Db,
  person: { id: string; email: string },
  language: Language,
  now: Date,
): Promise<Account | undefined> => {
  const { id, email } = person
  if (email === '') return undefined
  const account =
    (await insertAccount(db, { email, language, createdAt: now })) ?? (await findAccountByEmail(db, email))
  if (!account || (await findPersonOf(db, account.id))) return undefined
  await linkPerson(db, id, account.id)
  return account
}

/**
 * Invites a person of the school to sign in: makes an account without a password for their address, or links the one
 * that is there, and writes them a letter with a link that works for seven days. A person with a confirmed account gets
 * a letter without a key. Does nothing for a person without an address, or whose address is that of somebody else's
 * account.
 */
export const invite: Job<{ personId: string }> = {
  name: 'identity-invite',
  run: ({ personId }, tools) =>
    writeWith(tools, async context => {
      const { db, settings } = context
      const person = await lockPerson(db, personId)
      if (!person) return
      const now = new Date()
      const language = languageOf(person.language)
      const account =
        person.accountId === null
          ? await accountFor(db, person, language, now)
          : await lockAccount(db, person.accountId)
      if (!account || account.isDisabled) return

      const kind = account.isVerified && account.passwordHash !== null ? 'welcome' : 'invitation'
      const school = await findSchool(db)
      const letter = (link: string) =>
        letterFor({ kind, email: account.email, name: person.name, link }, language, school)
      const draft = letter(`${settings.publicUrl}/login`)
      if (await hasLetterSince(db, draft.to, draft.subject, new Date(now.getTime() - repeatMs))) return
      if (kind === 'welcome') {
        await post(context, draft)
        return
      }
      await dropUnconfirmed(db, account, now)
      const code = await newCode(db, account, 'PASSWORD_RESET', new Date(now.getTime() + invitationLifeMs))
      await post(context, letter(actionLink(settings.publicUrl, { kind: 'PASSWORD_RESET', code, apiKey, language })))
    }),
}
