import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportReport } from '#contract/exchange/oneroster.ts'
import { rows } from '#server/platform/db.ts'
import { emptyHouse } from '#tests/school.ts'
import { blankSchool, upload, zipOf } from '#tests/oneroster.ts'
import { v11 } from '#tests/springfield.ts'
import { unzip } from './unpack.ts'

let s: Awaited<ReturnType<typeof blankSchool>>
beforeEach(async () => {
  s = await blankSchool(await emptyHouse())
})
afterEach(() => s.drop())

const bring = async (zip: Uint8Array) => {
  const uploadId = await upload(s.ida, zip)
  return { uploadId, report: await s.ida.call('oneroster-check', { uploadId }) }
}
const countsOf = (report: ImportReport) =>
  Object.fromEntries(
    report.files.map(({ file, ...counts }) => [
      file,
      Object.fromEntries(
        Object.entries(counts).filter(([name, n]) => name !== 'rows' && typeof n === 'number' && n > 0),
      ),
    ]),
  )
/** The problem of a zip that lacks a file which its manifest names. */
const inManifest = (file: string, line: number) => ({
  file: 'manifest',
  line,
  sourcedId: '',
  column: `file.${file}`,
  reason: 'missing',
  value: 'bulk',
})
const apply = async (zip: Uint8Array) => {
  const { uploadId } = await bring(zip)
  return s.ida.call('oneroster-apply', { uploadId })
}
const read = <T>(statement: ReturnType<typeof sql>) => rows<T>(s.database.db, statement)

describe('version 1.1 into an empty school', () => {
  test('creates terms, courses, classes, people, households and enrolments', async () => {
    const { uploadId, report } = await bring(zipOf('1.1', v11()))
    expect(report.problems).toEqual([])
    expect(countsOf(report)).toEqual({
      orgs: { changed: 1, skipped: 1 },
      academicSessions: { new: 2, unchanged: 1, skipped: 1 },
      courses: { new: 1 },
      classes: { new: 2 },
      users: { new: 7, skipped: 1 },
      demographics: { new: 2 },
      enrollments: { new: 4, skipped: 1 },
    })
    expect(Object.fromEntries(report.notes.map(({ note, n }) => [note, n]))).toEqual({
      draft: 2,
      times: 1,
      births: 1,
      administrators: 1,
      manyTerms: 1,
      noAccess: 1,
    })
    await s.ida.call('oneroster-apply', { uploadId })

    expect(
      await read(sql`select t.name, t.starts_on, t.ends_on, t.status, t.weekdays from terms t order by t.starts_on`),
    ).toEqual([
      { name: 'Fall 2026', startsOn: '2026-08-15', endsOn: '2027-01-09', status: 'draft', weekdays: [6] },
      { name: 'Spring 2027', startsOn: '2027-01-10', endsOn: '2027-06-14', status: 'draft', weekdays: [7] },
    ])
    expect(
      await read(sql`select s.name, t.name as term, c.name as course, g.name as programme, r.name as room, s.weekday, s.starts_at, s.tuition_cents as cents, s.status
        from sections s join terms t on t.id = s.term_id join courses c on c.id = s.course_id join programmes g on g.id = c.programme_id join rooms r on r.id = s.room_id order by s.name`),
    ).toEqual([
      {
        name: 'Mandarin 1A',
        term: 'Fall 2026',
        course: 'Mandarin 1',
        programme: 'Languages',
        room: 'Room 7',
        weekday: 6,
        startsAt: '10:00',
        cents: 0,
        status: 'draft',
      },
      {
        name: 'Mandarin 1B',
        term: 'Fall 2026',
        course: 'Mandarin 1',
        programme: 'Languages',
        room: 'Room 7',
        weekday: 6,
        startsAt: '09:00',
        cents: 0,
        status: 'draft',
      },
    ])
    expect(
      await read(sql`select p.name, h.name as household, st.grade, p.birth_on,
          (select string_agg(g.name || ' ' || gs.relationship || case when gs.has_data_access then '' else ' none' end, ', ' order by gs.contact_order)
            from guardianships gs join persons g on g.id = gs.guardian_id where gs.student_id = st.id) as guardians
        from students st join persons p on p.id = st.id join households h on h.id = st.household_id order by p.name`),
    ).toEqual([
      {
        name: 'Amy Li Chen',
        household: 'Hui Chen',
        grade: '2',
        birthOn: '2018-05-05',
        guardians: 'Hui Chen guardian, Bo Chen guardian, Nai Nai other none',
      },
      { name: 'Lone Wolf', household: 'Lone Wolf', grade: '', birthOn: null, guardians: null },
      { name: '陈小本', household: 'Hui Chen', grade: 'K', birthOn: '2020-01-02', guardians: 'Hui Chen guardian' },
    ])
    expect(
      await read(
        sql`select p.name, g.role from role_grants g join persons p on p.id = g.person_id where g.role <> 'admin' order by g.role, p.name`,
      ),
    ).toEqual([
      { name: 'Bo Chen', role: 'parent' },
      { name: 'Hui Chen', role: 'parent' },
      { name: 'Lan Wei', role: 'teacher' },
    ])
    // No mail, no charge, no account.
    expect(
      await read(
        sql`select (select count(*)::int from mails) as mails, (select count(*)::int from charges) as charges, (select count(*)::int from accounts) as accounts`,
      ),
    ).toEqual([{ mails: 0, charges: 0, accounts: 1 }])
    // Screens show what was imported.
    const list = await s.ida.call('students-list', {})
    expect(list.rows.map(({ name }) => name)).toContain('Lone Wolf')
    expect(await s.ida.call('classes-list', {})).toHaveLength(2)
    expect((await s.ida.call('teachers-list', {})).rows).toMatchObject([{ name: 'Lan Wei', studentCount: 2 }])

    // The same zip again changes nothing, and neither does the school's own export.
    expect((await bring(zipOf('1.1', v11()))).report.changes).toBe(0)
  })

  test('is undone as a whole', async () => {
    const { batchId } = await apply(zipOf('1.1', v11()))
    expect((await s.ida.call('batches-list', {})).rows).toMatchObject([
      { kind: 'oneroster-apply', detail: 'roster.zip' },
    ])
    await s.ida.call('batches-undo', { id: batchId })
    expect(
      await read(
        sql`select ((select count(*) from persons) + (select count(*) from terms) + (select count(*) from sections) + (select count(*) from oneroster_ids))::int as n`,
      ),
    ).toEqual([{ n: 1 }])
    expect((await bring(zipOf('1.1', v11()))).report.changes).toBe(19)
  })
})

