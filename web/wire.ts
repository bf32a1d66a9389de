import type { Code } from '#contract/errors.ts'
import type { FunctionName, Input, Output } from '#contract/index.ts'
import { callTimeoutMs } from '#contract/callable.ts'
import { CallError } from '#web/callError.ts'
import { idToken, identityCode, mayBeSignedIn, refreshClaims, sessionReady } from '#web/session.ts'
import { signedUpDevice } from '#web/device.ts'
import { viewHeaders } from '#web/viewing.ts'

type Answer = { result?: unknown; data?: unknown; error?: { status?: string; message?: string; details?: unknown } }

const preparations = new Set<() => Promise<void>>()
/** What must be at hand before a person is told of a refusal, such as its words. */
export const beforeRefusal = (prepare: () => Promise<void>): void => void preparations.add(prepare)

/** What an answer says in the wire form of callables; throws the error that it tells. */
export const answerOf = async (response: Response): Promise<unknown> => {
  const answer = (await response.json().catch(() => null)) as Answer | null
  if (answer?.error || !response.ok || !answer) {
    const code = (answer?.error?.status ?? (response.status === 503 ? 'UNAVAILABLE' : 'INTERNAL'))
      .toLowerCase()
      .replaceAll('_', '-')
    const refusal = new CallError(
      code as Code,
      answer?.error?.message ?? `${response.status}`,
      answer?.error?.details,
      answer !== null,
    )
    // Without them the code alone says it in general words.
    if (refusal.reason !== null) await Promise.allSettled([...preparations].map(prepare => prepare()))
    throw refusal
  }
  return answer.data ?? answer.result
}

const plainCall = async <Name extends FunctionName>(
  name: Name,
  input: Input<Name>,
  headers: Readonly<Record<string, string>>,
): Promise<Output<Name>> => {
  let response: Response
  try {
    response = await fetch(`/fn/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ data: input }),
      signal: AbortSignal.timeout(callTimeoutMs),
    })
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    throw new CallError(late ? 'deadline-exceeded' : 'internal', String(error), null, false)
  }
  return (await answerOf(response)) as Output<Name>
}

/** Calls as a guest. */
export const guestCall = <Name extends FunctionName>(name: Name, input: Input<Name>): Promise<Output<Name>> =>
  plainCall(name, input, {})

const token = async (): Promise<string> => {
  try {
    return await idToken()
  } catch (error) {
    if (identityCode(error) === 'network-request-failed') throw new CallError('internal', String(error), null, false)
    throw error
  }
}

/** Says which of the person's devices this is, where notices may come to it (wire C5). */
const deviceHeaders = (): Record<string, string> => {
  const device = 'Notification' in globalThis && Notification.permission === 'granted' ? signedUpDevice() : null
  return device ? { 'Firebase-Instance-ID-Token': device.id } : {}
}

/** Calls as whoever is signed in; once more with a forced token if the old one was refused or is out of date. */
const personCall = async <Name extends FunctionName>(name: Name, input: Input<Name>): Promise<Output<Name>> => {
  const once = async () => plainCall(name, input, { ...viewHeaders, ...deviceHeaders(), Authorization: `Bearer ${await token()}` })
  try {
    return await once()
  } catch (error) {
    const isOld = error instanceof CallError && (error.code === 'unauthenticated' || error.reason === 'STALE_CLAIMS')
    if (!isOld) throw error
    await refreshClaims().catch(() => {
      throw error
    })
    return once()
  }
}

/** The id of one attempt at a write. `randomUUID` is missing on plain http, as in a room without the internet. */
export const newOperationId = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Calls as whoever is signed in, or as a guest. A write needs its operation id: screens use `useWrite`, which makes it. */
export const call = async <Name extends FunctionName>(
  name: Name,
  plain: Input<Name>,
  operationId?: string,
): Promise<Output<Name>> => {
  const input = operationId === undefined ? plain : { ...plain, operationId }
  const signedIn = mayBeSignedIn() && (await sessionReady()).user !== null
  return signedIn ? personCall(name, input) : guestCall(name, input)
}

/** True if the same call may succeed a moment later: the network, a restart or an overload stood in its way. */
export const mayPass = (error: unknown): boolean =>
  error instanceof CallError && (!error.answered || error.code === 'unavailable' || error.reason === 'BUSY')

const forgetters = new Set<() => void>()
/** What must forget its failures before a person tries again. */
export const beforeRetry = (forget: () => void): void => void forgetters.add(forget)
/** Makes everything that failed ask again. */
export const forgetFailures = (): void => {
  for (const forget of forgetters) forget()
}
