/**
 * What asking a provider of sign-ins can find: that it will do, that it does without PKCE, or what is wrong with it.
 * The last two show only when somebody signs in.
 */
export const providerFindings = [
  'good',
  'withoutPkce',
  'address',
  'private',
  'unreachable',
  'status',
  'json',
  'incomplete',
  'issuer',
  'flow',
  'keys',
  'refused',
  'token',
] as const
export type ProviderFinding = (typeof providerFindings)[number]
