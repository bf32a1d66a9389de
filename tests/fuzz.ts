import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import * as z from 'zod/mini'
import { type Area, areas } from '#contract/areas.ts'
import type { Caller } from '#contract/callable.ts'
import { contract } from '#contract/index.ts'
import { writeKey } from '#server/platform/keys.ts'
import { committedAccess, functionNames } from './accessTable.ts'
import { freshDatabase } from './database-fixture.ts'
import { filledDemo, sundayAtLakeside } from './demo.ts'
import { houseOn } from './school.ts'
import { serve, type SignedIn } from './served.ts'

/** An answer that no request may get: status 500 or higher. */
type Fault = { request: string; caller: string; status: number; answer: string }

/** The number of requests by status, for each kind of request. */
type Answers = Record<'functions' | 'reads' | 'signingIn' | 'hooks', Record<number, number>>

/** Returns a generator of numbers between 0 and 1 that is determined by its seed (mulberry32). */
const chance = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const deep = (levels: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema | boolean>
  required?: string[]
  items?: JsonSchema | boolean
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
}

/** Generates values for a schema from the school's data, and now and then an invalid one. */
const inventor = (random: () => number, ids: readonly string[]) => {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const id = () => (random() < 0.9 ? pick(ids) : randomUUID())
  const days = ['2026-11-22', '2026-09-13', '2026-12-20', '1999-12-31', '2026-02-28']
  const words = ['', 'a', 'Wang', '王', 'x@y.example', '08:00', 'F26', '12', 'true', ...days]
  const bad = (): unknown =>
    pick<() => unknown>([
      () => null,
      () => 'with\0nul',
      () => 'half \ud83d',
      () => 2 ** 31,
      () => -1,
      () => 1e21,
      () => 0.5,
      () => '9'.repeat(30),
      () => 'ﬀ'.repeat(5000),
      () => deep(1000),
      () => deep(90),
      () => [],
      () => ({}),
      () => ({ __proto__: null, constructor: 'x' }),
      () => '0000-00-00',
      () => '9999-12-31',
      () => '+275760-09-13T00:00:00Z',
      () => writeKey([id(), null]),
      () => writeKey(['9999-99-99', id()]),
      () => writeKey([1e300, 'no id']),
      () => writeKey(['2026-11-22T00:00:00Z', 'x', id()]),
      () => writeKey(['name', 'half \ud83d', id()]),
      () => writeKey(['with\0nul', id()]),
      () => writeKey(['name', null, id()]),
      () => Buffer.from('[').toString('base64url'),
      () => "' or 1=1 --",
      () => '%'.repeat(300),
      () => ({ '@type': 'type.googleapis.com/google.protobuf.Int64Value', value: '9223372036854775807' }),
    ])()
  const good = (schema: JsonSchema | boolean): unknown => {
    // Any value, or none.
    if (typeof schema === 'boolean') return bad()
    if ('const' in schema) return schema.const
    if (schema.enum) return pick(schema.enum)
    const either = schema.anyOf ?? schema.oneOf
    if (either) return good(pick(either))
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map(good))
    switch (Array.isArray(schema.type) ? pick(schema.type) : schema.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([key]) => schema.required?.includes(key) || random() < 0.4)
            .map(([key, member]) => [key, made(member)]),
        )
      case 'array':
        return Array.from({ length: Math.floor(random() * 3) }, () => made(schema.items ?? {}))
      case 'integer':
      case 'number':
        return Math.min(schema.maximum ?? 1e9, Math.max(schema.minimum ?? -5, Math.floor(random() * 40) - 5))
      case 'boolean':
        return random() < 0.5
      case 'null':
        return null
      case 'string':
        if (schema.format === 'uuid' || schema.pattern?.includes('0-9a-f')) return id()
        if (schema.format === 'date' || schema.pattern?.includes('\\d{4}')) return pick(days)
        if (schema.format === 'email') return 'somebody@mail.example'
        return pick(words)
      default:
        return pick<unknown>([...words, 1, null, [], {}])
    }
  }
  /**
   * A value of which one in twelve is invalid: usually the whole is valid except for one member, which gets furthest.
   */
  const made = (schema: JsonSchema | boolean): unknown => (random() < 1 / 12 ? bad() : good(schema))
  return { pick, id, bad, made }
}

