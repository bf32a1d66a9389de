/**
 * What testing a sign-in provider can find: it works, it works without PKCE, or what is wrong with it. The last two can
 * only be found when someone signs in.
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
