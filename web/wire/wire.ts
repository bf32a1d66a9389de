import { changedHeader, readAnswer, referenceHeader } from '#contract/answer.plain.ts'
import type { FunctionName, Input, Output } from '#contract/index.ts'
import { callTimeoutMs } from '#contract/callable.ts'
import { CallError, worded } from '#web/wire/callError.ts'
import { signedUpDevice } from '#web/wire/device.ts'
import { firstAnswer, forgetFirst } from '#web/wire/firstAnswers.ts'
import { idToken, mayBeSignedIn, refreshClaims, sessionReady, signedInAgain } from '#web/session/session.ts'
import { viewHeaders } from '#web/session/viewing.ts'

/** Decodes an answer in the wire form of callables from its HTTP status and body. Throws the error that it holds. */
export const answerIn = async ({ headers }: Response, status: number, body: unknown): Promise<unknown> => {
  const read = readAnswer(status, body)
  if ('data' in read) return read.data
  throw await worded(new CallError(read.code, read.message, read.details, body !== null, headers.get(referenceHeader)))
}

export const answerOf = async (response: Response): Promise<unknown> =>
  answerIn(response, response.status, await response.json().catch(() => null))

/** The error for a call that the server can't have answered. */
export const unreached = (error: unknown): CallError => {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return new CallError(isLate ? 'deadline-exceeded' : 'internal', String(error), null, false)
}

const notReached = (error: unknown): never => {
  throw unreached(error)
}

/** The headers that identify the caller. If the token can't be renewed now, the server counts as unreachable. */
const ownHeaders = async (): Promise<Record<string, string>> => {
  const token = await idToken().catch(notReached)
  const device = typeof Notification === 'undefined' || Notification.permission !== 'granted' ? null : signedUpDevice()
  return {
    ...viewHeaders,
    Authorization: `Bearer ${token}`,
    ...(device && { 'Firebase-Instance-ID-Token': device.id }),
  }
}

/** Posts to the server. Throws what `unreached` returns. */
export const post = async (
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Response> => {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(callTimeoutMs),
    })
  } catch (error) {
    throw unreached(error)
  }
}

/** Receives the slices that a write has changed; `*` stands for all. */
export type Changed = (slices: readonly string[]) => void

/** Sends one call in a request of its own. */
export const send = async <Name extends FunctionName>(
  name: Name,
  input: Input<Name>,
  headers: Readonly<Record<string, string>>,
  changed?: Changed,
): Promise<Output<Name>> => {
  const response = await post(`/fn/${name}`, { data: input }, headers)
  const answer = (await answerOf(response)) as Output<Name>
  const slices = response.headers.get(changedHeader)
  if (slices) changed?.(slices.split(' '))
  return answer
}

let sendRead: typeof send = send
/**
 * Sends reads through `other` from now on: screens of signed-in people send many in one request
 * (web/wire/readTogether.ts).
 */
export const sendReadsBy = (other: typeof send): void => {
  sendRead = other
}

/** The answer that came with the page (web/wire/firstAnswers.ts), or undefined if there is none or it is an error. */
const arrived = async <Name extends FunctionName>(
  name: Name,
  input: Input<Name>,
): Promise<{ answer: Output<Name> } | undefined> => {
  const first = await firstAnswer(name, input)
  try {
    return first && { answer: (await answerIn(first.response, first.status, first.body)) as Output<Name> }
  } catch {
    // The call is sent again and reports its error then.
    return undefined
  }
}

/** Calls as a guest. */
export const guestCall = async <Name extends FunctionName>(name: Name, input: Input<Name>): Promise<Output<Name>> => {
  const first = await arrived(name, input)
  return first ? first.answer : send(name, input, {})
}

const isNotAttested = (error: unknown): boolean => error instanceof CallError && error.reason === 'NOT_ATTESTED'

/** Returns true if a new token may help: the old one was refused or doesn't hold the current roles. */
export const wantsNewToken = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'unauthenticated' || error.reason === 'STALE_CLAIMS')

/**
 * Returns a new id for one attempt at a write. `randomUUID` is missing on plain http, as in a room without internet
 * access.
 */
export const newOperationId = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

let renewing: Promise<void> | null = null
/** Fetches a new token, once for all calls that were refused together. */
const renewed = (): Promise<void> => (renewing ??= refreshClaims().finally(() => (renewing = null)))

/**
 * Calls as the signed-in person, or as a guest; retries once with new tokens if the old ones were refused. A write
 * needs its operation id: screens use `useWrite`, which makes it and refetches what has `changed`.
 */
export const call = async <Name extends FunctionName>(
  name: Name,
  plain: Input<Name>,
  operationId?: string,
  changed?: Changed,
): Promise<Output<Name>> => {
  const input = operationId === undefined ? plain : { ...plain, operationId }
  if (operationId === undefined) {
    const first = await arrived(name, plain)
    if (first) return first.answer
  } else forgetFirst()
  const session = mayBeSignedIn() ? await sessionReady().catch(notReached) : null
  // While a sign-in has ended, its calls must not be answered as a guest's.
  if (session?.state === 'in' && session.ended && !(await signedInAgain()))
    throw new CallError('unauthenticated', 'The sign-in has ended', null, true)
  const isGuest = !session?.user
  const attempt = async (isAnew: boolean) => {
    const own = isGuest ? {} : await ownHeaders()
    // Only writes may ask for attestation, so reads don't load its code.
    if (operationId === undefined) return sendRead(name, input, own)
    const { attestedCall } = await import('./attestedCalls.ts')
    return attestedCall(name, isAnew, proof => send(name, input, { ...own, ...proof }, changed))
  }
  try {
    return await attempt(false)
  } catch (error) {
    if (isGuest ? !isNotAttested(error) : !wantsNewToken(error)) throw error
    if (!isGuest)
      await renewed().catch(() => {
        throw error
      })
    return attempt(isNotAttested(error))
  }
}

/** True if the same call may succeed a moment later: the network failed, or the server was restarting or overloaded. */
export const mayPass = (error: unknown): boolean =>
  error instanceof CallError && (!error.answered || error.code === 'unavailable' || error.reason === 'BUSY')

const forgetters = new Set<() => void>()
/** Registers a function that clears failures before a person tries again. */
export const beforeRetry = (forget: () => void): void => void forgetters.add(forget)
/** Clears all failures, so that everything that failed is asked again. */
export const forgetFailures = (): void => {
  for (const forget of forgetters) forget()
}
