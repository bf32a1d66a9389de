import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { studentSorts } from '#contract/people/students.ts'
import { rows } from '#server/platform/db.ts'
import { writeKey } from '#server/platform/keys.ts'
import { balancesSeen } from './policy.ts'
import { sortedStudents } from './queries.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
  // Many share a name, birthday or grade; some have no grade, and only Mia has attendance marks.
  const { id } = await s.ida.call('parents-create', {
    name: 'Crowd',
    address: '',
    guardian: {
      name: 'Cleo Crowd',
      nativeName: '',
      email: '',
      phone: '',
      language: 'en',
      relationship: 'mother',
      hasDataAccess: true,
      mayPickUp: true,
    },
  })
  await s.database.db.execute(sql`
    with made as (
      insert into persons (id, name, native_name, birth_on)
      select gen_random_uuid(), 'Child ' || (n % 7), '', date '2018-01-01' + n % 3 from generate_series(1, 110) n returning id, name
    ) insert into students (id, household_id, grade, created_at)
    select id, ${id}::uuid, (array['', '10', '2', 'K', 'Pre-K', 'AP'])[1 + (row_number() over ()) % 6], now() from made`)
  const [mia] = (await s.tom.call('absences-roll', { meetingId: s.meetingId })).marks.filter(
    ({ name }) => name === 'Mia Wang',
  )
  await s.tom.call('absences-take', {
    meetingId: s.meetingId,
    marks: [{ enrolmentId: mia!.enrolmentId, code: 'present', note: '' }],
  })
})
afterAll(() => s.drop())

const all = async (input: { sort: (typeof studentSorts)[number] | 'fit'; down: boolean }) => {
  const rows: { id: string; name: string; grade: string; birthOn: string | null; balanceCents: number | null }[] = []
  let after: string | undefined
  do {
    const page = await s.ida.call('students-list', { ...input, ...(after && { after }) })
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after)
  return rows
}

