import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DuplicateKind, MergeField } from '#contract/office/duplicates.ts'
import { rows } from '#server/platform/db.ts'
import { secrets } from '#server/school/config/tables.ts'
import { calendarFeeds } from '#server/communication/events/tables.ts'
import { signIns } from '#server/access/identity/tables.ts'
import { balanceOf } from '#server/money/payments/tables.ts'
import { pushSubscriptions } from '#server/access/push/tables.ts'
import { family, school, type SmallSchool, blankChild } from '#tests/school.ts'
import { listLooseColumns, listReferences } from './referenceQueries.ts'
import { looseColumns, mergedTables, treatments } from './references.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const one = async <T>(statement: ReturnType<typeof sql>): Promise<T> => (await rows<T>(s.database.db, statement))[0]!
const idOf = async (name: string): Promise<string> =>
  (await one<{ id: string }>(sql`select id from persons where name = ${name} order by id desc limit 1`)).id
const compared = (of: DuplicateKind, keepId: string, dropId: string) =>
  s.ida.call('duplicates-compare', { of, keepId, dropId })
const merged = async (
  of: DuplicateKind,
  keepId: string,
  dropId: string,
  choose: Partial<Record<MergeField, 'keep' | 'drop'>> = {},
) => {
  const { mark } = await compared(of, keepId, dropId)
  return s.ida.call('duplicates-merge', { of, keepId, dropId, choose, mark })
}
/** All rows of all tables that a merge may write, to compare them before and after, without sums of others. */
const everything = async (): Promise<string> => {
  const tables = await rows<{ name: string }>(
    s.database.db,
    sql`select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname not in ('operations','audit_entries','batches','batch_changes','mails','sign_ins','accounts','household_balances','stale_balances') order by 1`,
  )
  const all = await Promise.all(
    tables.map(({ name }) =>
      one(
        sql`select ${name}::text as name, coalesce(json_agg(t order by t::text), '[]')::text as rows from ${sql.identifier(name)} t`,
      ),
    ),
  )
  return JSON.stringify(all)
}

