import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Area } from '#contract/areas.ts'
import { features } from '#contract/settings.plain.ts'
import { eachField, fieldsIn } from '#contract/studentFields.ts'
import { contract, type FunctionName, type Input, type Output } from '#contract/index.ts'
import { openHouse } from '#server/house.ts'
import { openDatabase, rows } from '#server/platform/db.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import { holdJobs, type JobSettings } from '#server/platform/jobs.ts'
import { mailServerOf } from '#server/school/config/acts.ts'
import { hashSetUpCode } from '#server/school/config/setUp.ts'
import { type FreshDatabase, freshDatabase, migrateAt, template } from './database-fixture.ts'
import { testSeal } from './testKey.ts'

/** The Sunday of the first lesson, ten minutes after its start. */
export const sunday = new Date('2026-09-13T18:10:00Z')

type CallOptions = { operationId?: string; now?: Date; address?: string }

export type Person = {
  email: string
  actor(): Promise<Actor>
  call<N extends FunctionName>(name: N, input: Input<N>, options?: CallOptions): Promise<Output<N>>
}

/** A house with a door on a database. Its time is `clock.now`. */
export const houseOn = ({ database, schema, url, drop }: FreshDatabase) => {
  const settings: JobSettings = {
    publicUrl: 'http://localhost:3000',
    isDemo: false,
    mail: mailServerOf(database.secrets),
    secrets: database.secrets,
  }
  const jobs = holdJobs(database, settings)
  const clock = { now: sunday }
  const door = openHouse({ database, schema, settings, jobs, clock: () => clock.now })

  // Actors are read again after any change to callers (migration 0024).
  let actors = new Map<string, Actor>()
  database.onCaller(() => (actors = new Map()))
  const actorOf = async (email: string): Promise<Actor> => {
    const kept = actors
    const known = kept.get(email)
    if (known) return { ...known, signedInAt: new Date() }
    const [found] = await rows<Actor>(
      database.db,
      sql`
      select a.id as "accountId", p.id as "personId", null as "signInId", a.email, coalesce(p.name, a.display_name) as name, a.language, a.is_verified,
        coalesce((select json_agg(g.role order by g.role) from role_grants g where g.person_id = p.id and (g.ends_at is null or g.ends_at > now())), '[]') as roles,
        (select g.area from role_grants g where g.person_id = p.id and g.role = 'admin' and (g.ends_at is null or g.ends_at > now()) limit 1) as area
      from accounts a left join persons p on p.account_id = a.id where a.email = ${email}`,
    )
    if (!found) throw new Error(`${email} has no account`)
    kept.set(email, found)
    return { ...found, signedInAt: new Date() }
  }
  const callAs = async <N extends FunctionName>(
    actor: Actor,
    name: N,
    input: Input<N>,
    options: CallOptions = {},
  ): Promise<Output<N>> => {
    const data =
      contract[name].kind === 'write' ? { operationId: options.operationId ?? randomUUID(), ...input } : input
    try {
      const answer = await door.call({
        name,
        data,
        actor,
        address: options.address ?? '127.0.0.1',
        ...(options.now ? { now: options.now } : {}),
      })
      await jobs.drain(options.now ?? clock.now)
      return answer as Output<N>
    } catch (error) {
      jobs.drop()
      throw error
    }
  }
  const person = (email: string): Person => ({
    email,
    actor: () => actorOf(email),
    call: async (name, input, options) => callAs(await actorOf(email), name, input, options),
  })
  /** A person with a verified account whom the school does not know yet. */
  const newcomer = async (email: string, name = email.split('@')[0]!): Promise<Person> => {
    await database.db.execute(
      sql`insert into accounts (id, email, display_name, is_verified) values (${randomUUID()}::uuid, ${email}, ${name}, true)`,
    )
    return person(email)
  }
  const anybody: Person = {
    email: '',
    actor: async () => guest,
    call: (name, input, options) => callAs(guest, name, input, options),
  }
  return { database, schema, url, door, clock, callAs, person, newcomer, anybody, settings, jobs, drop }
}

/** A house on a separate, empty database. */
export const emptyHouse = async () => houseOn(await freshDatabase())

/** A child and its medical card with every field empty, for tests to fill in. */
export const blankChild = eachField(fieldsIn('office'), () => '')
export const blankCard = eachField(fieldsIn('card'), () => '')

/** What an event, and a slot in one, may leave out: all of it empty, for tests to fill in. */
export const blankEvent = {
  nativeTitle: '',
  description: '',
  nativeDescription: '',
  place: '',
  isAllDay: false,
  isPublic: false,
  takesRsvp: false,
  capacity: null,
  rsvpClosesAt: null,
  slots: [],
}
export const blankSlot = { id: null, nativeName: '', startsAt: null, endsAt: null, opensAt: null, locksAt: null }

/** A required question that is asked for classes. */
export const question = (over: Partial<Input<'forms-create'>>): Input<'forms-create'> => ({
  about: 'class',
  kind: 'text',
  label: 'Question',
  nativeLabel: '',
  help: '',
  nativeHelp: '',
  options: [],
  isRequired: true,
  isAsked: true,
  teachersSee: true,
  termId: null,
  ...over,
})

