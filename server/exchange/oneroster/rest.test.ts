import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { oneRosterBasePath, rosterScopes, type RosterScope } from '#contract/exchange/oneroster.ts'
import { guardianships } from '#server/people/students/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { onerosterClients, onerosterTokens } from './tables.ts'
import { servedSchool } from '#tests/served.ts'

const { s, served } = servedSchool()

type Program = { id: string; secret: string }
const program = async (...scopes: RosterScope[]): Promise<Program> => {
  const secret = randomBytes(32).toString('base64url')
  const secretHash = createHash('sha256').update(secret).digest('hex')
  const { id } = await s.ida.call('oneroster-createClient', { name: 'Library', scopes, secretHash })
  return { id, secret }
}
const ask = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${served.origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(form), headers })
const tokenOf = async (of: Program): Promise<string> => {
  const answer = await ask({ grant_type: 'client_credentials', client_id: of.id, client_secret: of.secret })
  return ((await answer.json()) as { access_token: string }).access_token
}
type Body = Record<string, Record<string, unknown>[]> & Record<string, unknown>
const get = async (path: string, token: string) => {
  const response = await fetch(`${served.origin}${oneRosterBasePath}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}
const minorOf = (body: Body): unknown =>
  (body['imsx_CodeMinor'] as unknown as { imsx_codeMinorField: { imsx_codeMinorFieldValue: string }[] })
    .imsx_codeMinorField[0]!.imsx_codeMinorFieldValue
const all = ['roster-core', 'roster', 'roster-demographics'] as const

describe('a token', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  test('is issued for id and secret, by form or basic authentication, with the requested scopes', async () => {
    const made = await program('roster', 'roster-demographics')
    const form = await ask({ grant_type: 'client_credentials', client_id: made.id, client_secret: made.secret })
    expect([form.status, form.headers.get('cache-control'), await form.json()]).toMatchObject([
      200,
      'no-store',
      {
        token_type: 'Bearer',
        expires_in: 3600,
        scope: `${rosterScopes.roster} ${rosterScopes['roster-demographics']}`,
      },
    ])
    const basic = await ask(
      { grant_type: 'client_credentials', scope: `${rosterScopes.roster} ${rosterScopes['roster-core']}` },
      { authorization: `Basic ${Buffer.from(`${made.id}:${made.secret}`).toString('base64')}` },
    )
    expect(await basic.json()).toMatchObject({ scope: rosterScopes.roster })
  })
  test('is refused with the standard’s error codes', async () => {
    const made = await program('roster')
    const credentials = { client_id: made.id, client_secret: made.secret }
    const refusals = await Promise.all(
      [
        { grant_type: 'password', ...credentials },
        { grant_type: 'client_credentials', ...credentials, client_secret: 'no' },
        { grant_type: 'client_credentials', ...credentials, client_id: 'nobody' },
        { grant_type: 'client_credentials', ...credentials, scope: rosterScopes['roster-demographics'] },
      ].map(async form => {
        const answer = await ask(form)
        return [answer.status, ((await answer.json()) as { error: string }).error]
      }),
    )
    expect(refusals).toEqual([
      [400, 'unsupported_grant_type'],
      [401, 'invalid_client'],
      [401, 'invalid_client'],
      [400, 'invalid_scope'],
    ])
  })
  test('is stored as a hash only, and so is the secret', async () => {
    const made = await program('roster')
    const token = await tokenOf(made)
    const [kept] = await s.database.db
      .execute(
        sql`select string_agg(x::text, ' ') as text from (select to_jsonb(c) as x from oneroster_clients c union all select to_jsonb(t) from oneroster_tokens t
        union all select to_jsonb(a) from audit_entries a union all select to_jsonb(o) from operations o) y`,
      )
      .then(answer => answer.rows as { text: string }[])
    expect(kept!.text).toContain(made.id)
    expect(kept!.text).not.toContain(made.secret)
    expect(kept!.text).not.toContain(token)
  })
  test('works for an hour by the clock, and no longer', async () => {
    const made = await program('roster')
    const issued = async (minutesAgo: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutesAgo * 60_000 })
      const token = await tokenOf(made)
      vi.useRealTimers()
      return token
    }
    const [ended, running, fresh] = [await issued(61), await issued(59), await issued(0)]
    const statuses = []
    for (const token of [ended, running, fresh]) statuses.push((await get('orgs', token)).status)
    expect(statuses).toEqual([401, 200, 200])
  })
  test('stops working when it expires, and at once when the program is revoked', async () => {
    const made = await program('roster')
    const token = await tokenOf(made)
    expect((await get('orgs', token)).status).toBe(200)
    await s.database.db
      .update(onerosterTokens)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(onerosterTokens.clientId, made.id))
    expect((await get('orgs', token)).status).toBe(401)
    const again = await tokenOf(made)
    expect((await get('orgs', again)).status).toBe(200)
    const [used] = await s.database.db.select().from(onerosterClients).where(eq(onerosterClients.id, made.id))
    expect(used!.lastUsedAt).not.toBeNull()
    await s.ida.call('oneroster-revokeClient', { id: made.id })
    expect((await get('orgs', again)).status).toBe(401)
    expect(
      (await ask({ grant_type: 'client_credentials', client_id: made.id, client_secret: made.secret })).status,
    ).toBe(401)
    expect((await s.ida.call('oneroster-clients', {})).clients.map(({ id }) => id)).not.toContain(made.id)
  })
  test('is rate-limited after ten wrong secrets', async () => {
    const made = await program('roster')
    const wrong = { grant_type: 'client_credentials', client_id: made.id, client_secret: 'guess' }
    const answers: number[] = []
    for (let attempt = 0; attempt < 11; attempt += 1) answers.push((await ask(wrong)).status)
    expect([answers[9], answers[10]]).toEqual([401, 429])
  })
})

describe('the roster', () => {
  let token: string
  beforeAll(async () => {
    token = await tokenOf(await program(...all))
  })

  test('has every list of the standard', async () => {
    const school = (await get('schools', token)).body['orgs']![0]!['sourcedId'] as string
    const lists: [string, string, number][] = [
      ['orgs', 'orgs', 1],
      ['schools', 'orgs', 1],
      ['academicSessions', 'academicSessions', 2],
      ['terms', 'academicSessions', 1],
      ['gradingPeriods', 'academicSessions', 0],
      ['courses', 'courses', 2],
      ['classes', 'classes', 2],
      ['users', 'users', 8],
      ['students', 'users', 3],
      ['teachers', 'users', 2],
      ['enrollments', 'enrollments', 5],
      ['demographics', 'demographics', 3],
      [`classes/${s.grade1.id}/students`, 'users', 3],
      [`classes/${s.grade1.id}/teachers`, 'users', 1],
      [`courses/${s.course.id}/classes`, 'classes', 1],
      [`terms/${s.term.id}/classes`, 'classes', 2],
      [`terms/${s.term.id}/gradingPeriods`, 'academicSessions', 0],
      [`schools/${school}/classes`, 'classes', 2],
      [`schools/${school}/courses`, 'courses', 2],
      [`schools/${school}/students`, 'users', 3],
      [`schools/${school}/teachers`, 'users', 2],
      [`schools/${school}/enrollments`, 'enrollments', 5],
      [`schools/${school}/terms`, 'academicSessions', 1],
      [`schools/${school}/classes/${s.grade1.id}/students`, 'users', 3],
      [`schools/${school}/classes/${s.grade1.id}/teachers`, 'users', 1],
      [`schools/${school}/classes/${s.grade1.id}/enrollments`, 'enrollments', 4],
    ]
    for (const [path, envelope, count] of lists) {
      const { status, body, headers } = await get(path, token)
      expect([path, status, Object.keys(body)]).toEqual([path, 200, [envelope]])
      expect([path, body[envelope]!.length, headers.get('x-total-count')]).toEqual([path, count, String(count)])
      expect(headers.get('link')).toContain('rel="first"')
    }
  })

  test('shows people, classes, enrollments, birth dates and terms as the standard defines them', async () => {
    const { body } = await get(`users?filter=${encodeURIComponent("givenName='Mia'")}`, token)
    const mia = body['users']![0]!
    expect(mia).toMatchObject({
      status: 'active',
      enabledUser: 'true',
      givenName: 'Mia',
      familyName: 'Wang',
      grades: ['03'],
      roles: [{ roleType: 'primary', role: 'student', org: { type: 'org' } }],
      agents: [{ type: 'user', href: expect.stringContaining(`${oneRosterBasePath}/users/`) }],
      metadata: { 'lantern.nativeName': '王美雅' },
    })
    expect(mia['dateLastModified']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(mia).not.toHaveProperty('birthDate')
    const one = await get(`students/${String(mia['sourcedId'])}`, token)
    expect(one.body['user']).toEqual(mia)
    expect((await get(`users/${String(mia['sourcedId'])}/classes`, token)).body['classes']).toMatchObject([
      {
        title: 'Grade 1',
        classType: 'scheduled',
        location: '101',
        periods: ['Sun 14:00-15:50'],
        course: { sourcedId: s.course.id, type: 'course' },
        terms: [{ sourcedId: s.term.id, type: 'academicSession' }],
      },
    ])
    const ofSchool = `schools/${String((mia['roles'] as { org: { sourcedId: string } }[])[0]!.org.sourcedId)}`
    const seats = (await get(`${ofSchool}/classes/${s.grade1.id}/enrollments`, token)).body['enrollments']!
    const [seat] = seats.filter(({ user }) => (user as { sourcedId: string }).sourcedId === mia['sourcedId'])
    expect(seat).toMatchObject({
      status: 'active',
      role: 'student',
      primary: 'false',
      user: { sourcedId: mia['sourcedId'], type: 'user' },
      class: { sourcedId: s.grade1.id, type: 'class' },
      school: { type: 'org' },
    })
    expect((await get(`enrollments/${String(seat!['sourcedId'])}`, token)).body).toEqual({ enrollment: seat })
    expect(seats.filter(({ role }) => role === 'teacher')).toMatchObject([{ primary: 'true' }])
    expect((await get(`enrollments/${crypto.randomUUID()}`, token)).status).toBe(404)
    expect((await get(`demographics/${String(mia['sourcedId'])}`, token)).body['demographics']).toMatchObject({
      birthDate: '2019-03-01',
    })
    expect((await get(`terms/${s.term.id}`, token)).body['academicSession']).toMatchObject({
      title: 'Fall',
      startDate: '2026-09-13',
      endDate: '2026-12-21',
      schoolYear: '2027',
    })
  })

  test('is paginated, with links to the next and previous pages', async () => {
    const first = await get('users?limit=3&sort=familyName&orderBy=desc', token)
    expect(first.body['users']).toHaveLength(3)
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!
    expect(next).toMatch(/^http:\/\/localhost:3000\/ims\/oneroster\/rostering\/v1p2\/users\?/)
    const seen = new Set(first.body['users']!.map(user => user['sourcedId']))
    const second = await get(next.split('/v1p2/')[1]!, token)
    const third = await get('users?limit=3&offset=6&sort=familyName&orderBy=desc', token)
    for (const user of [...second.body['users']!, ...third.body['users']!]) seen.add(user['sourcedId'])
    expect(seen.size).toBe(8)
    expect(third.headers.get('link')).not.toContain('rel="next"')
    expect(third.headers.get('link')).toContain('rel="prev"')
    const names = [first, second, third].flatMap(page => page.body['users']!.map(user => String(user['familyName'])))
    expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a)))
  })

  test('can be filtered, and its fields selected', async () => {
    const count = async (list: string, filter: string) =>
      (await get(`${list}?filter=${encodeURIComponent(filter)}`, token)).body[list]!.length
    expect(await count('users', "familyName='wang'")).toBe(3)
    expect(await count('users', "familyName!='Wang'")).toBe(5)
    expect(await count('users', "givenName~'i' AND familyName='Wang'")).toBe(1)
    expect(await count('users', "givenName='Mia' OR givenName='Zoe'")).toBe(2)
    expect(await count('users', "roles.role='parent'")).toBe(2)
    expect(await count('users', "roles.role!='student' AND roles.role!='parent'")).toBe(3)
    expect(await count('users', "grades='03'")).toBe(3)
    expect(await count('users', "givenName='O''Brien'")).toBe(0)
    expect(await count('demographics', "birthDate>='2019-08-01'")).toBe(2)
    expect(await count('demographics', "birthDate<'2019-08-01'")).toBe(1)
    expect(await count('enrollments', `class.sourcedId='${s.grade1.id}' AND role='teacher'`)).toBe(1)
    expect(await count('users', "dateLastModified>'2100-01-01T00:00:00Z'")).toBe(0)
    const { body } = await get('users?fields=givenName,%20familyName&limit=1', token)
    expect(Object.keys(body['users']![0]!)).toEqual(['givenName', 'familyName'])
  })

  test('refuses invalid requests with the standard’s error codes', async () => {
    const refusals: [string, number, string][] = [
      ["users?filter=colour='red'", 400, 'invalid_filter_field'],
      ["users?filter=givenName='a' and", 400, 'invaliddata'],
      ["users?filter=givenName='a'; drop table users", 400, 'invaliddata'],
      ["demographics?filter=birthDate='soon'", 422, 'invaliddata'],
      ["demographics?filter=birthDate='2019-02-30'", 422, 'invaliddata'],
      ['users?sort=password', 400, 'invalid_sort_field'],
      ['users?sort=grades', 400, 'invalid_sort_field'],
      ['users?orderBy=up', 400, 'invaliddata'],
      ['users?fields=password', 400, 'invalid_selection_field'],
      ['users?fields=', 400, 'invalid_selection_field'],
      ['users?limit=0', 400, 'invaliddata'],
      ['users?offset=-1', 400, 'invaliddata'],
      ['users/nobody', 404, 'unknownobject'],
      [`users/${s.term.id}`, 404, 'unknownobject'],
      [`students/${(await s.tom.actor()).personId!}`, 404, 'unknownobject'],
      [`classes/${s.term.id}/students`, 404, 'unknownobject'],
      ['lineItems', 404, 'unknownobject'],
      ['constructor', 404, 'unknownobject'],
    ]
    for (const [path, status, minor] of refusals) {
      const answer = await get(encodeURI(path), token)
      expect([path, answer.status, minorOf(answer.body)]).toEqual([path, status, minor])
      expect(answer.body).toMatchObject({ imsx_codeMajor: 'failure', imsx_severity: 'error' })
    }
    const write = await fetch(`${served.origin}${oneRosterBasePath}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(write.status).toBe(405)
  })

  test('is limited to the scopes of the token', async () => {
    const none = await fetch(`${served.origin}${oneRosterBasePath}/orgs`)
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="OneRoster"'])
    const core = await tokenOf(await program('roster-core'))
    const full = await tokenOf(await program('roster'))
    const birth = await tokenOf(await program('roster-demographics'))
    const codes = async (path: string) =>
      Promise.all([core, full, birth].map(async each => (await get(path, each)).status))
    expect(await codes('users')).toEqual([200, 200, 403])
    expect(await codes(`classes/${s.grade1.id}/students`)).toEqual([403, 200, 403])
    expect(await codes('demographics')).toEqual([403, 403, 200])
    expect(minorOf((await get('demographics', core)).body)).toBe('forbidden')
  })

  test('leaves out guardians without access to a child’s data', async () => {
    const [bob] = await s.database.db
      .select({ id: persons.id })
      .from(persons)
      .where(eq(persons.email, 'bob@home.example'))
    const set = (hasDataAccess: boolean) =>
      s.database.db.update(guardianships).set({ hasDataAccess }).where(eq(guardianships.guardianId, bob!.id))
    expect((await get(`users/${bob!.id}`, token)).status).toBe(200)
    await set(false)
    try {
      expect((await get(`users/${bob!.id}`, token)).status).toBe(404)
      const { body } = await get('users', token)
      expect(body['users']).toHaveLength(7)
      expect(JSON.stringify(body)).not.toContain(bob!.id)
    } finally {
      await set(true)
    }
  })

  test('shows what may have changed since a given time', async () => {
    const since = async (at: string) =>
      (await get(`users?filter=${encodeURIComponent(`dateLastModified>'${at}'`)}`, token)).headers.get('x-total-count')
    const [user] = (await get('users?limit=1', token)).body['users']!
    const last = String(user!['dateLastModified'])
    expect(await since(last)).toBe('0')
    const later = { now: new Date(Date.parse(last) + 3_600_000) }
    // Changes outside the roster leave its time of change as it is.
    await s.ida.call('oneroster-createClient', { name: 'A', scopes: ['roster'], secretHash: 'a'.repeat(64) }, later)
    expect(await since(last)).toBe('0')
    await s.ida.call('classes-createRoom', { name: '102', capacity: 10 }, later)
    expect(await since(last)).toBe('8')
    expect(await since(later.now.toISOString())).toBe('0')
  })

  test('leaves out draft classes', async () => {
    const draft = await s.ida.call('classes-create', s.section({ name: 'Secret', startsAt: '11:00', endsAt: '12:00' }))
    expect((await get(`classes/${draft.id}`, token)).status).toBe(404)
    expect((await get('classes', token)).body['classes']).toHaveLength(2)
  })
})

