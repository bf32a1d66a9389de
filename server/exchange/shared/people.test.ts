import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { blankSchool, upload, zipOf } from '#tests/oneroster.ts'
import { emptyHouse } from '#tests/school.ts'
import { v11 } from '#tests/springfield.ts'
import { waitingLocks } from '#tests/waitingLocks.ts'

// What sheets and files of other systems have in common: finding people, planning and writing.

let s: Awaited<ReturnType<typeof blankSchool>>
beforeEach(async () => {
  s = await blankSchool(await emptyHouse())
})
afterEach(() => s.drop())

const read = <T>(statement: ReturnType<typeof sql>) => rows<T>(s.database.db, statement)

const draftOf = async (text: string) => {
  const bytes = Buffer.from(text).toString('base64')
  const { id } = await s.ida.call('imports-start', { fileName: 'families.csv', bytes })
  return { id, counts: (await s.ida.call('imports-get', { id })).counts }
}
const bySheet = async (...lines: string[]) =>
  s.ida.call(
    'imports-apply',
    await draftOf(['Child,Birthday,Mother,Mother email,Father,Father email', ...lines].join('\n')),
  )

type User = { id: string; role: string; name: [given: string, family: string]; email?: string; of?: string }
/** A zip of version 1.1 with these users and birthdays; `of` names a user's agents. */
const zipWith = (users: readonly User[], births: Readonly<Record<string, string>> = {}): Uint8Array => {
  const { orgs, users: known, demographics } = v11()
  const row = ({ id, role, name: [given, family], email = '', of = '' }: User) => {
    const cells: Record<string, string> = {
      sourcedId: id,
      enabledUser: 'true',
      orgSourcedIds: 'S1',
      role,
      username: id,
      givenName: given,
      familyName: family,
      email,
      agentSourcedIds: of,
    }
    return known![0]!.map(column => cells[column] ?? '')
  }
  return zipOf('1.1', {
    orgs: orgs!,
    users: [known![0]!, ...users.map(row)],
    demographics: [demographics![0]!, ...Object.entries(births).map(([id, birthOn]) => [id, '', '', birthOn, ''])],
  })
}
const byFile = async (...zip: Parameters<typeof zipWith>) => {
  const uploadId = await upload(s.ida, zipWith(...zip))
  const report = await s.ida.call('oneroster-check', { uploadId })
  await s.ida.call('oneroster-apply', { uploadId })
  return Object.fromEntries(report.notes.map(({ note, n }) => [note, n]))
}

const hui: User = { id: 'P1', role: 'parent', name: ['Hui', 'Chen'], email: 'hui@home.example' }
const bo: User = { id: 'P2', role: 'parent', name: ['Bo', 'Chen'], email: 'bo@home.example' }
const amy: User = { id: 'U1', role: 'student', name: ['Amy', 'Chen'], of: 'P1,P2' }
const ben: User = { id: 'U2', role: 'student', name: ['Ben', 'Chen'], of: 'P1,P2' }

/** The children with their guardians, and the guardians' rights. */
const families = async () =>
  Object.fromEntries(
    (
      await read<{ child: string; guardians: string }>(sql`
        select c.name as child, coalesce((select string_agg(g.name || case when gs.has_data_access then '' else ' barred' end
            || case when gs.may_pick_up then '' else ', no pick-up' end, '; ' order by gs.contact_order, g.name)
          from guardianships gs join persons g on g.id = gs.guardian_id where gs.student_id = st.id), '') as guardians
        from students st join persons c on c.id = st.id order by c.name, st.id`)
    ).map(({ child, guardians }) => [child, guardians]),
  )
const names = async () =>
  (await read<{ name: string }>(sql`select name from persons where account_id is null order by name`)).map(
    ({ name }) => name,
  )
const bar = (name: string) =>
  read(sql`update guardianships set has_data_access = false, may_pick_up = false
    where guardian_id = (select id from persons where name = ${name})`)