test('a preferred name is a given name only', async () => {
  const named = [
    'sourcedId',
    'enabledUser',
    'username',
    'givenName',
    'familyName',
    'preferredGivenName',
    'preferredFamilyName',
  ]
  await apply(
    zipOf('1.2', {
      orgs: [
        ['sourcedId', 'status', 'dateLastModified', 'name', 'type', 'identifier', 'parentSourcedId'],
        ['S1', '', '', 'Springfield', 'school', '', ''],
      ],
      users: [
        named,
        ['U1', 'true', 'mia', 'Xiaomei', 'Lin', 'Mia', 'Lin'],
        ['U2', 'true', 'leo', 'Leo', 'Park', '', 'Kim'],
      ],
      roles: [
        ['sourcedId', 'userSourcedId', 'roleType', 'role', 'orgSourcedId'],
        ['R1', 'U1', 'primary', 'student', 'S1'],
        ['R2', 'U2', 'primary', 'student', 'S1'],
      ],
    }),
  )
  expect(
    await read(
      sql`select name, preferred_name as preferred from persons p join students s on s.id = p.id order by name`,
    ),
  ).toEqual([
    { name: 'Leo Park', preferred: '' },
    { name: 'Xiaomei Lin', preferred: 'Mia' },
  ])
})

describe('a mistake in a file', () => {
  test('is reported by line and column, and the rows that depend on it are refused with it', async () => {
    const files = v11()
    files['users']![1]![8] = ''
    // A line break within a cell counts as a line.
    files['users']![2]![11] = 'two\nlines'
    files['users']!.push([...files['users']![8]!])
    files['academicSessions']![3]![5] = '15.08.2026'
    files['classes']![2]![7] = 'seminar'
    files['demographics']![1]![3] = '2099-01-01'
    files['enrollments']!.push(['E6', '', '', 'K9', 'S1', 'U1', 'student', 'false', '', ''])
    const { report, uploadId } = await bring(zipOf('1.1', files))
    const found = report.problems.map(({ file, line, sourcedId, column, reason, value, also }) =>
      [file, line, sourcedId, column, reason, value, also].join(' '),
    )
    expect(found.toSorted()).toEqual(
      [
        // Rows that refer to the teacher or the class are refused with it.
        'users 2 T1 givenName required  1',
        'classes 3 K2 classType value seminar 1',
        'users 11 U3 sourcedId duplicate U3 0',
        'academicSessions 4 S27 startDate date 15.08.2026 0',
        'demographics 2 U1 birthDate future 2099-01-01 0',
        'enrollments 7 E6 classSourcedId reference K9 0',
      ].toSorted(),
    )
    const refused = report.files.reduce((sum, file) => sum + file.refused, 0)
    expect(refused).toBe(8)
    for (const { rows: all, new: fresh, changed, removed, unchanged, skipped, refused: no } of report.files)
      expect(fresh + changed + removed + unchanged + skipped + no).toBe(all)
    // Everything else is imported.
    await s.ida.call('oneroster-apply', { uploadId })
    expect(await read(sql`select count(*)::int as n from students`)).toEqual([{ n: 3 }])
  })

  test('is reported once if a whole column is missing', async () => {
    const files = v11()
    files['demographics'] = [
      ['status', 'birthDate'],
      ['', '2018-05-05'],
    ]
    const { report } = await bring(zipOf('1.1', files))
    expect(report.problems).toEqual([
      { file: 'demographics', line: 1, sourcedId: '', column: 'sourcedId', reason: 'columns', value: '', also: 0 },
    ])
    expect(countsOf(report)['demographics']).toEqual({ refused: 1 })
  })

  test('is reported once if a file is missing, and the rest is read', async () => {
    const files = v11()
    const lacking = unzipSync(zipOf('1.1', { ...files, results: [['sourcedId'], ['R1']] }))
    delete lacking['results.csv']
    delete lacking['courses.csv']
    const { report } = await bring(zipSync(lacking))
    const manifest = strFromU8(lacking['manifest.csv']!).split('\n')
    const lineOf = (file: string) => manifest.findIndex(each => each.startsWith(`file.${file},`)) + 1
    expect(report.problems).toEqual(
      [
        // Two classes refer to courses, and four rows are about places in those classes.
        { ...inManifest('courses', lineOf('courses')), also: 6 },
        { ...inManifest('results', lineOf('results')), also: 0 },
      ].toSorted((a, b) => a.line - b.line),
    )
    expect(countsOf(report)['users']).toEqual({ new: 7, skipped: 1 })
  })

  test('is reported in the manifest, too', async () => {
    const files = unzipSync(zipOf('1.1', v11()))
    files['manifest.csv'] = strToU8(strFromU8(files['manifest.csv']!).replace('demographics,bulk', 'demographics,some'))
    const { report } = await bring(zipSync(files))
    expect(report.problems).toMatchObject([
      { file: 'manifest', column: 'file.demographics', reason: 'value', value: 'some', also: 0 },
    ])
    expect(report.files.map(({ file }) => file)).not.toContain('demographics')
  })

  test('is reported once for all rows that refer to the same missing id', async () => {
    const files = v11()
    for (const row of files['enrollments']!.slice(1)) row[3] = 'K9'
    const { report } = await bring(zipOf('1.1', files))
    expect(report.problems).toMatchObject([
      {
        file: 'enrollments',
        line: 2,
        sourcedId: 'E1',
        reason: 'reference',
        value: 'K9',
        also: files['enrollments']!.length - 2,
      },
    ])
  })

  test('leads to a refusal if it isn’t a OneRoster zip at all', async () => {
    const refused = { details: { reason: 'NOT_ONEROSTER' } }
    const files = v11()
    const manifestless = zipSync({ 'users.csv': strToU8('sourcedId\n1') })
    for (const zip of [
      Buffer.from('hello'),
      Buffer.alloc(0),
      manifestless,
      zipOf('1.0', files),
      zipOf('1.1', files, 'gone'),
    ])
      await expect(bring(zip)).rejects.toMatchObject(refused)
    const damaged = zipOf('1.1', files).slice(0, 400)
    await expect(bring(damaged)).rejects.toMatchObject(refused)
    const latin = zipSync({
      'manifest.csv': strToU8('propertyName,value\noneroster.version,1.1\nfile.orgs,bulk'),
      'orgs.csv': new Uint8Array([0x61, 0x2c, 0xe9, 0x0a]),
    })
    await expect(bring(latin)).rejects.toMatchObject(refused)
  })

  test('ends the unpacking early if it exceeds the size limit', async () => {
    const bomb = zipSync({ 'users.csv': new Uint8Array(3_000_000) }, { level: 9 })
    expect(bomb.length).toBeLessThan(10_000)
    await expect(unzip(bomb, 1_000_000)).rejects.toMatchObject({ details: { reason: 'FILE_TOO_LARGE' } })
    expect((await unzip(bomb, 4_000_000)).get('users.csv')).toHaveLength(3_000_000)
  })
})

