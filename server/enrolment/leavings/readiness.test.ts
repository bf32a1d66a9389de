import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let grade3: { id: string }
let enrolmentId: string
const early = { now: new Date('2026-09-20T16:00:00Z') }

beforeAll(async () => {
  s = await school()
  const course = async (name: string, level: number, prerequisiteIds: string[]) =>
    s.ida.call('classes-createCourse', {
      programmeId: s.programme.id,
      name,
      nativeName: '',
      level,
      description: '',
      prerequisiteIds,
    })
  // Grade 3 requires Grade 2, which no student here has taken.
  const course3 = await course('Grade 3', 3, [(await course('Grade 2', 2, [])).id])
  grade3 = await s.ida.call(
    'classes-create',
    s.section({ courseId: course3.id, name: 'Grade 3', startsAt: '16:05', endsAt: '17:55', capacity: 5 }),
  )
  await s.ida.call('classes-move', { id: grade3.id, to: 'open' })
  ;[{ id: enrolmentId }] = (await rows<{ id: string }>(
    s.database.db,
    sql`select e.id from enrolments e join persons p on p.id = e.student_id join sections x on x.id = e.section_id
      where p.name = 'Mia Wang' and e.status = 'active' and x.name = 'Grade 1'`,
  )) as [{ id: string }]
})
afterAll(() => s.drop())

const agreedOf = async (who: Person) => {
  const shown = await who.call('leavings-previewTransfer', { enrolmentId, toSectionId: grade3.id }, early)
  return {
    enrolmentId,
    toSectionId: grade3.id,
    agreedCents: shown.differenceCents,
    agreedFreeCents: shown.freeCents,
    back: 'credit' as const,
    leavesWaits: false,
    note: '',
  }
}

test('a family that transfers to a class without its prerequisite has to ask the office', async () => {
  const targets = await s.ann.call('leavings-targets', { enrolmentId }, early)
  expect(targets.find(({ id }) => id === grade3.id)).toMatchObject({ reasons: ['prerequisite'] })
  expect(await s.ann.call('leavings-previewTransfer', { enrolmentId, toSectionId: grade3.id }, early)).toMatchObject({
    way: 'ask',
    to: { reasons: ['prerequisite'] },
  })
  await expect(s.ann.call('leavings-transfer', await agreedOf(s.ann), early)).rejects.toMatchObject({
    details: { reason: 'ASK_OFFICE' },
  })
  // No one else sees the place at all.
  await expect(agreedOf(s.bob)).rejects.toMatchObject({ details: { reason: 'NOT_FOUND' } })
})

test('an auditor needs no prerequisite', async () => {
  await s.database.db.execute(sql`update sections set audit_cents = 100 where id = ${grade3.id}::uuid`)
  await s.database.db.execute(sql`update enrolments set type = 'audit' where id = ${enrolmentId}::uuid`)
  expect(
    (await s.ann.call('leavings-targets', { enrolmentId }, early)).find(({ id }) => id === grade3.id),
  ).toMatchObject({ reasons: [] })
  await s.database.db.execute(sql`update sections set audit_cents = null where id = ${grade3.id}::uuid`)
  await expect(
    s.ann.call('leavings-previewTransfer', { enrolmentId, toSectionId: grade3.id }, early),
  ).rejects.toMatchObject({ details: { reason: 'CLASS_CLOSED' } })
  await s.database.db.execute(sql`update enrolments set type = 'regular' where id = ${enrolmentId}::uuid`)
})

test('the office has to give a reason to waive it, directly or in answer to a request', async () => {
  const { requestId } = await s.ann.call('leavings-ask', await agreedOf(s.ann), early)
  const agreed = await agreedOf(s.ida)
  const unsaid = { code: 'invalid-argument', details: { fields: [{ path: 'note', message: 'empty' }] } }
  await expect(s.ida.call('leavings-transfer', agreed, early)).rejects.toMatchObject(unsaid)
  const { agreedCents, agreedFreeCents } = agreed
  const answer = { requestId, confirms: true, agreedCents, agreedFreeCents }
  await expect(s.ida.call('leavings-answer', { ...answer, note: '' }, early)).rejects.toMatchObject(unsaid)
  expect(await s.ida.call('leavings-answer', { ...answer, note: 'She has read it all at home' }, early)).toMatchObject({
    status: 'confirmed',
  })
})
