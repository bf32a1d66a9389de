import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const guardian = (values: { name: string; email: string; hasDataAccess?: boolean }) => ({
  nativeName: '',
  phone: '',
  language: 'zh' as const,
  relationship: 'father' as const,
  hasDataAccess: true,
  mayPickUp: true,
  ...values,
})
const makeFamily = (name: string, values: Partial<Parameters<typeof guardian>[0]> = {}) =>
  s.ida.call('parents-create', {
    name,
    address: '',
    guardian: guardian({ name: `${name} Parent`, email: `${name.toLowerCase()}@home.example`, ...values }),
  })
const reason = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { details?: { reason?: string } }) => error.details?.reason,
  )
const letters = async (to: string) =>
  (await rows<{ subject: string }>(s.database.db, sql`select subject from mails where "to" = ${to} order by id`)).map(
    ({ subject }) => subject,
  )
const why = (kept: { name: string; reason: string }[]) =>
  Object.fromEntries(kept.map(({ name, reason: of }) => [name, of]))

describe('inviting the guardians of many families at once', () => {
  let ids: string[]
  beforeAll(async () => {
    const made = [
      await makeFamily('Park'),
      await makeFamily('Silent', { email: '' }),
      await makeFamily('Barred', { hasDataAccess: false }),
      await makeFamily('Bounced'),
    ]
    await s.ida.call('parents-addGuardian', {
      householdId: made[0]!.id,
      guardian: guardian({ name: 'Second Park', email: 'second@home.example' }),
    })
    await s.database.db.execute(
      sql`insert into mails (id, "to", subject, text, html, status) values (gen_random_uuid(), 'bounced@home.example', 's', 't', 'h', 'failed')`,
    )
    await s.database.db.execute(
      sql`update accounts set password_hash = 'x' where email in (${s.ann.email}, ${s.tom.email})`,
    )
    const [ann] = await s.ann.call('parents-household', {})
    ids = [...made.map(({ id }) => id), ann!.id]
  })

  test('the preview lists who gets an email, and who doesn’t and why', async () => {
    const { send, kept } = await s.ida.call('parents-previewInvitations', { ids })
    expect(send.map(({ name, email, isAgain }) => [name, email, isAgain])).toEqual([
      ['Park Parent', 'park@home.example', false],
      ['Second Park', 'second@home.example', false],
    ])
    expect(why(kept)).toMatchObject({
      'Silent Parent': 'NO_EMAIL',
      'Barred Parent': 'NO_DATA_ACCESS',
      'Bounced Parent': 'MAIL_BOUNCED',
    })
    expect(kept.map(each => each.reason)).toContain('HAS_ACCOUNT')
    const even = await s.ida.call('parents-previewInvitations', { ids, evenBounced: true })
    expect(even.send.map(({ name }) => name)).toContain('Bounced Parent')
  })

  test('nothing is sent when the number differs from the one agreed to', async () => {
    expect(await reason(s.ida.call('parents-inviteMany', { ids, agreed: 3 }))).toBe('AUDIENCE_CHANGED')
    expect(await letters('park@home.example')).toEqual([])
  })

  test('each guardian gets one email in their language; those without data access or with a bounce get none', async () => {
    expect(await s.ida.call('parents-inviteMany', { ids, agreed: 2 })).toEqual({ invited: 2 })
    expect(await letters('park@home.example')).toEqual(['湖畔邀请您加入'])
    expect(await letters('second@home.example')).toEqual(['湖畔邀请您加入'])
    expect(await letters('barred@home.example')).toEqual([])
    expect(await letters('bounced@home.example')).toEqual(['s'])
    expect((await s.person('park@home.example').actor()).roles).toEqual(['parent'])
    const { send } = await s.ida.call('parents-previewInvitations', { ids })
    expect(send.map(({ isAgain }) => isAgain)).toEqual([true, true])
  })

  test('when two share an address, only one of them is invited', async () => {
    const { id } = await makeFamily('Twin')
    await s.database.db.execute(
      sql`with p as (insert into persons (id, name, email) values (gen_random_uuid(), 'Twin Other', 'twin@home.example') returning id)
        insert into household_members (household_id, person_id, relationship, has_data_access, may_pick_up, contact_order) select ${id}::uuid, id, 'mother', true, true, 2 from p`,
    )
    const { send, kept } = await s.ida.call('parents-previewInvitations', { ids: [id] })
    expect([send.length, kept.map(each => each.reason)]).toEqual([1, ['EMAIL_TAKEN']])
  })

  test('only the office may invite, and an auditor may only preview', async () => {
    for (const who of [s.ann, s.tom]) {
      expect(await reason(who.call('parents-previewInvitations', { ids }))).toBe('ROLE_NEEDED')
      expect(await reason(who.call('parents-inviteMany', { ids, agreed: 2 }))).toBe('ROLE_NEEDED')
    }
    await s.ida.call('users-invite', {
      email: 'aud@school.example',
      name: 'Aud Itor',
      nativeName: '',
      role: 'admin',
      area: 'auditor',
    })
    await s.database.db.execute(sql`update accounts set is_verified = true where email = 'aud@school.example'`)
    const auditor = s.person('aud@school.example')
    expect((await auditor.call('parents-previewInvitations', { ids })).send).toHaveLength(2)
    for (const kind of ['parents', 'teachers', 'users'] as const)
      expect(await reason(auditor.call(`${kind}-inviteMany`, { ids, agreed: 0 }))).toBe('AREA_NEEDED')
  })
})

describe('inviting teachers and accounts', () => {
  test('a teacher who never signed in is emailed again; one with an account is left out', async () => {
    const { id } = await s.ida.call('teachers-create', {
      name: 'Nora New',
      nativeName: '',
      email: 'nora@school.example',
      phone: '',
    })
    await s.database.db.execute(sql`update mails set queued_at = queued_at - interval '1 day'`)
    const tom = (await s.tom.actor()).personId!
    const { send, kept } = await s.ida.call('teachers-previewInvitations', { ids: [id, tom] })
    expect([send.map(({ name }) => name), kept.map(each => each.reason)]).toEqual([['Nora New'], ['HAS_ACCOUNT']])
    await s.ida.call('teachers-inviteMany', { ids: [id, tom], agreed: 1 })
    expect(await letters('nora@school.example')).toHaveLength(2)
  })

  test('accounts without a role and suspended ones are left out', async () => {
    await s.newcomer('nobody@home.example', 'Nobody Yet')
    const { rows: found } = await s.ida.call('users-list', {})
    const named = (email: string) => found.find(each => each.email === email)!.id
    await s.ida.call('users-suspend', { id: named('second@home.example') })
    const ids = ['nobody@home.example', 'second@home.example', 'park@home.example'].map(named)
    const { send, kept } = await s.ida.call('users-previewInvitations', { ids })
    expect(send.map(({ email }) => email)).toEqual(['park@home.example'])
    expect(why(kept)).toEqual({ 'Nobody Yet': 'NO_ROLE', 'Second Park': 'ACCOUNT_SUSPENDED' })
    expect(await s.ida.call('users-inviteMany', { ids, agreed: 1 })).toEqual({ invited: 1 })
  })
})
