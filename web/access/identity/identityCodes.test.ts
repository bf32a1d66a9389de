import { AuthErrorCodes } from '@firebase/auth'
import { expect, test } from 'vitest'
import { messages as english } from './identity.en.ts'
import { messages as chinese } from './identity.zh.ts'

// Every code of wire.md B8: those that the identity endpoints make the official client raise, then those that it raises
// on its own.
const fromServer = [
  'invalid-credential',
  'wrong-password',
  'user-not-found',
  'email-already-in-use',
  'weak-password',
  'password-does-not-meet-requirements',
  'missing-password',
  'missing-email',
  'too-many-requests',
  'requires-recent-login',
  'user-token-expired',
  'user-disabled',
  'invalid-user-token',
  'network-request-failed',
  'expired-action-code',
  'invalid-action-code',
  'unauthorized-continue-uri',
  'invalid-continue-uri',
  'operation-not-allowed',
  'admin-restricted-operation',
  'invalid-email',
  'credential-already-in-use',
  'invalid-verification-code',
  'invalid-multi-factor-session',
  'multi-factor-auth-required',
  'invalid-custom-token',
  'unverified-email',
  'account-exists-with-different-credential',
  'multi-factor-info-not-found',
  'maximum-second-factor-count-exceeded',
  'invalid-verification-id',
  'firebase-app-check-token-is-invalid',
] as const
const fromBrowser = [
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'user-cancelled',
  'unauthorized-domain',
  'argument-error',
  'login-blocked',
] as const

test.each([...fromServer, ...fromBrowser])('auth/%s has its own message in both languages', code => {
  expect(english.auth[code]).toMatch(/^\p{Lu}.+[.]$/su)
  expect(chinese.auth[code]).toMatch(/\p{Script=Han}.*。$/su)
  expect(english.auth[code]).not.toBe(english.auth.unknown)
})

test('the codes match the official client’s', () => {
  const known: string[] = Object.values(AuthErrorCodes).map(code => code.replace('auth/', ''))
  // Newer than the client's exported list.
  const unlisted = [
    'password-does-not-meet-requirements',
    'missing-email',
    'login-blocked',
    'firebase-app-check-token-is-invalid',
  ]
  for (const code of [...fromServer, ...fromBrowser]) if (!unlisted.includes(code)) expect(known).toContain(code)
})
