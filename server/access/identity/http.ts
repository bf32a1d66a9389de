import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Attestation } from '#contract/callable.ts'
import type { Language } from '#contract/values.ts'
import { isOutage, isRefusedValue, isRetryable } from '#server/platform/databaseErrors.ts'
import { log } from '#server/platform/log.ts'
import { minPasswordLength } from '#server/platform/passwords.ts'
import { changeOwnAccount, deleteOwnAccount, lookup, signInWithPassword, signUp } from './accounts.ts'
import { applyCode, refuseCode, resetPassword, sendCode } from './actions.ts'
import { signInWithBadge } from './badgeSignIn.ts'
import { cookieRoutes, deviceCookie, deviceCookieHeader, sessionCookie } from './cookie.ts'
import { signInWithCustomToken } from './customToken.ts'
import { signInMethods, signInWithEmailLink } from './emailLink.ts'
import { finishPasskey, finishPasskeySignIn, startPasskey, startPasskeySignIn } from './passkeys.ts'
import { providerRoutes } from './providerPages.ts'
import { signInWithProvider } from './providerSignIn.ts'
import { refresh } from './refreshing.ts'
import {
  finishEnrolment,
  finishSecondStep,
  renewRecoveryCodes,
  startEnrolment,
  withdrawEnrolment,
} from './secondFactor.ts'
import { publishedKeys } from './tokens.ts'
import { type Ask, errorBody, IdentityError, type IdentityTools, type Operation, outageBody } from './wire.ts'

export type { Hosted, IdentitySettings, IdentityTools } from './wire.ts'

/** The maximum size of a body in bytes. Bodies of these endpoints are a few short texts. */
const bodyLimit = 64 * 1024

const passwordPolicy: Operation = async () => ({
  customStrengthOptions: { minPasswordLength, maxPasswordLength: 4096 },
  allowedNonAlphanumericCharacters: '^$*.[]{}()?"!@#%&/\\,><\':;|_~'.split(''),
  enforcementState: 'ENFORCE',
  schemaVersion: 1,
})

type Endpoint = {
  run: Operation
  /**
   * True if any unexpected failure is answered as an outage, because any other answer would sign the user out (wire
   * B2).
   */
  isVital?: boolean
  isForm?: boolean
  /** The attestation that it requires of its caller (wire D). */
  attestation?: Attestation
}

/** The supported endpoints of wire B3. Anything else under the prefixes is unknown. */
const endpoints: Record<string, Endpoint> = {
  'POST /identitytoolkit.googleapis.com/v1/accounts:signUp': { run: signUp, attestation: 'once' },
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword': {
    run: signInWithPassword,
    attestation: 'enforced',
  },
  'POST /identitytoolkit.googleapis.com/v1/accounts:lookup': { run: lookup, isVital: true },
  'POST /identitytoolkit.googleapis.com/v1/accounts:update': {
    run: ask => (ask.body['oobCode'] === undefined ? changeOwnAccount(ask) : applyCode(ask)),
  },
  'POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode': { run: sendCode, attestation: 'enforced' },
  'POST /identitytoolkit.googleapis.com/v1/accounts:resetPassword': { run: resetPassword },
  'POST /identitytoolkit.googleapis.com/v1/accounts:delete': {
    run: ask => (ask.body['oobCode'] === undefined ? deleteOwnAccount(ask) : refuseCode(ask)),
  },
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithIdp': { run: signInWithProvider },
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start': { run: startEnrolment },
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize': { run: finishEnrolment },
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:withdraw': { run: withdrawEnrolment },
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:renewRecoveryCodes': { run: renewRecoveryCodes },
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize': { run: finishSecondStep },
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken': { run: signInWithCustomToken },
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithEmailLink': { run: signInWithEmailLink },
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithBadge': {
    run: signInWithBadge,
    attestation: 'enforced',
  },
  'POST /identitytoolkit.googleapis.com/v1/accounts:createAuthUri': { run: signInMethods },
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:start': { run: startPasskey },
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:finalize': { run: finishPasskey },
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start': { run: startPasskeySignIn },
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:finalize': { run: finishPasskeySignIn },
  'GET /identitytoolkit.googleapis.com/v2/passwordPolicy': { run: passwordPolicy },
  'POST /securetoken.googleapis.com/v1/token': { run: refresh, isVital: true, isForm: true },
}

/**
 * Serves the subset of the Identity Toolkit that the official client needs (wire B), the public keys at
 * `/.well-known/jwks.json` and the token sync at `/__session` (wire C3). Behind a proxy the app must be configured to
 * trust it, because limits use `request.ip`.
 */
