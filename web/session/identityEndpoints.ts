import type { Tokens } from '#web/session/identity.ts'
import { currentSession, idToken, identityClient, keepVisit, signOut } from '#web/session/session.ts'
import { newOperationId } from '#web/wire/wire.ts'

/**
 * What of the identity endpoints the official client's functions would bring along for everybody: second factor,
 * recovery codes, the links in our mails, and providers of sign-ins (wire B3, B4, C4). It comes where somebody uses it.
 */

/** A sign-in that waits for the second step. */
export type Pending = { mfaPendingCredential: string; mfaInfo: { mfaEnrollmentId: string }[]; localId: string }
type Enrolment = { sharedSecretKey: string; sessionInfo: string }

const codes: Record<string, string> = {
  INVALID_CODE: 'invalid-verification-code',
  INVALID_MFA_PENDING_CREDENTIAL: 'invalid-multi-factor-session',
  MFA_ENROLLMENT_NOT_FOUND: 'multi-factor-info-not-found',
  INVALID_SESSION_INFO: 'invalid-verification-id',
  SECOND_FACTOR_LIMIT_EXCEEDED: 'maximum-second-factor-count-exceeded',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
  UNVERIFIED_EMAIL: 'unverified-email',
  USER_DISABLED: 'user-disabled',
  USER_NOT_FOUND: 'user-token-expired',
  TOKEN_EXPIRED: 'user-token-expired',
  INVALID_ID_TOKEN: 'invalid-user-token',
  INVALID_IDP_RESPONSE: 'invalid-credential',
  OPERATION_NOT_ALLOWED: 'operation-not-allowed',
  ADMIN_ONLY_OPERATION: 'admin-restricted-operation',
  EXPIRED_OOB_CODE: 'expired-action-code',
  INVALID_OOB_CODE: 'invalid-action-code',
  EMAIL_EXISTS: 'email-already-in-use',
  INVALID_EMAIL: 'invalid-email',
  INVALID_CUSTOM_TOKEN: 'invalid-custom-token',
  INVALID_PASSKEY: 'passkey-invalid',
  PASSKEY_NOT_FOUND: 'passkey-not-found',
  PASSKEY_EXISTS: 'passkey-exists',
  PASSKEY_LIMIT_EXCEEDED: 'passkey-limit',
  INVALID_BADGE: 'invalid-badge',
}

/** A failure with the code of the identity client. */
export const failure = (code: string): Error => Object.assign(new Error(code), { code: `auth/${code}` })

/** Asks an identity endpoint; fails with the client's own codes. */
export const ask = async <T>(path: string, body: object, more: Record<string, string> = {}): Promise<T> => {
  const response = await fetch(`/identitytoolkit.googleapis.com/${path}?key=lantern-web`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Firebase-Locale': document.documentElement.lang, ...more },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => {
    throw failure('network-request-failed')
  })
  const answer = (await response.json().catch(() => null)) as { error?: { message: string } } | null
  if (response.ok && answer) return answer as T
  const code = answer?.error?.message.split(' : ')[0] ?? ''
  throw failure(codes[code] ?? (response.status === 503 ? 'network-request-failed' : 'unknown'))
}

/** Shows by the password that it is the signed-in person. */
export const prove = async (password: string): Promise<void> => (await identityClient()).prove(password)

/**
 * Confirms the address of the signed-in person, or changes to the confirmed one, by a mailed code. It says who is
 * asking, which the client's own function doesn't: in other hands the code takes the account from the person who made
 * it.
 */
export const applyCode = async (oobCode: string): Promise<void> => {
  const { newEmail } = await ask<{ newEmail?: string }>('v1/accounts:update', { oobCode, idToken: await idToken() })
  // A change of address ends all sign-ins, this one too.
  await (newEmail === undefined ? (await identityClient()).lookUp() : signOut())
}

/** "This wasn't me": makes a mailed code useless, and removes the account if its address was never confirmed. */
export const refuseCode = async (oobCode: string): Promise<void> => {
  await ask('v1/accounts:delete', { oobCode })
}

/** The waiting sign-in that a failure of the client stands for; null for any other. */
export const pendingOf = (error: unknown): Pending | null => {
  const { customData } = Object(error) as { customData?: { _serverResponse?: Partial<Pending> } }
  const answer = customData?._serverResponse
  return answer?.mfaPendingCredential ? (answer as Pending) : null
}

/** How a sign-in is to be kept, and whose alone it may be: of the person who shows again that it is them. */
export type Entering = { keepSignedIn?: boolean | undefined; onlyFor?: string | undefined }

/** Signs in with tokens that an identity endpoint gave. */
export const signInBy = async (tokens: Tokens, { keepSignedIn, onlyFor }: Entering): Promise<void> => {
  if (onlyFor !== undefined && tokens.localId !== onlyFor) throw failure('user-mismatch')
  if (keepSignedIn !== undefined) keepVisit(keepSignedIn)
  await (await identityClient()).takeTokens(tokens, keepSignedIn)
}

/** The second step: a code of the app, or a recovery code. */
export const finishSecondStep = async (pending: Pending, code: string, keepSignedIn?: boolean): Promise<void> => {
  const tokens = await ask<Tokens>('v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential: pending.mfaPendingCredential,
    mfaEnrollmentId: pending.mfaInfo[0]?.mfaEnrollmentId,
    totpVerificationInfo: { verificationCode: code },
  })
  await signInBy({ ...tokens, localId: pending.localId }, { keepSignedIn })
}

