import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOutage } from '#server/platform/databaseErrors.ts'
import { log } from '#server/platform/log.ts'
import { escapeHtml } from '#server/platform/mail.ts'
import { findSecret } from '#server/school/config/acts.ts'
import { ProviderError } from './discovery.ts'
import { hashOf } from './hash.ts'
import { beginJourney, clientSecretName, finishJourney, issuerOf, type Journey, journeyMs } from './providerFlow.ts'
import { findProvider, insertArrival } from './providerQueries.ts'
import { newSecret } from './tokens.ts'
import { IdentityError, type IdentityTools, textOf } from './wire.ts'

const cookieName = '__provider'
const sealName = 'provider-journey'
/** The lifetime of an arrival in milliseconds. The browser exchanges its code at once. */
const arrivalMs = 2 * 60_000
/** In a window of its own, as the official client requests, or in the same window if the browser opens none. */
const authTypes = new Set(['signInViaPopup', 'reauthViaPopup', 'signInViaRedirect'])

type Outcome = { code: string; providerId: string } | { failure: string }
type Query = Record<string, unknown>

/**
 * Serves the pages between Lantern and the school's own provider (wire C4). `/emulator/auth/handler`, which the
 * client's window opens, redirects to the provider. `/auth/provider`, to which the provider sends people back, passes a
 * one-time code to the waiting page. State, nonce and verifier are kept sealed in a cookie, so they belong to this
 * browser alone.
 */
export const providerRoutes = (app: FastifyInstance, tools: IdentityTools): void => {
  const { database, settings, clock } = tools
  const attributes = `HttpOnly;${settings.publicUrl.startsWith('https:') ? ' Secure;' : ''} SameSite=Lax; Path=/auth/provider`

  const end = (reply: FastifyReply, journey: Pick<Journey, 'eventId' | 'authType'>, outcome: Outcome) => {
    void reply.header('cache-control', 'no-store').header('set-cookie', `${cookieName}=; ${attributes}; Max-Age=0`)
    if (journey.authType === 'signInViaRedirect') {
      const fragment = new URLSearchParams(
        'code' in outcome ? { arrived: outcome.code, provider: outcome.providerId } : { failed: outcome.failure },
      )
      return reply.redirect(`/login#${fragment.toString()}`)
    }
    return reply.type('text/html; charset=utf-8').send(closingPage(eventOf(settings.publicUrl, journey, outcome)))
  }

  /** The provider returns only to the public address, so a page opened under another one would wait forever. */
  const isOwnPage = (asking: unknown): boolean => {
    const page = textOf(asking)
    return page === undefined || (URL.canParse(page) && new URL(page).origin === new URL(settings.publicUrl).origin)
  }

  const guarded =
    (answer: (request: FastifyRequest, reply: FastifyReply, now: Date) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return await answer(request, reply, clock?.() ?? new Date())
      } catch (error) {
        log[isOutage(error) ? 'warn' : 'error']({ err: error }, 'signing in with a provider failed')
        return end(reply, { eventId: '', authType: 'signInViaRedirect' }, { failure: failureOf(error) })
      }
    }

  app.get(
    '/emulator/auth/handler',
    guarded(async (request, reply, now) => {
      const query = request.query as Query
      const asked = {
        eventId: (textOf(query['eventId']) ?? '').slice(0, 200),
        authType: textOf(query['authType']) ?? '',
      }
      if (!authTypes.has(asked.authType))
        return reply.code(400).type('text/plain; charset=utf-8').send('This way of signing in isn’t offered here.')
      // Otherwise, on the way to the provider, the window would lose its opener, which waits for it to close.
      void reply.header('cross-origin-opener-policy', 'unsafe-none')
      if (!isOwnPage(query['redirectUrl'])) return end(reply, asked, { failure: 'unauthorized-domain' })
      try {
        const provider = await findProvider(database.db, query['providerId'])
        if (!provider) throw new IdentityError('OPERATION_NOT_ALLOWED')
        const prompt = promptOf(query['customParameters'])
        const { journey, url } = await beginJourney(provider, settings.publicUrl, { ...asked, prompt }, now)
        const sealed = await settings.secrets.seal(sealName, JSON.stringify(journey))
        return await reply
          .header('cache-control', 'no-store')
          .header('set-cookie', `${cookieName}=${sealed}; ${attributes}; Max-Age=${journeyMs / 1000}`)
          .redirect(url)
      } catch (error) {
        if (error instanceof ProviderError) log.warn({ err: error }, 'the sign-in provider gave no usable answer')
        else if (!(error instanceof IdentityError)) throw error
        return end(reply, asked, { failure: failureOf(error) })
      }
    }),
  )

  app.get(
    '/auth/provider',
    guarded(async (request, reply, now) => {
      const query = request.query as Query
      const journey = await journeyOf(request)
      if (!journey || journey.until <= now.getTime() || journey.state !== query['state'])
        return end(reply, { eventId: '', authType: 'signInViaRedirect' }, { failure: 'invalid-credential' })
      if (query['error'] !== undefined) {
        log.warn({ error: query['error'], says: query['error_description'] }, 'the sign-in provider refused')
        return end(reply, journey, {
          failure: query['error'] === 'access_denied' ? 'user-cancelled' : 'invalid-credential',
        })
      }
      try {
        const provider = await findProvider(database.db, journey.providerId)
        if (!provider || issuerOf(provider) !== journey.issuer) throw new IdentityError('OPERATION_NOT_ALLOWED')
        const secret = await findSecret(database.db, settings.secrets, clientSecretName(provider.id))
        const { publicUrl } = settings
        const code = textOf(query['code']) ?? ''
        const person = await finishJourney(provider, secret, publicUrl, journey, code, now)
        const arrived = newSecret()
        const expiresAt = new Date(now.getTime() + arrivalMs)
        await insertArrival(database.db, { ...person, codeHash: hashOf(arrived), expiresAt }, now)
        return end(reply, journey, { code: arrived, providerId: provider.id })
      } catch (error) {
        if (error instanceof ProviderError) log.warn({ err: error }, 'the sign-in provider’s answer was not accepted')
        else if (!(error instanceof IdentityError)) throw error
        return end(reply, journey, { failure: failureOf(error) })
      }
    }),
  )

  app.get('/auth/provider.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=300').send(closingScript),
  )

  const journeyOf = async (request: FastifyRequest): Promise<Journey | null> => {
    const value = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1]
    if (!value) return null
    return settings.secrets.open(sealName, value).then(
      text => JSON.parse(text) as Journey,
      () => null,
    )
  }
}

