import { initializeApp } from '@firebase/app'
import {
  AuthCredential,
  beforeAuthStateChanged,
  browserLocalPersistence,
  browserSessionPersistence,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  setPersistence,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut as leave,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  type User,
} from '@firebase/auth'
import { roles } from '#contract/callable.ts'
import { hosted } from '#web/session/hosted.ts'
import { inTime } from '#web/session/inTime.ts'
import { currentSession, sessionOf, signedInAgain, storedMarker, type Session } from '#web/session/sessionState.ts'
import { syncToken } from '#web/session/tokenSync.ts'

export { tokenSynced } from '#web/session/tokenSync.ts'

const app = initializeApp(hosted ?? { apiKey: 'lantern-web', projectId: 'lantern', authDomain: location.host })

// Not getAuth(), which would load a script from another host on phones (wire C1). The last persistence is where a
// sign-in for one visit is found again after a reload.
const auth = initializeAuth(app, {
  persistence: [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence],
})
// Lantern's own server speaks this client's protocol; the client finds the hosted service without help (wire B1, F).
if (!hosted) connectAuthEmulator(auth, location.origin, { disableWarnings: true })

let report: (session: Session) => void = () => undefined
let turn = 0
/** True once someone was found signed in on this page, by the client or on the device before the client loaded. */
let wasIn = false

const leftKey = 'lantern_left'
/** Returns true if the person has signed out on their own, in this tab or another. */
const hasLeft = (): boolean => {
  try {
    return localStorage.getItem(leftKey) !== null
  } catch {
    return true
  }
}
const noteLeft = (isLeft: boolean): void => {
  try {
    if (isLeft) localStorage.setItem(leftKey, 'yes')
    else localStorage.removeItem(leftKey)
  } catch {
    // If storage is blocked, a sign-in that ends only closes the page as a sign-out does.
  }
}

const settle = async (user: User | null): Promise<void> => {
  const mine = ++turn
  const before = currentSession()
  if (!user)
    return report(
      // A person who signed in with a badge has no password to sign in again with.
      wasIn && before.state === 'in' && before.user.email && !hasLeft()
        ? { ...before, ended: before.ended ?? { isAsking: true } }
        : { state: 'out', user: null, marker: '' },
    )
  wasIn = true
  noteLeft(false)
  const person = { uid: user.uid, email: user.email ?? '', name: user.displayName ?? '' }
  if (!user.emailVerified) return report({ state: 'unverified', user: { ...person, roles: [] }, marker: '' })
  let token = await user.getIdTokenResult()
  // The account shows the verification before the token does, which needs to be renewed.
  if (token.claims['email_verified'] === false) token = await user.getIdTokenResult(true)
  const given = hosted
    ? await (await import('#web/session/rolesAtSchool.ts')).rolesAtSchool(token.token)
    : roles.filter(role => token.claims[role] === true)
  if (mine !== turn) return
  const by = token.claims['second_factor_by']
  report(sessionOf(person, given, typeof by === 'number' ? new Date(by * 1000).toISOString() : undefined))
}

const lookAgain = async (): Promise<void> => {
  const user = auth.currentUser
  if (!user || user.emailVerified || document.visibilityState === 'hidden') return
  await user.reload()
  if (user.emailVerified) await user.getIdToken(true)
}

/**
 * Reports who is signed in, now and at every change; while an email address is unverified, it keeps checking. `isKnown`
 * says that the device was found to keep the sign-in before the client loaded.
 */
export const watch = (tell: (session: Session) => void, isKnown: boolean): void => {
  report = tell
  wasIn = isKnown
  beforeAuthStateChanged(auth, syncToken)
  onIdTokenChanged(auth, user => {
    void syncToken(user)
    settle(user).catch(() => {
      if (!user) return
      // An outage must not look like a sign-out (wire B2): the last known role stays until the next token.
      const marker = storedMarker() ?? ''
      const person = { uid: user.uid, email: user.email ?? '', name: user.displayName ?? '' }
      report({ state: 'in', user: { ...person, roles: marker === '' ? [] : [marker] }, marker })
    })
  })
  const again = () => void lookAgain().catch(() => undefined)
  document.addEventListener('visibilitychange', again)
  setInterval(again, 15_000)
}

/** Resolves once the client knows whether someone is signed in. */
export const isReady = (): Promise<void> => auth.authStateReady()

// The emails that follow are written in the page's language.
const speak = (): void => {
  auth.languageCode = document.documentElement.lang.split('-')[0] ?? 'en'
}

