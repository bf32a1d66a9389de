import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileRoutes, peopleTrails } from '#contract/fileRoutes.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served, type SignedIn } from '#tests/served.ts'
import { tellExports } from './jobs.ts'
import { namedExports } from './letters.ts'

/** Files with many people require a recent sign-in, and full administrators are told of each download. */
let s: SmallSchool
let served: Served
let ida: SignedIn
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  ida = await served.signIn('ida@school.example')
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

const get = (path: string) => fetch(`${served.origin}${path}`, { headers: { cookie: ida.cookie } })
const tell = () =>
  tellExports.run(
    {},
    {
      database: s.database,
      now: s.clock.now,
      settings: s.settings,
      signal: AbortSignal.timeout(20_000),
      enqueue: s.jobs.enqueue,
      touch: async () => undefined,
    },
  )
const letters = () =>
  rows<{ to: string; subject: string; text: string }>(
    s.database.db,
    sql`select "to", subject, text from mails where subject like '%downloaded people%' order by queued_at, "to"`,
  )

test('the email can name every file with many people', () => {
  expect(namedExports.toSorted()).toEqual(peopleTrails.map(trail => trail.replace(/-export$/, '')).toSorted())
})

test('files with many people need a recent sign-in', async () => {
  const paths = Object.entries(fileRoutes).flatMap(([route, rule]) =>
    'takesPeople' in rule && route.startsWith('GET ') ? [route.slice(4)] : [],
  )
  expect(paths).toContain('/files/students.csv')
  expect(paths).toContain('/files/school.zip')
  await s.database.db.execute(sql`update sign_ins set auth_time = now() - interval '6 minutes'`)
  for (const path of paths) {
    const answer = await get(path)
    expect([path, answer.status, await answer.text()]).toEqual([
      path,
      403,
      'Sign in again before you download this, then open it from its page.',
    ])
  }
  await expect(
    s.callAs({ ...(await s.ida.actor()), signedInAt: new Date(Date.now() - 360_000) }, 'users-exportPeople', {}),
  ).rejects.toMatchObject({ details: { reason: 'RECENT_SIGN_IN_NEEDED' } })
  await tell()
  expect(await letters()).toEqual([])

  await s.database.db.execute(sql`update sign_ins set auth_time = now()`)
  expect((await get('/files/students.csv')).status).toBe(200)
  const zip = await get('/files/school.zip')
  expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(
    Buffer.from(await zip.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('full administrators are emailed once who downloaded what', async () => {
  await tell()
  await tell()
  const told = await letters()
  expect(told.map(({ to }) => to)).toEqual(['ida@school.example'])
  expect(told[0]!.subject).toContain('ida@school.example')
  expect(told[0]!.text).toContain('students, ')
  expect(told[0]!.text).toContain('all of the school’s data, ')
  const kept = await rows<{ action: string }>(
    s.database.db,
    sql`select action from audit_entries where action in ('students-export', 'school-export') order by action`,
  )
  expect(kept.map(({ action }) => action)).toEqual(['school-export', 'students-export'])
})

test('the export of the whole school is for full administrators only', async () => {
  const tom = await served.signIn('tom@school.example')
  const ann = await served.signIn('ann@home.example')
  for (const who of [tom, ann]) {
    const answer = await fetch(`${served.origin}/files/school.zip`, { headers: { cookie: who.cookie } })
    expect(answer.status).toBe(403)
  }
  await s.database.db.execute(sql`update role_grants set area = 'registrar' where role = 'admin'`)
  expect((await get('/files/students.csv')).status).toBe(200)
  expect((await get('/files/school.zip')).status).toBe(403)
})
