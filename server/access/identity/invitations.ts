import type { Language } from '#contract/values.ts'
import type { Db } from '#server/platform/db.ts'
import { post } from '#server/platform/mail.ts'
import { languageOf } from '#server/platform/texts.ts'
import type { Writing } from '#server/platform/writing.ts'
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

/** The client requires a key in each link; any value will do (wire B1). */
const apiKey = 'lantern'
/** Milliseconds during which an invitation is not written again: the job may run twice, and people may click twice. */
const repeatMs = 60_000

/**
 * The language of the account, if its owner has proved that it is theirs: the one who added the person may not have
 * known it. Otherwise the one on the person's record.
 */
const languageFor = (person: { language: string }, account: Account): Language =>
  account.isVerified ? account.language : languageOf(person.language)

/**
 * A new account for a person, or the existing one with their address, linked to the person; undefined if that account
 * belongs to someone else.
 */
const accountFor = async (
  db: Db,
  person: { id: string; email: string; language: string },
  now: Date,
): Promise<Account | undefined> => {
  const { id, email } = person
  if (email === '') return undefined
  const language = languageOf(person.language)
  const account =
    (await insertAccount(db, { email, language, createdAt: now })) ?? (await findAccountByEmail(db, email))
  if (!account || (await findPersonOf(db, account.id))) return undefined
  await linkPerson(db, id, { accountId: account.id, language: languageFor(person, account) })
  return account
}

type Context = Pick<Writing, 'db' | 'settings' | 'enqueue'>

/** A person, locked, with the account that an invitation opens, and a function that writes the letter with a link. */
const inviteeOf = async ({ db }: Context, personId: string, now: Date) => {
  const person = await lockPerson(db, personId)
  if (!person) return undefined
  const account =
    person.accountId === null ? await accountFor(db, person, now) : await lockAccount(db, person.accountId)
  if (!account || account.isDisabled) return undefined
  const language = languageFor(person, account)
  const school = await findSchool(db)
  const letter = (kind: 'invitation' | 'welcome', link: string) =>
    letterFor({ kind, email: account.email, name: person.name, link }, language, school)
  return { account, language, letter }
}

/**
 * A link with which a person chooses a password, valid for seven days. Earlier links and anything that a stranger set
 * are invalidated.
 */
const newLink = async ({ db, settings }: Context, account: Account, language: Language, now: Date): Promise<string> => {
  await dropUnconfirmed(db, account, now)
  const code = await newCode(db, account, 'PASSWORD_RESET', new Date(now.getTime() + invitationLifeMs))
  return actionLink(settings.publicUrl, { kind: 'PASSWORD_RESET', code, apiKey, language })
}

/**
 * Writes a person how to sign in, as described at the job `invite`; `sendingId` is the large sending that the letter
 * belongs to, or null.
 */
export const writeInvitation = async (context: Context, personId: string, sendingId: string | null): Promise<void> => {
  const { db, settings } = context
  const now = new Date()
  const invitee = await inviteeOf(context, personId, now)
  if (!invitee) return
  const { account, language, letter } = invitee
  const kind = account.isVerified && account.passwordHash !== null ? 'welcome' : 'invitation'
  const draft = letter(kind, `${settings.publicUrl}/login`)
  if (await hasLetterSince(db, draft.to, draft.subject, new Date(now.getTime() - repeatMs))) return
  const written = kind === 'welcome' ? draft : letter(kind, await newLink(context, account, language, now))
  await post(context, written, { sendingId })
}

/**
 * The link of an invitation, for the office to hand over. Null for an account that has ever been confirmed: it may be
 * in use, and such a link would open it.
 */
export const handOverInvitation = async (
  context: Context,
  personId: string,
): Promise<{ link: string; email: string; expiresAt: string } | null> => {
  const now = new Date()
  const invitee = await inviteeOf(context, personId, now)
  if (!invitee || invitee.account.isVerified) return null
  const { account, language, letter } = invitee
  const link = await newLink(context, account, language, now)
  // An invitation job that runs at the same time would replace this link. It is skipped if a letter was just written.
  await post(context, letter('invitation', link))
  return { link, email: account.email, expiresAt: new Date(now.getTime() + invitationLifeMs).toISOString() }
}
