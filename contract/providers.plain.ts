/** Providers that Lantern knows. For these the office only enters the client id and secret. */
export const presets = {
  'google.com': { name: 'Google', issuer: 'https://accounts.google.com' },
  'microsoft.com': { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
} as const
type Preset = keyof typeof presets
export const isPreset = (id: string): id is Preset => Object.hasOwn(presets, id)
