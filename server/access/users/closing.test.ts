import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type Person } from '#tests/school.ts'
import { servedSchool } from '#tests/served.ts'

const { s, served } = servedSchool()
beforeAll(async () => {
  await s.database.db.execute(sql`update school set email = 'office@school.example'`)
})

/** What a guardian sees of their household: the children, and what each charge and payment was. */
const seenBy = async (guardian: Person) => ({
  children: (await guardian.call('students-mine', {})).map(({ name }) => name).sort(),
  ledger: await guardian.call('payments-ledger', {}),
})

const count = async (table: string, email: string): Promise<number> =>
  (
    await rows<{ n: number }>(
      s.database.db,
      sql`select count(*)::int as n from ${sql.identifier(table)} x join accounts a on a.id = x.account_id where a.email = ${email}`,
    )
  )[0]!.n
const lettersTo = (email: string) =>
  rows<{ subject: string; text: string }>(
    s.database.db,
    sql`select subject, text from mails where "to" = ${email} order by queued_at desc, id desc limit 1`,
  )

describe('closing one’s own account', () => {
  test('needs a recent sign-in', async () => {
    const late = { ...(await s.ann.actor()), signedInAt: new Date(Date.now() - 600_000) }
    await expect(
      s.door.call({ name: 'users-closeAccount', data: { operationId: crypto.randomUUID() }, actor: late, address: '' }),
    ).rejects.toMatchObject({ details: { reason: 'RECENT_SIGN_IN_NEEDED' } })
    expect((await s.ann.call('users-me', {}))?.email).toBe('ann@home.example')
  })

  test('is refused to the last full administrator', async () => {
    await expect(s.ida.call('users-closeAccount', {})).rejects.toMatchObject({ details: { reason: 'LAST_ADMIN' } })
    expect((await s.ida.call('users-me', {}))?.roles).toEqual(['admin'])
  })

  test('ends every way in at once, and leaves children and money to the other guardian', async () => {
    const signedIn = await served.signIn('ann@home.example')
    const { accountId, personId } = await s.ann.actor()
    await s.database.db.execute(sql`
      insert into passkeys (id, account_id, credential_id, public_key, counter, name, created_at) values (gen_random_uuid(), ${accountId}::uuid, 'c', 'k', 0, 'Phone', now())`)
    await s.database.db.execute(
      sql`insert into provider_links (issuer, subject, account_id, linked_at) values ('https://id.example', 'ann', ${accountId}::uuid, now())`,
    )
    const { url } = await s.ann.call('events-makeFeed', {})
    const feed = () => fetch(served.origin + new URL(url).pathname)
    expect((await feed()).status).toBe(200)
    const cookie = { headers: { cookie: signedIn.cookie } }
    expect((await fetch(`${served.origin}/files/my-data.zip`, cookie)).status).toBe(200)
    expect(await count('sign_ins', 'ann@home.example')).toBeGreaterThan(0)
    const ledger = () =>
      rows(
        s.database.db,
        sql`select (select count(*)::int from charges) as charges, (select count(*)::int from payments) as payments, (select count(*)::int from enrolments where status = 'active') as enrolled,
          (select count(*)::int from guardianships where guardian_id = ${personId}::uuid) as children`,
      )
    const { householdId } = s.annRegistration
    const { id } = await s.ida.call('parents-addGuardian', {
      householdId,
      guardian: {
        name: 'Max Wang',
        nativeName: '',
        email: 'max@home.example',
        phone: '',
        language: 'en',
        relationship: 'father',
        hasDataAccess: true,
        mayPickUp: true,
      },
    })
    await s.ida.call('parents-invite', { householdId, id })
    await s.database.db.execute(sql`update accounts set is_verified = true where email = 'max@home.example'`)
    const max = s.person('max@home.example')
    const seen = await seenBy(max)
    expect(seen).toMatchObject({ children: ['Leo Wang', 'Mia Wang'], ledger: [{ householdId }] })
    const before = await ledger()

    await s.ann.call('users-closeAccount', {})

    expect(await rows(s.database.db, sql`select id from accounts where email = 'ann@home.example'`)).toEqual([])
    for (const table of ['sign_ins', 'passkeys', 'provider_links', 'known_devices', 'action_codes'])
      expect(
        await rows(s.database.db, sql`select 1 from ${sql.identifier(table)} where account_id = ${accountId}::uuid`),
        table,
      ).toEqual([])
    expect((await fetch(`${served.origin}/files/my-data.zip`, cookie)).status).toBe(403)
    expect((await served.call('users-me', {}, signedIn.idToken)).status).toBe(401)
    expect((await feed()).status).not.toBe(200)
    expect(await ledger()).toEqual(before)
    expect(await seenBy(max)).toEqual(seen)
    const signedInMax = await served.signIn('max@home.example')
    expect((await served.call('students-mine', {}, signedInMax.idToken)).status).toBe(200)
    expect((await s.bob.call('users-me', {}))?.email).toBe('bob@home.example')
  })

  test('is emailed to its owner and to the office, and is in the audit trail', async () => {
    const [own] = await lettersTo('ann@home.example')
    expect(own).toMatchObject({ subject: expect.stringMatching(/^Your account at .* is closed$/) })
    expect(own!.text).toContain('Children who are enrolled stay enrolled')
    const [told] = await lettersTo('office@school.example')
    expect(told).toMatchObject({ subject: 'Ann Wang closed their account' })
    expect(told!.text).toContain('ann@home.example')
    const trail = await s.ida.call('audit-list', {})
    expect(trail.rows.some(({ action, actor }) => action === 'users-closeAccount' && actor.includes('ann@'))).toBe(true)
  })

  test('stops notices by email', async () => {
    const audience = [{ kind: 'class' as const, sectionId: s.grade1.id }]
    const notice = await s.ida.call('messages-createNotice', {
      subject: 'Trip',
      body: 'We go out.',
      nativeSubject: '',
      nativeBody: '',
      audience,
      byEmail: true,
      isUrgent: false,
      needsAnswer: false,
    })
    const { people } = await s.ida.call('messages-audience', { audience })
    await s.ida.call('messages-sendNotice', { id: notice.id, agreedPeople: people, at: null })
    await s.jobs.drain(new Date(s.clock.now.getTime() + 60_000))
    const mailed = await rows<{ to: string }>(s.database.db, sql`select "to" from mails where subject = 'Trip'`)
    expect(mailed.map(({ to }) => to)).toContain('bob@home.example')
    expect(mailed.map(({ to }) => to)).not.toContain('ann@home.example')
  })

  test('frees the address: a person who is invited again gets their own record back', async () => {
    const { id } = await s.ida.call('users-invite', {
      email: 'ann@home.example',
      name: 'Ann Wang',
      nativeName: '',
      role: 'parent',
    })
    const { children } = await s.ida.call('users-get', { id })
    expect(children.map(({ name }) => name).sort()).toEqual(['Leo Wang', 'Mia Wang'])
  })

  test('frees the address: signing up with it, and even confirming it, brings back no role or access of a former teacher', async () => {
    const email = 'eve@school.example'
    const reads = async (idToken: string) =>
      Promise.all(
        [
          ['classes-roster', { sectionId: s.chess.id }] as const,
          ['messages-threads', {}] as const,
          ['assignments-list', {}] as const,
        ].map(async ([name, data]) => (await served.call(name, data, idToken)).status),
      )
    expect(await reads((await served.signIn(email)).idToken)).toEqual([200, 200, 200])
    await s.eve.call('users-closeAccount', {})

    const identify = async (operation: string, body: object) => {
      const answer = await served.identity(`v1/accounts:${operation}`, { returnSecureToken: true, ...body })
      expect(answer.status, operation).toBe(200)
      return ((await answer.json()) as { idToken: string }).idToken
    }
    const nothing = async (idToken: string) => {
      const me = (await (await served.call('users-me', {}, idToken)).json()) as { result: object }
      expect(me.result).toMatchObject({ email, roles: [] })
      expect(await reads(idToken)).toEqual([403, 403, 403])
      return me.result
    }
    const idToken = await identify('signUp', { email, password: 'a few words together' })
    expect(await nothing(idToken)).toMatchObject({ isVerified: false })
    await identify('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
    const [letter] = await lettersTo(email)
    const oobCode = /oobCode=([\w-]{43})/.exec(letter!.text)![1]
    await identify('resetPassword', { oobCode, newPassword: 'other words together' })
    const confirmed = await identify('signInWithPassword', { email, password: 'other words together' })
    expect(await nothing(confirmed)).toMatchObject({ isVerified: true })
  })

  test('ends staff roles', async () => {
    const { personId } = await s.tom.actor()
    await s.tom.call('users-closeAccount', {})
    expect(
      await rows(
        s.database.db,
        sql`select role from role_grants where person_id = ${personId}::uuid and (ends_at is null or ends_at > now())`,
      ),
    ).toEqual([])
  })
})
