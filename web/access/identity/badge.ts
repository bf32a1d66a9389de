import { ask, signInBy } from '#web/session/identityEndpoints.ts'
import type { Tokens } from '#web/session/identity.ts'

/** Signs a student in by the code of their badge, until the browser closes, since tablets are shared. */
export const enterByBadge = async (code: string): Promise<void> => {
  const { attestationHeaders } = await import('#web/wire/attestedCalls.ts')
  const tokens = await ask<Tokens>('v1/accounts:signInWithBadge', { code }, await attestationHeaders())
  await signInBy(tokens, { keepSignedIn: false })
}
