import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DuplicateKind, duplicateKinds, duplicateReasons } from '#contract/office/duplicates.ts'
import { seeded } from '#server/demo/random.ts'
import { householdMembers, households } from '#server/people/parents/tables.ts'
import { guardianships, students } from '#server/people/students/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { type Db, inPieces, openDatabase, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { countLikely, likelyPairs } from './acts.ts'
import { everyRecord } from './policy.ts'
import { keptApart } from './tables.ts'

/** The rule as specified: compares every record with every other one that has anything in common with it. */
const digits = (phone: SQL) => sql`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 9)`
const place = (address: SQL) => sql`btrim(regexp_replace(lower(${address}), '[[:space:][:punct:]]+', ' ', 'g'))`
const inCommon: Record<DuplicateKind, SQL> = {
  household: sql`
    select h.id, h.id as home, 'address' as reason, ${place(sql`h.address`)} as value from households h where h.archived_at is null and length(h.address) > 5
    union select h.id, h.id, 'name', lower(h.name) from households h where h.archived_at is null
    union select m.household_id, m.household_id, 'email', p.email from household_members m join persons p on p.id = m.person_id
      join households h on h.id = m.household_id where h.archived_at is null and p.email <> ''
        and not exists (select 1 from household_members o where o.person_id = m.person_id and o.household_id <> m.household_id)
    union select m.household_id, m.household_id, 'phone', ${digits(sql`p.phone`)} from household_members m join persons p on p.id = m.person_id
      join households h on h.id = m.household_id where h.archived_at is null and length(${digits(sql`p.phone`)}) >= 7
        and not exists (select 1 from household_members o where o.person_id = m.person_id and o.household_id <> m.household_id)
    union select s.household_id, s.household_id, 'child', p.birth_on::text || k.value from students s join persons p on p.id = s.id
      cross join lateral (values (lower(p.name)), (p.native_name)) k(value) where s.archived_at is null and k.value <> ''`,
  student: sql`
    select p.id, s.household_id as home, k.reason, k.value from persons p join students s on s.id = p.id cross join lateral (values
      ('birthOn', p.birth_on::text), ('name', lower(p.name)), ('nativeName', p.native_name)) k(reason, value) where s.archived_at is null and k.value <> ''
    union select g.student_id, s.household_id, 'guardian', k.value from guardianships g join students s on s.id = g.student_id join persons p on p.id = g.guardian_id
      cross join lateral (values (p.email), (case when length(${digits(sql`p.phone`)}) >= 7 then ${digits(sql`p.phone`)} else '' end)) k(value) where s.archived_at is null and k.value <> ''`,
  adult: sql`
    select p.id, m.household_id as home, k.reason, k.value from persons p left join household_members m on m.person_id = p.id left join households h on h.id = m.household_id
      cross join lateral (values ('email', p.email), ('phone', case when length(${digits(sql`p.phone`)}) >= 7 then ${digits(sql`p.phone`)} else '' end),
        ('name', lower(p.name)), ('nativeName', p.native_name), ('birthOn', p.birth_on::text), ('address', case when length(h.address) > 5 then ${place(sql`h.address`)} else '' end)) k(reason, value)
    where k.value <> '' and not exists (select 1 from students s where s.id = p.id)
    union select g.guardian_id, s.household_id, 'child', p.birth_on::text || k.value from guardianships g join students s on s.id = g.student_id join persons p on p.id = s.id
      cross join lateral (values (lower(p.name)), (p.native_name)) k(value) where g.guardian_id <> g.student_id and k.value <> ''`,
}
const has = (...reasons: string[]) =>
  sql`reasons && array[${sql.join(
    reasons.map(each => sql`${each}`),
    sql`, `,
  )}]::text[]`
