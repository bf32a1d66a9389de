import { useEffect, useSyncExternalStore } from 'react'
import {
  currentSession,
  keepVisit,
  onSession,
  report,
  storedMarker,
  sessionOf,
  subscribe,
  type Marker,
  type Session,
} from '#web/session/sessionState.ts'
import { inTime } from '#web/session/inTime.ts'
import { firstPerson, firstsCome } from '#web/wire/firstAnswers.ts'

export {
  askAgain,
  currentSession,
  keepsNothing,
  keepVisit,
  onSession,
  signedInAgain,
  storedMarker,
  type Marker,
  type Session,
  type SessionUser,
} from '#web/session/sessionState.ts'

const load = () => import('./identity.ts')
let identity: ReturnType<typeof load> | null = null
/** True once this device was found to keep the sign-in of the person whom the server named. */
let isKept = false

/** Loads the identity client, once. Pages do without it until someone signs in or out or needs a new token. */
const loaded = (): ReturnType<typeof load> => {
  identity ??= load().then(
    module => {
      module.watch(report, isKept)
      return module
    },
    (error: unknown) => {
      identity = null
      throw error
    },
  )
  return identity
}

const ready = async (): ReturnType<typeof load> => {
  const module = await loaded()
  // A page that began with its first answers may call the client right away.
  await module.isReady()
  return module
}
/** Returns the identity client once it knows whether someone is signed in. Each call waits for that again. */
export const identityClient = (): ReturnType<typeof load> => inTime(ready())

/**
 * Returns the token that this device keeps for the person whom the server named, or undefined if the client must look.
 */
const tokenAtHand = async (): Promise<string | undefined> => {
  const person = await firstPerson
  if (!person || identity) return undefined
  const { keptToken, onOtherTab } = await import('./keptSignIn.ts')
  const token = await inTime(keptToken(person.uid))
  if (identity || token === undefined) return undefined
  if (!isKept) onOtherTab(() => void identityClient().catch(() => undefined))
  isKept = true
  return token
}

/** Resolves once the session is known: from the server if it named the person with the page. */
export const sessionReady = async (): Promise<Session> => {
  const person = await firstPerson
  if (person && currentSession().state === 'loading') report(sessionOf(person, person.roles, person.secondFactorBy))
  if (currentSession().state !== 'loading') return currentSession()
  await identityClient()
  const known = currentSession()
  if (known.state !== 'loading') return known
  return inTime(
    new Promise(resolve => {
      const stop = onSession(next => {
        stop()
        resolve(next)
      })
    }),
  )
}

/** Resolves once the session cookie matches the sign-in, as far as this page knows of one. */
export const tokenSynced = async (): Promise<void> => {
  if (identity) await (await identityClient()).tokenSynced()
}

/** True if a call should wait for the identity client, since someone may be signed in. */
export const mayBeSignedIn = (): boolean => {
  const { state } = currentSession()
  if (state === 'loading') return identity !== null || storedMarker() !== null
  return state !== 'out'
}

/** Resolves once the page shows the answers that came with it, if any did. */
const whenShown = async (): Promise<void> => {
  if (!(await firstPerson)) return
  await firstsCome
  await new Promise<unknown>(idle =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(idle, { timeout: 3000 }) : setTimeout(idle, 300),
  )
}

/** Finds out who is signed in; if the server has named a person, checks that this device keeps their sign-in. */
const makeSure = async (): Promise<void> => {
  await whenShown()
  if ((await tokenAtHand()) === undefined) await identityClient()
}

/** Returns the session. The first use starts to find out who is signed in, after the first paint. */
export const useSession = (): Session => {
  useEffect(() => {
    // A failed download leaves 'loading'; the next action tries again and reports the error.
    makeSure().catch(() => undefined)
  }, [])
  return useSyncExternalStore(subscribe, currentSession, currentSession)
}

/** Returns the session as far as it is known without loading the identity client, for pages that anyone may open. */
export const useKnownSession = (): { session: Session; stored: Marker | null } => ({
  session: useSyncExternalStore(subscribe, currentSession, currentSession),
  // A page rendered on the server is the same for everyone.
  stored: useSyncExternalStore(subscribe, storedMarker, () => null),
})

/** Signs in; without `keepSignedIn`, only until the browser closes. */
export const signIn = async (email: string, password: string, keepSignedIn = true): Promise<Session> => {
  keepVisit(keepSignedIn)
  await (await identityClient()).signIn(email, password, keepSignedIn)
  return currentSession()
}

/** Creates an account and sends the verification email; the session is then 'unverified'. */
export const register = async (person: { name: string; email: string; password: string }): Promise<Session> => {
  await (await identityClient()).register(person)
  return currentSession()
}

/** Sends the verification email again. */
export const resendVerification = async (): Promise<void> => (await identityClient()).resendVerification()
/** Requests an email to set a new password. Doesn't reveal whether the account exists. */
export const resetPassword = async (email: string): Promise<void> => (await identityClient()).resetPassword(email)
/** Checks a mailed code without using it up. `previousEmail` belongs to a change of address. */
export const checkCode = async (code: string): Promise<{ email: string; previousEmail: string }> =>
  (await identityClient()).checkCode(code)
/** Uses a mailed code to set a new password. The code of a new account also confirms its address. */
export const confirmReset = async (code: string, password: string): Promise<void> =>
  (await identityClient()).confirmReset(code, password)
/** Requests an email to a new address, which becomes the person's when they open it. */
export const changeEmail = async (email: string): Promise<void> => (await identityClient()).changeEmail(email)
/** Changes the password. */
export const changePassword = async (password: string): Promise<void> =>
  (await identityClient()).changePassword(password)
/** Signs out in every tab and clears this tab's session storage. */
export const signOut = async (): Promise<void> => {
  await (await identityClient()).signOut()
  try {
    sessionStorage.clear()
  } catch {
    // Blocked storage holds nothing.
  }
}
/** Returns the token for a request of the signed-in person; with `isFresh` a new one, after the last was refused. */
export const idToken = async (isFresh = false): Promise<string> =>
  (isFresh ? undefined : await tokenAtHand()) ?? (await identityClient()).idToken(isFresh)
/** Fetches a new token, so that new roles or a verification take effect. */
export const refreshClaims = async (): Promise<void> => void (await idToken(true))

/** The code of an identity error without its prefix, such as 'wrong-password'; null for any other error. */
export const identityCode = (error: unknown): string | null => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice('auth/'.length) : null
}
