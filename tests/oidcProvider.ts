import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { allowPrivateHosts } from '#server/platform/outgoing.ts'

type Person = { sub: string; email?: string; email_verified?: boolean | string; name?: string }
type Grant = { clientId: string; redirectUri: string; challenge: string; nonce: string; person: Person }

/** Faults that a test introduces to check that they are detected. */
export type Faults = {
  metadata?: Record<string, unknown>
  claims?: JWTPayload
  /** Signs with a key that is not published. */
  isForged?: boolean
  /** Redirects people back with this error. */
  refuses?: string
  /** Shows its own page and redirects nobody. */
  holds?: boolean
}

const readBody = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

/**
 * An OpenID Connect provider over real HTTP: discovery, keys, authorization code with PKCE, and signed ID tokens. It
 * checks what a strict provider checks, and signs `person` in at once.
 */
export const openProvider = async (clock: () => Date = () => new Date()) => {
  const client = { id: 'lantern', secret: 'provider-secret-5678' }
  const [shown, hidden] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(shown.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const asked: URL[] = []
  let issuer = ''
  const state = {
    person: { sub: 'person-1', email: 'somebody@families.example', email_verified: true, name: 'Some Body' } as Person,
    faults: {} as Faults,
  }

  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  const authorize = (url: URL, response: ServerResponse) => {
    asked.push(url)
    if (state.faults.holds) return response.end('<!doctype html><title>Provider</title><h1>Who are you?</h1>')
    const value = (name: string) => url.searchParams.get(name) ?? ''
    const back = new URL(value('redirect_uri'))
    back.searchParams.set('state', value('state'))
    const isSound =
      value('client_id') === client.id &&
      value('response_type') === 'code' &&
      value('code_challenge_method') === 'S256' &&
      value('scope').split(' ').includes('openid')
    if (!isSound || state.faults.refuses) back.searchParams.set('error', state.faults.refuses ?? 'invalid_request')
    else {
      const code = randomBytes(16).toString('hex')
      grants.set(code, {
        clientId: client.id,
        redirectUri: value('redirect_uri'),
        challenge: value('code_challenge'),
        nonce: value('nonce'),
        person: state.person,
      })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await readBody(request)
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const basic = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString()
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (basic !== `${client.id}:${client.secret}`) return json(response, 401, { error: 'invalid_client' })
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return json(response, 400, { error: 'invalid_grant' })
    const idToken = await new SignJWT({ ...grant.person, nonce: grant.nonce, ...state.faults.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .setIssuer(state.faults.claims?.iss ?? issuer)
      .setAudience(state.faults.claims?.aud ?? grant.clientId)
      .setIssuedAt(clock())
      .setExpirationTime(state.faults.claims?.exp ?? new Date(clock().getTime() + 300_000))
      .sign(state.faults.isForged ? hidden.privateKey : shown.privateKey)
    return json(response, 200, { token_type: 'Bearer', access_token: 'none', expires_in: 300, id_token: idToken })
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...state.faults.metadata,
  })

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/.well-known/openid-configuration') return json(response, 200, metadata())
    // Microsoft's metadata for its multi-tenant endpoint has a placeholder as issuer.
    if (url.pathname === '/common/v2.0/.well-known/openid-configuration')
      return json(response, 200, { ...metadata(), issuer: `${issuer}/{tenantid}/v2.0` })
    if (url.pathname === '/keys') return json(response, 200, { keys: [jwk] })
    if (url.pathname === '/no-keys') return json(response, 200, { keys: [] })
    if (url.pathname === '/page/.well-known/openid-configuration') return response.end('<html>')
    if (url.pathname === '/moved/.well-known/openid-configuration')
      return response.writeHead(302, { location: `${issuer}/.well-known/openid-configuration` }).end()
    if (url.pathname === '/authorize') return authorize(url, response)
    if (url.pathname === '/token') return void token(request, response)
    return json(response, 404, { error: 'not_found' })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  allowPrivateHosts(['127.0.0.1', 'localhost'])
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return Object.assign(state, {
    issuer,
    client,
    /** The authorization requests of browsers so far. */
    asked,
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}
export type Provider = Awaited<ReturnType<typeof openProvider>>
