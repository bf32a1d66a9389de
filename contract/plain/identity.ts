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

/** Providers that Lantern knows: the office enters the client's ID and secret alone. */
export const presets = {
  'google.com': { name: 'Google', issuer: 'https://accounts.google.com' },
  'microsoft.com': { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
} as const
export type Preset = keyof typeof presets
export const isPreset = (id: string): id is Preset => Object.hasOwn(presets, id)
