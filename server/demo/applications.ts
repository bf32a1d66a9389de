import { sql } from 'drizzle-orm'
import { rows } from '#server/platform/db.ts'
import { demoAccounts } from '#server/school/config/demoAccounts.ts'
import type { OpenedSchool } from './opening.ts'
import type { Office } from './office.ts'
import { registrar } from './staff.ts'

const me = registrar.email

/** Courses with a prerequisite: each second course requires the first. */
const after = [
  ['Chess 2', 'Chess 1'],
  ['Dance B', 'Dance A'],
  ['Drawing 2', 'Drawing 1'],
] as const
/** Classes open to guests and auditing students, with their prices. */
const ways = {
  'Chess 2': { trialCents: 1500, trialNeedsApproval: true },
  Go: { trialCents: 0, trialNeedsApproval: false },
  Chorus: { trialCents: 0, trialNeedsApproval: true },
  'Tai Chi': { dayCents: 1200 },
  G9: { auditCents: 16_000 },
  Calligraphy: { auditCents: 9000, trialCents: 1000, trialNeedsApproval: true },
} as const

const setRulesOfClasses = async (office: Office, { termId }: OpenedSchool, at: Date): Promise<void> => {
  await office.call(
    me,
    'config-changeClassRules',
    {
      ageCutoff: null,
      creditsTrials: true,
      bring: 'A water bottle and a pencil. Shoes with light soles for the gym and the hall.',
      nativeBring: '水壶和铅笔；体育馆和礼堂请穿浅色鞋底的鞋。',
    },
    at,
  )
  const { courses } = await office.call(me, 'classes-parts', {}, at)
  const courseOf = (name: string) => courses.find(course => course.name === name)!
  const change = async (name: string, rule: { prerequisiteIds?: string[]; needsPlacement?: boolean }) => {
    const { programmeId, nativeName, level, description, id } = courseOf(name)
    await office.call(
      me,
      'classes-changeCourse',
      { id, programmeId, name, nativeName, level, description, ...rule },
      at,
    )
  }
  for (const [name, before] of after) await change(name, { prerequisiteIds: [courseOf(before).id] })
  await change('AP Chinese', { needsPlacement: true })
  const sections = await office.call(me, 'classes-list', { termId }, at)
  for (const [name, way] of Object.entries(ways)) {
    const section = sections.find(each => each.name === name)!
    await office.call(me, 'classes-change', { ...section, ...way }, at)
  }
}

type Guest = { studentId: string; email: string }
/** Children in an age range with no class after 4 PM, whose parents can sign in. */
const findGuests = (office: Office, ages: readonly [number, number]): Promise<Guest[]> =>
  rows<Guest>(
    office.database.db,
    sql`
    select "studentId", email from (select distinct on (s.household_id) p.name, s.id as "studentId", a.email from students s join persons p on p.id = s.id
      join guardianships g on g.student_id = s.id and g.has_data_access join persons gp on gp.id = g.guardian_id join accounts a on a.id = gp.account_id
    where p.birth_on between '2026-09-13'::date - ${ages[1] * 365}::int and '2026-09-13'::date - ${ages[0] * 366}::int and a.email <> ${demoAccounts[2].email}
      and exists (select 1 from role_grants r where r.person_id = gp.id and r.role = 'parent')
      and not exists (select 1 from role_grants r where r.person_id = gp.id and r.role <> 'parent')
      and exists (select 1 from consents c where c.household_id = s.household_id)
      and not exists (select 1 from enrolments e join sections x on x.id = e.section_id where e.student_id = s.id and x.starts_at > '16:00')
    order by s.household_id, p.name) child order by name limit 4`,
  )

/** A student leaves in October, which opens a seat that others can ask for. */
const leaveChess = async (office: Office, sectionId: string): Promise<void> => {
  const [leaving] = await rows<{ id: string }>(
    office.database.db,
    sql`select e.id from enrolments e join persons child on child.id = e.student_id where e.section_id = ${sectionId}::uuid and e.status = 'active'
      and exists (select 1 from enrolments o where o.student_id = e.student_id and o.id <> e.id and o.status = 'active')
      and not exists (select 1 from students s join household_members m on m.household_id = s.household_id join persons p on p.id = m.person_id
        where s.id = e.student_id and p.email = ${demoAccounts[2].email}) order by child.name limit 1`,
  )
  const note = 'Swimming lessons are at the same hour now.'
  await office.call(me, 'enrolments-move', { id: leaving!.id, to: 'withdrawn', note }, new Date('2026-10-26T14:00:00Z'))
}

/**
 * What waits for the office in November: a successful trial that became an application, because the prerequisite is
 * missing; a requested trial; and a level set by the demo's teacher.
 */
export const takeApplications = async (office: Office, school: OpenedSchool, now: Date): Promise<void> => {
  if (now < new Date('2026-11-16T00:00:00Z')) return
  await setRulesOfClasses(office, school, new Date('2026-10-25T20:00:00Z'))
  const sectionId = school.sectionOf.get('Chess 2')!
  await leaveChess(office, sectionId)
  const [first, second] = await findGuests(office, [8, 14])
  if (!first || !second) throw new Error('the demo has no children who could try a class')
  const ask = (guest: Guest, to: string, onDay: string, at: string, agreedCents: number, note: string) =>
    office.call(
      guest.email,
      'visits-ask',
      { sectionId: to, onDay, kind: 'trial', studentId: guest.studentId, note, agreedCents },
      new Date(at),
    )
  const onDay = '2026-11-15'
  const trial = await ask(first, sectionId, onDay, '2026-11-09T23:10:00Z', 1500, 'Plays at home with grandfather.')
  await office.call(me, 'visits-decide', { id: trial.id, to: 'approved', note: '' }, new Date('2026-11-10T15:00:00Z'))
  const [meeting] = await rows<{ id: string }>(
    office.database.db,
    sql`select id from meetings where section_id = ${sectionId}::uuid and on_day = ${onDay}::date`,
  )
  const marks = [{ enrolmentId: trial.id, code: 'present' as const, note: '' }]
  await office.call(me, 'absences-take', { meetingId: meeting!.id, marks }, new Date('2026-11-15T21:20:00Z'))
  const at = new Date('2026-11-16T01:30:00Z')
  const { totalCents } = await office.call(first.email, 'visits-price', { id: trial.id }, at)
  await office.call(first.email, 'visits-convert', { id: trial.id, agreedCents: totalCents }, at)

  const chorus = school.sectionOf.get('Chorus')!
  const { days } = await office.call(null, 'visits-days', { sectionId: chorus }, now)
  const next = days.find(({ onDay: day }) => day > now.toISOString().slice(0, 10))
  if (next) await ask(second, chorus, next.onDay, '2026-11-20T02:00:00Z', 0, 'She sings all day.')

  const [child] = await office.call(demoAccounts[2].email, 'students-mine', {}, now)
  const { courses } = await office.call(me, 'classes-parts', {}, now)
  await office.call(
    demoAccounts[1].email,
    'placements-decide',
    {
      studentId: child!.id,
      courseId: courses.find(({ name }) => name === 'Grade 2')!.id,
      note: 'Reads the second book with ease. Please keep writing a little every day.',
    },
    new Date('2026-11-16T16:00:00Z'),
  )
}