const isLikely: Record<DuplicateKind, SQL> = {
  household: sql`${has('child', 'email')} or (${has('phone')} and alike >= 0.4) or (${has('address')} and (alike >= 0.5 or ${has('phone')}))`,
  student: sql`(${has('birthOn')} and (${has('name', 'nativeName')} or (alike >= 0.6 and not same_home)))
    or (${has('name', 'nativeName')} and (same_home or ${has('guardian')}))`,
  adult: sql`(${has('email', 'phone')} and (${has('name', 'nativeName')} or alike >= 0.4 and (not same_home or alike >= 0.7)))
    or (${has('name', 'nativeName')} and ${has('birthOn', 'address', 'child')}) or (${has('address')} and alike >= 0.7)`,
}
/** A value shared by more than fifty records is no evidence. */
const isPlaceholder = sql`case k.reason
  when 'address' then (select count(*) from households h where ${place(sql`h.address`)} = k.value) > 50
  when 'phone' then (select count(*) from persons p where ${digits(sql`p.phone`)} = k.value) > 50
  when 'email' then (select count(*) from persons p where p.email = k.value) > 50
  when 'birthOn' then (select count(*) from persons p where p.birth_on::text = k.value) > 50
  when 'child' then (select count(*) from persons p where p.birth_on::text = left(k.value, 10)) > 50
  when 'guardian' then (select count(*) from persons p where p.email = k.value) > 50 or (select count(*) from persons p where ${digits(sql`p.phone`)} = k.value) > 50
  else false end`
const everyPair = (of: DuplicateKind): SQL => sql`(
  with keys as materialized (select k.* from (${inCommon[of]}) k where not ${isPlaceholder}),
  pairs as (
    select a.id as one, b.id as other, array_agg(distinct a.reason) as reasons, coalesce(bool_or(a.home = b.home), false) as same_home
    from keys a join keys b on b.reason = a.reason and b.value = a.value and b.id > a.id group by a.id, b.id
  ),
  named as (select pairs.*, similarity(lower(x.name), lower(y.name)) as alike from pairs
    join ${of === 'household' ? sql`households` : sql`persons`} x on x.id = one join ${of === 'household' ? sql`households` : sql`persons`} y on y.id = other)
  select one, other, case when alike >= 0.6 and not ${has('name')} then array_append(reasons, 'similarName') else reasons end as reasons from named
    where (${isLikely[of]}) and not exists (select 1 from kept_apart k where k.kind = ${of} and k.one_id = one and k.other_id = other))`

type Pair = { one: string; other: string; reasons: string[] }
const read = (db: Db, pairs: SQL): Promise<Pair[]> =>
  rows(db, sql`select one, other, reasons from ${pairs} found order by one, other`)

const given = ['Mia', 'Leo', 'Xiaoming', 'Xiaomng', 'Xiao Ming', 'Anne-Marie', 'Annemarie', 'José', 'Jose', 'Yu']
const family = ['Wang', 'Wong', 'Li', 'Lee', 'Zhang', 'Haddad', 'Ōtani']
const native = ['王美雅', '王小明', '王小銘', '李乐', '李樂', '张欣怡', '欣怡 张', '']
const streets = [
  '1 Lake Road',
  '1 Lake Road.',
  '1  LAKE ROAD',
  '12 Hill St, Apt 3',
  '12 Hill St. Apt 3',
  'Main',
  '------',
  '',
]
const phones = ['+1 (555) 010-0001', '555-010-0001', '15550100001', '5550100002', '010 0002', '12345', '']
const emails = ['a@b.c', 'mia.wang@home.example', 'li@home.example', 'office@school.example', '']

