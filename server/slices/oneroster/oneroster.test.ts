import { eq, sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'

import { guardianships, students } from '#server/slices/students/tables.ts'
import { persons } from '#server/slices/users/tables.ts'
import { emptyHouse, school, type SmallSchool } from '#tests/school.ts'
import { standFor } from './acts.ts'
import { columns, extension, manifestFiles } from './format.ts'
import { packRoster } from './pack.ts'
import { exchangedRoster } from './policy.ts'
import { unpack, unzip } from './unpack.ts'
import { listOf, type Package, validate } from './validate.ts'
import { blankSchool, exported, tableOf, upload } from '#tests/oneroster.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const one = (of: Package, file: Parameters<typeof tableOf>[1], column: string, value: string) =>
  tableOf(of, file).find(row => row[column] === value)!

describe('the zip that leaves', () => {
  test('keeps to the published tables: files, columns in their order, cells, references', async () => {
    const out = await unpack(await exported(s))
    expect(await validate(out)).toEqual([])
    for (const { file, header, rows: list } of out.tables) {
      const published = columns['1.2'][file]!.map(({ name }) => name)
      expect(header.slice(0, published.length)).toEqual(published)
      expect(header.slice(published.length).every(name => name.startsWith(extension))).toBe(true)
      // Bulk files say neither status nor date.
      for (const { cells } of list) expect([cells['status'], cells['dateLastModified']]).toEqual(['', ''])
    }
    expect(Object.fromEntries(out.tables.map(({ file, rows: list }) => [file, list.length]))).toEqual({
      orgs: 1,
      academicSessions: 2,
      courses: 2,
      classes: 2,
      users: 8,
      roles: 8,
      demographics: 3,
      enrollments: 5,
    })
  })

  test('has the headers of the published tables, letter by letter', async () => {
    const files = await unzip(await exported(s))
    const published: Record<string, string> = {
      orgs: 'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId',
      academicsessions:
        'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear,metadata.lantern.nativeName,metadata.lantern.weekdays',
      courses:
        'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes,metadata.lantern.',
      classes:
        'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods,metadata.lantern.',
      users:
        'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns,metadata.lantern.',
      roles:
        'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId',
      demographics:
        'sourcedId,status,dateLastModified,birthDate,sex,americanIndianOrAlaskaNative,asian,blackOrAfricanAmerican,nativeHawaiianOrOtherPacificIslander,white,demographicRaceTwoOrMoreRaces,hispanicOrLatinoEthnicity,countryOfBirthCode,stateOfBirthAbbreviation,cityOfBirth,publicSchoolResidenceStatus',
      enrollments:
        'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
    }
    for (const [file, header] of Object.entries(published)) {
      const [first] = files.get(`${file}.csv`)!.toString('utf8').split('\r\n')
      expect(first!.startsWith(header), `${file}: ${first!}`).toBe(true)
    }
    expect(files.size).toBe(Object.keys(published).length + 1)
  })

  test('has a manifest that names every file of the standard', async () => {
    const files = await unzip(await exported(s))
    const lines = files.get('manifest.csv')!.toString('utf8').trimEnd().split('\r\n')
    expect(lines.slice(0, 3)).toEqual(['propertyName,value', 'manifest.version,1.0', 'oneroster.version,1.2'])
    const modes = new Map(lines.slice(3).map(line => line.split(',') as [string, string]))
    for (const file of manifestFiles['1.2'])
      expect(modes.get(`file.${file}`), file).toBe(files.has(`${file.toLowerCase()}.csv`) ? 'bulk' : 'absent')
  })

  test('holds terms under their school year, with end dates that are excluded', async () => {
    const out = await unpack(await exported(s))
    const year = one(out, 'academicSessions', 'type', 'schoolYear')
    expect(one(out, 'academicSessions', 'type', 'term')).toMatchObject({
      title: 'Fall',
      startDate: '2026-09-13',
      endDate: '2026-12-21',
      schoolYear: '2027',
      parentSourcedId: year['sourcedId'],
      'metadata.lantern.nativeName': '秋季',
    })
    expect(year).toMatchObject({ title: '2026–2027', schoolYear: '2027', parentSourcedId: '' })
  })

  test('holds children with their guardians, and both parts of every name', async () => {
    const out = await unpack(await exported(s))
    const ann = one(out, 'users', 'givenName', 'Ann')
    const mia = one(out, 'users', 'givenName', 'Mia')
    expect(mia).toMatchObject({ familyName: 'Wang', grades: '03', agentSourcedIds: ann['sourcedId'] })
    expect(mia['metadata.lantern.nativeName']).toBe('王美雅')
    expect(listOf(ann['agentSourcedIds'])).toContain(mia['sourcedId'])
    expect(one(out, 'demographics', 'sourcedId', mia['sourcedId']!)).toMatchObject({ birthDate: '2019-03-01' })
    expect(tableOf(out, 'roles').filter(row => row['userSourcedId'] === ann['sourcedId'])).toMatchObject([
      { role: 'parent', roleType: 'primary' },
    ])
  })

  test('knows no guardian without access to the data of a child', async () => {
    const [bob] = await s.database.db
      .select({ id: persons.id })
      .from(persons)
      .where(eq(persons.email, 'bob@home.example'))
    const before = await unpack(await exported(s))
    expect(one(before, 'users', 'email', 'bob@home.example')).toBeDefined()
    expect(one(before, 'users', 'givenName', 'Zoe')['agentSourcedIds']).toBe(bob!.id)
    const set = (hasDataAccess: boolean) =>
      s.database.db.update(guardianships).set({ hasDataAccess }).where(eq(guardianships.guardianId, bob!.id))
    await set(false)
    try {
      const zip = await exported(s)
      const out = await unpack(zip)
      expect(one(out, 'users', 'email', 'bob@home.example')).toBeUndefined()
      expect(one(out, 'users', 'givenName', 'Zoe')['agentSourcedIds']).toBe('')
      expect(Buffer.concat([...(await unzip(zip)).values()]).toString('utf8')).not.toContain(bob!.id)
      // What was taken away does not come back by a file that still has it.
      const uploadId = await upload(s.ida, await exported(s))
      expect((await s.ida.call('oneroster-check', { uploadId })).changes).toBe(0)
    } finally {
      await set(true)
    }
  })

  test('of the current terms leaves out what was not published', async () => {
    const draft = await s.ida.call('classes-create', s.section({ name: 'Later', startsAt: '11:00', endsAt: '12:00' }))
    const titles = async (extent: 'all' | 'current') =>
      tableOf(await unpack(await exported(s, extent)), 'classes').map(row => row['title'])
    expect(await titles('all')).toContain('Later')
    expect(await titles('current')).not.toContain('Later')
    await s.database.db.execute(sql`delete from sections where id = ${draft.id}::uuid`)
  })

  test('counts as its summary says', async () => {
    const summary = await s.ida.call('oneroster-summary', { extent: 'all' })
    const out = await unpack(await exported(s))
    expect(summary).toEqual(out.tables.map(({ file, rows: list }) => ({ file, rows: list.length })))
  })

  test('is for the office, and for those of it who keep the register', async () => {
    expect(await s.ida.call('oneroster-summary', { extent: 'current' })).not.toEqual([])
    for (const stranger of [s.ann, s.tom])
      await expect(stranger.call('oneroster-summary', { extent: 'current' })).rejects.toMatchObject({
        code: 'permission-denied',
      })
    const office = async (email: string, area: 'registrar' | 'auditor' | 'treasurer') => {
      await s.ida.call('users-invite', { email, name: email, nativeName: '', role: 'admin', area })
      await s.database.db.execute(sql`update accounts set is_verified = true where email = ${email}`)
      return s.person(email)
    }
    const [rita, olga, theo] = [
      await office('rita@school.example', 'registrar'),
      await office('olga@school.example', 'auditor'),
      await office('theo@school.example', 'treasurer'),
    ]
    expect(await rita.call('oneroster-summary', { extent: 'current' })).not.toEqual([])
    for (const stranger of [olga, theo])
      await expect(stranger.call('oneroster-summary', { extent: 'current' })).rejects.toMatchObject({
        details: { reason: 'AREA_NEEDED' },
      })
    // Programs are for full administrators.
    expect((await s.ida.call('oneroster-clients', {})).clients).toEqual([])
    for (const stranger of [rita, olga, theo])
      await expect(stranger.call('oneroster-clients', {})).rejects.toMatchObject({ details: { reason: 'AREA_NEEDED' } })
    await expect(
      rita.call('oneroster-createClient', { name: 'X', scopes: ['roster'], secretHash: 'a'.repeat(64) }),
    ).rejects.toMatchObject({ details: { reason: 'AREA_NEEDED' } })
  })
})

describe('the same school again', () => {
  test('changes nothing', async () => {
    const uploadId = await upload(s.ida, await exported(s))
    const report = await s.ida.call('oneroster-check', { uploadId })
    expect(report).toMatchObject({ version: '1.2', source: 'Lantern', changes: 0, problems: [], notes: [] })
    await expect(s.ida.call('oneroster-apply', { uploadId })).rejects.toMatchObject({
      details: { reason: 'NOTHING_TO_APPLY' },
    })
  })
  test('takes back what changed since', async () => {
    const zip = await exported(s)
    const [mia] = await s.database.db.select({ id: persons.id }).from(persons).where(eq(persons.name, 'Mia Wang'))
    await s.database.db.update(persons).set({ preferredName: 'Mimi', phone: '555 0100' }).where(eq(persons.id, mia!.id))
    await s.database.db.update(students).set({ grade: '4' }).where(eq(students.id, mia!.id))
    const uploadId = await upload(s.ida, zip, 'back.zip')
    const report = await s.ida.call('oneroster-check', { uploadId })
    expect(report.files.find(({ file }) => file === 'users')).toMatchObject({ changed: 1, new: 0 })
    const { batchId } = await s.ida.call('oneroster-apply', { uploadId })
    const [after] = await s.database.db.select({ grade: students.grade }).from(students).where(eq(students.id, mia!.id))
    expect(after).toEqual({ grade: '3' })
    await s.ida.call('batches-undo', { id: batchId })
    const [undone] = await s.database.db
      .select({ grade: students.grade })
      .from(students)
      .where(eq(students.id, mia!.id))
    expect(undone).toEqual({ grade: '4' })
    await s.database.db.update(students).set({ grade: '3' }).where(eq(students.id, mia!.id))
    await s.database.db.update(persons).set({ preferredName: '', phone: '' }).where(eq(persons.id, mia!.id))
  })
})

test('a person who was two records once is found by either id', async () => {
  const zip = await exported(s)
  const tom = (await s.tom.actor()).personId!
  const gone = `f${tom.slice(1)}`
  await s.database.db.transaction(db => standFor(db, 'user', gone, tom))
  const files = await unzip(zip)
  const users = files.get('users.csv')!
  const line = users
    .toString('utf8')
    .split('\r\n')
    .find(each => each.startsWith(tom))!
  files.set('users.csv', Buffer.concat([users, Buffer.from(`${line.replace(tom, gone)}\r\n`)]))
  const report = await s.ida.call('oneroster-check', {
    uploadId: await upload(s.ida, zipSync(Object.fromEntries(files))),
  })
  expect(report).toMatchObject({ changes: 0, problems: [] })
})

/** Names, families and classes as they come in life, for what is lost easily. */
const oddities = async () => {
  const { ida } = s
  const guardian = (name: string, relationship: 'mother' | 'father' | 'grandparent', email = '') => ({
    name,
    nativeName: '',
    email,
    phone: '',
    language: 'zh' as const,
    relationship,
    hasDataAccess: true,
    mayPickUp: true,
  })
  const child = (name: string, nativeName: string, birthOn: string, preferredName = '') => ({
    name,
    nativeName,
    preferredName,
    birthOn,
    grade: 'Advanced 2, "B"',
    allergies: '',
    medical: '',
  })
  const home = await ida.call('parents-create', {
    name: 'Ouyang, at the lake',
    address: '',
    guardian: guardian('Madonna', 'grandparent', 'madonna@home.example'),
  })
  await ida.call('parents-addGuardian', { householdId: home.id, guardian: guardian('王小明', 'father') })
  await ida.call('students-create', { householdId: home.id, ...child('欧阳静', '歐陽靜', '2015-02-28', '静静') })
  await ida.call('students-create', { householdId: home.id, ...child('O’Brien  "Bo", Jr', '', '2016-02-29') })
  const alone = await ida.call('parents-create', {
    name: 'Ada Adult',
    address: '',
    guardian: guardian('Ada Adult', 'mother', 'ada@home.example'),
  })
  await s.database.db.execute(
    sql`insert into students (id, household_id, grade, created_at) values (${alone.guardianId}::uuid, ${alone.id}::uuid, '', now())`,
  )
  await s.database.db.execute(
    sql`insert into guardianships (student_id, guardian_id, relationship) values (${alone.guardianId}::uuid, ${alone.guardianId}::uuid, 'self')`,
  )
  await s.database.db.execute(sql`update persons set birth_on = '1990-01-01' where id = ${alone.guardianId}::uuid`)
  const spring = await ida.call('terms-create', {
    name: 'Spring, late',
    nativeName: '春季',
    startsOn: '2027-02-06',
    endsOn: '2027-06-20',
    weekdays: [6, 7],
    earlyBirdOn: null,
    closures: [],
  })
  const course = await ida.call('classes-createCourse', {
    programmeId: s.programme.id,
    name: 'Poems "aloud"',
    nativeName: '朗诵',
    level: 7,
    description: 'Two lines,\nand a = sign',
  })
  await ida.call(
    'classes-create',
    s.section({
      termId: spring.id,
      courseId: course.id,
      name: '=Poems',
      nativeName: '',
      roomId: null,
      teacherIds: [],
      weekday: 6,
      startsAt: '09:30',
      endsAt: '10:45',
      capacity: 7,
      crayon: 'plum',
    }),
  )
}

describe('into a blank school', () => {
  test('loses nothing that the format can hold', async () => {
    await oddities()
    const zip = await exported(s)
    const blank = await blankSchool(await emptyHouse())
    try {
      const uploadId = await upload(blank.ida, zip)
      const report = await blank.ida.call('oneroster-check', { uploadId })
      expect(report.problems).toEqual([])
      expect(report.files.find(({ file }) => file === 'users')).toMatchObject({ new: 12, refused: 0 })
      expect(Object.fromEntries(report.notes.map(({ note, n }) => [note, n]))).toEqual({
        draft: 3,
        administrators: expect.any(Number),
      })
      const { batchId, changes } = await blank.ida.call('oneroster-apply', { uploadId })
      expect(changes).toBe(report.changes)

      // A second time there is nothing to do.
      expect((await blank.ida.call('oneroster-check', { uploadId })).changes).toBe(0)

      const back = await unpack(
        await blank.database.transaction(async db => packRoster(db, 'all', exchangedRoster(await blank.ida.actor()))),
      )
      const out = await unpack(zip)
      const people = new Set(tableOf(back, 'users').map(row => row['sourcedId']))
      for (const file of [
        'courses',
        'classes',
        'users',
        'roles',
        'demographics',
        'enrollments',
        'academicSessions',
      ] as const) {
        const lost = (row: Record<string, string>) =>
          // Nobody gets into the office by a file, and the school itself and its years have other ids.
          !(['users', 'roles'].includes(file) && !people.has(row['userSourcedId'] ?? row['sourcedId'])) &&
          row['type'] !== 'schoolYear'
        const own = (row: Record<string, string>) =>
          !(row['email'] ?? '').startsWith('blank@') &&
          row['role'] !== 'siteAdministrator' &&
          row['type'] !== 'schoolYear'
        const plain = ({ ...row }: Record<string, string>) => {
          for (const id of ['orgSourcedId', 'schoolSourcedId', 'primaryOrgSourcedId', 'parentSourcedId'])
            if (id in row) row[id] = ''
          // Accounts are not exchanged, so names to sign in with are not either.
          if (file === 'users') row['username'] = ''
          return row
        }
        expect(tableOf(back, file).filter(own).map(plain), file).toEqual(tableOf(out, file).filter(lost).map(plain))
      }
      expect(
        await rows(
          blank.database.db,
          sql`select h.name, (select count(*)::int from students s where s.household_id = h.id) as children from households h order by h.name`,
        ),
      ).toEqual([
        { name: 'Ada Adult', children: 1 },
        { name: 'Ann Wang', children: 2 },
        { name: 'Bob Li', children: 1 },
        { name: 'Ouyang, at the lake', children: 2 },
      ])
      // The meetings of the classes are there as well, and nobody was written to.
      const [count] = await rows<{ meetings: number; mails: number }>(
        blank.database.db,
        sql`select (select count(*)::int from meetings) as meetings, (select count(*)::int from mails) as mails`,
      )
      expect(count!).toEqual({ meetings: 50, mails: 0 })

      await blank.ida.call('batches-undo', { id: batchId })
      const [empty] = await rows<{ n: number }>(
        blank.database.db,
        sql`select ((select count(*) from sections) + (select count(*) from students) + (select count(*) from oneroster_ids) + (select count(*) from households))::int as n`,
      )
      expect(empty!.n).toBe(0)
    } finally {
      await blank.drop()
    }
  })
})
