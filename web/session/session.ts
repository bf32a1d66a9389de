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
/** Whether this device was found to keep the sign-in of the person whom the server named. */
let isKept = false

/** Loads the identity client, once: pages do without it until somebody signs in or out, or needs a new token. */
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
  // A page that began with its first answers may ask something of it at once.
  await module.isReady()
  return module
}
/** The identity client, once it knows whether somebody is signed in; asked for again, it is waited for again. */
export const identityClient = (): ReturnType<typeof load> => inTime(ready())

/** The token that this device keeps of the person whom the server named; undefined where the client must look itself. */
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

/** Settles once it is known whether somebody is signed in: from the server, where it said so with the page. */
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

/** Settles when the session cookie is in step with the sign-in, as far as this page knows of one. */
export const tokenSynced = async (): Promise<void> => {
  if (identity) await (await identityClient()).tokenSynced()
}

/** True if a call should wait for the identity client, since somebody may be signed in. */
export const mayBeSignedIn = (): boolean => {
  const { state } = currentSession()
  if (state === 'loading') return identity !== null || storedMarker() !== null
  return state !== 'out'
}

/** Settles once the page shows what came with it, where anything did. */
const whenShown = async (): Promise<void> => {
  if (!(await firstPerson)) return
  await firstsCome
  await new Promise<unknown>(idle =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(idle, { timeout: 3000 }) : setTimeout(idle, 300),
  )
}

/** Finds out who is there; where the server has named somebody, whether this device keeps their sign-in. */
const makeSure = async (): Promise<void> => {
  await whenShown()
  if ((await tokenAtHand()) === undefined) await identityClient()
}

/** The session; asking for it starts to find out, after the first paint. */
export const useSession = (): Session => {
  useEffect(() => {
    // A failed download leaves 'loading'; whatever is done next tries again and says what is wrong.
    makeSure().catch(() => undefined)
  }, [])
  return useSyncExternalStore(subscribe, currentSession, currentSession)
}

/** The session as far as it is known without loading the identity client, for pages that everybody may open. */
export const useKnownSession = (): { session: Session; stored: Marker | null } => ({
  session: useSyncExternalStore(subscribe, currentSession, currentSession),
  // A page made ready on the server is everybody's.
  stored: useSyncExternalStore(subscribe, storedMarker, () => null),
})

/** Signs in; without `keepSignedIn` only until the browser closes. */
export const signIn = async (email: string, password: string, keepSignedIn = true): Promise<Session> => {
  keepVisit(keepSignedIn)
  await (await identityClient()).signIn(email, password, keepSignedIn)
  return currentSession()
}

/** Makes an account and sends the verification mail; the person is then 'unverified'. */
export const register = async (person: { name: string; email: string; password: string }): Promise<Session> => {
  await (await identityClient()).register(person)
  return currentSession()
}

/** Sends the verification mail again. */
export const resendVerification = async (): Promise<void> => (await identityClient()).resendVerification()
/** Asks for a mail to set a new password; says nothing about whether the account exists. */
export const resetPassword = async (email: string): Promise<void> => (await identityClient()).resetPassword(email)
/** Looks at a mailed code without using it up. A change of address has a previous one. */
export const checkCode = async (code: string): Promise<{ email: string; previousEmail: string }> =>
  (await identityClient()).checkCode(code)
/** Uses a mailed code to set a new password; that of a new account confirms its address, too. */
export const confirmReset = async (code: string, password: string): Promise<void> =>
  (await identityClient()).confirmReset(code, password)
/** Asks for a mail to a new address, which becomes this person's when they open it. */
export const changeEmail = async (email: string): Promise<void> => (await identityClient()).changeEmail(email)
/** Changes the password. */
export const changePassword = async (password: string): Promise<void> =>
  (await identityClient()).changePassword(password)
/** Signs out, in every tab; what this one remembers of the person goes, too. */
export const signOut = async (): Promise<void> => {
  await (await identityClient()).signOut()
  try {
    sessionStorage.clear()
  } catch {
    // A closed storage holds nothing.
  }
}
/** The token that a request of the signed-in person carries; a fresh one when the last was refused. */
export const idToken = async (isFresh = false): Promise<string> =>
  (isFresh ? undefined : await tokenAtHand()) ?? (await identityClient()).idToken(isFresh)
/** Fetches a new token, so that new roles or a verification are seen. */
export const refreshClaims = async (): Promise<void> => void (await idToken(true))

/** The code of an identity error without its prefix, such as 'wrong-password'; null for anything else. */
export const identityCode = (error: unknown): string | null => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice('auth/'.length) : null
}
