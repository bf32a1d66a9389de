import { ask, type Entering, type Pending, signInBy } from '#web/session/identityEndpoints.ts'
import type { Tokens } from '#web/session/identity.ts'

const key = 'lantern_link'
/** The person who requested a link in this browser, and whether they stay signed in. */
type LinkRequest = { email: string; keepSignedIn: boolean }

export const linkRequest = (): LinkRequest | null => {
  try {
    const { email, keepSignedIn } = Object(JSON.parse(localStorage.getItem(key) ?? 'null')) as Partial<LinkRequest>
    return typeof email === 'string' ? { email, keepSignedIn: keepSignedIn === true } : null
  } catch {
    return null
  }
}

const note = (request: LinkRequest | null): void => {
  try {
    if (request) localStorage.setItem(key, JSON.stringify(request))
    else localStorage.removeItem(key)
  } catch {
    // Without storage, the link's page asks for the email address.
  }
}

/** Requests an email with a sign-in link that leads on to `next`. Doesn't reveal whether there is an account. */
export const requestLink = async (request: LinkRequest, next: string | undefined): Promise<void> => {
  const url = new URL('/auth/action', location.origin)
  if (next !== undefined) url.searchParams.set('next', next)
  const body = {
    requestType: 'EMAIL_SIGNIN',
    email: request.email,
    continueUrl: url.href,
    canHandleCodeInApp: true,
    clientType: 'CLIENT_TYPE_WEB',
  }
  const { attestationHeaders } = await import('#web/wire/attestedCalls.ts')
  await ask('v1/accounts:sendOobCode', body, await attestationHeaders())
  note(request)
}

/** Signs in by the code of such a link. Returns the pending sign-in if a second step is needed, otherwise null. */
export const enterByLink = async (email: string, oobCode: string, entering: Entering): Promise<Pending | null> => {
  const answer = await ask<Partial<Pending> & Partial<Tokens>>('v1/accounts:signInWithEmailLink', { email, oobCode })
  note(null)
  if (answer.mfaPendingCredential) return answer as Pending
  await signInBy(answer as Tokens, entering)
  return null
}
