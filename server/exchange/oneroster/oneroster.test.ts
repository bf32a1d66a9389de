import { eq, sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { guardianships, students } from '#server/people/students/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { standFor } from './acts.ts'
import { columns, extension, manifestFiles } from './format.ts'
import { unpack, unzip } from './unpack.ts'
import { listOf, type Package, validate } from './validate.ts'
import { exported, tableOf, upload } from '#tests/oneroster.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const one = (of: Package, file: Parameters<typeof tableOf>[1], column: string, value: string) =>
  tableOf(of, file).find(row => row[column] === value)!

describe('the exported zip', () => {
  test('follows the published tables: files, column order, cells, references', async () => {
    const out = await unpack(await exported(s))
    expect(await validate(out)).toEqual([])
    for (const { file, header, rows: list } of out.tables) {
      const published = columns['1.2'][file]!.map(({ name }) => name)
      expect(header.slice(0, published.length)).toEqual(published)
      expect(header.slice(published.length).every(name => name.startsWith(extension))).toBe(true)
      // Bulk files have neither a status nor a date.
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

  test('has the headers of the published tables, letter for letter', async () => {
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

  test('has terms under their school year, with exclusive end dates', async () => {
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

  test('has children with their guardians, and both parts of every name', async () => {
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

  test('leaves out guardians without access to a child’s data', async () => {
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
      const text = Buffer.concat([...(await unzip(zip)).values()]).toString('utf8')
      expect(text).toContain('Ann Wang')
      expect(text).not.toContain(bob!.id)
      // His household is named after him.
      expect(text).not.toContain('Bob Li')
      // What was removed is not restored by a file that still contains it.
      const uploadId = await upload(s.ida, await exported(s))
      expect((await s.ida.call('oneroster-check', { uploadId })).changes).toBe(0)
    } finally {
      await set(true)
    }
  })

  test('of the current terms leaves out unpublished classes', async () => {
    const draft = await s.ida.call('classes-create', s.section({ name: 'Later', startsAt: '11:00', endsAt: '12:00' }))
    const titles = async (extent: 'all' | 'current') =>
      tableOf(await unpack(await exported(s, extent)), 'classes').map(row => row['title'])
    expect(await titles('all')).toContain('Later')
    expect(await titles('current')).not.toContain('Later')
    await s.database.db.execute(sql`delete from sections where id = ${draft.id}::uuid`)
  })

  test('has the row counts that its summary gives', async () => {
    const summary = await s.ida.call('oneroster-summary', { extent: 'all' })
    const out = await unpack(await exported(s))
    expect(summary).toEqual(out.tables.map(({ file, rows: list }) => ({ file, rows: list.length })))
  })

  test('is for full administrators and registrars, not for auditors, treasurers, teachers or families', async () => {
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
    // Programs are managed by full administrators only.
    expect((await s.ida.call('oneroster-clients', {})).clients).toEqual([])
    for (const stranger of [rita, olga, theo])
      await expect(stranger.call('oneroster-clients', {})).rejects.toMatchObject({ details: { reason: 'AREA_NEEDED' } })
    await expect(
      rita.call('oneroster-createClient', { name: 'X', scopes: ['roster'], secretHash: 'a'.repeat(64) }),
    ).rejects.toMatchObject({ details: { reason: 'AREA_NEEDED' } })
  })
})

describe('importing into the same school', () => {
  test('changes nothing', async () => {
    const uploadId = await upload(s.ida, await exported(s))
    const report = await s.ida.call('oneroster-check', { uploadId })
    expect(report).toMatchObject({ version: '1.2', source: 'Lantern', changes: 0, problems: [], notes: [] })
    await expect(s.ida.call('oneroster-apply', { uploadId })).rejects.toMatchObject({
      details: { reason: 'NOTHING_TO_APPLY' },
    })
  })
  test('reverts what changed since the export', async () => {
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

test('a person merged from two records is found by either id', async () => {
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
