import type { Language } from '#contract/values.ts'
import { officeLanguage } from '#server/school/config/acts.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context } from '#server/platform/functions.ts'
import { post } from '#server/platform/mail.ts'
import { isRecent } from '#server/platform/recent.ts'
import { letterFor } from './letters.ts'
import { findSchool, lockAccount, removeAccount } from './queries.ts'
import { removeSecondFactor } from './secondFactorQueries.ts'

/** What other slices use of attempt limits and codes within their own transactions. */
export { badgeHash } from './badgeSignIn.ts'
export { hashOf } from './hash.ts'
export { claimKey, claimMailKey, countAttempts, fromKey, limits } from './limits.ts'
export { handOverInvitation } from './invitations.ts'
export { newPaperCode } from './paperCodes.ts'
export {
  changeAccount,
  changeLanguageOf,
  endBadgeSignIns,
  endSignIns,
  insertAccount,
  insertBadgeAccounts,
  isKnownAddress,
  listSignIns,
  makeAccount,
  revokeSignInsOf,
} from './queries.ts'

/**
 * Throws `RECENT_SIGN_IN_NEEDED` if the caller signed in more than five minutes ago, so that an unattended screen gives
 * nothing away (wire B7).
 */
export const mustBeRecent = ({ signedInAt }: Actor): void => {
  if (!signedInAt || !isRecent(signedInAt, new Date()))
    throw conflict('RECENT_SIGN_IN_NEEDED', 'Sign in again before you do this.')
}

/** Removes an account's second factor and writes to its owner. Returns false if there is none. */
export const takeSecondFactor = async (
  context: Pick<Context<unknown>, 'db' | 'settings' | 'enqueue'>,
  accountId: string,
): Promise<boolean> => {
  const { db } = context
  const account = await lockAccount(db, accountId)
  if (!account || !(await removeSecondFactor(db, accountId))) return false
  const notice = { kind: 'secondFactorTaken', email: account.email } as const
  await post(context, letterFor(notice, account.language, await findSchool(db)))
  return true
}

/**
 * Removes an account with every way into it: sign-ins, password, passkeys, second factor, links to providers, and the
 * devices subscribed to notifications by its sign-ins. Writes to its owner, and to the office at its own address.
 */
export const closeAccount = async (
  context: Pick<Context<unknown>, 'db' | 'settings' | 'enqueue'>,
  { accountId, email, name, language }: { accountId: string; email: string; name: string; language: Language },
): Promise<void> => {
  const { db } = context
  await removeAccount(db, accountId)
  const school = await findSchool(db)
  await post(context, letterFor({ kind: 'closed', email }, language, school))
  if (!school?.email) return
  const told = { kind: 'closedTold', email: school.email, name: name || email, account: email } as const
  await post(context, letterFor(told, await officeLanguage(db), school))
}
