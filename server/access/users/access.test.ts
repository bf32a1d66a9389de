import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Area } from '#contract/areas.ts'
import { mails } from '#server/platform/tables.ts'
import { servedSchool } from '#tests/served.ts'

const { s, served } = servedSchool()

const verify = (email: string) =>
  s.database.db.execute(sql`update accounts set is_verified = true where email = ${email}`)
const invite = (
  email: string,
  more: { role?: 'admin' | 'teacher' | 'parent'; area?: Area; endsOn?: string | null } = {},
) => s.ida.call('users-invite', { email, name: 'Rita Registrar', nativeName: '黎塔', role: 'admin', ...more })
const lettersTo = (email: string) => s.database.db.$count(mails, eq(mails.to, email))
const reason = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { details?: { reason?: string } }) => error.details?.reason,
  )

describe('an invitation', () => {
  test('creates an account and a person, and sends an email each time', async () => {
    expect(await invite('rita@school.example', { area: 'registrar' })).toMatchObject({
      name: 'Rita Registrar',
      nativeName: '黎塔',
      roles: ['admin'],
      area: 'registrar',
      isVerified: false,
    })
    expect(await lettersTo('rita@school.example')).toBe(1)
    await s.database.db.execute(sql`update mails set queued_at = queued_at - interval '1 hour'`)
    await invite('rita@school.example', { area: 'registrar' })
    expect(await lettersTo('rita@school.example')).toBe(2)
    const { rows } = await s.ida.call('users-list', { search: '黎塔' })
    expect(rows).toHaveLength(1)
    expect(await s.ida.call('users-get', { id: rows[0]!.id })).toMatchObject({
      isInvited: true,
      grants: [{ role: 'admin', area: 'registrar', isLive: true, endsOn: null, startedOn: '2026-09-13' }],
    })
  })
  test('gives the role to the person who already has that address, under their own name', async () => {
    expect(await invite('tom@school.example', { role: 'parent' })).toMatchObject({
      name: 'Tom Teacher',
      roles: ['parent', 'teacher'],
      area: null,
    })
    expect((await s.ida.call('users-list', { search: 'tom@' })).total).toBe(1)
    await s.ida.call('users-endRole', { id: (await s.tom.actor()).accountId!, role: 'parent' })
  })
  test('can be sent only by full administrators', async () => {
    await invite('rita@school.example', { area: 'registrar' })
    await verify('rita@school.example')
    const rita = s.person('rita@school.example')
    const input = { email: 'eva@school.example', name: 'Eva', nativeName: '', role: 'admin' as const }
    expect(await reason(rita.call('users-invite', input))).toBe('AREA_NEEDED')
    expect(await reason(s.ann.call('users-invite', input))).toBe('ROLE_NEEDED')
    expect(await reason(rita.call('users-grantRole', { id: (await rita.actor()).accountId!, role: 'admin' }))).toBe(
      'AREA_NEEDED',
    )
  })
})