test('the next zip is read in the same thread', async () => {
  const zip = zipOf('1.1', v11())
  await bring(zip)
  let threads = 0
  const count = () => void (threads += 1)
  process.on('worker', count)
  const read = await bring(zip)
  process.off('worker', count)
  expect(countsOf(read.report)['users']).toEqual({ new: 7, skipped: 1 })
  expect(threads).toBe(0)
})

describe('matching', () => {
  test('finds people by their email, but no child by a parent’s', async () => {
    const hui = await s.ida.call('parents-create', {
      name: 'Chen family',
      address: '',
      guardian: {
        name: 'Chen Hui',
        nativeName: '陈慧',
        email: 'hui@home.example',
        phone: '',
        language: 'zh',
        relationship: 'mother',
        hasDataAccess: true,
        mayPickUp: true,
      },
    })
    const { report, uploadId } = await bring(zipOf('1.1', v11()))
    expect(countsOf(report)['users']).toEqual({ new: 6, changed: 1, skipped: 1 })
    await s.ida.call('oneroster-apply', { uploadId })
    expect(await read(sql`select name, native_name, language from persons where id = ${hui.guardianId}::uuid`)).toEqual(
      [{ name: 'Hui Chen', nativeName: '陈慧', language: 'zh' }],
    )
    // The children were added to the existing household.
    expect(await read(sql`select count(*)::int as n from students where household_id = ${hui.id}::uuid`)).toEqual([
      { n: 2 },
    ])
    expect((await bring(zipOf('1.1', v11()))).report.changes).toBe(0)
  })

  test('gives no access to a guardian whom the office has denied it', async () => {
    await apply(zipOf('1.1', v11()))
    await read(
      sql`update guardianships set has_data_access = false where guardian_id = (select id from persons where name = 'Bo Chen')`,
    )
    await read(sql`delete from role_grants where person_id = (select id from persons where name = 'Bo Chen')`)
    const files = v11()
    files['users']![4]![14] = '555 7777'
    await apply(zipOf('1.1', files))
    expect(
      await read(sql`select p.phone, g.has_data_access as access, (select count(*)::int from role_grants r where r.person_id = p.id) as roles
        from persons p join guardianships g on g.guardian_id = p.id where p.name = 'Bo Chen'`),
    ).toEqual([{ phone: '555 7777', access: false, roles: 0 }])
  })
})