describe('a guardian who is barred from a child', () => {
  test('is barred from a sibling that a later file adds', async () => {
    await byFile([hui, bo, amy])
    await bar('Bo Chen')
    const notes = await byFile([hui, bo, amy, ben])
    expect(await families()).toEqual({
      'Amy Chen': 'Hui Chen; Bo Chen barred, no pick-up',
      'Ben Chen': 'Hui Chen; Bo Chen barred, no pick-up',
    })
    expect(notes).toMatchObject({ noAccess: 1 })
  })

  test('is barred from a sibling that a later sheet adds, and when they return to the household', async () => {
    await bySheet(
      'Amy Chen,2018-05-05,Hui Chen,hui@home.example,Bo Chen,bo@home.example',
      'Ben Chen,2020-01-02,Hui Chen,hui@home.example,Bo Chen,bo@home.example',
    )
    await bar('Bo Chen')
    await read(sql`delete from household_members where person_id = (select id from persons where name = 'Bo Chen')`)
    await read(sql`delete from guardianships where guardian_id = (select id from persons where name = 'Bo Chen')
      and student_id = (select id from persons where name = 'Ben Chen')`)
    await bySheet(
      'Ben Chen,2020-01-02,Hui Chen,hui@home.example,Bo Chen,bo@home.example',
      'Cai Chen,2021-01-02,Hui Chen,hui@home.example,Bo Chen,bo@home.example',
    )
    expect(await families()).toEqual({
      'Amy Chen': 'Hui Chen; Bo Chen barred, no pick-up',
      'Ben Chen': 'Hui Chen; Bo Chen barred, no pick-up',
      'Cai Chen': 'Hui Chen; Bo Chen barred, no pick-up',
    })
  })

  test('stays barred if a later file has another email address for them', async () => {
    await bySheet('Amy Chen,2018-05-05,Hui Chen,hui@home.example,Bo Chen,')
    await bar('Bo Chen')
    await byFile([hui, { ...bo, email: 'bo@work.example' }, amy], { U1: '2018-05-05' })
    expect(await families()).toEqual({ 'Amy Chen': 'Hui Chen; Bo Chen barred, no pick-up' })
    expect(await names()).toEqual(['Amy Chen', 'Bo Chen', 'Hui Chen'])
  })
})

describe('a person on file', () => {
  test('is found by a file after a sheet, and by a sheet after a file', async () => {
    await bySheet(
      'Amy Chen,2018-05-05,Hui Chen,hui@home.example,Bo Chen,bo@home.example',
      'Ben Chen,2020-01-02,Hui Chen,hui@home.example,Bo Chen,bo@home.example',
    )
    const births = { U1: '2018-05-05', U2: '2020-01-02' }
    await byFile([hui, bo, amy, ben], births)
    expect(await names()).toEqual(['Amy Chen', 'Ben Chen', 'Bo Chen', 'Hui Chen'])
    const { counts } = await draftOf(
      'Child,Birthday,Mother,Mother email\nAmy Chen,2018-05-05,Hui Chen,hui@home.example\n',
    )
    expect(counts).toMatchObject({ same: 1, new: 0, joined: 0, changed: 0 })
  })

  test('is found by name and birthday in a file that names no guardians', async () => {
    await bySheet('Amy Chen,2018-05-05,Hui Chen,hui@home.example,,')
    await byFile([{ ...amy, of: '' }], { U1: '2018-05-05' })
    expect(await names()).toEqual(['Amy Chen', 'Hui Chen'])
  })

  test('isn’t matched to other parents’ child of the same name and birthday, which is noted', async () => {
    await bySheet('Amy Chen,2018-05-05,Hui Chen,hui@home.example,,')
    const carl: User = { id: 'P3', role: 'parent', name: ['Carl', 'Chen'], email: 'carl@home.example' }
    expect(await byFile([carl, { ...amy, of: 'P3' }], { U1: '2018-05-05' })).toMatchObject({ namesakes: 1 })
    expect(await names()).toEqual(['Amy Chen', 'Amy Chen', 'Carl Chen', 'Hui Chen'])
  })

  test('isn’t matched to another name with the same address, and keeps the address', async () => {
    await bySheet('Amy Chen,2018-05-05,Hui Chen,family@home.example,,')
    const shared = { ...bo, name: ['Robert', 'Chen'] as User['name'], email: 'family@home.example' }
    const other = { ...ben, email: 'family@home.example', of: 'P2' }
    const brought = [shared, other] as const
    const notes = await byFile(brought)
    expect(
      await read(sql`select name, email from persons where account_id is null and name <> 'Amy Chen' order by name`),
    ).toEqual([
      { name: 'Ben Chen', email: 'family@home.example' },
      { name: 'Hui Chen', email: 'family@home.example' },
      { name: 'Robert Chen', email: '' },
    ])
    expect(notes).toMatchObject({ addresses: 1 })
    // It isn't added later either, when the file comes again with a change.
    await byFile([...brought, { ...amy, id: 'U9', name: ['Zoe', 'Chen'], of: 'P2' }])
    expect(await read(sql`select email from persons where name = 'Robert Chen'`)).toEqual([{ email: '' }])
  })

  test('isn’t matched to another child with the same parent’s address', async () => {
    await byFile([hui, { ...amy, email: 'hui@home.example', of: 'P1' }])
    await byFile([hui, { ...ben, email: 'hui@home.example', of: 'P1' }])
    expect(await names()).toEqual(['Amy Chen', 'Ben Chen', 'Hui Chen'])
  })
})

