import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PasteField } from '#contract/enrolment/classes.pasting.plain.ts'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const columns: PasteField[] = ['class', 'course', 'teacher', 'email', 'room', 'time', 'capacity', 'fee', 'ages']
const none = { programmes: 0, courses: 0, rooms: 0, teachers: 0, classes: 0 }
const pasting = (
  lines: string[],
  counts: Partial<typeof none>,
  more: Partial<Input<'classes-paste'>> = {},
): Input<'classes-paste'> => ({
  termId: s.term.id,
  columns,
  rows: lines.map(line => line.split('|')),
  programme: 'Language',
  capacity: null,
  tuitionCents: null,
  counts: { ...none, ...counts },
  ...more,
})
const namesOf = async (table: 'courses' | 'rooms' | 'sections') =>
  (await rows<{ name: string }>(s.database.db, sql`select name from ${sql.identifier(table)} order by name`)).map(
    ({ name }) => name,
  )

describe('pasted classes', () => {
  test('are created as drafts with their lessons and everything they need, and undone as one', async () => {
    const before = {
      courses: await namesOf('courses'),
      rooms: await namesOf('rooms'),
      sections: await namesOf('sections'),
    }
    const done = await s.ida.call(
      'classes-paste',
      pasting(
        [
          'Grade 1B|一年级|Li Wang 王丽||Room 102|Sun 9:00-10:30|12|$260|5-7',
          'Grade 2A|Grade 2|WANG Li|li@school.example|102|Sun 10:45-12:00|14|260|7+',
          'Go|Go|Tom Teacher|||Sun 9-10am|8|free|',
        ],
        { courses: 2, rooms: 1, teachers: 1, classes: 3 },
      ),
    )
    expect(done.counts).toEqual({ programmes: 0, courses: 2, rooms: 1, teachers: 1, classes: 3 })
    const made = (await s.ida.call('classes-list', { termId: s.term.id })).filter(({ id }) => done.ids.includes(id))
    expect(made.map(({ name }) => name).toSorted()).toEqual(['Go', 'Grade 1B', 'Grade 2A'])
    expect(made.every(({ status }) => status === 'draft')).toBe(true)
    const [first] = made.filter(({ name }) => name === 'Grade 1B')
    expect(first).toMatchObject({
      courseId: s.course.id,
      room: 'Room 102',
      teachers: ['Li Wang'],
      ageFrom: 5,
      ageTo: 7,
    })
    // A class with the same values, created by its form, differs in nothing but its name.
    const form = await s.ida.call('classes-create', {
      ...s.section({ name: 'By form', nativeName: '', roomId: first!.roomId, teacherIds: first!.teacherIds }),
      startsAt: '09:00',
      endsAt: '10:30',
      capacity: 12,
      minimum: 0,
      ageFrom: 5,
      ageTo: 7,
      booksCents: 0,
      crayon: first!.crayon,
    })
    expect({ ...first, id: form.id, name: form.name }).toEqual(form)
    const lessons = async (id: string) =>
      (await s.ida.call('classes-lessons', { sectionId: id })).map(({ onDay }) => onDay)
    expect(await lessons(first!.id)).toEqual(await lessons(form.id))
    expect(await lessons(first!.id)).not.toEqual([])
    // The teacher of two rows is one person with one address, and gets no email.
    const { rows: teachers } = await s.ida.call('teachers-list', { search: 'Li Wang' })
    expect(teachers).toMatchObject([{ name: 'Li Wang', nativeName: '王丽', email: 'li@school.example' }])
    expect(await rows(s.database.db, sql`select 1 from mails where "to" = 'li@school.example'`)).toEqual([])
    await s.database.db.execute(sql`delete from sections where id = ${form.id}::uuid`)

    await s.ida.call('batches-undo', { id: done.batchId })
    expect({
      courses: await namesOf('courses'),
      rooms: await namesOf('rooms'),
      sections: await namesOf('sections'),
    }).toEqual(before)
    expect((await s.ida.call('teachers-list', { search: 'Li Wang' })).rows).toEqual([])
  })
  test('create the named program if the school doesn’t have it', async () => {
    const done = await s.ida.call(
      'classes-paste',
      pasting(
        ['Salsa|Salsa||||Sun 18:00-19:00|20|90|'],
        { programmes: 1, courses: 1, classes: 1 },
        { programme: 'Dance' },
      ),
    )
    const [made] = (await s.ida.call('classes-list', {})).filter(({ id }) => done.ids.includes(id))
    expect(made).toMatchObject({ programme: 'Dance', room: '', teachers: [] })
  })
  test('are refused if the school’s data changed after the preview, and nothing is created', async () => {
    const line = 'Art|Art|||101|Sun 18:00-19:00|12|90|'
    const seen = { courses: 1, classes: 1 }
    const changed = { details: { reason: 'IMPORT_CHANGED' } }
    const before = await namesOf('courses')
    // In the meantime someone has created the course, then a class in that room at that time.
    await expect(s.ida.call('classes-paste', pasting([line], { ...seen, courses: 0 }))).rejects.toMatchObject(changed)
    const other = await s.ida.call('classes-create', s.section({ name: 'Late', startsAt: '18:30', endsAt: '19:30' }))
    await expect(s.ida.call('classes-paste', pasting([line], seen))).rejects.toMatchObject(changed)
    expect(await namesOf('courses')).toEqual(before)
    await s.database.db.execute(sql`delete from sections where id = ${other.id}::uuid`)
    expect((await s.ida.call('classes-paste', pasting([line], seen))).ids).toHaveLength(1)
    // Pasting the same rows again would create the same classes twice.
    await expect(s.ida.call('classes-paste', pasting([line], { classes: 1 }))).rejects.toMatchObject(changed)
  })
  test('create nothing if a teacher’s address belongs to another teacher', async () => {
    const before = await namesOf('rooms')
    const line = 'Math|Math|Somebody Else|tom@school.example|Attic|Sun 19:00-20:00|12|90|'
    await expect(
      s.ida.call('classes-paste', pasting([line], { courses: 1, rooms: 1, teachers: 1, classes: 1 })),
    ).rejects.toMatchObject({
      details: { reason: 'ALREADY_EXISTS', fields: [{ path: 'teachers.tom@school.example', message: 'taken' }] },
    })
    expect(await namesOf('rooms')).toEqual(before)
  })
  test('require a fresh sign-in if they create teachers', async () => {
    const line = (teacher: string) => `Yoga|Yoga|${teacher}|||Sun 7:00-8:00|12|90|`
    const actor = { ...(await s.ida.actor()), signedInAt: new Date(Date.now() - 3_600_000) }
    const stale = (teacher: string, teachers: number) =>
      s.callAs(actor, 'classes-paste', pasting([line(teacher)], { courses: 1, teachers, classes: 1 }))
    await expect(stale('Nina New', 1)).rejects.toMatchObject({ details: { reason: 'RECENT_SIGN_IN_NEEDED' } })
    expect((await stale('Tom Teacher', 0)).ids).toHaveLength(1)
  })
  test('are refused for a closed or unknown term', async () => {
    const old = await s.ida.call('terms-create', {
      name: 'Old',
      nativeName: '',
      startsOn: '2025-09-14',
      endsOn: '2025-12-14',
      weekdays: [7],
      earlyBirdOn: null,
      closures: [],
    })
    await s.database.db.execute(sql`update terms set status = 'closed' where id = ${old.id}::uuid`)
    const line = 'Old|Old||||Sun 9-10|12|90|'
    const seen = { courses: 1, classes: 1 }
    await expect(s.ida.call('classes-paste', pasting([line], seen, { termId: old.id }))).rejects.toMatchObject({
      details: { reason: 'TERM_CLOSED' },
    })
    await expect(s.ida.call('classes-paste', pasting([line], seen, { termId: s.course.id }))).rejects.toMatchObject({
      code: 'not-found',
    })
  })
  test('are for the office only, and only in an area that includes classes', async () => {
    const line = 'Drama|Drama||||Sun 20:00-21:00|12|90|'
    const input = pasting([line], { courses: 1, classes: 1 })
    for (const who of [s.tom, s.ann])
      await expect(who.call('classes-paste', input)).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
    const treasurer = await s.officer('treasurer')
    await expect(treasurer.call('classes-paste', input)).rejects.toMatchObject({ details: { reason: 'AREA_NEEDED' } })
    expect(await namesOf('sections')).not.toContain('Drama')
    const registrar = await s.officer('registrar')
    expect((await registrar.call('classes-paste', input)).ids).toHaveLength(1)
  })
})
