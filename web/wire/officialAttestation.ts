import type { FirebaseApp } from 'firebase/app'
import { type AppCheck, CustomProvider, getToken, initializeAppCheck } from 'firebase/app-check'
import { type AttestationToken, isAttestationAsked, newAttestation } from '#web/wire/attestation.ts'

let appCheck: AppCheck | null = null
/** Fetched ahead for a call that needs a token of its own. */
let ready: AttestationToken | null = null

const provider = new CustomProvider({
  async getToken() {
    const token = ready ?? (await newAttestation())
    ready = null
    if (!token) throw new Error('The school asks for no attestation any more')
    return token
  },
})

/**
 * Makes the official client send attestation tokens from now on, and says whether it will: not where the school asks
 * for none, or none can be had. Only who needs one comes here, so that nobody's first page waits for a proof. `isOnce`
 * has a token ready that nothing has used; `isAnew` replaces the one that was refused.
 */
export const attest = async (app: FirebaseApp, { isOnce = false, isAnew = false } = {}): Promise<boolean> => {
  try {
    if (!appCheck && !(await isAttestationAsked())) return false
    appCheck ??= initializeAppCheck(app, { provider, isTokenAutoRefreshEnabled: true })
    if (isOnce) ready = await newAttestation()
    else await getToken(appCheck, isAnew)
    return true
  } catch {
    // The request goes out without; the school says so where it insists.
    return false
  }
}

/**
 * Does what asks for a token, and again with another one if the first was refused: it may have been used, or be older
 * than the server's keys.
 */
export const attested = async <T>(app: FirebaseApp, work: () => Promise<T>): Promise<T> => {
  await attest(app)
  return work().catch(async (error: unknown) => {
    if ((error as { code?: unknown }).code !== 'auth/firebase-app-check-token-is-invalid') throw error
    await attest(app, { isAnew: true })
    return work()
  })
}