test.each([...studentSorts, 'fit'] as const)(
  'sorted by %s, pages neither repeat nor miss anyone, up and down',
  async sort => {
    const up = await all({ sort, down: false })
    const down = await all({ sort, down: true })
    for (const rows of [up, down]) {
      expect(rows).toHaveLength(113)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(113)
    }
    // Rows without a value come last in both directions; the others are reversed.
    const has = (row: (typeof up)[number]) =>
      sort === 'attendance' ? row.name === 'Mia Wang' : sort === 'grade' ? row.grade !== '' : true
    expect(down.filter(has).map(({ id }) => id)).toEqual(
      up
        .filter(has)
        .map(({ id }) => id)
        .toReversed(),
    )
    expect(up.slice(up.filter(has).length).some(has)).toBe(false)
    expect(down.slice(down.filter(has).length).some(has)).toBe(false)
  },
)
test('grades sort in school order', async () => {
  const up = await all({ sort: 'grade', down: false })
  expect([...new Set(up.map(({ grade }) => grade))]).toEqual(['Pre-K', 'K', '2', '3', '10', 'AP', ''])
  expect((await s.ida.call('students-grades', {})).map(({ grade }) => grade)).toEqual([
    'Pre-K',
    'K',
    '2',
    '3',
    '10',
    'AP',
  ])
})
test('a page key from another sort order is ignored', async () => {
  const first = await s.ida.call('students-list', { sort: 'born' })
  const other = await s.ida.call('students-list', { sort: 'name', after: first.next! })
  expect(other.rows[0]!.name).toBe((await s.ida.call('students-list', { sort: 'name' })).rows[0]!.name)
})
test('a search finds a student by guardian, each once, and counts all matches even on an empty page', async () => {
  const names = async (search: string) =>
    (await s.ida.call('students-list', { search })).rows.map(({ name }) => name).toSorted()
  expect(await names('ann wang')).toEqual(['Leo Wang', 'Mia Wang'])
  const { rows: wangs, total } = await s.ida.call('students-list', { search: 'wang', sort: 'name' })
  expect(wangs.map(({ name }) => name)).toEqual(['Leo Wang', 'Mia Wang'])
  const last = wangs.at(-1)!
  const [{ order }] = (await rows<{ order: string }>(
    s.database.db,
    sql`select name_order as order from persons where id = ${last.id}::uuid`,
  )) as [{ order: string }]
  const after = writeKey(['name en', order, last.id])
  expect(await s.ida.call('students-list', { search: 'wang', sort: 'name', after })).toEqual({
    rows: [],
    next: null,
    total,
  })
})
test('grade and class filters combine with a search', async () => {
  expect((await s.ida.call('students-list', { grade: '3', sectionId: s.grade1.id, search: '王' })).total).toBe(2)
  expect((await s.ida.call('students-list', { grade: '2', sectionId: s.grade1.id })).total).toBe(0)
})
test('the office changes a student, and is told which field is wrong', async () => {
  const [mia] = (await s.ida.call('students-list', { search: 'mia' })).rows
  const values = {
    name: 'Mia Wang',
    nativeName: '王美雅',
    preferredName: 'Mimi',
    grade: '4',
    allergies: 'Nuts',
    medical: '',
  }
  await s.ida.call('students-change', { id: mia!.id, ...values, birthOn: '2019-03-02' })
  expect(await s.ann.call('students-get', { id: mia!.id })).toMatchObject({
    preferredName: 'Mimi',
    birthOn: '2019-03-02',
    allergies: 'Nuts',
  })
  await expect(s.ida.call('students-change', { id: mia!.id, ...values, birthOn: '2031-01-01' })).rejects.toMatchObject({
    details: { fields: [{ path: 'birthOn', message: 'future' }] },
  })
  for (const who of [s.ann, s.tom])
    await expect(who.call('students-change', { id: mia!.id, ...values, birthOn: '2019-03-02' })).rejects.toMatchObject({
      details: { reason: 'ROLE_NEEDED' },
    })
})
test('each reader gets students sorted by the family name in their own script, page by page', async () => {
  const { id } = await s.ida.call('students-list', { search: 'mia' }).then(({ rows }) => rows[0]!)
  await s.database.db.execute(sql`
    with made as (
      insert into persons (id, name, native_name)
      select gen_random_uuid(), name, native from (values ('Anna Zhu', '阿安'), ('Zack Aaron', '祝强'), ('Bea de la Cruz', '')) p(name, native) returning id
    ) insert into students (id, household_id, grade, created_at)
    select made.id, (select household_id from students where id = ${id}::uuid), '12', now() from made`)
  const read = async (language: 'en' | 'zh') => {
    await s.ida.call('users-changeLanguage', { language })
    return (await s.ida.call('students-list', { grade: '12' })).rows.map(({ name }) => name)
  }
  expect(await read('en')).toEqual(['Zack Aaron', 'Bea de la Cruz', 'Anna Zhu'])
  // A Zhu first, because her name is written 阿安; Bea has no Chinese name and sorts under C.
  expect(await read('zh')).toEqual(['Anna Zhu', 'Bea de la Cruz', 'Zack Aaron'])
  const inChinese = await all({ sort: 'name', down: false })
  expect(inChinese).toHaveLength(116)
  expect(new Set(inChinese.map(row => row.id)).size).toBe(116)
  // A page key from the list in one language is invalid in the other, so the list starts from the beginning.
  const { next } = await s.ida.call('students-list', {})
  await read('en')
  expect((await s.ida.call('students-list', { after: next! })).rows).toEqual(
    (await s.ida.call('students-list', {})).rows,
  )
})
test('names are sorted by an index', async () => {
  const planOf = async (column: string) =>
    JSON.stringify(
      await s.database.db.transaction(async db => {
        await db.execute(sql`set local enable_seqscan = off`)
        return (await db.execute(sql`explain select p.id from persons p order by ${sql.raw(column)}, p.id limit 50`))
          .rows
      }),
    )
  expect(await planOf('p.name_order')).toContain('persons_name_order')
  expect(await planOf('p.native_order')).toContain('persons_native_order')
})

test.each(['en', 'zh'] as const)('a far page by name (%s) starts from the index, up and down', async language => {
  const ledgers = balancesSeen(await s.ida.actor())
  for (const down of [false, true]) {
    const key = writeKey([`${down ? '-' : ''}name ${language}`, 'wang', '0191a0c0-0000-7000-8000-000000000000'])
    const { where, order } = sortedStudents(ledgers, language, { down, after: key })
    const plan = await s.database.transaction(async db => {
      // For a small school the planner prefers a sequential scan.
      await db.execute(sql`set local enable_seqscan = off`)
      await db.execute(sql`set local enable_sort = off`)
      return rows(
        db,
        sql`explain select p.id from students join persons p on p.id = students.id where ${where} order by ${order} limit 51`,
      )
    })
    expect(JSON.stringify(plan)).toMatch(/Index Cond: \(ROW\((name|native)_order, id\)/)
  }
})

test('views match students’ statuses', async () => {
  const everyone = (await all({ sort: 'name', down: false })).length
  await s.database.db.execute(sql`update enrolments set status = 'withdrawn' where student_id in
    (select e.student_id from enrolments e join sections x on x.id = e.section_id where x.id = ${s.grade1.id}::uuid limit 1)`)
  const of = async (view: 'active' | 'new' | 'left') => {
    const { rows: found, total } = await s.ida.call('students-list', { view })
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([view]))
    return total
  }
  // Nobody in the crowd has been in a class: students who were only added haven't left.
  expect(await of('left')).toBe(1)
  expect((await of('active')) + (await of('new')) + 1).toBe(everyone)
})
