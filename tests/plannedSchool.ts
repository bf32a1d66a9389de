import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/platform/db.ts'
import { hashSetUpCode } from '#server/school/config/setUp.ts'
import { migrateAt, template } from './database-fixture.ts'
import { houseOn } from './school.ts'
import { testSeal } from './testKey.ts'

export const registrar = { email: 'ida@riverside.example', password: 'riverside-secret' }

/**
 * A template: Riverside School as Ida has planned it for today, open for registration and still without families. Two
 * classes meet today: Readers A has eight seats, Readers B one. The journeys `mainJob` and `setUp` plan the same school
 * on the office's screens.
 */
export const plannedSchool = (): Promise<string> =>
  template('planned_school', async url => {
    await migrateAt(url)
    const database = openDatabase(url, 'school', { secrets: testSeal })
    const { anybody, person, clock } = houseOn({ database, schema: 'school', url, drop: async () => undefined })
    clock.now = new Date()
    const today = clock.now.toISOString().slice(0, 10)
    const later = (days: number) => new Date(clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const weekday = clock.now.getUTCDay() || 7
    await database.db.execute(
      sql`insert into set_up_codes (code_hash, created_at) values (${hashSetUpCode('CODE')}, now())`,
    )
    await anybody.call('config-setUp', {
      code: 'CODE',
      school: { name: 'Riverside School', nativeName: '', zone: 'UTC', currency: 'USD' },
      admin: { name: 'Ida Office', ...registrar },
    })
    const ida = person(registrar.email)
    const term = await ida.call('terms-create', {
      name: 'Reading weeks',
      nativeName: '',
      startsOn: today,
      endsOn: later(27),
      weekdays: [weekday],
      earlyBirdOn: null,
      closures: [{ onDay: later(14), reason: 'Holiday' }],
    })
    await ida.call('terms-move', { id: term.id, to: 'registration' })
    const programme = await ida.call('classes-createProgramme', { name: 'Reading', nativeName: '' })
    const room = await ida.call('classes-createRoom', { name: 'Blue room', capacity: 20 })
    const teacher = await ida.call('teachers-create', {
      name: 'Rosa Reader',
      nativeName: '',
      email: 'rosa@teachers.example',
      phone: '',
    })
    await ida.call('config-changePricing', {
      registrationFeeCents: 4000,
      siblingPercent: 10,
      siblingProgrammeIds: [],
      staffPercent: 0,
      prorations: [],
      dueDays: 14,
    })
    for (const each of [
      { course: 'Reading one', name: 'Readers A', capacity: 8, startsAt: '00:00', endsAt: '12:00' },
      { course: 'Reading two', name: 'Readers B', capacity: 1, startsAt: '12:00', endsAt: '23:59' },
    ]) {
      const course = await ida.call('classes-createCourse', {
        programmeId: programme.id,
        name: each.course,
        nativeName: '',
        level: null,
        description: '',
      })
      const section = await ida.call('classes-create', {
        termId: term.id,
        courseId: course.id,
        name: each.name,
        nativeName: '',
        roomId: room.id,
        teacherIds: [teacher.id],
        weekday,
        startsAt: each.startsAt,
        endsAt: each.endsAt,
        capacity: each.capacity,
        minimum: 1,
        ageFrom: null,
        ageTo: null,
        tuitionCents: 10_000,
        booksCents: 1000,
        needsApproval: false,
        crayon: 'leaf',
      })
      await ida.call('classes-move', { id: section.id, to: 'open' })
    }
    await database.close()
  })