describe('a household', () => {
  test('gains an adult when a student becomes a parent', async () => {
    await byFile([{ ...amy, of: '' }])
    await byFile([
      { ...amy, role: 'parent', of: '' },
      { ...ben, of: 'U1' },
    ])
    expect(await families()).toEqual({ 'Amy Chen': '', 'Ben Chen': 'Amy Chen' })
  })

  test.each([
    ['sheet', () => bySheet('Ben Chen,2020-01-02,Hui Chen,hui@home.example,,')],
    ['file', () => byFile([hui, { ...ben, of: 'P1' }])],
  ])('is restored from the archive when a %s adds a child', async (_, bring) => {
    await byFile([hui, { ...amy, of: 'P1' }])
    await read(sql`update households set archived_at = now()`)
    await bring()
    expect(await read(sql`select archived_at from households`)).toEqual([{ archivedAt: null }])
  })

  test.each([
    ['sheet', () => bySheet('Amy Chen,2018-05-05,Hui Chen,hui@home.example,Bo Chen,bo@home.example')],
    ['file', () => byFile([hui, bo, amy], { U1: '2018-05-05' })],
  ])('takes in a child without guardians when a %s adds them', async (_, bring) => {
    await byFile([{ ...amy, of: '' }], { U1: '2018-05-05' })
    expect(await families()).toEqual({ 'Amy Chen': '' })
    await bring()
    expect(await families()).toEqual({ 'Amy Chen': 'Hui Chen; Bo Chen' })
  })
})

describe('the parent role', () => {
  const roles = () =>
    read<{ name: string; live: number }>(sql`select p.name, count(g.id) filter (where g.ends_at is null)::int as live
      from persons p join role_grants g on g.person_id = p.id and g.role = 'parent' group by p.name order by p.name`)

  test.each([
    ['sheet', () => bySheet('Amy Chen,2018-05-05,Hui Chen,hui@home.example,,')],
    ['file', () => byFile([hui, { ...amy, of: 'P1' }])],
  ])('is granted with a child that a %s adds', async (_, bring) => {
    await bring()
    expect(await roles()).toEqual([{ name: 'Hui Chen', live: 1 }])
  })

  test('isn’t granted again by a sheet that changes nothing for a guardian', async () => {
    await bySheet('Amy Chen,2018-05-05,Hui Chen,hui@home.example,,')
    await read(
      sql`insert into accounts (id, email, is_verified, language, created_at) values (gen_random_uuid(), 'hui@home.example', true, 'en', now())`,
    )
    await read(
      sql`update persons set account_id = (select id from accounts where email = 'hui@home.example') where name = 'Hui Chen'`,
    )
    await read(sql`update role_grants set ends_at = now() where role = 'parent'`)
    await bySheet('Amy Chen,2018-05-05,Hui Chen,hui@home.example,,', 'Kim Ode,2016-03-24,Ken Ode,ken@home.example,,')
    expect((await roles()).find(({ name }) => name === 'Hui Chen')).toMatchObject({ live: 0 })
  })
})

test('a file applied while a sheet is being written waits, and creates no one twice', async () => {
  const draft = await draftOf('Child,Birthday,Mother,Mother email\nAmy Chen,2018-05-05,Hui Chen,hui@home.example\n')
  const uploadId = await upload(s.ida, zipWith([hui]))
  let [isSheetWaiting, isFileWaiting, isFileIn] = [false, false, false]
  const look = async () => {
    const waiting = await waitingLocks(s.database)
    isSheetWaiting = waiting.some(({ table }) => table === 'households')
    isFileWaiting = waiting.some(({ kind }) => kind === 'advisory')
  }
  const [sheet, file] = await s.database.transaction(async db => {
    await db.execute(sql`lock table households in share mode`)
    const applying = s.ida.call('imports-apply', draft)
    while (!isSheetWaiting) await look()
    const coming = s.ida.call('oneroster-apply', { uploadId }).finally(() => (isFileIn = true))
    while (!isFileWaiting && !isFileIn) await look()
    return [applying, coming] as const
  })
  await Promise.all([sheet, file])
  expect(await names()).toEqual(['Amy Chen', 'Hui Chen'])
})
