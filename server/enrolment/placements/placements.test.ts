import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let course2: { id: string }
let grade2: { id: string }
beforeAll(async () => {
  s = await school()
  course2 = await s.ida.call('classes-createCourse', {
    programmeId: s.programme.id,
    name: 'Grade 2',
    nativeName: '二年级',
    level: 2,
    description: '',
    needsPlacement: true,
  })
  grade2 = await s.ida.call(
    'classes-create',
    s.section({ courseId: course2.id, name: 'Grade 2', startsAt: '16:05', endsAt: '17:55' }),
  )
  await s.ida.call('classes-move', { id: grade2.id, to: 'open' })
})
afterAll(() => s.drop())

test('a teacher decides the level, the family is told, and the placement counts as done', async () => {
  const who = await s.newcomer('pat@home.example', 'Pat')
  const answer = await s.register(who, {
    ...s.annFamily,
    guardians: s.annFamily.guardians.map(guardian => ({ ...guardian, name: 'Pat New' })),
    consents: { ...s.annFamily.consents, signedName: 'Pat New' },
    children: [{ ...s.annFamily.children[0]!, key: 'kid', name: 'Kit New', nativeName: '', birthOn: '2018-03-01' }],
    choices: [{ childKey: 'kid', sectionId: grade2.id }],
  })
  expect(answer.outcomes[0]).toMatchObject({ outcome: 'approval', reasons: ['placement'] })
  const [waiting] = await s.tom.call('placements-waiting', {})
  expect(waiting).toMatchObject({ student: 'Kit New', section: 'Grade 2' })
  expect(waiting!.courses.map(({ name }) => name)).toEqual(['Grade 1', 'Grade 2'])
  // Eve teaches only chess.
  expect(await s.eve.call('placements-waiting', {})).toEqual([])
  const decide = { studentId: waiting!.studentId, courseId: course2.id, note: 'Reads well.' }
  await expect(s.eve.call('placements-decide', decide)).rejects.toMatchObject({ details: { reason: 'NOT_FOUND' } })
  await expect(s.tom.call('placements-decide', { ...decide, courseId: waiting!.studentId })).rejects.toMatchObject({
    details: { fields: [{ path: 'courseId', message: 'choose' }] },
  })
  await s.database.db.execute(sql`update persons set native_name = '田老师' where name = 'Tom Teacher'`)
  const by = { by: 'Tom Teacher', byNativeName: '田老师' }
  expect(await s.tom.call('placements-decide', decide)).toMatchObject({ course: 'Grade 2', ...by })
  expect(await s.tom.call('placements-waiting', {})).toEqual([])
  expect((await s.ida.call('applications-list', { search: 'Kit' })).rows[0]).toMatchObject({
    reasons: [{ reason: 'placement', isMet: true }],
    placement: { course: 'Grade 2', note: 'Reads well.', ...by },
  })
  expect((await who.call('placements-mine', {}))[0]).toMatchObject({ student: 'Kit New', course: 'Grade 2', ...by })
  expect(await s.ann.call('placements-mine', {})).toEqual([])
  expect((await s.eve.call('placements-list', {})).rows).toEqual([])
  const [mail] = await rows<{ text: string }>(
    s.database.db,
    sql`select text from mails where "to" = 'pat@home.example' order by queued_at desc, id desc limit 1`,
  )
  expect(mail!.text).toContain('Grade 2 is the right level')
})

test('a later placement replaces an earlier one, and the list keeps both', async () => {
  const [student] = (await s.ida.call('placements-list', {})).rows
  await s.ida.call('placements-decide', { studentId: student!.studentId, courseId: s.course.id, note: '' })
  const { rows: all, total } = await s.ida.call('placements-list', { search: 'kit', studentId: student!.studentId })
  expect(total).toBe(2)
  expect(all.map(({ course, by }) => [course, by])).toEqual([
    ['Grade 1', 'Ida Office'],
    ['Grade 2', 'Tom Teacher'],
  ])
  expect((await s.tom.call('placements-waiting', {})).map(waiting => waiting.student)).toEqual(['Kit New'])
})
