import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Area } from '#contract/areas.ts'
import { CallError } from '#server/platform/errors.ts'
import { rows } from '#server/platform/db.ts'
import { endStaffRoles } from './acts.ts'
import { deleteOwnAccount } from '#server/access/identity/accounts.ts'
import { idTokenOf } from '#server/access/identity/signingIn.ts'
import { insertSignIn } from '#server/access/identity/queries.ts'
import { IdentityError } from '#server/access/identity/wire.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'

// Nobody becomes staff through an address that they chose themselves, or that someone with fewer rights has chosen.
let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const reasonOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? (error.details as { reason: string }).reason : error),
  )

const officer = async (email: string, area: Area): Promise<Person> => {
  const made = await s.newcomer(email)
  await s.ida.call('users-grantRole', { id: (await made.actor()).accountId!, role: 'admin', area })
  return made
}

/** A person with a recent sign-in deletes their own account. */
const leave = async (who: Person): Promise<unknown> => {
  const { accountId } = await who.actor()
  const now = new Date()
  const signIn = await insertSignIn(s.database.db, {
    accountId: accountId!,
    provider: 'password',
    authTime: now,
    lastUsedAt: now,
    refreshHash: crypto.randomUUID(),
    expiresAt: new Date(now.getTime() + 60_000),
  })
  const settings = { ...s.settings, enumerationProtection: true }
  const idToken = await idTokenOf(s.database, settings.publicUrl, signIn, now)
  return deleteOwnAccount({
    tools: { database: s.database, endStaffRoles, jobs: null, settings },
    body: { idToken },
    apiKey: 'k',
    language: null,
    address: '127.0.0.1',
    session: undefined,
    device: undefined,
    giveDevice: () => undefined,
    userAgent: '',
    now,
  }).catch((error: unknown) => (error instanceof IdentityError ? error.message : error))
}

const grantsOf = (name: string) =>
  rows(
    s.database.db,
    sql`select g.role from role_grants g join persons p on p.id = g.person_id where p.name = ${name} and g.ends_at is null order by g.role`,
  )

test('deleting one’s account ends all staff roles, and the last full administrator can’t delete theirs', async () => {
  expect(await leave(s.ida)).toMatch(/^OPERATION_NOT_ALLOWED/)
  const second = await officer('second@school.example', 'all')
  await s.ida.call('users-grantRole', { id: (await second.actor()).accountId!, role: 'teacher' })
  await s.ida.call('users-grantRole', { id: (await second.actor()).accountId!, role: 'parent' })
  expect(await grantsOf('second')).toEqual([{ role: 'admin' }, { role: 'parent' }, { role: 'teacher' }])
  expect(await leave(second)).toEqual({ kind: 'identitytoolkit#DeleteAccountResponse' })
  expect(await grantsOf('second')).toEqual([{ role: 'parent' }])
  // The next person with this address has no role.
  expect((await (await s.newcomer('second@school.example')).actor()).roles).toEqual([])
})

test('only full administrators can change a staff member’s address, as a teacher or as a guardian', async () => {
  const registrar = await officer('registrar@school.example', 'registrar')
  const [row] = await rows<{ id: string }>(
    s.database.db,
    sql`insert into persons (id, name, email) values (gen_random_uuid(), 'Nell', 'nell@school.example') returning id`,
  )
  const id = row!.id
  await s.database.db.execute(sql`insert into teachers (id, created_at) values (${id}::uuid, now())`)
  await s.database.db.execute(
    sql`insert into role_grants (id, person_id, role, starts_at) values (gen_random_uuid(), ${id}::uuid, 'teacher', now())`,
  )
  const teacher = { id, name: 'Nell', nativeName: '', phone: '+1 585 555 0100' }
  await registrar.call('teachers-change', { ...teacher, email: 'nell@school.example' })
  expect(await reasonOf(registrar.call('teachers-change', { ...teacher, email: 'mine@evil.example' }))).toBe(
    'AREA_NEEDED',
  )
  await s.ida.call('teachers-change', { ...teacher, email: 'nell@new.example' })

  const [home] = await rows<{ id: string }>(s.database.db, sql`select id from households order by id limit 1`)
  const householdId = home!.id
  const self = { name: 'Nell', nativeName: '', email: 'nell@new.example', phone: '', language: 'en' as const }
  const added = await s.ida.call('parents-addGuardian', {
    householdId,
    guardian: { ...self, relationship: 'other', hasDataAccess: true, mayPickUp: false },
  })
  expect(added.id).toBe(id)
  const change = { ...self, householdId, id, contactOrder: 2, children: [] }
  await registrar.call('parents-changeGuardian', { ...change, phone: '+1 585 555 0111' })
  expect(await reasonOf(registrar.call('parents-changeGuardian', { ...change, email: 'mine@evil.example' }))).toBe(
    'AREA_NEEDED',
  )
})

test('registering with a staff member’s address makes a new person, with nothing to claim', async () => {
  const nell = await s.newcomer('nell@new.example', 'Nell')
  expect((await nell.call('claims-offer', {})).people).toEqual([])
  await s.register(nell, {
    ...s.annFamily,
    guardians: s.annFamily.guardians.map(each => ({ ...each, name: 'Nell' })),
    consents: { ...s.annFamily.consents, signedName: 'Nell' },
    children: [{ ...s.annFamily.children[0]!, name: 'New Child', nativeName: '' }],
    choices: [{ childKey: 'mia', sectionId: s.chess.id }],
  })
  expect((await nell.actor()).roles).toEqual(['parent'])
})