export const identityRoutes = (app: FastifyInstance, tools: IdentityTools): void => {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const endpoint = endpoints[`${request.method} ${pathOf(request)}`]
    const { publicUrl } = tools.settings
    const giveDevice = (value: string) => void reply.header('set-cookie', deviceCookieHeader(value, publicUrl))
    const { code, body } = await answer(endpoint, request, tools, giveDevice)
    return reply
      .code(code)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  }
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body))
    // Only a body that can't be read fails before an endpoint runs.
    scope.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
      const isBad = error.statusCode !== undefined && error.statusCode < 500
      if (!isBad) log.error({ err: error, url: pathOf(request) }, 'an identity request failed')
      const code = isBad ? 400 : 503
      return reply
        .code(code)
        .header('cache-control', 'no-store')
        .send(isBad ? errorBody(code, 'INVALID_ARGUMENT : The body cannot be read.') : outageBody)
    })
    for (const url of ['/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*']) {
      scope.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], url, handler: serve })
    }
  })
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    try {
      return await reply.header('cache-control', 'public, max-age=300').send(await publishedKeys(tools.database))
    } catch (error) {
      log.warn({ err: error }, 'the public keys can’t be read')
      return reply.code(503).header('cache-control', 'no-store').send(outageBody)
    }
  })
  cookieRoutes(app, tools)
  providerRoutes(app, tools)
}

const pathOf = (request: FastifyRequest): string => {
  const path = request.url.split('?')[0]!
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const answer = async (
  endpoint: Endpoint | undefined,
  request: FastifyRequest,
  tools: IdentityTools,
  giveDevice: Ask['giveDevice'],
): Promise<{ code: number; body: object }> => {
  try {
    if (!endpoint) throw new IdentityError('NOT_FOUND', 'There is nothing at this address.', 404)
    const ask = readRequest(request, endpoint, tools, giveDevice)
    const token = request.headers['x-firebase-appcheck']
    if (tools.attester && !(await tools.attester.attest(token, endpoint.attestation, pathOf(request))))
      throw new IdentityError('FIREBASE_APP_CHECK_TOKEN_IS_INVALID', 'Get a new attestation token.', 401)
    return { code: 200, body: await endpoint.run(ask) }
  } catch (error) {
    if (error instanceof IdentityError) return { code: error.http, body: errorBody(error.http, error.message) }
    if (isRefusedValue(error)) return { code: 400, body: errorBody(400, 'INVALID_ARGUMENT : A value cannot be read.') }
    const isAway = isOutage(error) || isRetryable(error)
    log[isAway ? 'warn' : 'error']({ err: error, url: pathOf(request) }, 'an identity endpoint failed')
    if (isAway || endpoint?.isVital) return { code: 503, body: outageBody }
    return { code: 500, body: errorBody(500, 'INTERNAL_ERROR') }
  }
}

const readRequest = (
  request: FastifyRequest,
  endpoint: Endpoint,
  tools: IdentityTools,
  giveDevice: Ask['giveDevice'],
): Ask => {
  const apiKey = (request.query as Record<string, unknown>)['key']
  if (typeof apiKey !== 'string' || apiKey === '' || apiKey.length > 200 || apiKey.includes(':')) {
    throw new IdentityError('MISSING_API_KEY', 'The request is missing a valid API key.', 403)
  }
  return {
    tools,
    body: readBody(request.body, endpoint),
    apiKey,
    language: languageOf(request.headers['x-firebase-locale']),
    address: request.ip,
    session: sessionCookie(request.headers.cookie),
    device: deviceCookie(request.headers.cookie, tools.settings.publicUrl),
    giveDevice,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 1000),
    now: tools.clock?.() ?? new Date(),
  }
}

const readBody = (text: unknown, { isForm }: Endpoint): Record<string, unknown> => {
  const body = typeof text === 'string' ? text : ''
  if (isForm) return Object.fromEntries(new URLSearchParams(body))
  if (body === '') return {}
  try {
    const parsed: unknown = JSON.parse(body)
    if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // Answered below like any other body that is not an object.
  }
  throw new IdentityError('INVALID_ARGUMENT', 'The body must be a JSON object.')
}

const languageOf = (header: string | string[] | undefined): Language | null => {
  const [language] = String(header ?? '')
    .toLowerCase()
    .split(/[-_]/)
  return language === 'zh' || language === 'en' ? language : null
}
