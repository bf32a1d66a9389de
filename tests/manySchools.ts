import { mkdtemp, rm } from 'node:fs/promises'
import { request as ask } from 'node:http'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { takeBackup } from '#server/backup.ts'
import { readSettings } from '#server/env.ts'
import { addSchool, openDesk } from '#server/many/acts.ts'
import { type Host, openHost } from '#server/many/host.ts'
import { openDatabase } from '#server/platform/db.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { keyIn, newSecretKey } from '#server/platform/secrets.ts'
import { school, type SmallSchool } from './school.ts'
import { scratch } from './scratch.ts'

export const password = 'office secret'

type Asking = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
export type Answered = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  body: Buffer
}

/** Sends a request for one of a host's names, as a browser does that has resolved the name. */
export const askAt = (origin: string, host: string, path: string, asking: Asking = {}): Promise<Answered> =>
  new Promise((done, fail) => {
    const request = ask(
      new URL(path, origin),
      { method: asking.method ?? 'GET', headers: { ...asking.headers, host }, agent: false },
      answer => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () => {
          const body = Buffer.concat(pieces)
          done({ status: answer.statusCode ?? 0, headers: answer.headers, body, text: body.toString() })
        })
        answer.on('error', fail)
      },
    )
    request.on('error', fail)
    request.end(asking.body)
  })

/** Listens to live updates as a browser does. Resolves once the stream has begun. */
export const listenAt = (origin: string, host: string): Promise<{ heard(): string; end(): void }> =>
  new Promise((done, fail) => {
    const request = ask(new URL('/live', origin), { headers: { host }, agent: false }, answer => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => (text += piece))
      answer.on('error', () => undefined)
      done({ heard: () => text, end: () => request.destroy() })
    })
    request.on('error', fail)
    request.end()
  })

/** The requests that can be sent to one school of a host. */
export const schoolClient = (origin: string, host: string) => {
  const get = (path: string, headers: Record<string, string> = {}) => askAt(origin, host, path, { headers })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    askAt(origin, host, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const call = (name: string, data: object, idToken?: string) =>
    post(`/fn/${name}`, { data }, idToken ? { authorization: `Bearer ${idToken}` } : {})
  const identity = (path: string, body: object) => post(`/identitytoolkit.googleapis.com/${path}?key=lantern-web`, body)
  return {
    host,
    get,
    post,
    /** Sends a body unchanged. */
    send: (path: string, body: string | Buffer, headers: Record<string, string>) =>
      askAt(origin, host, path, { method: 'POST', headers, body }),
    call,
    identity,
    /** Signs in as the browser does. Returns tokens for calls and a cookie for downloads and streams. */
    async signIn(email: string) {
      const answer = await identity('v1/accounts:signInWithPassword', { email, password, returnSecureToken: true })
      const { idToken = '', refreshToken = '' } = JSON.parse(answer.text) as { idToken?: string; refreshToken?: string }
      const session = await post(
        '/__session',
        {},
        { authorization: `Bearer ${idToken}`, origin: `http://${host}:3000` },
      )
      const [cookie = ''] = session.headers['set-cookie'] ?? []
      return { idToken, refreshToken, cookie: cookie.split(';')[0]! }
    },
  }
}

/** Settings of a host with many schools on a test's database. */
export const manySettings = async (url: string) => {
  const folder = await mkdtemp(join(scratch(), 'lantern-many-'))
  const environment = {
    SCHOOLS: 'many',
    DATABASE_URL: url,
    DATA_DIR: folder,
    SECRET_KEY: newSecretKey(),
    BACKUP_PASSPHRASE: 'a passphrase of this test',
    APP_CHECK: 'off',
  }
  return { folder, environment, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Opens such a host on the port of its settings, or on a free one. */
export const openOn = async (environment: Record<string, string>): Promise<{ host: Host; origin: string }> => {
  const env = readSettings(environment)
  const host = await openHost({
    env,
    url: env.DATABASE_URL!,
    isPaced: false,
    isFurther: false,
    isShared: false,
    say: () => undefined,
  })
  return { host, origin: await host.listen({ port: Number(environment['PORT'] ?? 0), host: '127.0.0.1' }) }
}

/**
 * Two schools on one host: Oak is the school that is passed in, and Elm a copy of the small school that every test
 * gets. The people, accounts and ids of the small school are therefore the same in both, and everything added later is
 * only in Oak. Browsers reach them in the domain `localhost`.
 */
export const beside = async (s: SmallSchool, more: Record<string, string> = {}, domain = 'example') => {
  const settings = await manySettings(s.url)
  const environment = { ...settings.environment, ...more }
  const desk = await openDesk(environment)
  const [oakHost, elmHost] = [`oak.${domain}`, `elm.${domain}`]
  await addSchool(desk, oakHost, { schema: s.schema })
  const copy = await school()
  const file = join(settings.folder, 'small.backup')
  await takeBackup(
    { database: copy.database, schema: copy.schema, key: keyIn(newSecretKey())! },
    file,
    environment.BACKUP_PASSPHRASE,
  )
  await copy.drop()
  const { schema } = await addSchool(desk, elmHost, { from: file, name: 'Elm School' })
  const elm = openDatabase(s.url, schema, { max: 2 })
  await elm.db.execute(sql`update school set name = 'Elm School'`)
  for (const { db } of [s.database, elm])
    await db.execute(sql`update accounts set password_hash = ${await hashPassword(password)}`)
  const { host, origin } = await openOn(environment)
  return {
    desk,
    environment,
    folder: settings.folder,
    host,
    origin,
    elmSchema: schema,
    elmDatabase: elm,
    oak: schoolClient(origin, oakHost),
    elm: schoolClient(origin, elmHost),
    async close() {
      await host.stop()
      await desk.close()
      await elm.close()
      await settings.remove()
    },
  }
}
export type TwoSchools = Awaited<ReturnType<typeof beside>>
