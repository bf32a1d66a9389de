import type { Language } from '#contract/values.ts'
import type { Db } from '#server/platform/db.ts'
import { hashOf } from './hash.ts'
import { removeLinksOf } from './providerQueries.ts'
import {
  type Account,
  type ActionCode,
  changeAccount,
  findCode,
  linkPerson,
  findPersonOf,
  lockAccount,
  lockUnclaimedPersons,
  putCode,
  removeCodesOf,
  revokeSignInsOf,
} from './queries.ts'
import { newSecret } from './tokens.ts'
import { IdentityError, textOf } from './wire.ts'

export type CodeKind = ActionCode['kind']

const hour = 60 * 60_000
const day = 24 * hour
/** The lifetime of a mailed code in milliseconds (wire B4). */
export const codeLifeMs: Record<CodeKind, number> = {
  VERIFY_EMAIL: 3 * day,
  PASSWORD_RESET: hour,
  VERIFY_AND_CHANGE_EMAIL: 3 * day,
}
/**
 * The lifetime of an invitation in milliseconds. It is longer because an invited person may not read their mail the
 * same day.
 */
export const invitationLifeMs = 7 * day

const modes: Record<CodeKind, string> = {
  VERIFY_EMAIL: 'verifyEmail',
  PASSWORD_RESET: 'resetPassword',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
}

/** Stores a new code of 256 bits as a hash, in place of the older one of its kind, and returns the code (wire B4). */
export const newCode = async (
  db: Db,
  account: Account,
  kind: CodeKind,
  expiresAt: Date,
  newEmail: string | null = null,
): Promise<string> => {
  const code = newSecret()
  await putCode(db, { accountId: account.id, kind, codeHash: hashOf(code), email: account.email, newEmail, expiresAt })
  return code
}

/** The link with which the recipient of a letter says that they didn't request it. */
export const refusalLink = (
  publicUrl: string,
  { code, apiKey, language }: { code: string; apiKey: string; language: Language },
): string => {
  const values = { mode: 'notMe', oobCode: code, apiKey, lang: language }
  return `${publicUrl}/auth/action?${new URLSearchParams(values).toString()}`
}

/** The link of a letter, to Lantern's action page or into the app that requested it, with what the client needs. */
export const actionLink = (
  publicUrl: string,
  what: {
    kind: CodeKind
    code: string
    apiKey: string
    language: Language
    continueUrl?: URL | undefined
    isInApp?: boolean
  },
): string => {
  const { kind, code, apiKey, language, continueUrl, isInApp } = what
  const url = new URL(isInApp && continueUrl ? continueUrl : `${publicUrl}/auth/action`)
  const values = {
    mode: modes[kind],
    oobCode: code,
    apiKey,
    lang: language,
    ...(continueUrl ? { continueUrl: continueUrl.href } : {}),
  }
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/** The link that signs in. It leads to the page that requested it, with what the client needs (wire B4). */
export const signInLinkTo = (
  continueUrl: URL,
  { code, apiKey, language }: { code: string; apiKey: string; language: Language },
): string => {
  const url = new URL(continueUrl)
  const values = { mode: 'signIn', oobCode: code, apiKey, lang: language, continueUrl: continueUrl.href }
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/**
 * The given code, if it is of one of these kinds, and its account, locked. Checking does not use up the code. Throws
 * INVALID_OOB_CODE (also if the account's address has changed since), EXPIRED_OOB_CODE or USER_DISABLED.
 */
export const checkCode = async (
  db: Db,
  shown: unknown,
  kinds: readonly CodeKind[],
  now: Date,
): Promise<{ code: ActionCode; account: Account }> => {
  const text = textOf(shown)
  const code = text === undefined ? undefined : await findCode(db, hashOf(text))
  if (!code || !kinds.includes(code.kind)) throw new IdentityError('INVALID_OOB_CODE')
  if (code.expiresAt <= now) throw new IdentityError('EXPIRED_OOB_CODE')
  const account = await lockAccount(db, code.accountId)
  if (!account || account.email !== code.email) throw new IdentityError('INVALID_OOB_CODE')
  if (account.isDisabled) throw new IdentityError('USER_DISABLED')
  return { code, account }
}

/**
 * Takes an unconfirmed account from the person who made it, before the owner of its address gets in: its password,
 * provider links, codes and sign-ins may be a stranger's (wire B9). Does nothing to a confirmed account.
 */
export const dropUnconfirmed = async (db: Db, account: Account, now: Date): Promise<void> => {
  if (account.isVerified) return
  await changeAccount(db, account.id, { passwordHash: null })
  await removeLinksOf(db, account.id)
  await removeCodesOf(db, account.id)
  await revokeSignInsOf(db, [account.id], now)
}

/**
 * Links an account to the one person with its address who has no account: a second guardian may be on file before they
 * sign up. Call it only for an account whose owner has just proved that the mailbox is theirs and has chosen how to
 * sign in. If there are two such persons, the office decides which one it is.
 */
export const claimPerson = async (db: Db, account: Account): Promise<void> => {
  if (await findPersonOf(db, account.id)) return
  const [person, another] = await lockUnclaimedPersons(db, account.email)
  if (person && !another) await linkPerson(db, person.id, { accountId: account.id })
}