describe('a role with an end date', () => {
  test('lasts through that day in the school’s time zone, then ends automatically', async () => {
    await invite('rita@school.example', { area: 'auditor', endsOn: '2026-09-13' })
    await verify('rita@school.example')
    const rita = s.person('rita@school.example')
    expect((await rita.actor()).roles).toEqual(['admin'])
    expect((await rita.call('students-list', {})).total).toBe(3)
    const [grant] = (await s.ida.call('users-get', { id: (await rita.actor()).accountId! })).grants
    expect(grant).toMatchObject({ endsOn: '2026-09-13', isLive: true })
    // The school's clock shows ten past two, so its day has less than ten hours left.
    const [left] = (
      await s.database.db.execute<{ hours: number }>(
        sql`select extract(epoch from ends_at - now())::float / 3600 as hours from role_grants where id = ${grant!.id}::uuid`,
      )
    ).rows
    expect(left!.hours).toBeGreaterThan(9.7)
    expect(left!.hours).toBeLessThan(9.9)
    await s.database.db.execute(
      sql`update role_grants set ends_at = now() - interval '1 second' where id = ${grant!.id}::uuid`,
    )
    expect((await rita.actor()).roles).toEqual([])
    expect(await reason(rita.call('students-list', {}))).toBe('ROLE_NEEDED')
  })
  test('can be extended, and granting it after it ended makes a new grant', async () => {
    const id = (await s.eve.actor()).accountId!
    await s.ida.call('users-grantRole', { id, role: 'admin', area: 'treasurer', endsOn: '2026-12-31' })
    await s.ida.call('users-grantRole', { id, role: 'admin', area: 'treasurer', endsOn: '2027-06-30' })
    const grants = async () =>
      (await s.ida.call('users-get', { id })).grants.filter(({ role }) => role === 'admin').map(each => each.endsOn)
    expect(await grants()).toEqual(['2027-06-30'])
    await s.ida.call('users-endRole', { id, role: 'admin' })
    await s.ida.call('users-grantRole', { id, role: 'admin', area: 'auditor', endsOn: null })
    expect(await grants()).toEqual([null, '2026-09-13'])
    await s.ida.call('users-endRole', { id, role: 'admin' })
  })
  test('can’t end in the past', async () => {
    await expect(invite('late@school.example', { endsOn: '2026-09-12' })).rejects.toMatchObject({
      details: { fields: [{ path: 'endsOn', message: 'past' }] },
    })
  })
  test('removes a teacher from pickers and lists once it is over', async () => {
    const id = (await s.eve.actor()).accountId!
    await s.ida.call('users-grantRole', { id, role: 'teacher', endsOn: '2026-09-20' })
    const listed = async () => (await s.ida.call('teachers-list', { search: 'eve' })).total
    expect(await listed()).toBe(1)
    await s.database.db.execute(
      sql`update role_grants set ends_at = now() - interval '1 second' where role = 'teacher' and ends_at is not null and person_id = ${(await s.eve.actor()).personId}::uuid`,
    )
    expect(await listed()).toBe(0)
    expect((await s.ida.call('classes-parts', {})).teachers.map(({ name }) => name)).not.toContain('Eve Teacher')
    await s.ida.call('users-grantRole', { id, role: 'teacher' })
    expect(await listed()).toBe(1)
  })
})