export const family = (
  me: { name: string },
  children: { key: string; name: string; birthOn: string; nativeName?: string }[],
  choices: { childKey: string; sectionId: string }[],
  termId: string,
) => ({
  termId,
  address: '1 Lake Road',
  guardians: [
    {
      key: 'me',
      isMe: true,
      name: me.name,
      nativeName: '',
      relationship: 'mother' as const,
      email: '',
      phone: '+1 555 0100',
      hasDataAccess: true,
      mayPickUp: true,
    },
  ],
  children: children.map(child => ({
    studentId: null,
    nativeName: '',
    preferredName: '',
    grade: '3',
    allergies: '',
    medical: '',
    ...child,
  })),
  contacts: [{ key: 'c', name: 'Grandma', phone: '+1 555 0199', relationship: 'grandmother' }],
  consents: {
    levels: { photo: 'school' as const, medical: 'granted' as const, policy: 'granted' as const },
    signedName: me.name,
  },
  choices,
})

/**
 * Fills a database with the small school (see `school`). The facts that tests need are stored in an additional table.
 */
const fillSchool = async (url: string): Promise<void> => {
  await migrateAt(url)
  const database = openDatabase(url, 'school', { secrets: testSeal })
  const facts = await makeSchool(houseOn({ database, schema: 'school', url, drop: async () => undefined }))
  await database.pool.query('create table public.facts (facts json not null)')
  await database.pool.query('insert into public.facts values ($1)', [JSON.stringify(facts)])
  await database.pool.query('analyze')
  await database.close()
}

const mayFirst = { now: new Date('2026-07-05T12:00:00Z') }

const sectionOf =
  (facts: { termId: string; courseId: string; roomId: string; teacherId: string }) =>
  (over: Partial<Input<'classes-create'>>): Input<'classes-create'> => ({
    termId: facts.termId,
    courseId: facts.courseId,
    name: 'Grade 1',
    nativeName: '一年级',
    roomId: facts.roomId,
    teacherIds: [facts.teacherId],
    weekday: 7,
    startsAt: '14:00',
    endsAt: '15:50',
    capacity: 4,
    minimum: 1,
    ageFrom: null,
    ageTo: null,
    tuitionCents: 26_000,
    booksCents: 2500,
    needsApproval: false,
    crayon: 'leaf',
    ...over,
  })

const register = async (
  who: Person,
  draft: ReturnType<typeof family>,
  options: { now?: Date; operationId?: string } = mayFirst,
) => {
  const { totalCents } = await who.call('enrolments-quote', { draft }, options)
  return who.call('enrolments-submit', { draft, agreedCents: totalCents }, options)
}