/** Does as the signed-in person what ends the tokens held here, and takes those that come in their place. */
export const askForTokens = async <T extends object>(path: string, body: object): Promise<T> => {
  const { exchangeTokens, takeTokens } = await identityClient()
  const token = await idToken()
  return exchangeTokens(async () => {
    const answer = await ask<T & Tokens>(path, { ...body, idToken: token })
    await takeTokens({ ...answer, localId: currentSession().user?.uid ?? '' })
    return answer
  })
}

/** A key for a new app. */
export const startSecondFactor = async (): Promise<Enrolment> => {
  const body = { idToken: await idToken(), totpEnrollmentInfo: {} }
  return (await ask<{ totpSessionInfo: Enrolment }>('v2/accounts/mfaEnrollment:start', body)).totpSessionInfo
}

/** Keeps the app whose first code this is; answers the recovery codes. */
export const keepSecondFactor = async ({ sessionInfo }: Enrolment, verificationCode: string): Promise<string[]> => {
  const { recoveryCodes } = await askForTokens<{ recoveryCodes: string[] }>('v2/accounts/mfaEnrollment:finalize', {
    totpVerificationInfo: { sessionInfo, verificationCode },
  })
  return recoveryCodes
}

const enrolledId = async (): Promise<string | undefined> => {
  type User = { mfaInfo?: { mfaEnrollmentId: string }[] }
  const { users } = await ask<{ users: User[] }>('v1/accounts:lookup', { idToken: await idToken() })
  return users[0]?.mfaInfo?.[0]?.mfaEnrollmentId
}

/** Takes the app away. */
export const removeSecondFactor = async (): Promise<void> => {
  await askForTokens('v2/accounts/mfaEnrollment:withdraw', { mfaEnrollmentId: await enrolledId() })
}

/** New recovery codes; those before end. */
export const newRecoveryCodes = async (): Promise<string[]> => {
  const body = { idToken: await idToken() }
  return (await ask<{ recoveryCodes: string[] }>('v2/accounts/mfaEnrollment:renewRecoveryCodes', body)).recoveryCodes
}

type Arrival = Partial<Pending> & Partial<Tokens> & { needConfirmation?: boolean }

/** Exchanges what came from the provider; answers the second step where one is needed. */
export const arriveFromProvider = async (requestUri: string, entering: Entering = {}): Promise<Pending | null> => {
  const answer = await ask<Arrival>('v1/accounts:signInWithIdp', {
    requestUri,
    returnSecureToken: true,
    returnIdpCredential: true,
  })
  if (answer.needConfirmation) throw failure('account-exists-with-different-credential')
  if (answer.mfaPendingCredential) return answer as Pending
  await signInBy(answer as Tokens, entering)
  return null
}

const handler = (authType: string, providerId: string, eventId: string, isAgain: boolean): string => {
  const values = { apiKey: 'lantern-web', appName: '[DEFAULT]', authType, providerId, eventId }
  const query = new URLSearchParams({ ...values, redirectUrl: location.href, v: '1' })
  if (isAgain) query.set('customParameters', JSON.stringify({ prompt: 'login' }))
  return `/emulator/auth/handler?${query}`
}

type Message = { eventId: string; urlResponse: string | null; error: { code: string } | null }

const lookMs = 500
const closedMs = 8_000

/**
 * Opens the provider in a window of its own and waits for what comes back; must be called at once in a click, or
 * browsers block it, which fails as `popup-blocked`. Where there is no second window (an app on the home screen), the
 * provider takes this one, and the promise never settles. `isAgain` asks the provider for the password again;
 * `onClosed` tells of a window that seems to have been closed.
 */
export const openProvider = (
  providerId: string,
  signal: AbortSignal,
  { isAgain = false, onClosed }: { isAgain?: boolean; onClosed?: (failure: Error) => void } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const eventId = newOperationId()
    const isAlone = matchMedia('(display-mode: standalone)').matches
    if (isAlone) {
      location.assign(handler('signInViaRedirect', providerId, eventId, isAgain))
      return
    }
    const popup = open(handler('signInViaPopup', providerId, eventId, isAgain), '', 'popup,width=520,height=680')
    if (!popup) {
      reject(failure('popup-blocked'))
      return
    }
    const channel = new BroadcastChannel('auth-events')
    let closedAt: number | null = null
    // What the window said may come after it was closed, so there is a while between the two, as in the official
    // client. It may come later still: a provider that cuts its pages off from ours looks as if its window were closed.
    const looking = setInterval(() => {
      if (popup.closed) closedAt ??= Date.now()
      if (closedAt === null || Date.now() - closedAt < closedMs) return
      clearInterval(looking)
      onClosed?.(failure('popup-closed-by-user'))
    }, lookMs)
    const stop = () => {
      clearInterval(looking)
      channel.close()
    }
    signal.addEventListener('abort', () => {
      stop()
      popup.close()
      reject(failure('user-cancelled'))
    })
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.eventId !== eventId) return
      stop()
      if (data.urlResponse) resolve(data.urlResponse)
      else reject(failure((data.error?.code ?? '').replace('auth/', '')))
    }
  })

/**
 * Exchanges what the provider brought back into this window, in the part of the address that is never sent, and takes
 * it off the address. Null when there is nothing, or when the person is signed in by it.
 */
export const receiveHere = async (): Promise<Pending | null> => {
  const found = new URLSearchParams(location.hash.slice(1))
  const [code, failed, providerId] = [found.get('arrived'), found.get('failed'), found.get('provider') ?? '']
  if (code === null && failed === null) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  if (code === null) throw failure(failed ?? '')
  return arriveFromProvider(`${location.origin}/auth/provider?${new URLSearchParams({ providerId, code })}`)
}
