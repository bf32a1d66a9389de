import { type Role, roles } from '#contract/callable.ts'
import { viewing } from '#web/session/viewing.ts'

export type Marker = Role | ''
export type SessionUser = { uid: string; email: string; name: string; roles: Role[] }

/**
 * Whether somebody is signed in. 'in' needs a verified e-mail; `marker` is the first role of admin, parent, teacher.
 * All of it is for display: the server decides for itself.
 */
export type Session =
  | { state: 'loading' | 'out'; user: null; marker: '' }
  | { state: 'unverified'; user: SessionUser; marker: '' }
  | {
      state: 'in'
      user: SessionUser
      marker: Marker
      /** When the person's work for the school stops, or has stopped, for want of a second factor. */
      secondFactor?: { by: string; isOverdue: boolean }
      /**
       * The sign-in has ended under the person's hands. Their page stays as it is until they have signed in again;
       * `isAsking` while they are asked to.
       */
      ended?: { isAsking: boolean }
    }

// The specification's four values (section 3), in this order.
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
    // The four values are for display; a closed storage takes nothing else away.
  }
}

/** Who views as a guardian is a parent of that name to every screen; the sign-in behind it stays their own. */
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

/** The session of somebody who has signed in with a verified e-mail; `by` is when a second factor is due, if one is. */
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
/** Whether the person signed in for this visit alone, so that nothing of theirs may stay on the device. */
export const keepsNothing = (): boolean => {
  try {
    return sessionStorage.getItem(visitKey) !== null
  } catch {
    return true
  }
}

/** Says whether anything of the person may stay on the device after the visit. */
export const keepVisit = (keepSignedIn: boolean): void => {
  try {
    if (keepSignedIn) sessionStorage.removeItem(visitKey)
    else sessionStorage.setItem(visitKey, 'yes')
  } catch {
    // A closed storage keeps nothing anyway.
  }
}

/** Whose first answers a page may ask for at once: of somebody who stays signed in on this device (web/shell/first.js). */
const staysKey = 'lantern_stays'
const keepStays = (stays: boolean): void => {
  try {
    if (stays && !keepsNothing()) localStorage.setItem(staysKey, 'yes')
    else localStorage.removeItem(staysKey)
  } catch {
    // Without it the page asks once it knows who is there.
  }
}

/** Takes over what is known of who is there, keeps the four values and tells everybody, if it is news. */
export const report = (next: Session): void => {
  const isIn = next.state === 'in' && !next.ended
  keepStays(isIn)
  keep(isIn ? [next.user.email, next.user.name, next.user.uid, next.marker] : null)
  // Nothing on the page is for the person who has come instead.
  if (isEnded(session) && next.user?.uid !== session.user?.uid) return location.replace('/dashboard/')
  const shown = seen(next)
  if (JSON.stringify(shown) === JSON.stringify(session)) return
  session = shown
  for (const listener of listeners) listener()
}

/** The session as it is known now. */
export const currentSession = (): Session => session

/** Calls back at every change; answers how to stop. */
export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells about every change of the session; answers how to stop. */
export const onSession = (listener: (session: Session) => void): (() => void) => subscribe(() => listener(session))

/** Asks the person whose sign-in has ended to sign in again, or stops asking: then what waits for it fails. */
export const askAgain = (isAsking: boolean): void => {
  if (session.state === 'in' && session.ended) report({ ...session, ended: { isAsking } })
}

/** Settles once a sign-in that has ended goes on: true; or once its person has said that they would rather not. */
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

/** What the last visit left: the signed-in person's role marker, or null if nobody was signed in. */
export const storedMarker = (): Marker | null => {
  try {
    if (!localStorage.getItem('user_id')) return null
    const marker = localStorage.getItem('isAdmin')
    return roles.find(role => role === marker) ?? ''
  } catch {
    return null
  }
}
