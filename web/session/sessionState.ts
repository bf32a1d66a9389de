import { type Role, roles } from '#contract/callable.ts'
import { viewing } from '#web/session/viewing.ts'

export type Marker = Role | ''
export type SessionUser = { uid: string; email: string; name: string; roles: Role[] }

/**
 * The state of the sign-in. 'in' needs a verified email address; `marker` is the first role of admin, parent, teacher.
 * All of it is for display only: the server decides for itself.
 */
export type Session =
  | { state: 'loading' | 'out'; user: null; marker: '' }
  | { state: 'unverified'; user: SessionUser; marker: '' }
  | {
      state: 'in'
      user: SessionUser
      marker: Marker
      /**
       * The time at which the person loses access to the school's work for lack of a second factor, and whether it has
       * passed.
       */
      secondFactor?: { by: string; isOverdue: boolean }
      /**
       * The sign-in has ended while the page was in use. The page stays as it is until the person has signed in again;
       * `isAsking` is true while they are asked to.
       */
      ended?: { isAsking: boolean }
    }

// The four values of the specification, section 3, in this order.
const storedKeys = ['user_email', 'user_display_name', 'user_id', 'isAdmin'] as const

let session: Session = { state: 'loading', user: null, marker: '' }
const listeners = new Set<() => void>()

const keep = (values: readonly string[] | null): void => {
  try {
    storedKeys.forEach((key, index) => {
      if (values) localStorage.setItem(key, values[index] ?? '')
      else localStorage.removeItem(key)
    })
  } catch {
    // The four values are only for display; blocked storage takes nothing else away.
  }
}

/**
 * While the office views as a guardian, every screen sees a parent of that name; the sign-in behind it stays the
 * office's own.
 */
const seen = (next: Session): Session =>
  viewing && next.state === 'in'
    ? {
        state: 'in',
        user: { ...next.user, name: viewing.name, roles: ['parent'] },
        marker: 'parent',
        ...(next.ended && { ended: next.ended }),
      }
    : next

const isEnded = (it: Session): boolean => it.state === 'in' && it.ended !== undefined

/**
 * The session of a person who has signed in with a verified email address. `by` is when a second factor is due, if it
 * is.
 */
export const sessionOf = (
  { uid, email, name }: Omit<SessionUser, 'roles'>,
  given: readonly Role[],
  by?: string,
): Session => {
  const held = roles.filter(role => given.includes(role))
  return {
    state: 'in',
    user: { uid, email, name, roles: held },
    marker: held[0] ?? '',
    ...(by !== undefined && { secondFactor: { by, isOverdue: Date.parse(by) <= Date.now() } }),
  }
}

const visitKey = 'lantern_visit'
/** Returns true if the person signed in for this visit only, so that none of their data may stay on the device. */
export const keepsNothing = (): boolean => {
  try {
    return sessionStorage.getItem(visitKey) !== null
  } catch {
    return true
  }
}

/** Sets whether the person's data may stay on the device after the visit. */
export const keepVisit = (keepSignedIn: boolean): void => {
  try {
    if (keepSignedIn) sessionStorage.removeItem(visitKey)
    else sessionStorage.setItem(visitKey, 'yes')
  } catch {
    // Blocked storage keeps nothing anyway.
  }
}

/**
 * Marks a device on which a person stays signed in, so that a page may ask for first answers at once
 * (web/shell/first.js).
 */
const staysKey = 'lantern_stays'
const keepStays = (stays: boolean): void => {
  try {
    if (stays && !keepsNothing()) localStorage.setItem(staysKey, 'yes')
    else localStorage.removeItem(staysKey)
  } catch {
    // Without it, the page asks once it knows who is signed in.
  }
}

/** Takes a new session, stores its four values and notifies listeners if it has changed. */
export const report = (next: Session): void => {
  const isIn = next.state === 'in' && !next.ended
  keepStays(isIn)
  keep(isIn ? [next.user.email, next.user.name, next.user.uid, next.marker] : null)
  // Nothing on the page is meant for the person who has signed in instead.
  if (isEnded(session) && next.user?.uid !== session.user?.uid) return location.replace(next.user ? '/dashboard/' : '/')
  const shown = seen(next)
  if (JSON.stringify(shown) === JSON.stringify(session)) return
  session = shown
  for (const listener of listeners) listener()
}

/** Returns the current session. */
export const currentSession = (): Session => session

/** Calls back at every change. Returns a function that stops it. */
export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back with the session at every change. Returns a function that stops it. */
export const onSession = (listener: (session: Session) => void): (() => void) => subscribe(() => listener(session))

/** Asks the person whose sign-in has ended to sign in again, or stops asking: then the calls that wait for it fail. */
export const askAgain = (isAsking: boolean): void => {
  if (session.state === 'in' && session.ended) report({ ...session, ended: { isAsking } })
}

/**
 * Resolves to true once a sign-in that had ended continues, or to false once its person has declined to sign in again.
 */
export const signedInAgain = (): Promise<boolean> => {
  if (!isEnded(session)) return Promise.resolve(session.state === 'in')
  askAgain(true)
  return new Promise(resolve => {
    const stop = onSession(next => {
      if (next.state === 'in' && next.ended?.isAsking) return
      stop()
      resolve(next.state === 'in' && !next.ended)
    })
  })
}

/** Returns the role marker that the last visit stored, or null if no one was signed in. */
export const storedMarker = (): Marker | null => {
  try {
    if (!localStorage.getItem('user_id')) return null
    const marker = localStorage.getItem('isAdmin')
    return roles.find(role => role === marker) ?? ''
  } catch {
    return null
  }
}