const makeSchool = async ({ database, person, newcomer, anybody }: Awaited<ReturnType<typeof emptyHouse>>) => {
  await database.db.execute(
    sql`insert into set_up_codes (code_hash, created_at) values (${hashSetUpCode('CODE')}, now())`,
  )
  await anybody.call('config-setUp', {
    code: 'CODE',
    school: { name: 'Lakeside', nativeName: '湖畔', zone: 'America/New_York', currency: 'USD' },
    admin: { name: 'Ida Office', email: 'ida@school.example', password: 'office secret' },
  })
  const ida = person('ida@school.example')
  // Dated long before anything that tests change.
  const atFirst = { now: new Date('2026-01-04T12:00:00Z') }
  await ida.call('config-changeFeatures', { on: [...features] }, atFirst)
  const { refunds } = await ida.call('config-rules', {})
  const beforeItBegins = { until: 'days' as const, number: 1, percent: 100 }
  await ida.call('config-changeRefunds', { ...refunds, tiers: [beforeItBegins] }, atFirst)
  const term = await ida.call('terms-create', {
    name: 'Fall',
    nativeName: '秋季',
    startsOn: '2026-09-13',
    endsOn: '2026-12-20',
    weekdays: [7],
    earlyBirdOn: '2026-06-30',
    closures: [{ onDay: '2026-11-29', reason: 'Holiday', nativeReason: '节日' }],
  })
  await ida.call('terms-move', { id: term.id, to: 'registration' })
  const programme = await ida.call('classes-createProgramme', { name: 'Language', nativeName: '语言' })
  await ida.call('config-changePricing', {
    registrationFeeCents: 4000,
    siblingPercent: 10,
    siblingProgrammeIds: [programme.id],
    staffPercent: 50,
    prorations: [],
    dueDays: 14,
  })
  const course = await ida.call('classes-createCourse', {
    programmeId: programme.id,
    name: 'Grade 1',
    nativeName: '一年级',
    level: 1,
    description: '',
  })
  const enrichment = await ida.call('classes-createProgramme', { name: 'Enrichment', nativeName: '才艺' })
  const game = await ida.call('classes-createCourse', {
    programmeId: enrichment.id,
    name: 'Chess',
    nativeName: '象棋',
    level: null,
    description: '',
  })
  const room = await ida.call('classes-createRoom', { name: '101', capacity: 24 })
  const tomTeacher = await ida.call('teachers-create', {
    name: 'Tom Teacher',
    nativeName: '',
    email: 'tom@school.example',
    phone: '',
  })
  const eveTeacher = await ida.call('teachers-create', {
    name: 'Eve Teacher',
    nativeName: '',
    email: 'eve@school.example',
    phone: '',
  })
  // An invited teacher's account is verified when they choose a password through the invitation.
  await database.db.execute(
    sql`update accounts set is_verified = true where email in ('tom@school.example', 'eve@school.example')`,
  )
  const section = sectionOf({ termId: term.id, courseId: course.id, roomId: room.id, teacherId: tomTeacher.id })
  const grade1 = await ida.call('classes-create', section({}))
  await ida.call('classes-move', { id: grade1.id, to: 'open' })
  const chess = await ida.call(
    'classes-create',
    section({
      courseId: game.id,
      name: 'Chess',
      startsAt: '16:05',
      endsAt: '17:00',
      teacherIds: [eveTeacher.id],
      capacity: 2,
      tuitionCents: 15_000,
      booksCents: 0,
      crayon: 'sky',
    }),
  )
  await ida.call('classes-move', { id: chess.id, to: 'open' })

  const ann = await newcomer('ann@home.example', 'Ann')
  const bob = await newcomer('bob@home.example', 'Bob')
  const annFamily = family(
    { name: 'Ann Wang' },
    [
      { key: 'mia', name: 'Mia Wang', nativeName: '王美雅', birthOn: '2019-03-01' },
      { key: 'leo', name: 'Leo Wang', nativeName: '王乐', birthOn: '2020-05-01' },
    ],
    [
      { childKey: 'mia', sectionId: grade1.id },
      { childKey: 'leo', sectionId: grade1.id },
    ],
    term.id,
  )
  const annRegistration = await register(ann, annFamily)
  const bobRegistration = await register(
    bob,
    family(
      { name: 'Bob Li' },
      [{ key: 'zoe', name: 'Zoe Li', birthOn: '2019-08-01' }],
      [{ childKey: 'zoe', sectionId: grade1.id }],
      term.id,
    ),
  )
  const [firstMeeting] = await rows<{ id: string }>(
    database.db,
    sql`select id from meetings where section_id = ${grade1.id}::uuid order by on_day limit 1`,
  )
  return {
    term,
    course,
    room,
    programme,
    grade1,
    chess,
    annFamily,
    annRegistration,
    bobRegistration,
    teacherId: tomTeacher.id,
    meetingId: firstMeeting!.id,
  }
}

/**
 * A small school: Ida runs the office, Tom teaches Grade 1 and Eve Chess. Ann is the mother of Mia and Leo, Bob the
 * father of Zoe; all three children are in Grade 1. Nothing has been paid, and no attendance taken.
 */
export const school = async () => {
  const house = houseOn(await freshDatabase(await template('small_school', fillSchool)))
  const [found] = await rows<{ facts: Awaited<ReturnType<typeof makeSchool>> }>(
    house.database.db,
    sql`select facts from public.facts`,
  )
  const { teacherId, ...facts } = found!.facts
  const ida = house.person('ida@school.example')
  return {
    ...house,
    /** A member of the office with a verified account and one area. */
    async officer(area: Area): Promise<Person> {
      const email = `${area}@office.example`
      await ida.call('users-invite', { email, name: area, nativeName: '', role: 'admin', area, endsOn: null })
      await house.database.db.execute(sql`update accounts set is_verified = true where email = ${email}`)
      return house.person(email)
    },
    /** Turns badges on and creates them for students of a class. Returns their codes by name. */
    async badges(sectionId: string, ...names: string[]): Promise<Record<string, string>> {
      const { signIn } = await ida.call('config-rules', {})
      await ida.call('config-changeSignIn', { ...signIn, badges: true })
      const seated = await ida.call('badges-list', { sectionId })
      const studentIds = seated.filter(({ name }) => names.includes(name)).map(({ studentId }) => studentId)
      const made = await ida.call('badges-make', { sectionId, studentIds })
      return Object.fromEntries(made.map(({ name, code }) => [name, code]))
    },
    /** A student who has a badge, as the actor the door sees after signing in with it. */
    learner: (name: string): Person => {
      const actor = async (): Promise<Actor> => {
        const [found] = await rows<{ accountId: string; personId: string }>(
          house.database.db,
          sql`select b.account_id, p.id as "personId" from badges b join persons p on p.id = b.student_id where p.name = ${name}`,
        )
        return { ...guest, ...found!, name, isVerified: true, roles: ['student'], signedInAt: new Date() }
      }
      return {
        email: '',
        actor,
        call: async (called, input, options) => house.callAs(await actor(), called, input, options),
      }
    },
    ...facts,
    ida,
    tom: house.person('tom@school.example'),
    eve: house.person('eve@school.example'),
    ann: house.person('ann@home.example'),
    bob: house.person('bob@home.example'),
    section: sectionOf({
      termId: facts.term.id,
      courseId: facts.course.id,
      roomId: facts.room.id,
      teacherId,
    }),
    register,
  }
}
export type SmallSchool = Awaited<ReturnType<typeof school>>
