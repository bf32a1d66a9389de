import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { sealWith } from '#server/platform/secrets.ts'
import { mails } from '#server/platform/tables.ts'
import { endStaffRoles } from '#server/access/users/acts.ts'
import { identityRoutes, type IdentitySettings, type IdentityTools } from '#server/access/identity/http.ts'
import { keepMails } from '#server/platform/mailServer.ts'
import { freshDatabase } from '#tests/database-fixture.ts'

export const publicUrl = 'https://school.example'
export const password = 'correct horse'

type Answer = {
  status: number
  body: Record<string, unknown>
  error: string | undefined
  headers: Record<string, unknown>
}
type Options = {
  headers?: Record<string, string>
  address?: string
  form?: boolean
  key?: string
  protection?: 'on' | 'off'
}
export type Tokens = { localId: string; idToken: string; refreshToken: string; email: string }

let people = 0
/** Returns a unique email address. */
export const somebody = (name = 'ann'): string => `${name}${(people += 1)}@families.example`
/** Returns a unique network address. */
export const somewhere = (): string => `10.${(people += 1) >> 8}.${people & 255}.7`

/**
 * Identity endpoints on a fresh database, with and without enumeration protection, and a clock that tests can advance.
 */
export const openIdentity = async (settings: Partial<IdentitySettings> = {}, jobs: IdentityTools['jobs'] = null) => {
  const fresh = await freshDatabase()
  const { database } = fresh
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const open = (enumerationProtection: boolean) => {
    const app = Fastify()
    identityRoutes(app, {
      database,
      endStaffRoles,
      jobs,
      clock,
      settings: { publicUrl, isDemo: false, mail: keepMails, secrets: sealWith(), enumerationProtection, ...settings },
    })
    return app
  }
  const apps = { on: open(true), off: open(false) }

  const call = async (path: string, body: unknown, options: Options = {}): Promise<Answer> => {
    const { headers = {}, address = somewhere(), form = false, key = '?key=k', protection = 'on' } = options
    const answer = await apps[protection].inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `${path}${key}`,
      remoteAddress: address,
      headers: {
        ...(body === undefined
          ? {}
          : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body) }),
    })
    const parsed = JSON.parse(answer.payload || '{}') as Record<string, unknown>
    const error = parsed['error'] as { message: string } | undefined
    return { status: answer.statusCode, body: parsed, error: error?.message, headers: answer.headers }
  }
  const accounts = (operation: string, body: unknown, options?: Options) =>
    call(`/identitytoolkit.googleapis.com/v1/accounts:${operation}`, body, options)

  return {
    ...fresh,
    apps,
    clock,
    advance(ms: number) {
      ahead += ms
    },
    call,
    accounts,
    refresh: (refreshToken: string) =>
      call(
        '/securetoken.googleapis.com/v1/token',
        { grant_type: 'refresh_token', refresh_token: refreshToken },
        { form: true },
      ),
    async signUp(email = somebody()): Promise<Tokens> {
      const { body, error } = await accounts('signUp', {
        email,
        password,
        returnSecureToken: true,
        clientType: 'CLIENT_TYPE_WEB',
      })
      if (error) throw new Error(error)
      return { ...(body as Tokens), email }
    },
    async signIn(email: string, given = password): Promise<Tokens> {
      const { body, error } = await accounts('signInWithPassword', { email, password: given, returnSecureToken: true })
      if (error) throw new Error(error)
      return body as Tokens
    },
    /** The emails to an address, newest first. */
    letters: async (to: string) => (await database.db.select().from(mails).where(eq(mails.to, to))).toReversed(),
    /** The link in the latest email to an address. */
    async link(to: string): Promise<URL> {
      const [mail] = (await database.db.select().from(mails).where(eq(mails.to, to))).toReversed()
      return new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? 'missing:')
    },
    async code(to: string): Promise<string> {
      return (await this.link(to)).searchParams.get('oobCode') ?? ''
    },
    async close() {
      await Promise.all([apps.on.close(), apps.off.close()])
      await fresh.drop()
    },
  }
}
export type Identity = Awaited<ReturnType<typeof openIdentity>>