describe('a delta', () => {
  const changed = '2026-10-01T08:00:00.000Z'
  const only = (file: string, ...keep: { id: string; status: string; set?: Record<number, string> }[]) => {
    const [header, ...list] = v11()[file]!
    return [
      header!,
      ...keep.map(({ id, status, set = {} }) => {
        const row = list.find(each => each[0] === id)!.map((cell, index) => set[index] ?? cell)
        row[1] = status
        row[2] = changed
        return row
      }),
    ]
  }

  test('changes the email addresses of staff only if a full administrator imports it', async () => {
    await apply(zipOf('1.1', v11()))
    const emailOf = async (name: string) =>
      (await read<{ email: string }>(sql`select email from persons where name = ${name}`))[0]!.email
    const registrar = 'registrar@school.example'
    await s.ida.call('users-invite', {
      email: registrar,
      name: 'Reg Istrar',
      nativeName: '',
      role: 'admin',
      area: 'registrar',
    })
    await read(sql`update accounts set is_verified = true where email = ${registrar}`)
    const moved = zipOf(
      '1.1',
      {
        users: only(
          'users',
          { id: 'T1', status: 'active', set: { 12: 'thief@home.example' } },
          { id: 'P1', status: 'active', set: { 12: 'hui.new@home.example' } },
        ),
      },
      'delta',
    )
    const reg = s.person(registrar)
    await reg.call('oneroster-apply', { uploadId: await upload(reg, moved) })
    expect([await emailOf('Lan Wei'), await emailOf('Hui Chen')]).toEqual([
      'lan@springfield.example',
      'hui.new@home.example',
    ])
    await apply(moved)
    expect(await emailOf('Lan Wei')).toBe('thief@home.example')
  })

  test('changes what it names and nothing else', async () => {
    await apply(zipOf('1.1', v11()))
    const { report, uploadId } = await bring(
      zipOf('1.1', { users: only('users', { id: 'U2', status: 'active', set: { 16: '01' } }) }, 'delta'),
    )
    expect(report).toMatchObject({ changes: 1, problems: [] })
    await s.ida.call('oneroster-apply', { uploadId })
    expect(
      await read(sql`select st.grade from students st join persons p on p.id = st.id where p.name = '陈小本'`),
    ).toEqual([{ grade: '1' }])
  })

  test('archives what it marks for deletion, and refuses what is still in use', async () => {
    await apply(zipOf('1.1', v11()))
    const stays = await bring(
      zipOf(
        '1.1',
        { users: only('users', { id: 'U1', status: 'tobedeleted' }, { id: 'T1', status: 'tobedeleted' }) },
        'delta',
      ),
    )
    expect(stays.report.problems.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'enrolled'],
      [3, 'occupied'],
    ])
    const gone = zipOf(
      '1.1',
      {
        users: only(
          'users',
          { id: 'U1', status: 'tobedeleted' },
          { id: 'T1', status: 'tobedeleted' },
          { id: 'P1', status: 'tobedeleted' },
        ),
        enrollments: only('enrollments', { id: 'E1', status: 'tobedeleted' }, { id: 'E4', status: 'tobedeleted' }),
      },
      'delta',
    )
    const { report, uploadId } = await bring(gone)
    expect(countsOf(report)).toEqual({ users: { removed: 2, skipped: 1 }, enrollments: { removed: 2 } })
    await s.ida.call('oneroster-apply', { uploadId })
    expect(
      await read(
        sql`select e.status, st.archived_at is not null as archived from enrolments e join students st on st.id = e.student_id join persons p on p.id = st.id where p.name = 'Amy Li Chen'`,
      ),
    ).toEqual([{ status: 'dropped', archived: true }])
    expect(
      await read(sql`select t.archived_at is not null as archived, (select count(*)::int from role_grants g where g.person_id = t.id and g.ends_at is null) as live,
        (select count(*)::int from section_teachers d where d.teacher_id = t.id) as duties from teachers t`),
    ).toEqual([{ archived: true, live: 0, duties: 0 }])
    expect((await bring(gone)).report.changes).toBe(0)
  })

  test('needs status and date in every row', async () => {
    const { report } = await bring(zipOf('1.1', { users: v11()['users']! }, 'delta'))
    expect(report.problems.slice(0, 2)).toMatchObject([
      { line: 2, column: 'status', reason: 'required' },
      { line: 2, column: 'dateLastModified', reason: 'required' },
    ])
    expect(report.changes).toBe(0)
  })
})
