import { createRemoteJWKSet, customFetch } from 'jose'
import * as z from 'zod'
import type { ProviderFinding } from '#contract/access/identity.ts'
import type { Output } from '#contract/index.ts'
import { askOutside, isAllowedPrivately, PrivateAddress } from '#server/platform/outgoing.ts'

/**
 * A problem with a provider: a key of the screens' texts, and as the message what was found, for the person who set it
 * up.
 */
export class ProviderError extends Error {
  readonly problem: ProviderProblem
  constructor(problem: ProviderProblem, seen: string) {
    super(seen)
    this.problem = problem
  }
}
type ProviderProblem = Exclude<ProviderFinding, 'good' | 'withoutPkce'>

const timeoutMs = 8_000
/** The maximum size of a document in bytes. Providers' documents are a few kilobytes. */
const largest = 256 * 1024

/**
 * Parses an address that the server may request: https, or a host that the startup settings allow
 * (platform/outgoing.ts). Throws a `ProviderError` for any other.
 */
export const outgoing = (text: string): URL => {
  const url = URL.parse(text)
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isAllowedPrivately(url.hostname))
  if (!url || !isAllowed || url.username !== '') throw new ProviderError('address', text)
  return url
}

/**
 * Requests JSON from a provider. Never follows a redirect, which would bypass the check of the address. Throws a
 * `ProviderError` if the request fails.
 */
export const askProvider = async (
  address: string,
  request: { method?: string; body?: URLSearchParams; headers?: Record<string, string> } = {},
): Promise<unknown> => {
  const url = outgoing(address)
  const { method, body, headers } = request
  const response = await askOutside(url, {
    method,
    body: body?.toString() ?? null,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    if (error instanceof PrivateAddress) throw new ProviderError('private', url.host)
    const { code } = Object(error) as { code?: string }
    throw new ProviderError('unreachable', `${url.host}: ${code ?? String(error)}`)
  })
  const text = await readText(response, url)
  // The content of a page is never repeated: the page may be one that the caller can't open themselves.
  if (response.status >= 300 && response.status < 400)
    throw new ProviderError('unreachable', `${url.href}: ${response.status}`)
  if (!response.ok) throw new ProviderError('status', `${url.href}: ${response.status}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderError('json', url.href)
  }
}

const readText = async (response: Response, url: URL): Promise<string> => {
  const length = Number(response.headers.get('content-length') ?? 0)
  if (length > largest) throw new ProviderError('json', `${url.href}: ${length} bytes`)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > largest) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw new ProviderError('unreachable', `${url.host}: ${String(error)}`)
  }
  if (size > largest) throw new ProviderError('json', `${url.href}: more than ${largest} bytes`)
  return Buffer.concat(chunks).toString('utf8')
}

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  response_types_supported: z.array(z.string()).default(['code']),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
})
export type Metadata = z.infer<typeof Metadata>

/** The placeholder for a tenant in Microsoft's description of all its directories. */
export const tenantMark = '{tenantid}'
export const isTemplate = (issuer: string): boolean => issuer.includes(tenantMark)
/** True if a description is that of the provider at this address. */
const isIssuer = (described: string, asked: string): boolean => {
  if (!isTemplate(described)) return withoutSlash(described) === withoutSlash(asked)
  const [before = '', after = ''] = described.split(tenantMark)
  const tenant = asked.slice(before.length, asked.length - after.length)
  return asked === before + tenant + after && /^(?:common|organizations|consumers)$/.test(tenant)
}

const withoutSlash = (text: string): string => text.replace(/\/+$/, '')

/**
 * Reads a provider's description (OpenID Connect Discovery 1.0) and checks that it is that of the requested provider.
 * Throws a `ProviderError` if it can't be used.
 */
export const discover = async (issuer: string): Promise<Metadata> => {
  const address = `${withoutSlash(outgoing(issuer).href)}/.well-known/openid-configuration`
  const parsed = Metadata.safeParse(await askProvider(address))
  if (!parsed.success)
    throw new ProviderError('incomplete', parsed.error.issues.map(({ path }) => path.join('.')).join(', '))
  const metadata = parsed.data
  if (!isIssuer(metadata.issuer, issuer)) throw new ProviderError('issuer', metadata.issuer)
  if (!metadata.response_types_supported.includes('code'))
    throw new ProviderError('flow', metadata.response_types_supported.join(', '))
  for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri])
    outgoing(endpoint)
  return metadata
}

/** The number of public keys that a provider publishes. Throws a `ProviderError` if there are none. */
const countKeys = async ({ jwks_uri: address }: Metadata): Promise<number> => {
  const found = z.object({ keys: z.array(z.object({ kty: z.string() })) }).safeParse(await askProvider(address))
  const count = found.success ? found.data.keys.filter(({ kty }) => kty !== 'oct').length : 0
  if (count === 0) throw new ProviderError('keys', address)
  return count
}

export type Known = { metadata: Metadata; keys: ReturnType<typeof createRemoteJWKSet> }
const rememberMs = 10 * 60_000
/** The maximum number of cached providers; a school has a handful. */
const mostRemembered = 20
const remembered = new Map<string, { at: number; known: Promise<Known> }>()

/** The same, cached for ten minutes; a failure is not cached. */
export const knownProvider = (issuer: string): Promise<Known> => {
  const before = remembered.get(issuer)
  if (before && Date.now() - before.at < rememberMs) return before.known
  const known = discover(issuer).then(metadata => ({
    metadata,
    keys: createRemoteJWKSet(new URL(metadata.jwks_uri), {
      timeoutDuration: timeoutMs,
      [customFetch]: (address, { headers, signal }) =>
        askOutside(address, { headers: Object.fromEntries(headers), signal }),
    }),
  }))
  const mine = { at: Date.now(), known }
  remembered.delete(issuer)
  remembered.set(issuer, mine)
  if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value!)
  known.catch(() => {
    if (remembered.get(issuer) === mine) remembered.delete(issuer)
  })
  return known
}

/** Tests a provider. Returns the finding as a key of the screens' texts, with details. */
export const examine = async (issuer: string): Promise<Output<'identity-testProvider'>> => {
  try {
    const metadata = await discover(issuer)
    const keys = await countKeys(metadata)
    const hasPkce = metadata.code_challenge_methods_supported?.includes('S256') ?? false
    const detail = `${metadata.authorization_endpoint} · ${metadata.token_endpoint} · ${metadata.jwks_uri}`
    return { finding: hasPkce ? 'good' : 'withoutPkce', issuer: metadata.issuer, keys, detail }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { finding: error.problem, issuer: '', keys: 0, detail: error.message }
  }
}
