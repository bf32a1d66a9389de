import { mkdtemp, rm } from 'node:fs/promises'
import { request as ask } from 'node:http'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readSettings } from '#server/env.ts'
import { addSchool, type Desk, exportSchool, openDesk } from '#server/many/acts.ts'
import { type Host, openHost } from '#server/many/host.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { newSecretKey } from '#server/platform/secrets.ts'
import { school } from './school.ts'
import { scratch } from './scratch.ts'

export const password = 'office secret'

type Asking = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
export type Answered = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** Asks a host for what a name of it has, as a browser does that has found the name. */
export const askAt = (origin: string, host: string, path: string, asking: Asking = {}): Promise<Answered> =>
  new Promise((done, fail) => {
    const request = ask(
      new URL(path, origin),
      { method: asking.method ?? 'GET', headers: { ...asking.headers, host }, agent: false },
      answer => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (piece: string) => (text += piece))
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
        answer.on('error', fail)
      },
    )
    request.on('error', fail)
    request.end(asking.body)
  })

/** What can be asked of one school of a host. */
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
    call,
    identity,
    /** Signs in as the browser does: tokens for calls, a cookie for downloads and streams. */
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

/** Settings of a host with many schools on a database of a test. */
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

/** Opens such a host on a free port. */
export const openOn = async (
  environment: Record<string, string>,
  options: { idleMs?: number; isPaced?: boolean } = {},
): Promise<{ host: Host; origin: string }> => {
  const env = readSettings(environment)
  const host = await openHost({
    env,
    url: env.DATABASE_URL!,
    isPaced: options.isPaced ?? false,
    isFurther: false,
    isShared: false,
    say: () => undefined,
    ...(options.idleMs !== undefined && { idleMs: options.idleMs }),
  })
  return { host, origin: await host.listen({ port: 0, host: '127.0.0.1' }) }
}

/**
 * Two schools on one host: Oak is the small school, and Elm began as a copy of it, so that every id, address and
 * password is the same in both. What people read in Elm says so: names begin with “Elm”.
 */
export const twoSchools = async () => {
  const s = await school()
  const { folder, environment, remove } = await manySettings(s.url)
  await s.database.db.execute(sql`update accounts set password_hash = ${await hashPassword(password)}`)
  const desk: Desk = await openDesk(environment)
  await addSchool(desk, 'oak.example', { schema: s.schema })
  const file = join(folder, 'oak.backup')
  await exportSchool(desk, 'oak.example', file)
  const { schema } = await addSchool(desk, 'elm.example', { from: file, name: 'Elm' })
  const elm: Database = openDatabase(s.url, schema, { max: 2 })
  for (const table of ['persons', 'sections', 'programmes', 'school'])
    await elm.db.execute(sql`update ${sql.identifier(table)} set name = 'Elm ' || name`)
  // As a school of its own has them: other keys, and nobody signed in.
  await elm.db.execute(sql`delete from signing_keys`)
  const { host, origin } = await openOn(environment)
  return {
    s,
    desk,
    environment,
    folder,
    host,
    origin,
    schemas: { oak: s.schema, elm: schema },
    databases: { oak: s.database, elm },
    oak: schoolClient(origin, 'oak.example'),
    elm: schoolClient(origin, 'elm.example'),
    async close() {
      await host.stop()
      await desk.close()
      await elm.close()
      await s.drop()
      await remove()
    },
  }
}
export type TwoSchools = Awaited<ReturnType<typeof twoSchools>>
