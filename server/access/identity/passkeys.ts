import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { randomBytes } from 'node:crypto'
import { describeDevice } from '#rules/devices.ts'
import { bearer, recentBearer } from './bearer.ts'
import { issueCustomToken } from './customToken.ts'
import { noteFailure } from './failures.ts'
import { readDisplayName } from './fields.ts'
import { fromKey, limits, mayAttempt } from './limits.ts'
import { findCredentials, insertPasskey, lockPasskey, notePasskeyUse, type Passkey } from './passkeyQueries.ts'
import { changeSignIn, findSchool, lockAccount } from './queries.ts'
import { openJson } from './sealed.ts'
import { tell, tokensOnly } from './secondFactor.ts'
import { openSignIn } from './signingIn.ts'
import { spend } from './spendingQueries.ts'
import { passkeyProvider } from './staffRoles.ts'
import { type Answer, type Ask, IdentityError, type Operation } from './wire.ts'

/** The lifetime of a passkey's challenge in milliseconds. */
const patienceMs = 5 * 60_000
const challengeName = 'passkey-challenge'
/** The maximum number of passkeys of an account; nobody owns more devices. */
const mostPasskeys = 20

/** The library that makes and checks passkeys is large, so it is loaded at first use. */
const webAuthn = () => import('@simplewebauthn/server')

type Purpose = 'add' | 'signIn'
type Challenge = { challenge: string; purpose: Purpose; accountId: string | null; until: number }

/** The host that keys belong to, and the origin whose pages may use them. */
const partyOf = ({ tools }: Ask) => {
  const { hostname, origin } = new URL(tools.settings.publicUrl)
  return { rpID: hostname, origin }
}

/** A new challenge, with its state sealed for the browser to send back, so that nothing is stored before it is used. */
const newChallenge = async ({ tools, now }: Ask, purpose: Purpose, accountId: string | null) => {
  const bytes = randomBytes(32)
  const challenge = bytes.toString('base64url')
  const waiting: Challenge = { challenge, purpose, accountId, until: now.getTime() + patienceMs }
  return { bytes, sessionInfo: await tools.settings.secrets.seal(challengeName, JSON.stringify(waiting)) }
}

const readChallenge = async (ask: Ask, purpose: Purpose, accountId?: string): Promise<Challenge> => {
  const waiting = await openJson<Challenge>(ask, challengeName, ask.body['sessionInfo'], 'INVALID_SESSION_INFO')
  const isOther = accountId !== undefined && waiting.accountId !== accountId
  if (waiting.purpose !== purpose || isOther || waiting.until <= ask.now.getTime())
    throw new IdentityError('INVALID_SESSION_INFO')
  return waiting
}

const notValid = () => new IdentityError('INVALID_PASSKEY', 'The passkey couldn’t be verified.')

/** Checks the shape of what a browser's authenticator returned; the library checks the rest. Throws INVALID_PASSKEY. */
const responseIn = <T extends { id: string }>(value: unknown): T => {
  const { id, response } = Object(value) as { id?: unknown; response?: unknown }
  if (typeof id !== 'string' || id.length > 1400 || typeof response !== 'object' || response === null) throw notValid()
  return value as T
}

const transportsIn = (text: string): string[] => text.split(' ').filter(Boolean)

/** Begins to make a passkey for a person who has signed in recently. */
export const startPasskey: Operation = async ask => {
  const { account, personName } = await recentBearer(ask)
  if (!account.isVerified) throw new IdentityError('UNVERIFIED_EMAIL')
  const { db } = ask.tools.database
  const known = await findCredentials(db, account.id)
  if (known.length >= mostPasskeys) throw new IdentityError('PASSKEY_LIMIT_EXCEEDED')
  const { bytes, sessionInfo } = await newChallenge(ask, 'add', account.id)
  const { generateRegistrationOptions } = await webAuthn()
  const creationOptions = await generateRegistrationOptions({
    rpName: (await findSchool(db))?.name ?? 'Lantern',
    rpID: partyOf(ask).rpID,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: personName ?? account.displayName,
    challenge: new Uint8Array(bytes),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsIn(transports),
    })),
    // The passkey can be found without an address, and suffices to sign in by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { creationOptions, sessionInfo }
}

/**
 * Stores the new passkey and writes to its owner. The sign-in continues as one by passkey: the person has just proved
 * both that the device is theirs and that it is them.
 */