/** Fills a school with namesakes, neighbors, shared phone numbers and typing mistakes. */
const populate = async (db: Db): Promise<void> => {
  const random = seeded(68)
  const instant = new Date('2026-09-01T12:00:00Z')
  const archived = () => (random.chance(0.1) ? instant : null)
  const some = <T>(from: readonly T[], probability: number, or: T): T =>
    random.chance(probability) ? random.pick(from) : or
  const nameOf = () => {
    const [first, last] = [random.pick(given), random.pick(family)]
    const written = random.pick([
      `${first} ${last}`,
      `${first} ${last}`,
      `${last} ${first}`,
      `${first.toUpperCase()} ${last}`,
    ])
    return some(native.slice(0, 5), 0.05, written)
  }
  const person = (of: { contacts: number; births: number }) => ({
    id: newId(),
    name: nameOf(),
    nativeName: some(native, 0.6, ''),
    email: random.chance(of.contacts) ? some(emails, 0.1, `${newId()}@home.example`) : '',
    phone: random.chance(of.contacts) ? some(phones, 0.15, `+1 555 ${random.int(1_000_000, 9_999_999)}`) : '',
    birthOn: random.chance(of.births) ? `2015-0${random.int(1, 9)}-1${random.int(0, 9)}` : null,
  })
  const homes = Array.from({ length: 220 }, (_, n) => ({
    id: newId(),
    name: some([...native.slice(0, 2), 'Wang', 'Wong family', 'Li'], 0.2, nameOf()),
    address: some(streets, 0.25, `${n} Elsewhere Street`),
    createdAt: instant,
    archivedAt: archived(),
  }))
  const adults = Array.from({ length: 360 }, () => person({ contacts: 0.9, births: 0.3 }))
  const children = Array.from({ length: 420 }, () => person({ contacts: 0.1, births: 0.95 }))
  const learners = children.map(({ id }) => ({
    id,
    householdId: random.pick(homes).id,
    createdAt: instant,
    archivedAt: archived(),
  }))
  // Some belong to two households, as after a separation, some to none; a few students are members of their own
  // household.
  const members = [...adults, ...children.slice(0, 12)].flatMap(({ id: personId }) =>
    [...new Set(Array.from({ length: random.pick([0, 1, 1, 1, 1, 2]) }, () => random.pick(homes).id))].map(
      householdId => ({
        householdId,
        personId,
      }),
    ),
  )
  const cares = learners.flatMap(({ id: studentId, householdId }, n) => {
    const near = members.filter(each => each.householdId === householdId).map(({ personId }) => personId)
    const guardians = [...near, ...(n % 9 === 0 ? [random.pick(adults).id, random.pick(children).id, studentId] : [])]
    return [...new Set(guardians)].map(guardianId => ({ studentId, guardianId, relationship: 'mother' as const }))
  })
  await inPieces(homes, piece => db.insert(households).values(piece))
  await inPieces([...adults, ...children], piece => db.insert(persons).values(piece))
  await inPieces(learners, piece => db.insert(students).values(piece))
  await inPieces(members, piece => db.insert(householdMembers).values(piece))
  await inPieces(cares, piece => db.insert(guardianships).values(piece))
}

let s: SmallSchool
beforeAll(async () => {
  s = await school()
  await populate(s.database.db)
})
afterAll(() => s.drop())

test.each(duplicateKinds)('pairs of kind %s match the rule, for the same reasons', async of => {
  const { db } = s.database
  const meant = await read(db, everyPair(of))
  expect(meant.length).toBeGreaterThan(40)
  expect(await read(db, likelyPairs(everyRecord, of))).toEqual(meant)
  const { one, other } = meant[7]!
  await db.insert(keptApart).values({ kind: of, oneId: one, otherId: other, at: s.clock.now })
  expect(await read(db, likelyPairs(everyRecord, of))).toEqual(meant.toSpliced(7, 1))
})

test('everything two records may have in common is a reason for some pair', async () => {
  const found = await Promise.all(duplicateKinds.map(of => read(s.database.db, likelyPairs(everyRecord, of))))
  expect([...new Set(found.flat().flatMap(({ reasons }) => reasons))].sort()).toEqual([...duplicateReasons].sort())
})

const sumOf = async (db: Db): Promise<number> =>
  (await Promise.all(duplicateKinds.map(of => read(db, everyPair(of))))).flat().length

test('their number stays right whatever is written', async () => {
  const { db } = s.database
  const copied = newId()
  const writes = [
    sql`insert into persons (id, name, native_name, email, birth_on)
      select ${copied}::uuid, name, native_name, email, birth_on from persons where email = 'mia.wang@home.example' limit 1`,
    sql`update persons set name = 'Nobody Else', native_name = '', email = '', birth_on = null where id = ${copied}::uuid`,
    sql`update students set archived_at = now() where archived_at is null`,
    sql`update students set archived_at = null`,
    sql`delete from kept_apart`,
    sql`delete from household_members where household_id in (select id from households where name like '%Wang')`,
    // Placeholders that a school enters for unknown values.
    sql`update households set address = '1 Lake Road' where address like '1% Elsewhere Street'`,
    sql`update persons set birth_on = '2000-01-01' where id in (select id from students order by id limit 200)`,
    sql`update persons set phone = '000-0000-000' where email not like '%@home.example'`,
    sql`update persons set email = 'none@home.example' where email not like '%-%'`,
    sql`delete from guardianships where relationship = 'mother'`,
  ]
  let last = await countLikely(db, everyRecord)
  expect(last).toBe(await sumOf(db))
  for (const write of writes) {
    await db.execute(write)
    const n = await countLikely(db, everyRecord)
    expect(n).toBe(await sumOf(db))
    expect(n).not.toBe(last)
    last = n
  }
})