describe('an administrator’s area', () => {
  const as = async (area: Area) => {
    await invite('rita@school.example', { area, endsOn: null })
    await verify('rita@school.example')
    return s.person('rita@school.example')
  }
  const payment = async () => ({
    householdId: s.annRegistration.householdId,
    method: 'cash' as const,
    amountCents: 100,
    receivedOn: '2026-09-13',
    reference: '',
    payer: '',
  })
  test('registrar: runs classes, but records no payments', async () => {
    const rita = await as('registrar')
    expect(await rita.call('users-me', {})).toMatchObject({ roles: ['admin'], area: 'registrar' })
    expect((await rita.call('payments-households', {})).rows).toHaveLength(2)
    expect(await reason(rita.call('payments-record', await payment()))).toBe('AREA_NEEDED')
    expect(await reason(rita.call('classes-createRoom', { name: 'Attic', capacity: 3 }))).toBe('done')
  })
  test('treasurer: handles money and only reads people', async () => {
    const rita = await as('treasurer')
    expect(await rita.call('users-me', {})).toMatchObject({ roles: ['admin'], area: 'treasurer' })
    expect(await reason(rita.call('payments-record', await payment()))).toBe('done')
    expect((await rita.call('students-list', {})).total).toBe(3)
    expect(await reason(rita.call('messages-outbox', {}))).toBe('AREA_NEEDED')
    expect(await reason(rita.call('classes-createRoom', { name: 'Cellar', capacity: 3 }))).toBe('AREA_NEEDED')
  })
  test('auditor: reads, but writes only their own settings', async () => {
    const rita = await as('auditor')
    expect((await rita.call('audit-list', {})).total).toBeGreaterThan(0)
    expect(await reason(rita.call('payments-record', await payment()))).toBe('AREA_NEEDED')
    expect(await reason(rita.call('users-changeLanguage', { language: 'zh' }))).toBe('done')
  })
  test('limits what is seen as an administrator, even when another role lets the call in', async () => {
    // A parent who is also the treasurer can't read children's marks as an administrator, but can read their own as a
    // parent.
    const id = (await s.bob.actor()).accountId!
    await s.ida.call('users-grantRole', { id, role: 'admin', area: 'treasurer' })
    const [mia] = (await s.ida.call('students-list', { search: 'Mia' })).rows
    expect(await s.bob.call('students-get', { id: mia!.id })).toMatchObject({ name: 'Mia Wang' })
    expect(await reason(s.bob.call('absences-roll', { meetingId: s.meetingId }))).toBe('AREA_NEEDED')
    await s.ida.call('users-endRole', { id, role: 'admin' })
    expect(await reason(s.bob.call('students-get', { id: mia!.id }))).toBe('NOT_FOUND')
  })
  test('applies to files, too', async () => {
    const open = async (email: string) => {
      const { cookie } = await served.signIn(email)
      return fetch(`${served.origin}/files/students.csv?search=王&lang=en`, { headers: { cookie } })
    }
    await as('treasurer')
    const file = await open('rita@school.example')
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const bytes = Buffer.from(await file.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [header, ...lines] = bytes.toString('utf8').slice(1).trimEnd().split('\r\n')
    expect(header).toMatch(/^Name,Native name,/)
    expect(lines.map(line => line.split(',')[0])).toEqual(['Leo Wang', 'Mia Wang'])
    for (const email of ['ann@home.example', 'tom@school.example']) expect((await open(email)).status).toBe(403)
    expect((await fetch(`${served.origin}/files/families.csv`)).status).toBe(403)
    expect((await s.ida.call('audit-list', { search: 'students-export' })).rows).toMatchObject([
      { actor: 'rita@school.example' },
    ])
  })
})

describe('a suspended account', () => {
  beforeEach(() => invite('rita@school.example', { area: 'registrar', endsOn: null }))
  test('loses access at once, and gets it back with a new sign-in when restored', async () => {
    await verify('rita@school.example')
    const id = (await s.person('rita@school.example').actor()).accountId!
    const { idToken } = await served.signIn('rita@school.example')
    expect((await served.call('students-list', {}, idToken)).status).toBe(200)
    expect(await s.ida.call('users-signIns', { id })).toHaveLength(2)
    expect(await s.ida.call('users-suspend', { id })).toMatchObject({ isDisabled: true })
    expect((await served.call('students-list', {}, idToken)).status).toBe(401)
    expect(await s.ida.call('users-signIns', { id })).toEqual([])
    expect((await s.ida.call('users-list', { isDisabled: true })).rows.map(each => each.id)).toEqual([id])
    expect(await s.ida.call('users-restore', { id })).toMatchObject({ isDisabled: false })
    expect((await served.call('students-list', {}, idToken)).status).toBe(401)
    const again = await served.signIn('rita@school.example')
    expect((await served.call('students-list', {}, again.idToken)).status).toBe(200)
    expect(await s.ida.call('users-endSignIns', { id })).toEqual({ ended: 1 })
    expect((await served.call('students-list', {}, again.idToken)).status).toBe(401)
  })
  test('can’t be one’s own or that of the last full administrator', async () => {
    const ida = (await s.ida.actor()).accountId!
    expect(await reason(s.ida.call('users-suspend', { id: ida }))).toBe('OWN_ACCOUNT')
    // Tom is a full administrator for a limited time; when that is over, there must still be one.
    const tom = (await s.tom.actor()).accountId!
    await s.ida.call('users-grantRole', { id: tom, role: 'admin', area: 'all', endsOn: '2026-12-31' })
    expect(await reason(s.tom.call('users-suspend', { id: ida }))).toBe('LAST_ADMIN')
    expect(await reason(s.tom.call('users-endRole', { id: ida, role: 'admin' }))).toBe('LAST_ADMIN')
    expect(await reason(s.ida.call('users-grantRole', { id: ida, role: 'admin', area: 'registrar' }))).toBe(
      'LAST_ADMIN',
    )
    await s.ida.call('users-endRole', { id: tom, role: 'admin' })
  })
  test('parents and teachers can’t see or end anyone else’s sign-ins', async () => {
    const id = (await s.ann.actor()).accountId!
    for (const who of [s.bob, s.tom]) {
      expect(await reason(who.call('users-signIns', { id }))).toBe('ROLE_NEEDED')
      expect(await reason(who.call('users-endSignIns', { id }))).toBe('ROLE_NEEDED')
      expect(await reason(who.call('users-get', { id }))).toBe('ROLE_NEEDED')
    }
  })
})
