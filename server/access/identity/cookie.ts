import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tokenSyncFreshnessMs } from '#contract/callable.ts'
import { isOutage } from '#server/platform/databaseErrors.ts'
import { log } from '#server/platform/log.ts'
import { authenticate, authenticateCookie } from './actor.ts'
import { isOurs } from './fields.ts'
import { hashOf } from './hash.ts'
import { deviceLifeMs } from './knownDevice.ts'
import { changeSignIn, revokeSignInOfCookie } from './queries.ts'
import { newSecret } from './tokens.ts'
import { errorBody, type IdentityTools, outageBody } from './wire.ts'

const cookieName = '__session'
/** The lifetime of the cookie in seconds: five days (wire C3). */
const cookieLifeSeconds = 432_000

const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** The value of the `__session` cookie in a Cookie header; undefined without one. */
export const sessionCookie = (header: string | undefined): string | undefined => cookieIn(header, cookieName)

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:')
const attributesFor = (publicUrl: string): string =>
  `HttpOnly;${isHttps(publicUrl) ? ' Secure;' : ''} SameSite=Lax; Path=/`

const deviceCookieName = (publicUrl: string): string => (isHttps(publicUrl) ? '__Host-device' : 'device')

/** The value of the cookie that identifies the device; undefined on a new device. */
export const deviceCookie = (header: string | undefined, publicUrl: string): string | undefined =>
  cookieIn(header, deviceCookieName(publicUrl)) || undefined

/** The Set-Cookie header that makes a device known. */
export const deviceCookieHeader = (value: string, publicUrl: string): string =>
  `${deviceCookieName(publicUrl)}=${value}; ${attributesFor(publicUrl)}; Max-Age=${deviceLifeMs / 1000}`

/**
 * The token sync of wire C3: POST exchanges an ID token that is at most five minutes old for a cookie, and ends the
 * sign-in that this browser held before, if it is another. DELETE clears the cookie and ends its sign-in. Both are
 * accepted only from Lantern's own pages.
 */
export const cookieRoutes = (app: FastifyInstance, { database, settings, clock }: IdentityTools): void => {
  const attributes = attributesFor(settings.publicUrl)

  const guarded =
    (answer: (request: FastifyRequest, reply: FastifyReply, now: Date) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('cache-control', 'no-store')
      const origin = URL.parse(request.headers.origin ?? '')
      if (!origin || !isOurs(origin, settings)) return reply.code(403).send(errorBody(403, 'FORBIDDEN_ORIGIN'))
      try {
        return await answer(request, reply, clock?.() ?? new Date())
      } catch (error) {
        log[isOutage(error) ? 'warn' : 'error']({ err: error }, 'a session cookie request failed')
        return reply.code(503).send(outageBody)
      }
    }

  app.post(
    '/__session',
    guarded(async (request, reply, now) => {
      const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const found = await authenticate(database, settings, token, now)
      if (!found?.actor.signInId) return reply.code(401).send(errorBody(401, 'INVALID_ID_TOKEN'))
      if (now.getTime() - found.issuedAt * 1000 > tokenSyncFreshnessMs)
        return reply.code(401).send(errorBody(401, 'TOKEN_TOO_OLD'))
      const held = sessionCookie(request.headers.cookie)
      const holder = held ? await authenticateCookie(database, held, now) : null
      // A new value would end the event streams of this browser's other pages.
      const isSame = held !== undefined && holder?.signInId === found.actor.signInId
      const value = isSame ? held : newSecret()
      const cookieExpiresAt = new Date(now.getTime() + cookieLifeSeconds * 1000)
      const { signInId } = found.actor
      // Everyone who signs in on the morning of registration passes here, so the transactions wait for the disk
      // together.
      await database.transaction(async db => {
        if (held && !isSame) await revokeSignInOfCookie(db, hashOf(held), now)
        await changeSignIn(db, signInId, { cookieHash: hashOf(value), cookieExpiresAt })
      })
      return reply
        .code(201)
        .header('set-cookie', `${cookieName}=${value}; ${attributes}; Max-Age=${cookieLifeSeconds}`)
        .send()
    }),
  )

  app.delete(
    '/__session',
    guarded(async (request, reply, now) => {
      const value = sessionCookie(request.headers.cookie)
      if (value) await database.transaction(db => revokeSignInOfCookie(db, hashOf(value), now))
      return reply.code(204).header('set-cookie', `${cookieName}=; ${attributes}; Max-Age=0`).send()
    }),
  )
}