/** The addresses of files, pages and the roster service, with `#` for an id. */
const paths = [
  '/files/ledger/#.csv',
  '/files/statements/#.pdf',
  '/files/receipts/#.pdf',
  '/files/invoices/#.pdf',
  '/files/uploads/#',
  '/files/pictures/#',
  '/files/events/#.ics',
  '/files/calendar/#.ics',
  '/files/students.csv',
  '/files/users.xlsx',
  '/files/class-lists.pdf',
  '/files/import-rejected.csv',
  '/files/labels.pdf',
  '/',
  '/classes',
  '/sitemap.xml',
  '/manifest.webmanifest',
  '/auth/action',
  '/ims/oneroster/rostering/v1p2/users',
  '/ims/oneroster/rostering/v1p2/classes/#',
  '/ims/oneroster/rostering/v1p2/schools/#/students',
]
const asked = ['search', 'after', 'id', 'filter', 'sort', 'orderBy', 'limit', 'offset', 'fields', 'lang', 'from', 'to']
const identity = ['signUp', 'signInWithPassword', 'lookup', 'update', 'sendOobCode', 'resetPassword', 'signInWithIdp']
const identityMembers = [
  'email',
  'password',
  'idToken',
  'oobCode',
  'displayName',
  'photoUrl',
  'requestType',
  'newEmail',
]

