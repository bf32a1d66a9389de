import { randomUUID } from 'node:crypto'
import { startHearing } from '#server/hearing.ts'
import { buildHttp } from '#server/http.ts'
import { openHouse } from '#server/house.ts'
import { openCounts } from '#server/platform/allowance.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import type { Callers } from '#server/access/identity/callers.ts'
import type { AttestationSettings } from '#server/access/identity/attestation.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { type emptyHouse, school, type SmallSchool } from './school.ts'

type House = Pick<Awaited<ReturnType<typeof emptyHouse>>, 'database' | 'schema' | 'settings' | 'jobs' | 'clock'>

export type SignedIn = { idToken: string; cookie: string }

/** Serves a house on a free port of this machine, with everything a browser reaches. */
export const serve = async (
  house: House,
  options: {
    isDemo?: boolean
    isPaced?: boolean
    attestation?: AttestationSettings
    proxies?: number
    metricsToken?: string
    mostCalls?: number
    callers?: Callers
  } = {},
) => {
  const counts = openCounts()
  const others = { counts, hearingMs: 0 }
  const { live, callers } = await startHearing(house.database, house.schema, options.callers, others)
  const settings = { ...house.settings, counts, isDemo: options.isDemo ?? false }
  const served = {
    database: house.database,
    schema: house.schema,
    settings,
    jobs: { ...house.jobs, stop: async () => undefined },
    clock: () => house.clock.now,
  }
  const app = buildHttp({
    ...served,
    door: openHouse(served),
    live,
    callers,
    enumerationProtection: true,
    proxies: options.proxies ?? 0,
    isPaced: options.isPaced ?? true,
    attestation: options.attestation ?? { mode: 'off' },
    metricsToken: options.metricsToken,
    // Tests send hundreds of requests at once, on busy machines.
    mostCalls: options.mostCalls ?? 1000,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  // Pages of this origin may request cookies, like those of the public address.
  const own = settings.publicUrl

  const call = (name: string, data: unknown, idToken?: string) =>
    fetch(`${origin}/fn/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(idToken ? { authorization: `Bearer ${idToken}` } : {}) },
      body: JSON.stringify({ data }),
    })
  /** Calls an identity endpoint as the browser does. */
  const identity = (path: string, body: object) =>
    fetch(`${origin}/identitytoolkit.googleapis.com/${path}?key=lantern-web`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const withCookie = async (answer: Response): Promise<SignedIn> => {
    const { idToken } = (await answer.json()) as { idToken: string }
    const session = await fetch(`${origin}/__session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${idToken}`, origin: own },
    })
    return { idToken, cookie: session.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  return {
    origin,
    app,
    /** Every route that is served, such as `GET /files/students.csv`. */
    routes(): string[] {
      const found: string[] = []
      const stack: string[] = []
      for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
        const [, indent = '', path = '', methods = ''] =
          /^([\s│]*)(?:├──|└──) (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
        stack.splice(indent.length / 4, stack.length, path)
        if (methods !== '') found.push(...methods.split(', ').map(method => `${method} ${stack.join('')}`))
      }
      return [...new Set(found)]
    },
    call,
    identity,
    write: (name: string, data: object, idToken?: string) =>
      call(name, { operationId: randomUUID(), ...data }, idToken),
    /**
     * Signs in a person of the house as the browser does. Returns a token for calls and a cookie for downloads and
     * streams.
     */
    async signIn(email: string): Promise<SignedIn> {
      await house.database.db.execute(
        sql`update accounts set password_hash = ${await hashPassword('office secret')} where email = ${email}`,
      )
      const answer = await identity('v1/accounts:signInWithPassword', {
        email,
        password: 'office secret',
        returnSecureToken: true,
      })
      return withCookie(answer)
    },
    /** Signs in a student with the code of their badge. */
    async signInByBadge(code: string): Promise<SignedIn> {
      return withCookie(await identity('v1/accounts:signInWithBadge', { code }))
    },
    async close() {
      await live.close()
      await app.close()
    },
  }
}
export type Served = Awaited<ReturnType<typeof serve>>

/**
 * The news since a mark, by long polling. A poll also ends without news, for example once this process hears that the
 * caller has signed in at another: then it is repeated, as the browser does.
 */
export const newsSince = async (
  mark: string,
  { origin }: Pick<Served, 'origin'>,
  cookie: string,
): Promise<{ slices: string[]; mark: string }> => {
  const answer = await fetch(`${origin}/live?wait=30&mark=${encodeURIComponent(mark)}`, { headers: { cookie } })
  const news = (await answer.json()) as { slices: string[]; mark: string }
  return news.slices.length > 0 ? news : newsSince(news.mark, { origin }, cookie)
}

/** A proxy for an object that is created later. Its members are looked up when they are used or spread. */
const later = <T extends object>(made: () => T): T =>
  new Proxy({} as T, {
    get: (_, key) => Reflect.get(made(), key),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, key) => {
      const found = Reflect.getOwnPropertyDescriptor(made(), key)
      return found && { ...found, configurable: true }
    },
  })

/**
 * A small school served over HTTP for the tests of one file. Both are available once its `beforeAll` hooks have run.
 */
export const servedSchool = (): { s: SmallSchool; served: Served } => {
  let at: { s: SmallSchool; served: Served } | undefined
  beforeAll(async () => {
    const s = await school()
    at = { s, served: await serve(s) }
  })
  afterAll(async () => {
    await at?.served.close()
    await at?.s.drop()
  })
  const there = () => {
    if (!at) throw new Error('The school is not open yet')
    return at
  }
  return { s: later(() => there().s), served: later(() => there().served) }
}
