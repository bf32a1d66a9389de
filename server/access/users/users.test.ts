import { sealWith } from '#server/platform/secrets.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CallError } from '#server/platform/errors.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import type { Context } from '#server/platform/functions.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { type FreshDatabase, freshDatabase } from '#tests/database-fixture.ts'
import { functions } from '#server/functions.ts'
import { persons, roleGrants } from './tables.ts'
import { teachers } from '#server/people/teachers/tables.ts'
import { keepMails } from '#server/platform/mailServer.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

let ida: Actor
let ann: Actor
let tom: Actor
let visitor: Actor

const person = async (name: string, role: 'admin' | 'parent' | 'teacher', nativeName = ''): Promise<Actor> => {
  const email = `${name.toLowerCase()}@school.example`
  const { db } = fresh.database
  const [account] = await db.insert(accounts).values({ email, isVerified: true }).returning()
  const [made] = await db.insert(persons).values({ name, nativeName, email, accountId: account!.id }).returning()
  await db.insert(roleGrants).values({ personId: made!.id, role, startsAt: new Date() })
  return {
    ...guest,
    accountId: account!.id,
    personId: made!.id,
    email,
    name,
    isVerified: true,
    signedInAt: new Date(),
    roles: [role],
    area: role === 'admin' ? 'all' : null,
  }
}

beforeEach(async () => {
  const { db } = fresh.database
  await db.delete(roleGrants)
  await db.delete(teachers)
  await db.delete(persons)
  await db.delete(accounts)
  ida = await person('Ida', 'admin')
  ann = await person('Ann', 'parent', '李安')
  tom = await person('Tom', 'teacher')
  const [account] = await db
    .insert(accounts)
    .values({ email: 'new@elsewhere.example', displayName: 'Zed', isVerified: true })
    .returning()
  visitor = {
    ...guest,
    accountId: account!.id,
    email: account!.email!,
    name: 'Zed',
    isVerified: true,
    signedInAt: new Date(),
  }
})

type Name = Extract<keyof typeof functions, `users-${string}`>
const call = <N extends Name>(
  actor: Actor,
  name: N,
  input: Parameters<(typeof functions)[N]>[0]['input'],
  beforeCommit = async () => {},
) =>
  fresh.database.transaction(async (db, client) => {
    const context: Context<unknown> = {
      db,
      client,
      actor,
      input,
      now: new Date(),
      address: '',
      messagingToken: null,
      isStream: false,
      signal: new AbortController().signal,
      settings: {
        publicUrl: 'https://school.example',
        isDemo: false,
        mail: keepMails,
        secrets: sealWith(),
      },
      enqueue: async () => undefined,
      touch: () => undefined,
      meanwhile: async () => undefined,
      tell: () => undefined,
      send: () => false,
    }
    const handler = functions[name] as (context: Context<unknown>) => ReturnType<(typeof functions)[N]>
    const answer = await handler(context)
    await beforeCommit()
    return answer
  })
const reasonOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof CallError ? (error.details as { reason: string }).reason : error
}

test('users-me describes the caller, and is null for a guest', async () => {
  expect(await call(ann, 'users-me', {})).toEqual({
    id: ann.accountId,
    email: 'ann@school.example',
    name: 'Ann',
    nativeName: '李安',
    roles: ['parent'],
    area: null,
    language: 'en',
    isVerified: true,
  })
  expect(await call(visitor, 'users-me', {})).toMatchObject({ name: 'Zed', roles: [] })
  expect(await call(guest, 'users-me', {})).toBeNull()
})

test('users-changeLanguage changes only the caller’s account and person', async () => {
  await call(ann, 'users-changeLanguage', { language: 'zh' })
  expect(await call(ann, 'users-me', {})).toMatchObject({ language: 'zh' })
  expect(await call(tom, 'users-me', {})).toMatchObject({ language: 'en' })
  const found = await fresh.database.db.select({ name: persons.name }).from(persons).where(eq(persons.language, 'zh'))
  expect(found).toEqual([{ name: 'Ann' }])
})

