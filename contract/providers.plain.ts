/** Providers that Lantern knows: the office enters the client's ID and secret alone. */
export const presets = {
  'google.com': { name: 'Google', issuer: 'https://accounts.google.com' },
  'microsoft.com': { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
} as const
type Preset = keyof typeof presets
export const isPreset = (id: string): id is Preset => Object.hasOwn(presets, id)