describe('files over HTTP', () => {
  test('are downloaded by the office only, and downloads are in the audit log', async () => {
    const download = async (email: string) => {
      const { cookie } = await served.signIn(email)
      return fetch(`${served.origin}/files/oneroster.zip?extent=all`, { headers: { cookie } })
    }
    const zip = await download('ida@school.example')
    expect([zip.status, zip.headers.get('content-type'), zip.headers.get('content-disposition')]).toEqual([
      200,
      'application/zip',
      'attachment; filename="oneroster.zip"',
    ])
    expect(
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    expect((await download('ann@home.example')).status).toBe(403)
    expect((await download('tom@school.example')).status).toBe(403)
    expect((await fetch(`${served.origin}/files/oneroster.zip`)).status).toBe(403)
    const found = await s.database.db.execute(sql`select actor from audit_entries where action = 'oneroster-export'`)
    expect(found.rows).toEqual([{ actor: 'ida@school.example' }])
  })
  test('are uploaded as a raw zip, by the office only', async () => {
    const send = async (email: string, type = 'application/zip') => {
      const { idToken } = await served.signIn(email)
      return fetch(`${served.origin}/files/oneroster?name=a.zip`, {
        method: 'POST',
        headers: { authorization: `Bearer ${idToken}`, 'content-type': type },
        body: new Uint8Array([80, 75, 5, 6]),
      })
    }
    const sent = await send('ida@school.example')
    expect([sent.status, await sent.json()]).toMatchObject([200, { result: { uploadId: expect.any(String) } }])
    expect((await send('ann@home.example')).status).toBe(403)
    expect((await send('ida@school.example', 'text/html')).status).toBe(415)
  })
})
