import { createHash, randomBytes } from 'node:crypto'
import { type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod'
import { Email } from '#contract/values.ts'
import type { ProviderSettings } from '#contract/settings.ts'
import { isPreset, presets } from '#contract/providers.plain.ts'
import {
  askProvider,
  isTemplate,
  type Known,
  knownProvider,
  type Metadata,
  outgoing,
  ProviderError,
  tenantMark,
} from './discovery.ts'

/** The address to which the provider sends people back. The office copies it into the provider's settings. */
export const redirectUri = (publicUrl: string): string => `${publicUrl}/auth/provider`

/** The id of the only provider, from before there could be several. */
const firstProvider = 'oidc.school'

/** The name under which a provider's client secret is kept (config/acts.ts). */
export const clientSecretName = (providerId: string): string =>
  providerId === firstProvider ? 'provider.clientSecret' : `provider.clientSecret:${providerId}`

/** The issuer of a provider: as the office has entered it, or the well-known one of a preset. */
export const issuerOf = ({ id, issuer }: Pick<ProviderSettings, 'id' | 'issuer'>): string =>
  issuer === '' && isPreset(id) ? presets[id].issuer : issuer

/** The state that the browser keeps, sealed, while its user is at the provider. */
export type Journey = {
  state: string
  nonce: string
  verifier: string
  providerId: string
  issuer: string
  /** The official client's id for this attempt, and how it handles the outcome (wire C4). */
  eventId: string
  authType: string
  until: number
}
export const journeyMs = 10 * 60_000

type Client = Pick<ProviderSettings, 'id' | 'issuer' | 'clientId'>

/**
 * Begins a journey. Returns its state and the address of the provider's page: authorization code flow with PKCE, state
 * and nonce.
 */
export const beginJourney = async (
  provider: Client,
  publicUrl: string,
  asked: Pick<Journey, 'eventId' | 'authType'> & { prompt: string | null },
  now: Date,
): Promise<{ journey: Journey; url: string }> => {
  const { id: providerId, clientId } = provider
  const issuer = issuerOf(provider)
  const { metadata } = await knownProvider(issuer)
  const secret = () => randomBytes(32).toString('base64url')
  const { prompt, ...attempt } = asked
  const journey: Journey = {
    ...attempt,
    providerId,
    issuer,
    state: secret(),
    nonce: secret(),
    verifier: secret(),
    until: now.getTime() + journeyMs,
  }
  const url = outgoing(metadata.authorization_endpoint)
  const values = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(publicUrl),
    scope: 'openid email profile',
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: createHash('sha256').update(journey.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(prompt === null ? {} : { prompt }),
  }
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return { journey, url: url.href }
}

/** A person as the provider knows them. */
export type Person = {
  providerId: string
  issuer: string
  subject: string
  email: string
  isEmailVerified: boolean
  name: string
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some providers write it as a string.
  email_verified: z.union([z.boolean(), z.literal('true'), z.literal('false')]).optional(),
  // Microsoft's equivalent, which a school requests as an optional claim: the domain's owner vouches for the address.
  xms_edov: z.union([z.boolean(), z.literal(1), z.literal(0), z.string()]).optional(),
  name: z.string().optional(),
})

/** Exchanges the provider's code for an ID token, verifies it, and returns the person. Throws a `ProviderError`. */
export const finishJourney = async (
  provider: Client,
  clientSecret: string | null,
  publicUrl: string,
  journey: Journey,
  code: string,
  now: Date,
): Promise<Person> => {
  const { clientId } = provider
  const known = await knownProvider(issuerOf(provider))
  const token = await exchange(known.metadata, clientId, clientSecret, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri(publicUrl),
    code_verifier: journey.verifier,
  })
  return { providerId: provider.id, ...(await readIdToken(known, clientId, journey.nonce, token, now)) }
}

const exchange = async (
  metadata: Metadata,
  clientId: string,
  secret: string | null,
  form: Record<string, string>,
): Promise<string> => {
  const body = new URLSearchParams(form)
  const headers: Record<string, string> = {}
  if (secret !== null && metadata.token_endpoint_auth_methods_supported.includes('client_secret_basic')) {
    const [user, key] = [clientId, secret].map(encodeURIComponent)
    headers['authorization'] = `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`
  } else {
    body.set('client_id', clientId)
    if (secret !== null) body.set('client_secret', secret)
  }
  const answer = await askProvider(metadata.token_endpoint, { method: 'POST', body, headers }).catch(
    (error: unknown) => {
      throw error instanceof ProviderError && error.problem === 'status'
        ? new ProviderError('refused', error.message)
        : error
    },
  )
  const parsed = z.object({ id_token: z.string() }).safeParse(answer)
  if (!parsed.success) throw new ProviderError('token', 'The answer has no ID token.')
  return parsed.data.id_token
}

/**
 * The issuer that an ID token must have: the one of the description or, if that covers many tenants, of the token's
 * tenant.
 */
const issuerIn = (described: string, { tid }: JWTPayload): string =>
  typeof tid === 'string' && /^[\da-f-]{36}$/.test(tid) ? described.replace(tenantMark, tid) : described

const asymmetric = new Set(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'])

const readIdToken = async (
  { metadata, keys }: Known,
  clientId: string,
  nonce: string,
  token: string,
  now: Date,
): Promise<Omit<Person, 'providerId'>> => {
  const { payload } = await jwtVerify(token, keys, {
    ...(isTemplate(metadata.issuer) ? {} : { issuer: metadata.issuer }),
    audience: clientId,
    algorithms: metadata.id_token_signing_alg_values_supported.filter(each => asymmetric.has(each)),
    requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    clockTolerance: 60,
    currentDate: now,
  }).catch((error: unknown) => {
    throw new ProviderError('token', String(error))
  })
  const issuer = issuerIn(metadata.issuer, payload)
  if (payload.iss !== issuer) throw new ProviderError('token', 'The ID token is from another issuer.')
  if (payload['nonce'] !== nonce) throw new ProviderError('token', 'The nonce of the ID token doesn’t match.')
  if (payload['azp'] !== undefined && payload['azp'] !== clientId)
    throw new ProviderError('token', 'The ID token is for another client.')
  const claims = Claims.safeParse(payload)
  if (!claims.success) throw new ProviderError('token', 'The ID token doesn’t say who signed in.')
  const { sub, email = '', email_verified: isVerified, xms_edov: isOwners, name = '' } = claims.data
  const vouches = [true, 'true', 1, '1'] as unknown[]
  const address = Email.safeParse(email)
  return {
    issuer,
    subject: sub,
    email: address.success ? address.data : '',
    isEmailVerified: address.success && (vouches.includes(isVerified) || vouches.includes(isOwners)),
    name: name
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .normalize('NFC')
      .slice(0, 200),
  }
}
