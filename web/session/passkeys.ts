import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Tokens } from '#web/session/identity.ts'
import { ask, askForTokens, type Entering, failure, signInBy } from '#web/session/identityEndpoints.ts'
import { idToken } from '#web/session/session.ts'

const endpoint = (step: string): string => `v2/accounts/${step}`

/** Translates the browser's errors to the identity client's codes. */
const inOurWords = (error: unknown): never => {
  const { name } = Object(error) as { name?: string }
  if (name === 'NotAllowedError' || name === 'AbortError') throw failure('user-cancelled')
  if (name === 'InvalidStateError') throw failure('passkey-exists')
  if (name === 'SecurityError' || name === 'NotSupportedError') throw failure('passkey-not-here')
  throw error
}

/** Creates a passkey on this device, or on a phone nearby. */
export const addPasskey = async (): Promise<void> => {
  const { creationOptions, sessionInfo } = await ask<{
    creationOptions: PublicKeyCredentialCreationOptionsJSON
    sessionInfo: string
  }>(endpoint('passkeyEnrollment:start'), { idToken: await idToken() })
  const registrationResponse = await startRegistration({ optionsJSON: creationOptions }).catch(inOurWords)
  await askForTokens(endpoint('passkeyEnrollment:finalize'), { sessionInfo, registrationResponse })
}

/** Signs in with one of the passkeys that this browser has for the school. */
export const enterByPasskey = async (entering: Entering = {}): Promise<void> => {
  const { requestOptions, sessionInfo } = await ask<{
    requestOptions: PublicKeyCredentialRequestOptionsJSON
    sessionInfo: string
  }>(endpoint('passkeySignIn:start'), {})
  const authenticationResponse = await startAuthentication({ optionsJSON: requestOptions }).catch(inOurWords)
  const { customToken } = await ask<{ customToken: string }>(endpoint('passkeySignIn:finalize'), {
    sessionInfo,
    authenticationResponse,
  })
  const exchanged = await ask<Tokens>('v1/accounts:signInWithCustomToken', {
    token: customToken,
    returnSecureToken: true,
  })
  await signInBy(exchanged, entering)
}
