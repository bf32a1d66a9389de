const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Returns a new secret of 256 bits and its SHA-256 in hex, which is all that the school stores. Needs https. */
export const newSecret = async (): Promise<{ secret: string; secretHash: string }> => {
  const secret = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)))
  return { secret, secretHash: Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join('') }
}