export const finishPasskey: Operation = async ask => {
  const { tools, body, now } = ask
  const { account, signIn } = await bearer(ask)
  const waiting = await readChallenge(ask, 'add', account.id)
  const { rpID, origin } = partyOf(ask)
  const response = responseIn<RegistrationResponseJSON>(body['registrationResponse'])
  const { verifyRegistrationResponse } = await webAuthn()
  const found = await verifyRegistrationResponse({
    response,
    expectedChallenge: waiting.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => {
    throw notValid()
  })
  if (!found.verified) throw notValid()
  const { credential } = found.registrationInfo
  const name = (readDisplayName(body['name']) ?? '') || describeDevice(ask.userAgent) || 'Passkey'
  const opened = await tools.database.transaction(async (db, client) => {
    const current = await lockAccount(db, account.id)
    if (!current) throw new IdentityError('USER_NOT_FOUND')
    if (!(await spend(db, waiting.challenge, new Date(waiting.until), now)))
      throw new IdentityError('INVALID_SESSION_INFO')
    const kept = await insertPasskey(db, {
      accountId: account.id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (credential.transports ?? []).join(' ').slice(0, 100),
      name: name.slice(0, 100),
      createdAt: now,
    })
    if (!kept) throw new IdentityError('PASSKEY_EXISTS')
    await tell(ask, db, client, current, { kind: 'passkeyAdded', email: current.email, passkey: kept.name })
    await changeSignIn(db, signIn.id, { revokedAt: now })
    return openSignIn(db, ask, account.id, signIn.authTime, passkeyProvider)
  })
  return tokensOnly(ask, opened)
}

/**
 * Begins a sign-in by passkey. The browser shows the passkeys that it has for this school, so nobody enters an address.
 */
export const startPasskeySignIn: Operation = async ask => {
  const { bytes, sessionInfo } = await newChallenge(ask, 'signIn', null)
  const { generateAuthenticationOptions } = await webAuthn()
  const requestOptions = await generateAuthenticationOptions({
    rpID: partyOf(ask).rpID,
    challenge: new Uint8Array(bytes),
    userVerification: 'required',
  })
  return { requestOptions, sessionInfo }
}

const isGenuine = async (ask: Ask, response: AuthenticationResponseJSON, waiting: Challenge, passkey: Passkey) => {
  const { rpID, origin } = partyOf(ask)
  const { userHandle } = response.response
  // The authenticator also reports the account; it must match.
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.accountId) return null
  const { verifyAuthenticationResponse } = await webAuthn()
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: waiting.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: transportsIn(passkey.transports),
    },
  }).catch(() => null)
  return found?.verified ? found.authenticationInfo : null
}

/**
 * Signs in with a passkey. The answer is a custom token, which endpoint 13 exchanges. It counts as both factors, since
 * the authenticator has checked its owner's finger, face or PIN; one that hasn't is refused. A challenge can be used
 * once.
 */
export const finishPasskeySignIn: Operation = async (ask): Promise<Answer> => {
  const { tools, body, now, address } = ask
  const { database, settings } = tools
  if (!(await mayAttempt(database, { [fromKey('sign-in', address)]: limits.signInFromAddress }, now)))
    throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many attempts. Try again later.')
  const waiting = await readChallenge(ask, 'signIn')
  const response = responseIn<AuthenticationResponseJSON>(body['authenticationResponse'])
  const outcome = await database.transaction(async db => {
    const passkey = await lockPasskey(db, response.id)
    const account = passkey && (await lockAccount(db, passkey.accountId))
    if (!passkey || !account) return { account: undefined }
    const used = await isGenuine(ask, response, waiting, passkey)
    if (!used || !(await spend(db, waiting.challenge, new Date(waiting.until), now))) return { account, isGood: false }
    if (account.isDisabled) throw new IdentityError('USER_DISABLED')
    await notePasskeyUse(db, passkey.id, { counter: used.newCounter, lastUsedAt: now })
    return { account, isGood: true }
  })
  if (!outcome.account) throw new IdentityError('PASSKEY_NOT_FOUND')
  if (!outcome.isGood) {
    await noteFailure(ask, outcome.account, 'signInFailed')
    throw notValid()
  }
  const holder = { accountId: outcome.account.id, provider: passkeyProvider }
  return { customToken: await issueCustomToken(database, settings.publicUrl, holder, now) }
}
