import type { FirebaseApp } from '@firebase/app'
import { type AppCheck, CustomProvider, getToken, initializeAppCheck } from '@firebase/app-check'
import { isAttestationAsked, newAttestation } from '#web/wire/attestation.ts'

let appCheck: AppCheck | null = null

const provider = new CustomProvider({
  async getToken() {
    const token = await newAttestation()
    if (!token) throw new Error('The school asks for no attestation any more')
    return token
  },
})

/**
 * Makes the identity client send attestation tokens from now on: not where the school asks for none, or none can be had.
 * Only who needs one comes here, so that nobody's first page waits for a proof. `isAnew` replaces the one that was
 * refused.
 */
const attest = async (app: FirebaseApp, isAnew: boolean): Promise<void> => {
  try {
    if (!appCheck && !(await isAttestationAsked())) return
    appCheck ??= initializeAppCheck(app, { provider, isTokenAutoRefreshEnabled: true })
    await getToken(appCheck, isAnew)
  } catch {
    // The request goes out without; the school says so where it insists.
  }
}

/**
 * Does what asks for a token, and again with another one if the first was refused: it may have been used, or be older
 * than the server's keys.
 */
export const attested = async <T>(app: FirebaseApp, work: () => Promise<T>): Promise<T> => {
  await attest(app, false)
  return work().catch(async (error: unknown) => {
    if ((error as { code?: unknown }).code !== 'auth/firebase-app-check-token-is-invalid') throw error
    await attest(app, true)
    return work()
  })
}