test('users-list shows accounts by name to administrators, and nothing to others', async () => {
  const { rows, next, total } = await call(ida, 'users-list', {})
  expect(rows.map(({ name, roles }) => [name, ...roles])).toEqual([
    ['Ann', 'parent'],
    ['Ida', 'admin'],
    ['Tom', 'teacher'],
    ['Zed'],
  ])
  expect([next, total]).toEqual([null, 4])
  for (const actor of [ann, tom, visitor, guest])
    expect(await call(actor, 'users-list', {})).toEqual({ rows: [], next: null, total: 0 })
})

test('users-list shows staff without an account, and their role can be ended', async () => {
  const { db } = fresh.database
  const [sam] = await db.insert(persons).values({ name: 'Sam', email: 'sam@school.example' }).returning()
  await db.insert(persons).values({ name: 'Pat', email: 'pat@school.example' })
  const id = sam!.id
  await db.insert(roleGrants).values({ personId: id, role: 'admin', startsAt: new Date() })
  const { rows, total } = await call(ida, 'users-list', { search: 'sam@' })
  expect(rows).toMatchObject([{ id, name: 'Sam', hasAccount: false, isVerified: false, roles: ['admin'], area: 'all' }])
  expect(total).toBe(1)
  expect((await call(ida, 'users-list', {})).rows.map(({ name }) => name)).not.toContain('Pat')
  expect(await call(ida, 'users-get', { id })).toMatchObject({ name: 'Sam', grants: [{ role: 'admin', isLive: true }] })
  expect(await reasonOf(call(ann, 'users-get', { id }))).toBe('NOT_FOUND')
  expect(await call(ida, 'users-endRole', { id, role: 'admin' })).toMatchObject({ roles: [] })
  expect((await call(ida, 'users-list', { search: 'sam@' })).total).toBe(0)
})

test('granting a role needs a sign-in within the last five minutes', async () => {
  const give = (at: Date | null) =>
    call({ ...ida, signedInAt: at }, 'users-grantRole', { id: tom.accountId!, role: 'admin' })
  const invite = (at: Date | null) =>
    call({ ...ida, signedInAt: at }, 'users-invite', {
      email: 'sue@school.example',
      name: 'Sue',
      nativeName: '',
      role: 'admin',
    })
  for (const ask of [give, invite]) {
    expect(await reasonOf(ask(null))).toBe('RECENT_SIGN_IN_NEEDED')
    expect(await reasonOf(ask(new Date(Date.now() - 301_000)))).toBe('RECENT_SIGN_IN_NEEDED')
    expect(await ask(new Date(Date.now() - 290_000))).toMatchObject({ roles: expect.arrayContaining(['admin']) })
  }
})

test('users-list searches by part of a name in any script or of an address, and filters by role', async () => {
  const names = async (input: object) => (await call(ida, 'users-list', input)).rows.map(({ name }) => name)
  expect(await names({ search: '李' })).toEqual(['Ann'])
  expect(await names({ search: 'ELSEWHERE' })).toEqual(['Zed'])
  expect(await names({ search: 'zed' })).toEqual(['Zed'])
  expect(await names({ search: 'school.ex' })).toEqual(['Ann', 'Ida', 'Tom'])
  expect(await names({ search: '%' })).toEqual([])
  expect(await names({ role: 'teacher' })).toEqual(['Tom'])
  expect(await names({ role: 'teacher', search: 'ann' })).toEqual([])
})

test('users-list comes in pages of fifty that neither repeat nor miss anyone', async () => {
  const many = Array.from({ length: 118 }, (_, i) => ({ email: `p${i}@pages.example`, displayName: `Person ${i % 7}` }))
  await fresh.database.db.insert(accounts).values(many)
  const seen: string[] = []
  const sizes: number[] = []
  let after: string | undefined
  do {
    const { rows, next, total } = await call(ida, 'users-list', after === undefined ? {} : { after })
    expect(total).toBe(122)
    sizes.push(rows.length)
    seen.push(...rows.map(({ id }) => id))
    after = next ?? undefined
  } while (after !== undefined)
  expect(sizes).toEqual([50, 50, 22])
  expect(new Set(seen).size).toBe(122)
})

