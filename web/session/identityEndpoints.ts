import type { Tokens } from '#web/session/identity.ts'
import { currentSession, idToken, identityClient, keepVisit, signOut } from '#web/session/session.ts'
import { newOperationId } from '#web/wire/wire.ts'

/**
 * The identity endpoints whose functions in the official client would add weight for everyone: second factor, recovery
 * codes, the links in emails, and sign-in providers (wire B3, B4, C4). It is loaded when it is used.
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

/** An error with a code of the identity client. */
export const failure = (code: string): Error => Object.assign(new Error(code), { code: `auth/${code}` })

/** Calls an identity endpoint. Rejects with the client's own error codes. */
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

/** Proves by the password that the person is the one signed in. */
export const prove = async (password: string): Promise<void> => (await identityClient()).prove(password)

/**
 * Confirms the signed-in person's address, or switches to the new one, by a mailed code. It names the caller, which the
 * client's own function doesn't: in other hands, the code would take the account from the person who made it.
 */
export const applyCode = async (oobCode: string): Promise<void> => {
  const { newEmail } = await ask<{ newEmail?: string }>('v1/accounts:update', { oobCode, idToken: await idToken() })
  // A change of address ends all sign-ins, including this one.
  await (newEmail === undefined ? (await identityClient()).lookUp() : signOut())
}

/** "This wasn't me": invalidates a mailed code, and deletes the account if its address was never confirmed. */
export const refuseCode = async (oobCode: string): Promise<void> => {
  await ask('v1/accounts:delete', { oobCode })
}

/** Returns the pending sign-in that a client error carries, or null for any other error. */
export const pendingOf = (error: unknown): Pending | null => {
  const { customData } = Object(error) as { customData?: { _serverResponse?: Partial<Pending> } }
  const answer = customData?._serverResponse
  return answer?.mfaPendingCredential ? (answer as Pending) : null
}

/**
 * The options of a sign-in: how long it is kept, and the only person it may be for when someone proves their identity
 * again.
 */
export type Entering = { keepSignedIn?: boolean | undefined; onlyFor?: string | undefined }

/**
 * Signs in with tokens from an identity endpoint. Throws `user-mismatch` if they belong to a person other than
 * `onlyFor`.
 */
export const signInBy = async (tokens: Tokens, { keepSignedIn, onlyFor }: Entering): Promise<void> => {
  if (onlyFor !== undefined && tokens.localId !== onlyFor) throw failure('user-mismatch')
  if (keepSignedIn !== undefined) keepVisit(keepSignedIn)
  await (await identityClient()).takeTokens(tokens, keepSignedIn)
}

/** Completes the second step with a code from the app, or a recovery code. */
export const finishSecondStep = async (pending: Pending, code: string, keepSignedIn?: boolean): Promise<void> => {
  const tokens = await ask<Tokens>('v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential: pending.mfaPendingCredential,
    mfaEnrollmentId: pending.mfaInfo[0]?.mfaEnrollmentId,
    totpVerificationInfo: { verificationCode: code },
  })
  await signInBy({ ...tokens, localId: pending.localId }, { keepSignedIn })
}

/** Calls an endpoint as the signed-in person that revokes the current tokens, and signs in with the new ones. */
export const askForTokens = async <T extends object>(path: string, body: object): Promise<T> => {
  const { exchangeTokens, takeTokens } = await identityClient()
  const token = await idToken()
  return exchangeTokens(async () => {
    const answer = await ask<T & Tokens>(path, { ...body, idToken: token })
    await takeTokens({ ...answer, localId: currentSession().user?.uid ?? '' })
    return answer
  })
}

/** Returns the secret key for a new authenticator app. */
export const startSecondFactor = async (): Promise<Enrolment> => {
  const body = { idToken: await idToken(), totpEnrollmentInfo: {} }
  return (await ask<{ totpSessionInfo: Enrolment }>('v2/accounts/mfaEnrollment:start', body)).totpSessionInfo
}

/** Enrolls the app that made this first code. Returns the recovery codes. */
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

/** Removes the app. */
export const removeSecondFactor = async (): Promise<void> => {
  await askForTokens('v2/accounts/mfaEnrollment:withdraw', { mfaEnrollmentId: await enrolledId() })
}

/** Returns new recovery codes; the previous ones stop working. */
export const newRecoveryCodes = async (): Promise<string[]> => {
  const body = { idToken: await idToken() }
  return (await ask<{ recoveryCodes: string[] }>('v2/accounts/mfaEnrollment:renewRecoveryCodes', body)).recoveryCodes
}

type Arrival = Partial<Pending> & Partial<Tokens> & { needConfirmation?: boolean }

/** Exchanges what the provider sent. Returns the pending sign-in if a second step is needed, otherwise null. */
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
 * Opens the provider in a window of its own and waits for what it sends back. Must be called directly in a click
 * handler, or browsers block the window and it fails as `popup-blocked`. Where no second window exists (an app on the
 * home screen), the provider takes over this one, and the promise never settles. `isAgain` makes the provider ask for
 * the password again; `onClosed` reports a window that seems to have been closed.
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
    // The window's message may arrive after it was closed, so allow for a delay, as the official client does. It may
    // come later still: a provider whose pages cut the link to this window makes the window look closed.
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
 * Exchanges what the provider sent back to this window in the URL fragment, which is never sent to a server, and
 * removes it from the URL. Returns null if there is nothing, or if the person is signed in by it.
 */
export const receiveHere = async (): Promise<Pending | null> => {
  const found = new URLSearchParams(location.hash.slice(1))
  const [code, failed, providerId] = [found.get('arrived'), found.get('failed'), found.get('provider') ?? '']
  if (code === null && failed === null) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  if (code === null) throw failure(failed ?? '')
  return arriveFromProvider(`${location.origin}/auth/provider?${new URLSearchParams({ providerId, code })}`)
}
