import { type AttestationToken, newAttestation, refused } from '#web/wire/attestation.ts'
import { attested } from '#web/wire/attested.ts'
import { CallError, worded } from '#web/wire/callError.ts'

/**
 * Rethrows a refusal. For a function that asks for attestation, a plain 401 (wire A3) means that attestation failed.
 */
const wordedFor = async (name: string, error: unknown): Promise<never> => {
  const isPlain = error instanceof CallError && error.code === 'unauthenticated' && error.reason === null
  throw isPlain && attested[name] ? await worded(refused(error.message)) : error
}

/** A token that expires within this many milliseconds is not used, since it could expire on the way. */
const marginMs = 60_000
let kept: AttestationToken | null = null

/**
 * Returns the attestation token as a header, fetching it only when it is needed. `isAnew` fetches another token in
 * place of the refused one. Without a token the headers are empty, and the school refuses the call if it insists on
 * one.
 */
export const attestationHeaders = async ({ isOnce = false, isAnew = false } = {}): Promise<Record<string, string>> => {
  if (isAnew || !kept || kept.expireTimeMillis - Date.now() < marginMs) kept = await newAttestation().catch(() => null)
  const { token } = kept ?? {}
  if (isOnce) kept = null
  return token === undefined ? {} : { 'X-Firebase-AppCheck': token }
}

/** Makes a call with the headers that its function asks for. */
export const attestedCall = async <T>(
  name: string,
  isAnew: boolean,
  call: (headers: Record<string, string>) => Promise<T>,
): Promise<T> => {
  const need = attested[name]
  const headers = need ? await attestationHeaders({ isOnce: need === 'once', isAnew }) : {}
  return call(headers).catch(error => wordedFor(name, error))
}