/** Opens the demo school on its own server, with a caller of every kind. */
export const openFuzz = async (seed: number) => {
  const fresh = await freshDatabase(await filledDemo(sundayAtLakeside))
  const house = houseOn(fresh)
  house.clock.now = new Date(sundayAtLakeside)
  const { db } = house.database
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.columns where table_schema = ${house.schema} and column_name = 'id' and data_type = 'uuid'`,
  )
  const ids = (
    await Promise.all(
      tables.rows.map(({ name }) =>
        db.execute<{ id: string }>(sql`select id from ${sql.identifier(name)} order by random() limit 12`),
      ),
    )
  ).flatMap(({ rows }) => rows.map(({ id }) => id))
  const served = await serve(house, { isDemo: true, isPaced: false })
  const emails: Partial<Record<Caller | Area, string>> = {
    parent: 'parent@lakeside.example',
    teacher: 'teacher@lakeside.example',
    admin: 'office@lakeside.example',
    newcomer: 'new@home.example',
  }
  await house.newcomer('new@home.example')
  for (const area of areas.filter(each => each !== 'all')) {
    const email = `${area}@areas.example`
    emails[area] = email
    await house.newcomer(email)
    await db.execute(sql`with made as (insert into persons (id, account_id, name, email)
        select ${randomUUID()}::uuid, id, ${area}, email from accounts where email = ${email} returning id)
      insert into role_grants (id, person_id, role, area, starts_at) select ${randomUUID()}::uuid, id, 'admin', ${area}, now() from made`)
  }
  const kinds = ['guest', ...Object.keys(emails)] as (Caller | Area)[]
  const tokens: Partial<Record<Caller | Area, SignedIn>> = {}
  /**
   * Restores access for all callers, because a request may have ended a role, an account or a session, or required a
   * second factor of everyone.
   */
  const letIn = async () => {
    await db.execute(sql`delete from setting_versions where kind = 'signIn'`)
    await db.execute(sql`update accounts set is_disabled = false, is_verified = true`)
    await db.execute(sql`delete from second_factors`)
    await db.execute(sql`delete from attempts`)
    for (const kind of kinds) {
      const email = emails[kind]
      if (!email) continue
      await db.execute(sql`update role_grants g set ends_at = null from persons p, accounts a
        where g.person_id = p.id and p.account_id = a.id and a.email = ${email}
          and not exists (select 1 from role_grants o where o.person_id = p.id and o.role = g.role and o.ends_at is null)`)
      tokens[kind] = await served.signIn(email)
    }
  }
  const random = chance(seed)
  const { pick, id, bad, made } = inventor(random, ids)
  const schemas = new Map(
    functionNames.map(name => [
      name,
      z.toJSONSchema(contract[name].input, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
    ]),
  )
  let turn = 0

  type Sent = { request: InjectOptions; caller: Caller | Area }
  const access = committedAccess()
  const callable = (): Sent => {
    const name = functionNames[turn % functionNames.length]!
    // Usually a caller who is allowed, so that the call gets past the door.
    const allowed = kinds.filter(kind => access.get(name)?.get(kind))
    const caller = pick(random() < 0.9 ? allowed : kinds)
    const input = made(schemas.get(name)!)
    const data =
      contract[name].kind === 'write' && input !== null && typeof input === 'object'
        ? { operationId: random() < 0.95 ? randomUUID() : bad(), ...input }
        : input
    const request: InjectOptions = {
      method: 'POST',
      url: `/fn/${name}`,
      headers: { 'content-type': 'application/json' },
      payload:
        random() < 0.01
          ? `{"data":${pick(['', '['.repeat(6000), `${'['.repeat(6000)}${']'.repeat(6000)}}`])}`
          : JSON.stringify({ data }),
    }
    return { request, caller }
  }
  const text = (): string => {
    const value = random() < 0.5 ? bad() : pick(['1', 'zh', 'Wang', "status='active'", 'name'])
    return encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 3000))
  }
  const got = (): InjectOptions => {
    const path = pick(paths).replace('#', random() < 0.8 ? id() : text())
    const query = Array.from({ length: Math.floor(random() * 3) }, () => `${pick(asked)}=${text()}`)
    return { method: 'GET', url: `${path}?${query.join('&')}` }
  }
  const signingIn = (): InjectOptions => ({
    method: 'POST',
    url: `/identitytoolkit.googleapis.com/v1/accounts:${pick(identity)}?key=x`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(
      Object.fromEntries(identityMembers.filter(() => random() < 0.4).map(member => [member, bad()])),
    ),
  })
  const hook = (): InjectOptions => ({
    method: 'POST',
    url: '/hooks/stripe',
    headers: { 'stripe-signature': 't=1,v1=00' },
    payload: JSON.stringify(bad()),
  })

  const others = { reads: got, signingIn, hooks: hook }

  return {
    /** Sends requests one after the other. Returns the faults, and the number of answers by kind and status. */
    async send(count: number): Promise<{ faults: Fault[]; answers: Answers }> {
      const faults: Fault[] = []
      const answers: Answers = { functions: {}, reads: {}, signingIn: {}, hooks: {} }
      for (const end = turn + count; turn < end; turn += 1) {
        if (turn % 500 === 0) await letIn()
        const draw = random()
        const kind = draw < 0.9 ? 'functions' : draw < 0.97 ? 'reads' : draw < 0.99 ? 'signingIn' : 'hooks'
        const { request, caller } = kind === 'functions' ? callable() : { request: others[kind](), caller: pick(kinds) }
        const token = tokens[caller]
        const headers = {
          ...request.headers,
          ...(token ? { authorization: `Bearer ${token.idToken}`, cookie: token.cookie } : {}),
        }
        const response = await served.app.inject({ ...request, headers })
        answers[kind][response.statusCode] = (answers[kind][response.statusCode] ?? 0) + 1
        if (response.statusCode >= 500)
          faults.push({
            request: `${JSON.stringify({ url: request.url, payload: request.payload }).slice(0, 1500)}`,
            caller,
            status: response.statusCode,
            answer: response.body.slice(0, 300),
          })
      }
      return { faults, answers }
    },
    async close() {
      await served.close()
      await fresh.drop()
    },
  }
}
