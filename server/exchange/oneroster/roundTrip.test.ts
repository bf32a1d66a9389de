import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { blankSchool, exported, tableOf, upload } from '#tests/oneroster.ts'
import { emptyHouse, school, type SmallSchool } from '#tests/school.ts'
import { packRoster } from './pack.ts'
import { exchangedRoster } from './policy.ts'
import { unpack } from './unpack.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

/** Adds realistic names, families and classes, with details that are easily lost. */
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

      // A second import has nothing to do.
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
          // A file can't make anyone a member of the office, and the school itself and its years have other ids.
          !(['users', 'roles'].includes(file) && !people.has(row['userSourcedId'] ?? row['sourcedId'])) &&
          row['type'] !== 'schoolYear'
        const own = (row: Record<string, string>) =>
          !(row['email'] ?? '').startsWith('blank@') &&
          row['role'] !== 'siteAdministrator' &&
          row['type'] !== 'schoolYear'
        const plain = ({ ...row }: Record<string, string>) => {
          for (const id of ['orgSourcedId', 'schoolSourcedId', 'primaryOrgSourcedId', 'parentSourcedId'])
            if (id in row) row[id] = ''
          // Accounts are not exchanged, and neither are the names to sign in with.
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
      // The meetings of the classes exist, too, and no one was emailed.
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
