import { inArray } from 'drizzle-orm'
import { demoPassword } from '#server/school/config/demoAccounts.ts'
import { prepareFirstRun } from '#server/school/config/setUp.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { drawings } from './drawings.ts'
import type { PlannedFamily } from './family.ts'
import { type Office, several } from './office.ts'
import { laterSeats, offer, programmes, rooms } from './offer.ts'
import { fall, openings, pricing, profile, spring } from './profile.ts'
import { askQuestions, type Questions, setRules } from './settings.ts'
import { officers, registrar, teachers } from './staff.ts'

/** Converts planned instants to those of this demo. */
export type When = (planned: string) => Date
/** The facts about the opened school that later steps need. */
export type OpenedSchool = { termId: string; sectionOf: ReadonlyMap<string, string>; questions: Questions }

/** Six students are enough for a class. Go needs eight for its tournament, and has one too few. */
const minimumOf = (name: string): number => (name === 'Go' ? 8 : 6)

/** The first run: the school, its registrar and its profile. */
export const setUpSchool = async (office: Office, when: When): Promise<void> => {
  const at = when(openings.setUp)
  const code = await prepareFirstRun(office.database)
  if (code === null) throw new Error('there is a school already')
  const { name, nativeName, zone, currency } = profile
  const admin = { ...registrar, password: demoPassword }
  await office.call(null, 'config-setUp', { code, school: { name, nativeName, zone, currency }, admin }, at)
  await office.meet()
  await office.call(registrar.email, 'config-change', profile, at)
  for (const drawing of drawings()) await office.call(registrar.email, 'config-addPicture', drawing, at)
}

/**
 * Inserts what signing up and confirming the email address would leave, for everyone with an account except second
 * guardians.
 */
export const makeAccounts = async (
  office: Office,
  families: readonly PlannedFamily[],
  passwordHash: string,
  when: When,
): Promise<void> => {
  const account = (email: string, displayName: string, createdAt: Date, language: 'en' | 'zh' = 'en') => ({
    email,
    displayName,
    passwordHash,
    passwordUpdatedAt: createdAt,
    isVerified: true,
    language,
    createdAt,
    lastSignInAt: createdAt,
  })
  const staffSince = when(openings.staff)
  const newcomers = families
    .filter(({ staff }) => staff === null)
    .map(({ guardians: [first], registersAt, language }) =>
      account(first!.email, first!.name, new Date(when(registersAt).getTime() - 20 * 60_000), language),
    )
  // Three accounts with unconfirmed email addresses, which the office sees as such.
  const unconfirmed = ['Bella Ford', 'Ning Tu', 'Sam Ortega'].map((name, index) => ({
    ...account(
      `${name.toLowerCase().replace(' ', '.')}@mail.example`,
      name,
      when(families.at(-1 - index)!.registersAt),
    ),
    isVerified: false,
  }))
  await office.database.db
    .insert(accounts)
    .values([
      ...[...teachers, ...officers].map(({ email, name }) => account(email, name, staffSince)),
      ...newcomers,
      ...unconfirmed,
    ])
  await office.meet()
}

/** Creates the teachers' records and the officers' roles. Returns the id of each teacher. */
export const appointStaff = async (
  office: Office,
  families: readonly PlannedFamily[],
  when: When,
): Promise<ReadonlyMap<string, string>> => {
  const at = when(openings.staff)
  const ids = new Map<string, string>()
  await several(teachers, async ({ name, nativeName, email }) => {
    const phone = families.find(({ staff }) => staff?.email === email)?.guardians[0]!.phone ?? ''
    const { id } = await office.call(registrar.email, 'teachers-create', { name, nativeName, email, phone }, at)
    ids.set(name, id)
  })
  await office.finishJobs(at)
  const found = await office.database.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      inArray(
        accounts.email,
        officers.map(({ email }) => email),
      ),
    )
  await several(found, async ({ id }) => {
    await office.call(registrar.email, 'users-grantRole', { id, role: 'admin' }, at)
  })
  await office.meet()
  return ids
}

/** Sets up prices, terms, programs, courses, rooms and the fall's classes, open for registration. */
export const openTerm = async (
  office: Office,
  teacherIds: ReadonlyMap<string, string>,
  when: When,
): Promise<OpenedSchool> => {
  const me = registrar.email
  const at = when(openings.classes)
  const programmeOf = new Map<string, string>()
  for (const programme of programmes) {
    programmeOf.set(programme.name, (await office.call(me, 'classes-createProgramme', programme, at)).id)
  }
  await office.call(me, 'config-changePricing', pricing(programmeOf.get('Language')!), at)
  await setRules(office, at)
  const questions = await askQuestions(office, at)
  const term = await office.call(me, 'terms-create', fall, at)
  await office.call(me, 'terms-create', spring, at)

  const roomOf = new Map<string, string>()
  const courseOf = new Map<string, string>()
  for (const room of rooms) roomOf.set(room.name, (await office.call(me, 'classes-createRoom', room, at)).id)
  for (const { course, programme } of offer) {
    if (courseOf.has(course.name)) continue
    const input = { ...course, programmeId: programmeOf.get(programme)! }
    courseOf.set(course.name, (await office.call(me, 'classes-createCourse', input, at)).id)
  }
  const sectionOf = new Map<string, string>()
  for (const each of offer) {
    const { name, nativeName, startsAt, endsAt, capacity, ageFrom, ageTo, tuitionCents, booksCents, crayon } = each
    const taught = teachers
      .filter(({ classes }) => classes.includes(name))
      .map(teacher => teacherIds.get(teacher.name)!)
    const section = await office.call(
      me,
      'classes-create',
      {
        name,
        nativeName,
        startsAt,
        endsAt,
        capacity: name === laterSeats.name ? capacity - laterSeats.seats : capacity,
        ageFrom,
        ageTo,
        tuitionCents,
        booksCents,
        crayon,
        termId: term.id,
        courseId: courseOf.get(each.course.name)!,
        roomId: roomOf.get(each.room)!,
        teacherIds: taught,
        weekday: fall.weekdays[0]!,
        minimum: minimumOf(name),
        needsApproval: false,
      },
      at,
    )
    sectionOf.set(name, section.id)
  }
  const opensAt = when(openings.registration)
  await office.call(me, 'terms-move', { id: term.id, to: 'registration' }, opensAt)
  await several([...sectionOf.values()], async id => {
    await office.call(me, 'classes-move', { id, to: 'open' }, opensAt)
  })
  return { termId: term.id, sectionOf, questions }
}

/** The first day of school: the term and its classes start. */
export const beginTerm = async (office: Office, { termId, sectionOf }: OpenedSchool, at: Date): Promise<void> => {
  await office.call(registrar.email, 'terms-move', { id: termId, to: 'active' }, at)
  await several([...sectionOf.values()], async id => {
    await office.call(registrar.email, 'classes-move', { id, to: 'running' }, at)
  })
}
