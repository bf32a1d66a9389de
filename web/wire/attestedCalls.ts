import { type AttestationToken, newAttestation, refused } from '#web/wire/attestation.ts'
import { attested } from '#web/wire/attested.ts'
import { CallError, worded } from '#web/wire/callError.ts'

/** A refusal as what it is: where a function asks for attestation, the plain 401 (wire A3) speaks of that. */
const wordedFor = async (name: string, error: unknown): Promise<never> => {
  const isPlain = error instanceof CallError && error.code === 'unauthenticated' && error.reason === null
  throw isPlain && attested[name] ? await worded(refused(error.message)) : error
}

/** A token that would end on the way is no use. */
const marginMs = 60_000
let kept: AttestationToken | null = null

/**
 * A guest's token as a header, fetched when something asks for one and not before. Where none can be had there is none:
 * the school says no if it insists.
 */
export const attestationHeaders = async (isOnce = false): Promise<Record<string, string>> => {
  if (!kept || kept.expireTimeMillis - Date.now() < marginMs) kept = await newAttestation().catch(() => null)
  const { token } = kept ?? {}
  if (isOnce) kept = null
  return token === undefined ? {} : { 'X-Firebase-AppCheck': token }
}

/** Makes a guest's call with the headers that it needs. */
export const attestedAsGuest = async <T>(
  name: string,
  call: (headers: Record<string, string>) => Promise<T>,
): Promise<T> => {
  const need = attested[name]
  const headers = need ? await attestationHeaders(need === 'once') : {}
  return call(headers).catch(error => wordedFor(name, error))
}

/** Makes a call of the official client, which sends the token by itself once `attest` has made it ready. */
export const attestedOfficially = async <T>(
  name: string,
  attest: (isOnce: boolean) => Promise<boolean>,
  call: (isLimitedUse: boolean) => Promise<T>,
): Promise<T> => {
  const need = attested[name]
  if (!need) return call(false)
  const isOnce = need === 'once'
  const isReady = await attest(isOnce)
  return call(isOnce && isReady).catch(error => wordedFor(name, error))
}
