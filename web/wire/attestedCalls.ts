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
 * A token as a header, fetched when something asks for one and not before; `isAnew` fetches another in place of the one
 * that was refused. Where none can be had there is none: the school says no if it insists.
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