/** The `prompt` for the provider: it asks for the password again if Lantern requires a recent sign-in. */
const promptOf = (parameters: unknown): string | null => {
  try {
    const { prompt } = Object(JSON.parse(textOf(parameters) ?? '{}')) as Query
    return prompt === 'login' || prompt === 'select_account' ? prompt : null
  } catch {
    return null
  }
}

const failureOf = (error: unknown): string => {
  if (error instanceof IdentityError) return 'operation-not-allowed'
  if (!(error instanceof ProviderError)) return 'network-request-failed'
  return error.problem === 'refused' || error.problem === 'token' ? 'invalid-credential' : 'network-request-failed'
}

/** The event that the official client's window sends (wire C4). */
const eventOf = (publicUrl: string, { eventId, authType }: Pick<Journey, 'eventId' | 'authType'>, outcome: Outcome) => {
  const base = { type: authType, eventId, sessionId: null, postBody: null, tenantId: null }
  if ('failure' in outcome)
    return { ...base, urlResponse: null, error: { code: `auth/${outcome.failure}`, message: '' } }
  const url = new URL(`${publicUrl}/auth/provider`)
  url.searchParams.set('providerId', outcome.providerId)
  url.searchParams.set('code', outcome.code)
  return { ...base, sessionId: eventId, urlResponse: url.href, error: null }
}

// No inline script may run here (http.ts), so the event is in an attribute.
const closingPage = (event: object): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lantern</title><meta name="viewport" content="width=device-width">
<body data-event="${escapeHtml(JSON.stringify(event))}"><p>You can close this window.</p><p lang="zh-Hans">您可以关闭这个窗口。</p>
<script src="/auth/provider.js"></script></body></html>`

const closingScript = `const channel = new BroadcastChannel('auth-events')
channel.postMessage(JSON.parse(document.body.dataset.event))
setTimeout(() => window.close(), 50)
`