test('users-grantRole creates a missing person, and grants a role only once', async () => {
  const input = { id: visitor.accountId!, role: 'parent' } as const
  expect(await call(ida, 'users-grantRole', input)).toMatchObject({
    id: visitor.accountId,
    name: 'Zed',
    roles: ['parent'],
  })
  expect(await call(ida, 'users-grantRole', input)).toMatchObject({ roles: ['parent'] })
  expect(await call(ida, 'users-grantRole', { ...input, role: 'admin' })).toMatchObject({ roles: ['admin', 'parent'] })
  const found = await fresh.database.db.select().from(persons).where(eq(persons.accountId, visitor.accountId!))
  expect(found).toMatchObject([{ name: 'Zed', email: 'new@elsewhere.example' }])
})

test('two roles granted at the same time create one person', async () => {
  const grant = (role: 'parent' | 'teacher') => call(ida, 'users-grantRole', { id: visitor.accountId!, role })
  await Promise.all([grant('parent'), grant('teacher')])
  expect(await call(ida, 'users-list', { search: 'zed' })).toMatchObject({ rows: [{ roles: ['parent', 'teacher'] }] })
})

test('users-endRole ends a role now; granting it again makes a new grant', async () => {
  const input = { id: tom.accountId!, role: 'teacher' } as const
  expect(await call(ida, 'users-endRole', input)).toMatchObject({ roles: [] })
  expect(await call(ida, 'users-endRole', input)).toMatchObject({ roles: [] })
  expect(await call(ida, 'users-grantRole', input)).toMatchObject({ roles: ['teacher'] })
  expect(await fresh.database.db.select().from(roleGrants).where(eq(roleGrants.personId, tom.personId!))).toHaveLength(
    2,
  )
})

test('only administrators can change roles', async () => {
  const input = { id: tom.accountId!, role: 'admin' } as const
  for (const actor of [ann, tom, visitor]) {
    expect(await reasonOf(call(actor, 'users-grantRole', input))).toBe('NOT_FOUND')
    expect(await reasonOf(call(actor, 'users-endRole', { id: ida.accountId!, role: 'admin' }))).toBe('NOT_FOUND')
  }
  expect(await reasonOf(call(ida, 'users-grantRole', { ...input, id: crypto.randomUUID() }))).toBe('NOT_FOUND')
})

test('the last administrator who can sign in keeps the role', async () => {
  const end = (actor: Actor) => call(ida, 'users-endRole', { id: actor.accountId!, role: 'admin' })
  expect(await reasonOf(end(ida))).toBe('LAST_ADMIN')
  await call(ida, 'users-grantRole', { id: tom.accountId!, role: 'admin' })
  await fresh.database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, tom.accountId!))
  expect(await reasonOf(end(ida))).toBe('LAST_ADMIN')
  await fresh.database.db.update(accounts).set({ isDisabled: false })
})

/** Waits until a statement that locks role grants is blocked. */
const someoneWaits = async (): Promise<void> => {
  const { rows } = await fresh.database.pool.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%role_grants%for update'`,
  )
  if (rows.length === 0) await someoneWaits()
}

test('two administrators can’t end each other’s role at the same time', async () => {
  await call(ida, 'users-grantRole', { id: tom.accountId!, role: 'admin' })
  let second: Promise<unknown> | undefined
  const startSecond = async () => {
    second = reasonOf(call(ida, 'users-endRole', { id: tom.accountId!, role: 'admin' }))
    await Promise.race([second, someoneWaits()])
  }
  const end = { id: ida.accountId!, role: 'admin' } as const
  await call({ ...tom, roles: ['admin'] }, 'users-endRole', end, startSecond)
  expect(await second).toBe('LAST_ADMIN')
})