test('a rollback leaves their number as it was', async () => {
  const before = await countLikely(s.database.db, everyRecord)
  await expect(
    s.database.transaction(async db => {
      await db.execute(sql`update persons set email = 'same@home.example', name = 'Same Name'`)
      expect(await countLikely(db, everyRecord)).toBeGreaterThan(before)
      throw new Error('back')
    }),
  ).rejects.toThrow('back')
  expect(await countLikely(s.database.db, everyRecord)).toBe(before)
})

test('they aren’t searched for again while nothing has changed', async () => {
  const one = openDatabase(s.url, s.schema, { max: 1 })
  try {
    const sought = async () =>
      (
        await rows<{ n: number }>(
          one.db,
          sql`select coalesce(sum(calls), 0)::int as n from (select (generic_plans + custom_plans) as calls, statement from pg_prepared_statements) p where statement like '%candidates as%' and statement not like '%pg_prepared%'`,
        )
      )[0]!.n
    for (let turn = 0; turn < 8; turn += 1) {
      await one.db.execute(sql`update persons set phone = ${String(turn)} where name = 'Nobody Else'`)
      await countLikely(one.db, everyRecord)
    }
    const before = await sought()
    expect(before).toBeGreaterThan(0)
    for (let turn = 0; turn < 8; turn += 1) await countLikely(one.db, everyRecord)
    expect(await sought()).toBe(before)
  } finally {
    await one.close()
  }
})

type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
const mostRows = (plan: Plan): number =>
  Math.max(
    (plan['Actual Rows'] + (plan['Rows Removed by Join Filter'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) *
      plan['Actual Loops'],
    ...(plan.Plans ?? []).map(mostRows),
  )

describe('in a crowd of namesakes', () => {
  const crowd = 1500
  let big: SmallSchool
  beforeAll(async () => {
    big = await school()
    const idOf = (what: string) => sql`md5(${what}::text || n)::uuid`
    const each = sql`from generate_series(1, ${crowd}::int) n`
    const writes = [
      sql`insert into households (id, name, address, created_at) select ${idOf('home')}, 'Wang', n || ' Crowd Street', now() ${each}`,
      sql`insert into persons (id, name, native_name, phone) select ${idOf('adult')}, 'Wei Wang', '王伟', lpad(n::text, 9, '7') ${each}`,
      sql`insert into persons (id, name, native_name, birth_on) select ${idOf('child')}, 'Mia Wang', '王美雅', date '2010-01-01' + n % 1000 ${each}`,
      sql`insert into students (id, household_id, created_at) select ${idOf('child')}, ${idOf('home')}, now() ${each}`,
      sql`insert into household_members (household_id, person_id) select ${idOf('home')}, ${idOf('adult')} ${each}`,
      sql`insert into guardianships (student_id, guardian_id, relationship) select ${idOf('child')}, ${idOf('adult')}, 'mother' ${each}`,
      sql`analyze persons, students, households, household_members, guardianships`,
    ]
    for (const write of writes) await big.database.db.execute(write)
  })
  afterAll(() => big.drop())

  /** The maximum number of rows that any step of the query plan processes while it finds the pairs. */
  const handled = async (pairs: SQL): Promise<number> => {
    const [found] = await rows<Record<string, [{ Plan: Plan }]>>(
      big.database.db,
      sql`explain (analyze, format json) select * from ${pairs} found`,
    )
    return mostRows(Object.values(found!)[0]![0].Plan)
  }

  const handlesFew = async (of: DuplicateKind) =>
    expect(await handled(likelyPairs(everyRecord, of))).toBeLessThan(crowd * 20)
  test.each(duplicateKinds)('no record is compared with all others, for kind %s', handlesFew)

  describe('who all have the same address, phone number, email and birthday', () => {
    beforeAll(async () => {
      await big.database.db.execute(sql`update households set address = 'PO Box 1, Lakeside'`)
      await big.database.db.execute(
        sql`update persons set name = name || right(id::text, 9), native_name = '', phone = '000-0000-000', email = 'office@lakeside.example', birth_on = '2000-01-01'`,
      )
      await big.database.db.execute(sql`analyze persons, households`)
    })
    test.each(duplicateKinds)('still no record is compared with all others, for kind %s', handlesFew)
  })
})