const nobody = () => Object.assign(new Error('Nobody is signed in'), { code: 'auth/user-token-expired' })

const me = (): User => {
  if (!auth.currentUser) throw nobody()
  return auth.currentUser
}

const keep = (isKept: boolean): Promise<void> =>
  setPersistence(auth, isKept ? indexedDBLocalPersistence : browserSessionPersistence)

/** Runs work that needs an attestation token (wire D). */
const attested = async <T>(work: () => Promise<T>): Promise<T> =>
  (await import('./identityAttestation.ts')).attested(app, work)

/** Fetches the attestation token before it is needed. */
export const attestAhead = (): Promise<void> => attested(async () => undefined)

export const signIn = async (email: string, password: string, keepSignedIn: boolean): Promise<void> => {
  await keep(keepSignedIn)
  const { user } = await attested(() => signInWithEmailAndPassword(auth, email.trim(), password))
  await settle(user)
}

/** An answer of the identity endpoints that signs a person in. */
export type Tokens = { localId: string; idToken: string; refreshToken: string }

/**
 * A credential whose tokens are already known. The client's own functions for second factors and providers would add
 * more than a kilobyte to every page, for what few people do, and only once (web/session/identityEndpoints.ts).
 */
class Received extends AuthCredential {
  readonly tokens: Tokens
  constructor(tokens: Tokens) {
    super()
    this.tokens = tokens
  }
  _getIdTokenResponse(): Promise<Tokens> {
    return Promise.resolve(this.tokens)
  }
}

/**
 * Signs in with tokens from the identity endpoints. Without `keepSignedIn`, the previous sign-in's persistence stays.
 */
export const takeTokens = async (tokens: Tokens, keepSignedIn?: boolean): Promise<void> => {
  if (keepSignedIn !== undefined) await keep(keepSignedIn)
  const { user } = await signInWithCredential(auth, new Received(tokens))
  await settle(user)
}

let exchange: Promise<unknown> = Promise.resolve()

/**
 * Runs work that revokes the current tokens and brings new ones. The school refuses the old tokens before the new ones
 * have arrived, and the client signs out when a token can't be renewed, so all calls wait until it is done.
 */
export const exchangeTokens = async <T>(work: () => Promise<T>): Promise<T> => {
  const mine = work()
  exchange = mine.catch(() => undefined)
  return mine
}

export const register = async (person: { name: string; email: string; password: string }): Promise<void> => {
  speak()
  const { user } = await attested(() => createUserWithEmailAndPassword(auth, person.email.trim(), person.password))
  await updateProfile(user, { displayName: person.name.trim() })
  await settle(user)
  await attested(() => sendEmailVerification(user))
}

export const resendVerification = async (): Promise<void> => {
  speak()
  await attested(() => sendEmailVerification(me()))
}

export const resetPassword = async (email: string): Promise<void> => {
  speak()
  await attested(() => sendPasswordResetEmail(auth, email.trim()))
}

export const checkCode = async (code: string): Promise<{ email: string; previousEmail: string }> => {
  const { data } = await checkActionCode(auth, code)
  return { email: data.email ?? '', previousEmail: data.previousEmail ?? '' }
}

/** Reloads the account and its token after the account has changed. */
export const lookUp = async (): Promise<void> => {
  await auth.currentUser?.reload()
  await auth.currentUser?.getIdToken(true)
}

export const confirmReset = (code: string, password: string): Promise<void> =>
  confirmPasswordReset(auth, code, password)

export const prove = async (password: string): Promise<void> => {
  const user = me()
  await attested(() => reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password)))
}

export const changeEmail = async (email: string): Promise<void> => {
  speak()
  await attested(() => verifyBeforeUpdateEmail(me(), email.trim()))
}

export const changePassword = (password: string): Promise<void> => exchangeTokens(() => updatePassword(me(), password))

export const signOut = (): Promise<void> => {
  noteLeft(true)
  return leave(auth)
}

/** Returns the token for a request of the signed-in person; with `isFresh` a new one, after the last was refused. */
export const idToken = async (isFresh: boolean): Promise<string> => {
  await inTime(exchange)
  const token = await inTime(Promise.resolve(auth.currentUser?.getIdToken(isFresh))).catch((error: unknown) => {
    if (auth.currentUser) throw error
  })
  if (token !== undefined) return token
  // The client has signed out on its own: the sign-in has ended.
  await settle(null)
  if (!(await signedInAgain())) throw nobody()
  return inTime(me().getIdToken())
}
