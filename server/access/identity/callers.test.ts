import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { viewHeader } from '#contract/callable.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import { rows } from '#server/platform/db.ts'
import { longMemoryMs, startOtherProcess } from '#tests/otherProcess.ts'
import { family, school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served } from '#tests/served.ts'
import { openCallers } from './callers.ts'

/** Both processes cache callers for minutes, so whatever takes effect earlier was announced to them. */
let s: SmallSchool
let here: Served
let other: Awaited<ReturnType<typeof startOtherProcess>>
beforeAll(async () => {
  s = await school()
  here = await serve(s, { isPaced: false, callers: openCallers(longMemoryMs) })
  other = await startOtherProcess(s.url, s.schema)
})
afterAll(async () => {
  await other.stop()
  await here.close()
  await s.drop()
})

type Seen = { status: number; roles: string; reason: string }
const askAt = async (
  origin: string,
  name: string,
  token: string,
  data: object = {},
  viewId?: string,
): Promise<Seen> => {
  const answer = await fetch(`${origin}/fn/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(viewId ? { [viewHeader]: viewId } : {}),
    },
    body: JSON.stringify({ data }),
  })
  const body = (await answer.json()) as {
    result?: { roles?: string[] } | null
    error?: { details?: { reason?: string } }
  }
  const { roles = [] } = body.result ?? {}
  return { status: answer.status, roles: roles.join(), reason: body.error?.details?.reason ?? '' }
}
/** The same call at both processes. */
const ask = (name: string, token: string, data?: object, viewId?: string) =>
  Promise.all([here.origin, other.origin].map(origin => askAt(origin, name, token, data, viewId)))
const me = (token: string) => ask('users-me', token)
/**
 * Waits for the effect of news in both processes: far longer than it takes, and far shorter than any caller is cached.
 */
const soon = (look: () => Promise<Seen[]>, expected: Partial<Seen>) =>
  vi.waitFor(async () => expect(await look()).toMatchObject([expected, expected]), { timeout: 20_000, interval: 20 })

let people = 0
/** A parent with an account, signed in and cached by both processes. */
const parent = async () => {
  people += 1
  const email = `parent${people}@home.example`
  const who = await s.newcomer(email, `Parent ${people}`)
  const key = `child${people}`
  await s.register(
    who,
    family(
      { name: `Parent ${people}` },
      [{ key, name: `Child ${people}`, birthOn: '2019-01-01' }],
      [{ childKey: key, sectionId: s.chess.id }],
      s.term.id,
    ),
  )
  const signedIn = await here.signIn(email)
  const { accountId, personId } = await who.actor()
  const [child] = await rows<{ id: string }>(
    s.database.db,
    sql`select student_id as id from guardianships where guardian_id = ${personId}::uuid`,
  )
  expect(await me(signedIn.idToken)).toMatchObject([{ roles: 'parent' }, { roles: 'parent' }])
  return { who, email, ...signedIn, accountId: accountId!, personId: personId!, childId: child!.id }
}
const run = (statement: ReturnType<typeof sql>) => s.database.db.execute(statement)

describe('in every process', () => {
  test('a sign-in ended by its owner stops at once in the process that ended it, and soon in others', async () => {
    const { email, idToken } = await parent()
    const second = await here.signIn(email)
    expect(await me(second.idToken)).toMatchObject([{ status: 200 }, { status: 200 }])
    const answer = await here.write('identity-endSessions', {}, second.idToken)
    expect(answer.status).toBe(200)
    expect(await askAt(here.origin, 'users-me', idToken)).toMatchObject({ status: 401 })
    await soon(() => me(idToken), { status: 401 })
    expect(await me(second.idToken)).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  test('a sign-in ended with its cookie stops, and so do its downloads', async () => {
    const { idToken, cookie } = await here.signIn('ida@school.example')
    const file = (origin: string) => fetch(`${origin}/files/students.csv`, { headers: { cookie } })
    for (const origin of [here.origin, other.origin]) expect((await file(origin)).status).toBe(200)
    await fetch(`${here.origin}/__session`, { method: 'DELETE', headers: { cookie, origin: s.settings.publicUrl } })
    expect((await file(here.origin)).status).toBe(403)
    await vi.waitFor(async () => expect((await file(other.origin)).status).toBe(403), { timeout: 20_000 })
    await soon(() => me(idToken), { status: 401 })
  })

  test('an account suspended or deleted directly in the database loses access', async () => {
    const { idToken, accountId } = await parent()
    await run(sql`update accounts set is_disabled = true where id = ${accountId}::uuid`)
    await soon(() => me(idToken), { status: 401 })
    const closed = await parent()
    await run(sql`delete from accounts where id = ${closed.accountId}::uuid`)
    await soon(() => me(closed.idToken), { status: 401 })
  })

  test('roles granted, ended or deleted directly in the database take effect', async () => {
    const { idToken, personId } = await parent()
    await run(
      sql`insert into role_grants (id, person_id, role, starts_at) values (${randomUUID()}::uuid, ${personId}::uuid, 'teacher', now())`,
    )
    // The token is from before the change of roles.
    await soon(() => ask('absences-roll', idToken, { meetingId: s.meetingId }), { status: 403, reason: 'STALE_CLAIMS' })
    await soon(() => me(idToken), { roles: 'parent,teacher' })
    await run(sql`update role_grants set ends_at = now() where person_id = ${personId}::uuid and role = 'teacher'`)
    await soon(() => me(idToken), { roles: 'parent' })
    await run(sql`delete from role_grants where person_id = ${personId}::uuid`)
    await soon(() => me(idToken), { roles: '' })
  })

  test('a role that the office gives or takes in another process takes effect here', async () => {
    const { idToken, accountId } = await parent()
    const ida = await here.signIn('ida@school.example')
    const write = (name: string) =>
      askAt(other.origin, name, ida.idToken, { operationId: randomUUID(), id: accountId, role: 'teacher' })
    expect(await write('users-grantRole')).toMatchObject({ status: 200 })
    const meHere = async () => (await askAt(here.origin, 'users-me', idToken)).roles
    const soonHere = (roles: string) =>
      vi.waitFor(async () => expect(await meHere()).toBe(roles), { timeout: 20_000, interval: 20 })
    await soonHere('parent,teacher')
    expect(await write('users-endRole')).toMatchObject({ status: 200 })
    await soonHere('parent')
  })

  test('a role ends at its end time without a notification', async () => {
    const { idToken, personId } = await parent()
    await run(
      sql`update role_grants set ends_at = now() + interval '400 milliseconds' where person_id = ${personId}::uuid`,
    )
    await soon(() => me(idToken), { roles: '' })
  })

  test('a sign-in ends at its expiry time', async () => {
    const { idToken, accountId } = await parent()
    await run(
      sql`update sign_ins set expires_at = now() + interval '400 milliseconds' where account_id = ${accountId}::uuid`,
    )
    await soon(() => me(idToken), { status: 401 })
  })

  test('a guardian who loses data access no longer sees the child, nor does an officer viewing as them', async () => {
    const { idToken, personId, childId } = await parent()
    const ida = await here.signIn('ida@school.example')
    const { viewId } = await s.ida.call('parents-viewAs', { id: personId })
    const looks = () => ask('students-get', ida.idToken, { id: childId }, viewId)
    const asks = () => ask('students-get', idToken, { id: childId })
    expect(await asks()).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(await looks()).toMatchObject([{ status: 200 }, { status: 200 }])
    await run(sql`update guardianships set has_data_access = false where guardian_id = ${personId}::uuid`)
    await soon(asks, { status: 404 })
    await soon(looks, { status: 404 })
  })

  test('an officer whose role has ended can no longer view as a guardian', async () => {
    const { personId, childId } = await parent()
    const registrar = await s.officer('registrar')
    const officer = await here.signIn(registrar.email)
    const { viewId } = await registrar.call('parents-viewAs', { id: personId })
    const looks = () => ask('students-get', officer.idToken, { id: childId }, viewId)
    expect(await looks()).toMatchObject([{ status: 200 }, { status: 200 }])
    await run(sql`update role_grants set ends_at = now() where person_id = ${(await registrar.actor()).personId}::uuid`)
    await soon(looks, { status: 403 })
  })

  test('the office needs a second factor as soon as the school requires it', async () => {
    const ida = await here.signIn('ida@school.example')
    expect(await me(ida.idToken)).toMatchObject([{ roles: 'admin' }, { roles: 'admin' }])
    const { signIn } = await s.ida.call('config-rules', {})
    await s.ida.call('config-changeSignIn', { ...signIn, secondFactorGraceDays: 0 })
    await soon(() => me(ida.idToken), { roles: '' })
    await s.ida.call('config-changeSignIn', { ...signIn, secondFactorGraceDays: null })
    await soon(() => me(ida.idToken), { roles: 'admin' })
  })

  test('ending a badge or archiving its student ends the sign-in', async () => {
    const { 'Zoe Li': code = '', 'Leo Wang': second = '' } = await s.badges(s.grade1.id, 'Zoe Li', 'Leo Wang')
    const [zoe, leo] = [await here.signInByBadge(code), await here.signInByBadge(second)]
    for (const { idToken } of [zoe, leo])
      expect(await me(idToken)).toMatchObject([{ roles: 'student' }, { roles: 'student' }])
    await run(sql`update badges set ended_at = now() where student_id = (select id from persons where name = 'Zoe Li')`)
    await soon(() => me(zoe.idToken), { status: 401 })
    await run(sql`update students set archived_at = now() where id = (select id from persons where name = 'Leo Wang')`)
    await soon(() => me(leo.idToken), { status: 401 })
  })

  test('a change that is rolled back has no effect', async () => {
    const { idToken, accountId } = await parent()
    await expect(
      s.database.transaction(async db => {
        await db.execute(sql`update accounts set is_disabled = true where id = ${accountId}::uuid`)
        expect(await me(idToken)).toMatchObject([{ status: 200 }, { status: 200 }])
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await me(idToken)).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  test('a process that loses its notifications drops what it has cached', async () => {
    const { idToken, accountId } = await parent()
    // Every connection that listens for news is cut and the sign-ins end, before either process listens again.
    await run(sql`do $$ begin
      perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %';
    end $$`)
    await run(
      sql`set session_replication_role = replica; update sign_ins set revoked_at = now() where account_id = '${sql.raw(accountId)}'; reset session_replication_role`,
    )
    await soon(() => me(idToken), { status: 401 })
  })
})

describe('the cache of callers', () => {
  const actor = (accountId: string): Actor => ({ ...guest, accountId })
  const at = (ms: number) => new Date(1_000_000 + ms)
  const opened = () => {
    const callers = openCallers()
    callers.listen(true)
    let asked = 0
    const find = (proof: string, ms: number, until: Date | null = null) =>
      callers.find(proof, at(ms), async () => {
        asked += 1
        return { actor: actor(proof), until }
      })
    return { callers, find, asked: () => asked }
  }

  test('keeps a caller for two seconds, and never past the time their access is known to last', async () => {
    const { find, asked } = opened()
    for (const ms of [0, 1, 1999]) await find('a', ms)
    expect(asked()).toBe(1)
    await find('a', 2000)
    expect(asked()).toBe(2)
    await find('b', 0, at(500))
    await find('b', 499)
    expect(asked()).toBe(3)
    await find('b', 500, at(500))
    expect(asked()).toBe(4)
    // This holds when the clock is set back, too.
    await find('a', 1000)
    expect(asked()).toBe(5)
  })

  test('forgets one caller or all, and any lookup that began before the notification', async () => {
    const { callers, find, asked } = opened()
    await find('a', 0)
    await find('b', 0)
    callers.forget('a')
    await find('a', 1)
    await find('b', 1)
    expect(asked()).toBe(3)
    callers.forget('*')
    await find('b', 1)
    expect(asked()).toBe(4)

    let answer = (_known: { actor: Actor; until: null }) => undefined as void
    const late = callers.find('c', at(0), () => new Promise(resolve => (answer = resolve)))
    callers.forget('c')
    answer({ actor: actor('c'), until: null })
    expect(await late).toEqual(actor('c'))
    await find('c', 1)
    expect(asked()).toBe(5)
  })

  test('asks every time while it gets no notifications, and never caches an unknown caller', async () => {
    const { callers, find, asked } = opened()
    callers.listen(false)
    await find('a', 0)
    await find('a', 0)
    expect(asked()).toBe(2)
    callers.listen(true)
    await find('a', 0)
    expect(asked()).toBe(3)
    let nobody = 0
    for (const ms of [0, 1])
      await callers.find('x', at(ms), async () => {
        nobody += 1
        return null
      })
    expect(nobody).toBe(2)
  })

  test('asks once for simultaneous lookups, and holds a limited number of callers', async () => {
    const { find, asked } = opened()
    await Promise.all(Array.from({ length: 20 }, () => find('a', 0)))
    expect(asked()).toBe(1)
    for (let n = 0; n < 5_000; n += 1) await find(`n${n}`, 0)
    await find('a', 0)
    expect(asked()).toBe(5_002)
  })
})
