import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { Route } from 'playwright-core'
import { allowPrivateHosts } from '#server/platform/outgoing.ts'

type Person = { uid: string; email: string; isVerified: boolean; name: string; password: string }

/**
 * A small hosted identity service: it signs ID tokens as the real one does, publishes its keys over HTTP, and answers
 * the few requests that a browser makes to it. Everything else about the real service is known only from its client.
 */
export const openHostedIdentity = async (project: string, clock: () => Date = () => new Date()) => {
  const [shown, hidden] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(shown.publicKey)), kid: 'hosted-1', alg: 'RS256', use: 'sig' }
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] })),
  )
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  allowPrivateHosts(['127.0.0.1', 'localhost'])
  const issuer = `https://securetoken.google.com/${project}`
  const people: Person[] = []

  const tokenOf = (person: Person, more: JWTPayload = {}, isForged = false): Promise<string> => {
    const at = Math.floor(clock().getTime() / 1000)
    return new SignJWT({
      user_id: person.uid,
      auth_time: at,
      email: person.email,
      email_verified: person.isVerified,
      name: person.name,
      firebase: { identities: { email: [person.email] }, sign_in_provider: 'password' },
      iss: issuer,
      aud: project,
      sub: person.uid,
      iat: at,
      exp: at + 3600,
      ...more,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'hosted-1', typ: 'JWT' })
      .sign(isForged ? hidden.privateKey : shown.privateKey)
  }

  /** Answers a browser's request in place of the service. */
  const answer = async (route: Route): Promise<void> => {
    const request = route.request()
    const send = (status: number, json: object) =>
      route.fulfill({
        status,
        json,
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      })
    const body = (request.postDataJSON() ?? {}) as { email?: string; password?: string; idToken?: string }
    if (request.url().includes('accounts:signInWithPassword')) {
      const person = people.find(({ email, password }) => email === body.email && password === body.password)
      if (!person) return send(400, { error: { code: 400, message: 'INVALID_LOGIN_CREDENTIALS' } })
      const tokens = { idToken: await tokenOf(person), refreshToken: person.uid, expiresIn: '3600' }
      return send(200, { localId: person.uid, email: person.email, registered: true, ...tokens })
    }
    if (request.url().includes('accounts:lookup')) {
      const { sub } = JSON.parse(Buffer.from(body.idToken!.split('.')[1]!, 'base64url').toString()) as { sub: string }
      const person = people.find(({ uid }) => uid === sub)!
      const at = String(clock().getTime())
      const { uid: localId, email, isVerified: emailVerified, name: displayName } = person
      const provider = { providerId: 'password', rawId: email, federatedId: email, email }
      const user = {
        localId,
        email,
        emailVerified,
        displayName,
        passwordHash: 'redacted',
        providerUserInfo: [provider],
      }
      return send(200, { users: [{ ...user, createdAt: at, lastLoginAt: at }] })
    }
    return send(404, { error: { code: 404, message: 'NOT_FOUND' } })
  }

  return {
    project,
    issuer,
    keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    people,
    tokenOf,
    answer,
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
