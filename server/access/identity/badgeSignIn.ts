import { findSetting } from '#server/school/config/acts.ts'
import { fromKey, limits, mayAttempt } from './limits.ts'
import { paperHash } from './paperCodes.ts'
import { lockBadgeAccount } from './queries.ts'
import { openSignIn, tokenBlock } from './signingIn.ts'
import { badgeProvider } from './staffRoles.ts'
import { type Answer, IdentityError, type Operation, textOf } from './wire.ts'

/**
 * The stored hash of a badge's code, however it was typed: a code contains neither 0 nor 1, but letters that look like
 * them.
 */
export const badgeHash = (code: string): string => paperHash(code.replaceAll('0', 'O').replaceAll('1', 'I'))

/**
 * Signs a child in with the code of their badge, if the school has badges: no address, no password, and access only to
 * the student's own view. A code has 80 bits; guesses count against the network they come from.
 */
export const signInWithBadge: Operation = async (ask): Promise<Answer> => {
  const { tools, body, now, address } = ask
  const { database } = tools
  const code = textOf(body['code'])
  if (code === undefined) throw new IdentityError('MISSING_CODE')
  if (!(await mayAttempt(database, { [fromKey('sign-in', address)]: limits.signInFromAddress }, now)))
    throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many attempts. Try again later.')
  if (!(await findSetting(database.db, 'signIn')).badges)
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'The school doesn’t use sign-in badges.')
  const opened = await database.transaction(async db => {
    const account = await lockBadgeAccount(db, badgeHash(code))
    if (!account) throw new IdentityError('INVALID_BADGE')
    return openSignIn(db, ask, account.id, now, badgeProvider)
  })
  return {
    kind: 'identitytoolkit#BadgeSigninResponse',
    localId: opened.signIn.accountId,
    isNewUser: false,
    ...(await tokenBlock(ask, opened)),
  }
}