describe('references to people and families', () => {
  test('every foreign key has a treatment, and every treatment a foreign key', async () => {
    const found = await listReferences(s.database.db, mergedTables)
    expect(found.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(Object.keys(treatments).sort())
  })
  test('every other column that could name a person is accounted for', async () => {
    expect(await listLooseColumns(s.database.db)).toEqual(Object.keys(looseColumns).sort())
  })
})

describe('two records of one family', () => {
  let twin: { id: string; guardianId: string }
  let annHome: string
  beforeAll(async () => {
    annHome = s.annRegistration.householdId
    // The families of the small school all live at the same address.
    await s.ida.call('parents-change', { id: s.bobRegistration.householdId, name: 'Bob Li', address: '9 Hill Street' })
    twin = await s.ida.call('parents-create', {
      name: 'Ann Wang',
      address: '1 Lake Road.',
      guardian: {
        name: 'Ann Wang',
        nativeName: '王安',
        email: 'ann.wang@work.example',
        phone: '+1 (555) 0100',
        language: 'zh',
        relationship: 'mother',
        hasDataAccess: true,
        mayPickUp: true,
      },
    })
    await s.ida.call('students-create', {
      ...blankChild,
      householdId: twin.id,
      name: 'Mia Wang',
      nativeName: '王美雅',
      birthOn: '2019-03-01',
      grade: '2',
      allergies: 'Peanuts',
    })
    await s.ida.call('payments-record', {
      householdId: twin.id,
      amountCents: 12_345,
      method: 'cash',
      reference: '',
      payer: 'Ann',
      receivedOn: '2026-09-13',
    })
  })

  test('are suggested, as are their children and parents, until they are marked as different', async () => {
    await s.database.db.execute(sql`update persons set native_name = '王安' where name = 'Ann Wang'`)
    const families = await s.ida.call('duplicates-list', { of: 'household' })
    expect(families.total).toBe(1)
    expect([families.rows[0]!.one, families.rows[0]!.other].map(({ nativeName }) => nativeName)).toContain('王安')
    expect(families.rows[0]).toMatchObject({ reasons: expect.arrayContaining(['address', 'child']) })
    expect(new Set([families.rows[0]!.one.id, families.rows[0]!.other.id])).toEqual(new Set([annHome, twin.id]))
    const children = await s.ida.call('duplicates-list', { of: 'student' })
    expect(children.rows.map(({ one: a }) => a.name)).toEqual(['Mia Wang'])
    const adults = await s.ida.call('duplicates-list', { of: 'adult' })
    expect(adults.rows.map(({ one: a }) => a.name)).toEqual(['Ann Wang'])
    const ids = [families.rows[0]!.other.id, families.rows[0]!.one.id] as [string, string]
    await s.ida.call('duplicates-dismiss', { of: 'household', ids })
    expect((await s.ida.call('duplicates-list', { of: 'household' })).rows).toEqual([])
    await s.ida.call('duplicates-suggest', { of: 'household', ids })
    expect((await s.ida.call('duplicates-list', { of: 'household' })).total).toBe(1)
  })

  test('siblings, couples and namesakes are not suggested', async () => {
    const all = await Promise.all(
      (['household', 'student', 'adult'] as const).map(of => s.ida.call('duplicates-list', { of })),
    )
    const names = all.flatMap(({ rows: found }) => found.flatMap(({ one: a, other: b }) => [a.name, b.name]))
    expect(names).not.toContain('Leo Wang')
    expect(names).not.toContain('Zoe Li')
  })

  test('can be found by name, besides the suggested ones', async () => {
    const found = await s.ida.call('duplicates-find', { of: 'household', search: 'zoe', besides: annHome })
    expect(found).toMatchObject([{ name: 'Bob Li', people: [{ name: 'Bob Li' }, { name: 'Zoe Li' }] }])
    expect(await s.ida.call('duplicates-find', { of: 'adult', search: 'zoe', besides: annHome })).toEqual([])
  })

  test('only the office compares or merges', async () => {
    const { mark } = await compared('household', annHome, twin.id)
    for (const who of [s.ann, s.tom]) {
      const pair = { of: 'household' as const, keepId: annHome, dropId: twin.id }
      await expect(who.call('duplicates-compare', pair)).rejects.toThrow('role')
      await expect(who.call('duplicates-merge', { ...pair, choose: {}, mark })).rejects.toThrow('role')
    }
  })

  describe('merged into one', () => {
    let before: string
    let sum: number
    let batchId: string
    const owed = async (id: string) =>
      (await one<{ cents: number }>(sql`select ${balanceOf(sql`${id}::uuid`)} as cents`)).cents
    /** The balances in the office's list, which are stored. */
    const listed = async () =>
      Object.fromEntries(
        (await s.ida.call('payments-households', {})).rows
          .filter(({ householdId }) => [annHome, twin.id].includes(householdId))
          .map(({ householdId, balanceCents }) => [householdId, balanceCents]),
      )
    beforeAll(async () => {
      before = await everything()
      sum = (await owed(annHome)) + (await owed(twin.id))
      expect(await listed()).toEqual({ [annHome]: await owed(annHome), [twin.id]: await owed(twin.id) })
      ;({ batchId } = await merged('household', annHome, twin.id, { address: 'drop' }))
    })

    test('have both ledgers, to the cent, both children and both guardians', async () => {
      expect(await owed(annHome)).toBe(sum)
      expect(await listed()).toEqual({ [annHome]: sum })
      const home = await s.ida.call('parents-get', { id: annHome })
      expect(home).toMatchObject({ address: '1 Lake Road.', balanceCents: sum })
      expect(home.children.map(({ name }) => name).sort()).toEqual(['Leo Wang', 'Mia Wang', 'Mia Wang'])
      expect(home.guardians).toHaveLength(2)
      await expect(s.ida.call('parents-get', { id: twin.id })).rejects.toThrow('not found')
    })

    test('can’t be merged a second time', async () => {
      await expect(compared('household', annHome, twin.id)).rejects.toThrow('not found')
    })

    test('then merge the two guardians: the sign-in stays, and empty fields are filled', async () => {
      const ann = (await s.ann.actor()).personId!
      const look = await compared('adult', ann, twin.guardianId)
      expect(look.accounts).toEqual(['ann@home.example', null])
      expect(look.fields.find(({ key }) => key === 'email')).toMatchObject({ suggested: 'keep', isFixed: true })
      const both = await merged('adult', ann, twin.guardianId, { email: 'drop', phone: 'drop' })
      const home = await s.ida.call('parents-get', { id: annHome })
      expect(home.guardians).toMatchObject([
        { name: 'Ann Wang', nativeName: '王安', email: 'ann@home.example', phone: '+1 (555) 0100', hasAccount: true },
      ])
      const mine = await s.ann.call('students-mine', {})
      expect(mine.map(({ name }) => name).sort()).toEqual(['Leo Wang', 'Mia Wang', 'Mia Wang'])
      await s.ida.call('batches-undo', { id: both.batchId })
    })

    test('are separated by an undo exactly as they were', async () => {
      await s.ida.call('batches-undo', { id: batchId })
      expect(await everything()).toBe(before)
      expect(await listed()).toEqual({ [annHome]: await owed(annHome), [twin.id]: await owed(twin.id) })
    })
  })

  describe('two records of one student', () => {
    let mia: string
    let other: string
    beforeEach(async () => {
      const found = await rows<{ id: string; home: string }>(
        s.database.db,
        sql`select p.id, s.household_id as home from persons p join students s on s.id = p.id where p.name = 'Mia Wang'`,
      )
      mia = found.find(({ home }) => home === annHome)!.id
      other = found.find(({ home }) => home === twin.id)!.id
    })

    test('keep classes, roll and money, and get the other’s details and pick-up blocks', async () => {
      await s.ida.call('parents-denyPickUp', {
        householdId: twin.id,
        studentId: null,
        name: 'Uncle Max',
        phone: '',
        relationship: '',
        fromDay: '2026-09-01',
        toDay: null,
      })
      const before = await everything()
      const look = await compared('student', mia, other)
      expect(look.notes).toContain('homes')
      expect(look.hangs.find(({ what }) => what === 'classes')).toEqual({ what: 'classes', counts: [1, 0] })
      const { batchId } = await merged('student', mia, other, { grade: 'drop' })
      const record = await s.ida.call('students-get', { id: mia })
      expect(record).toMatchObject({ grade: '2', allergies: 'Peanuts', householdId: annHome })
      expect(record.pickUps.filter(({ rule }) => rule === 'deny').map(({ name }) => name)).toEqual(['Uncle Max'])
      expect(record.sections).toHaveLength(1)
      await s.ida.call('batches-undo', { id: batchId })
      expect(await everything()).toBe(before)
    })

    test('who are in the same class are refused by the class’s name', async () => {
      await s.ida.call('enrolments-enrol', { studentId: other, sectionId: s.grade1.id })
      const look = await compared('student', mia, other)
      expect(look.obstacles).toEqual([{ kind: 'sameClass', what: 'Grade 1' }])
      await expect(merged('student', mia, other)).rejects.toMatchObject({ details: { reason: 'BOTH_ENROLLED' } })
    })
  })
})

describe('rules if both have the same', () => {
  test('a guardian without access stays without: the stricter right wins, and the role ends', async () => {
    const zoe = await idOf('Zoe Li')
    const home = s.bobRegistration.householdId
    const guardian = (name: string, hasDataAccess: boolean) =>
      s.ida.call('parents-addGuardian', {
        householdId: home,
        guardian: {
          name,
          nativeName: '',
          email: '',
          phone: '',
          language: 'en',
          relationship: 'father',
          hasDataAccess,
          mayPickUp: hasDataAccess,
        },
      })
    const open = await guardian('Ben Li', true)
    const barred = await guardian('Ben B. Li', false)
    expect((await compared('adult', open.id, barred.id)).notes).toContain('rights')
    await merged('adult', open.id, barred.id)
    expect(
      await rows(
        s.database.db,
        sql`select has_data_access as access, may_pick_up as fetch from guardianships where student_id = ${zoe}::uuid and guardian_id = ${open.id}::uuid`,
      ),
    ).toEqual([{ access: false, fetch: false }])
    const [live] = await rows<{ n: number }>(
      s.database.db,
      sql`select count(*)::int as n from role_grants where person_id = ${open.id}::uuid and ends_at is null`,
    )
    expect(live).toEqual({ n: 0 })
  })

  test('a parent and child are never merged', async () => {
    const [bob, zoe] = [(await s.bob.actor()).personId!, await idOf('Zoe Li')]
    await expect(compared('adult', bob, zoe)).rejects.toThrow('not found')
    await expect(compared('student', zoe, bob)).rejects.toThrow('not found')
  })

  test('two accounts: the kept email signs in, and the other finds nothing', async () => {
    const again = await s.newcomer('bob.li@work.example', 'Bob')
    await s.register(
      again,
      family(
        { name: 'Bob Li' },
        [{ key: 'zed', name: 'Zed Li', birthOn: '2018-08-01' }],
        [{ childKey: 'zed', sectionId: s.chess.id }],
        s.term.id,
      ),
    )
    const [bob, twin] = [(await s.bob.actor()).personId!, (await again.actor()).personId!]
    const look = await compared('adult', bob, twin)
    expect(look.notes).toEqual(expect.arrayContaining(['roles', 'account']))
    const { batchId } = await merged('adult', bob, twin, { email: 'drop' })
    expect(await again.actor()).toMatchObject({ personId: bob, roles: ['parent'] })
    expect(await s.bob.actor()).toMatchObject({ personId: null, roles: [] })
    expect((await again.call('students-mine', {})).map(({ name }) => name).sort()).toEqual(['Zed Li', 'Zoe Li'])
    await s.ida.call('batches-undo', { id: batchId })
    expect((await s.bob.call('students-mine', {})).map(({ name }) => name)).toEqual(['Zoe Li'])
    expect((await again.call('students-mine', {})).map(({ name }) => name)).toEqual(['Zed Li'])
  })

  test('devices and calendars move with their person and back, and their keys are never copied', async () => {
    const home = await s.ida.call('parents-create', {
      name: 'Bob-Twin',
      address: '',
      guardian: {
        name: 'Bob Li',
        nativeName: '',
        email: 'bob@twin.example',
        phone: '',
        language: 'en',
        relationship: 'father',
        hasDataAccess: true,
        mayPickUp: true,
      },
    })
    const [bob, twin] = [(await s.bob.actor()).personId!, home.guardianId]
    const { db } = s.database
    const key = 'k'.repeat(60)
    const [signIn] = await db
      .insert(signIns)
      .values({
        accountId: (await s.bob.actor()).accountId!,
        provider: 'password',
        authTime: new Date(),
        lastUsedAt: new Date(),
        refreshHash: key,
        expiresAt: new Date(Date.now() + 86_400_000),
      })
      .returning()
    await db.insert(pushSubscriptions).values({
      signInId: signIn!.id,
      personId: twin,
      endpoint: `https://push.example/${key}`,
      p256dh: key,
      secret: key,
      schoolKey: 'school',
      createdAt: new Date(),
    })
    for (const [personId, n] of [
      [bob, 1],
      [twin, 2],
    ] as const)
      await db.insert(calendarFeeds).values({ personId, tokenHash: `${key}${n}`, createdAt: new Date() })
    await db.insert(secrets).values({ name: 'test', sealed: key, ending: key, changedBy: twin, changedAt: new Date() })
    const before = await everything()
    const { batchId } = await merged('adult', bob, twin)
    expect(await db.select({ personId: pushSubscriptions.personId }).from(pushSubscriptions)).toEqual([
      { personId: bob },
    ])
    const copies = await rows<{ table: string; all: string }>(
      db,
      sql`select table_name as "table", c::text as "all" from batch_changes c where batch_id = ${batchId}::uuid`,
    )
    expect(copies.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['push_subscriptions', 'calendar_feeds', 'secrets']),
    )
    expect(copies.filter(({ all }) => all.includes(key))).toEqual([])
    await s.ida.call('batches-undo', { id: batchId })
    expect(await everything()).toBe(before)
  })

  test('a registrar can’t take an administrator’s place', async () => {
    await s.ida.call('users-invite', {
      email: 'reg@school.example',
      name: 'Reg Istrar',
      nativeName: '',
      role: 'admin',
      area: 'registrar',
    })
    await s.database.db.execute(sql`update accounts set is_verified = true where email = 'reg@school.example'`)
    const reg = s.person('reg@school.example')
    const [mine, ida] = [(await reg.actor()).personId!, (await s.ida.actor()).personId!]
    const look = await reg.call('duplicates-compare', { of: 'adult', keepId: mine, dropId: ida })
    expect(look.obstacles).toEqual([{ kind: 'admin', what: '' }])
    await expect(
      reg.call('duplicates-merge', { of: 'adult', keepId: mine, dropId: ida, choose: {}, mark: look.mark }),
    ).rejects.toMatchObject({ details: { reason: 'AREA_NEEDED' } })
    expect((await s.ida.actor()).personId).toBe(ida)
  })

  test('a registrar can’t give an account to staff without one; a full administrator can', async () => {
    const reg = await s.officer('registrar')
    const { id: staff } = await s.ida.call('teachers-create', {
      name: 'Nora New',
      nativeName: '',
      email: 'nora@school.example',
      phone: '',
    })
    // As after an import: a teacher on file who wasn't invited yet.
    await s.database.db.execute(sql`update persons set account_id = null where id = ${staff}::uuid`)
    const thief = (await s.bob.actor()).personId!
    for (const pair of [
      { keepId: thief, dropId: staff },
      { keepId: staff, dropId: thief },
    ]) {
      const look = await reg.call('duplicates-compare', { of: 'adult', ...pair })
      expect(look.obstacles).toEqual([{ kind: 'admin', what: '' }])
      await expect(
        reg.call('duplicates-merge', { of: 'adult', ...pair, choose: {}, mark: look.mark }),
      ).rejects.toMatchObject({ details: { reason: 'AREA_NEEDED' } })
      expect((await s.ida.call('duplicates-compare', { of: 'adult', ...pair })).obstacles).toEqual([])
    }
    expect((await s.bob.actor()).roles).toEqual(['parent'])
  })

  test('teacher records merge, and a teacher who is a parent keeps both roles', async () => {
    const [tom, bob] = [(await s.tom.actor()).personId!, (await s.bob.actor()).personId!]
    const { batchId } = await merged('adult', bob, tom, { name: 'keep' })
    const taught = await rows<{ n: number }>(
      s.database.db,
      sql`select count(*)::int as n from section_teachers where teacher_id = ${bob}::uuid`,
    )
    expect(taught).toEqual([{ n: 1 }])
    expect((await s.bob.actor()).roles).toEqual(['parent', 'teacher'])
    await s.ida.call('batches-undo', { id: batchId })
    expect((await s.tom.actor()).roles).toEqual(['teacher'])
  })

  test('a merge is refused if one of the two changed after the comparison', async () => {
    const [bob, eve] = [(await s.bob.actor()).personId!, (await s.eve.actor()).personId!]
    const { mark } = await compared('adult', bob, eve)
    await s.bob.call('parents-changeMe', { name: 'Robert Li', nativeName: '', phone: '', language: 'en' })
    await expect(
      s.ida.call('duplicates-merge', { of: 'adult', keepId: bob, dropId: eve, choose: {}, mark }),
    ).rejects.toMatchObject({ details: { reason: 'CHANGED_MEANWHILE' } })
  })
})

test('a number shared by a few is evidence; one shared by more than fifty is a placeholder', async () => {
  const total = async () => (await s.ida.call('duplicates-list', { of: 'adult' })).total
  const enter = (from: number, to: number) =>
    rows(
      s.database.db,
      sql`insert into persons (id, name, phone) select gen_random_uuid(), 'Sam Placeholder ' || n, '000-000-0000' from generate_series(${from}::int, ${to}::int) n`,
    )
  const before = await total()
  await enter(1, 2)
  expect(await total()).toBe(before + 1)
  await enter(3, 51)
  expect(await total()).toBe(before)
})
