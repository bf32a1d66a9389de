import type { FirebaseApp } from '@firebase/app'
import { type AppCheck, CustomProvider, getToken, initializeAppCheck } from '@firebase/app-check'
import { isAttestationAsked, newAttestation } from '#web/wire/attestation.ts'

let appCheck: AppCheck | null = null

const provider = new CustomProvider({
  async getToken() {
    const token = await newAttestation()
    if (!token) throw new Error('The school no longer asks for attestation')
    return token
  },
})

/**
 * Makes the identity client send attestation tokens from now on, unless the school doesn't ask for them or none can be
 * had. It runs only when a token is needed, so that no first page waits for a proof. `isAnew` replaces a refused token.
 */
const attest = async (app: FirebaseApp, isAnew: boolean): Promise<void> => {
  try {
    if (!appCheck && !(await isAttestationAsked())) return
    appCheck ??= initializeAppCheck(app, { provider, isTokenAutoRefreshEnabled: true })
    await getToken(appCheck, isAnew)
  } catch {
    // The request goes out without a token; the school refuses it if it insists on one.
  }
}

/**
 * Runs work that needs a token, and retries it once with another token if the first was refused: it may be used up or
 * older than the server's keys.
 */
export const attested = async <T>(app: FirebaseApp, work: () => Promise<T>): Promise<T> => {
  await attest(app, false)
  return work().catch(async (error: unknown) => {
    if ((error as { code?: unknown }).code !== 'auth/firebase-app-check-token-is-invalid') throw error
    await attest(app, true)
    return work()
  })
}
