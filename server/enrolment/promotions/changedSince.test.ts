import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'
import { copyToSpring } from '#tests/spring.ts'

// A promotion is in review while families register for the next term and the office changes its classes.
let s: SmallSchool
let springId: string
let runId: string
beforeAll(async () => {
  s = await school()
  springId = await copyToSpring(s, [s.grade1.id, s.chess.id])
  await s.ida.call('terms-move', { id: springId, to: 'registration', opensClasses: true })
  const step = { fromTermId: s.term.id, toTermId: springId, step: 'continue', raisesGrades: true } as const
  runId = (await s.ida.call('promotions-propose', { ...step, passPercent: null })).id
})
afterAll(() => s.drop())

const spring = async (name: string) =>
  (await s.ida.call('classes-list', { termId: springId })).find(each => each.name === name)!
const lines = async () => (await s.ida.call('promotions-lines', { id: runId })).rows
const lineOf = async (name: string) => (await lines()).find(({ student }) => student === name)!
const coming = async () =>
  (await s.ida.call('promotions-get', { id: runId })).classes.map(({ name, seated, coming: n }) => [name, seated, n])

test('a student who got a seat in the class needs no second one, and one who left gets none', async () => {
  const { id } = await spring('Grade 1')
  expect(await coming()).toEqual([
    ['Grade 1', 0, 3],
    ['Chess', 0, 0],
  ])
  await s.ida.call('enrolments-enrol', { studentId: (await lineOf('Zoe Li')).studentId, sectionId: id })
  const { enrolmentId } = (await s.ida.call('classes-roster', { sectionId: s.grade1.id })).find(
    ({ name }) => name === 'Leo Wang',
  )!
  const { totalCents, freeCents } = await s.ida.call('leavings-preview', { enrolmentId })
  const agreed = { agreedCents: totalCents, agreedFreeCents: freeCents }
  await s.ida.call('leavings-withdraw', { enrolmentId, ...agreed, back: 'credit', note: '' })
  const { counts } = await s.ida.call('promotions-get', { id: runId })
  expect(counts.double).toBe(0)
  expect(await coming()).toEqual([
    ['Grade 1', 1, 1],
    ['Chess', 0, 0],
  ])
})

test('a student who took a spot in a parallel class of the course is listed in it, and is held no second spot', async () => {
  const { studentId } = await lineOf('Mia Wang')
  const parallel = await s.ida.call('classes-create', s.section({ termId: springId, name: 'Grade 1 late' }))
  await s.ida.call('classes-move', { id: parallel.id, to: 'open' })
  await s.ida.call('enrolments-enrol', { studentId, sectionId: parallel.id })
  expect(await coming()).toContainEqual(['Grade 1', 1, 0])
  expect(await lineOf('Mia Wang')).toMatchObject({ reason: 'placed', to: { name: 'Grade 1 late' } })
  const [place] = await s.ida.call('classes-roster', { sectionId: parallel.id })
  const { totalCents: agreedCents, freeCents: agreedFreeCents } = await s.ida.call('leavings-preview', {
    enrolmentId: place!.enrolmentId,
  })
  await s.ida.call('leavings-withdraw', {
    enrolmentId: place!.enrolmentId,
    agreedCents,
    agreedFreeCents,
    back: 'credit',
    note: '',
  })
  expect(await lineOf('Mia Wang')).toMatchObject({ reason: 'continues', to: { name: 'Grade 1' } })
})

test('students of a class that is canceled are left to the office, and none is held a spot in it', async () => {
  await s.ida.call('promotions-move', { id: runId, to: 'reviewed' })
  const { id } = await spring('Grade 1')
  const { totalCents } = await s.ida.call('cancellations-previewClass', { sectionId: id, withFees: false })
  await s.ida.call('cancellations-cancelClass', {
    sectionId: id,
    reason: 'No teacher',
    nativeReason: '',
    withFees: false,
    offers: [],
    agreedCents: totalCents,
    agreedStudents: 1,
  })
  const apply = () => s.ida.call('promotions-apply', { id: runId, holdUntil: '2027-01-10', tell: true })
  await expect(apply()).rejects.toMatchObject({ details: { reason: 'UNDECIDED' } })
  expect((await lines()).map(({ decision, to, reason }) => [decision, to, reason])).toEqual(
    Array.from({ length: 3 }, () => ['choose', null, 'canceled']),
  )
  await s.ida.call('promotions-move', { id: runId, to: 'draft' })
  const lineIds = (await lines()).map(line => line.id)
  const chess = (await spring('Chess')).id
  await s.ida.call('promotions-decide', { id: runId, lineIds, decision: 'retain', sectionId: chess })
  await s.ida.call('promotions-move', { id: runId, to: 'reviewed' })
  // Leo has left; his grade stays as it is.
  expect(await apply()).toMatchObject({ places: 2, grades: 2 })
})
