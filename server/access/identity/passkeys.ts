import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { randomBytes } from 'node:crypto'
import { bearer, recentBearer } from './bearer.ts'
import { issueCustomToken } from './customToken.ts'
import { describeDevice } from './device.ts'
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

/** How long a passkey's challenge is good for. */
const patienceMs = 5 * 60_000
const challengeName = 'passkey-challenge'
/** The most passkeys of an account: nobody owns more devices. */
const mostPasskeys = 20

/** What makes and checks them: large, and no start needs it. */
const webAuthn = () => import('@simplewebauthn/server')

type Purpose = 'add' | 'signIn'
type Challenge = { challenge: string; purpose: Purpose; accountId: string | null; until: number }

/** Keys belong to this host, and only its own pages may use them. */
const partyOf = ({ tools }: Ask) => {
  const { hostname, origin } = new URL(tools.settings.publicUrl)
  return { rpID: hostname, origin }
}

/** A fresh challenge, and what the browser brings back with it: sealed, so nothing is kept until it was used. */
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

const notValid = () => new IdentityError('INVALID_PASSKEY', 'The passkey could not be checked.')

/** What a browser's authenticator answered, as far as its shape goes; the library judges the rest. */
const responseIn = <T extends { id: string }>(value: unknown): T => {
  const { id, response } = Object(value) as { id?: unknown; response?: unknown }
  if (typeof id !== 'string' || id.length > 1400 || typeof response !== 'object' || response === null) throw notValid()
  return value as T
}

const transportsIn = (text: string): string[] => text.split(' ').filter(Boolean)

/** Begins to make a passkey for a person who has just signed in. */
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
    // Found without an address, and good for a sign-in without anything else.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { creationOptions, sessionInfo }
}

/**
 * Keeps the passkey that was made, and writes its owner. This sign-in goes on as one by passkey: its person has just
 * shown both that the device is theirs and that it is them.
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

/** Begins to sign in by a passkey: the browser shows those that it has for this school, so nobody says who they are. */
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
  // Whose it is says the authenticator, too; the two may not differ.
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
 * Signs in by a passkey: the answer is a custom token, which endpoint 13 exchanges. It stands for both factors, since
 * the authenticator has seen its owner's finger, face or PIN; one that has not is refused. A challenge counts once.
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
