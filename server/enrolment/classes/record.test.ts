import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const draft = async (name: string, termId = s.term.id) =>
  (await s.ida.call('classes-create', { ...s.section({ name }), termId })).id
const statusOf = async (id: string) => (await s.ida.call('classes-list', {})).find(each => each.id === id)?.status

describe('the page of a class', () => {
  test('shows its students, what the office needs to know about them, and the class’s money', async () => {
    const { members, money } = await s.ida.call('classes-members', { sectionId: s.grade1.id })
    expect(members.map(({ name }) => name)).toEqual(['Zoe Li', 'Leo Wang', 'Mia Wang'])
    expect(members[2]).toMatchObject({
      status: 'active',
      type: 'regular',
      guardian: { name: 'Ann Wang', phone: '+1 555 0100' },
      overrideReason: '',
    })
    const [ledger] = await s.bob.call('payments-ledger', {})
    expect(members[0]!.balanceCents).toBe(ledger!.balanceCents)
    // Three children at 260 plus 25 for books each, one of them with a sibling discount.
    expect(money).toEqual({ chargedCents: 3 * 28_500 - 2600, paidCents: 0 })
  })
  test('shows no money to an officer who doesn’t handle it', async () => {
    const registrar = await s.officer('academic')
    const seen = await registrar.call('classes-members', { sectionId: s.grade1.id })
    expect(seen.members).toHaveLength(3)
    expect(seen.members.map(({ balanceCents }) => balanceCents)).toEqual([null, null, null])
    expect(seen.money).toBeNull()
  })
  test('lists its lessons with the counts from their rolls', async () => {
    const [first, second] = await s.ida.call('classes-lessons', { sectionId: s.grade1.id })
    expect(first).toMatchObject({ onDay: '2026-09-13', isTaken: false, present: 0, isOver: false })
    const { marks } = await s.tom.call('absences-roll', { meetingId: first!.meetingId })
    await s.tom.call('absences-take', {
      meetingId: first!.meetingId,
      marks: marks.map(({ enrolmentId }, index) => ({
        enrolmentId,
        code: (['present', 'late', 'absent'] as const)[index]!,
        note: '',
      })),
    })
    const [taken] = await s.ida.call('classes-lessons', { sectionId: s.grade1.id })
    expect(taken).toMatchObject({ isTaken: true, present: 1, late: 1, absent: 1 })
    expect(second).toMatchObject({ onDay: '2026-09-20', isTaken: false, isMissing: true })
    // Nobody was in the class yet, so no attendance is missing.
    const [empty] = await s.ida.call('classes-lessons', { sectionId: s.chess.id })
    expect(empty).toMatchObject({ onDay: '2026-09-13', isTaken: false, isMissing: false })
  })
  test('is for the office only', async () => {
    for (const who of [s.tom, s.ann])
      for (const name of ['classes-members', 'classes-lessons'] as const)
        await expect(who.call(name, { sectionId: s.grade1.id })).rejects.toMatchObject({
          details: { reason: 'ROLE_NEEDED' },
        })
    await expect(s.ida.call('classes-members', { sectionId: s.term.id })).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('publishing several classes at once', () => {
  test('opens them together, names those it can’t, and is undone as one', async () => {
    const ids = [await draft('A'), await draft('B'), await draft('C')]
    const done = await s.ida.call('classes-publish', { ids: [...ids, s.grade1.id], to: 'open' })
    expect(done.ids.toSorted()).toEqual(ids.toSorted())
    expect(done.left).toMatchObject([{ id: s.grade1.id, name: 'Grade 1', status: 'open', isTermOver: false }])
    const shown = async () => (await s.anybody.call('classes-catalogue', {})).sections.map(({ name }) => name)
    expect(await shown()).toEqual(expect.arrayContaining(['A', 'B', 'C']))
    await s.ida.call('batches-undo', { id: done.batchId! })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['draft', 'draft', 'draft'])
    expect(await shown()).not.toContain('A')
    expect(await statusOf(s.grade1.id)).toBe('open')
  })
  test('skips those of a closed term, and does nothing if none are left', async () => {
    const old = await s.ida.call('terms-create', {
      name: 'Old',
      nativeName: '',
      startsOn: '2025-09-14',
      endsOn: '2025-12-14',
      weekdays: [7],
      earlyBirdOn: null,
      closures: [],
    })
    const id = await draft('Late', old.id)
    await s.database.db.execute(sql`update terms set status = 'closed' where id = ${old.id}::uuid`)
    const answer = await s.ida.call('classes-publish', { ids: [id], to: 'published' })
    expect(answer).toMatchObject({ ids: [], left: [{ id, isTermOver: true }], batchId: null })
    expect(await statusOf(id)).toBe('draft')
  })
  test('alone follows the same rule: in a closed term a class is no longer opened or canceled', async () => {
    const old = await s.ida.call('terms-create', {
      name: 'Older',
      nativeName: '',
      startsOn: '2025-01-12',
      endsOn: '2025-05-25',
      weekdays: [7],
      earlyBirdOn: null,
      closures: [],
    })
    const id = await draft('Left over', old.id)
    await s.ida.call('classes-move', { id, to: 'published' })
    for (const over of ['closed', 'archived']) {
      await s.database.db.execute(sql`update terms set status = ${over} where id = ${old.id}::uuid`)
      for (const to of ['open', 'cancelled'] as const)
        await expect(s.ida.call('classes-move', { id, to })).rejects.toMatchObject({
          details: { reason: 'TERM_CLOSED' },
        })
    }
    expect(await statusOf(id)).toBe('published')
    expect((await s.ida.call('classes-move', { id, to: 'draft' })).termStatus).toBe('archived')
    await s.database.db.execute(sql`update terms set status = 'grading' where id = ${old.id}::uuid`)
    await s.ida.call('classes-move', { id, to: 'open' })
    expect((await s.ida.call('classes-move', { id, to: 'cancelled' })).status).toBe('cancelled')
  })
  test('is refused to teachers and families', async () => {
    const id = await draft('Theirs')
    for (const who of [s.tom, s.ann])
      await expect(who.call('classes-publish', { ids: [id], to: 'open' })).rejects.toMatchObject({
        details: { reason: 'ROLE_NEEDED' },
      })
    expect(await statusOf(id)).toBe('draft')
  })
})

test('opening a term’s registration also opens its draft and published classes if the office says so', async () => {
  const spring = await s.ida.call('terms-create', {
    name: 'Spring',
    nativeName: '',
    startsOn: '2027-01-10',
    endsOn: '2027-05-30',
    weekdays: [7],
    earlyBirdOn: null,
    closures: [],
  })
  const ids = [await draft('Spring A', spring.id), await draft('Spring B', spring.id)]
  await s.ida.call('terms-move', { id: spring.id, to: 'registration' })
  expect(await Promise.all(ids.map(statusOf))).toEqual(['draft', 'draft'])
  await s.ida.call('terms-move', { id: spring.id, to: 'draft' })
  await s.ida.call('classes-move', { id: ids[1]!, to: 'published' })
  await s.ida.call('terms-move', { id: spring.id, to: 'registration', opensClasses: true })
  expect(await Promise.all(ids.map(statusOf))).toEqual(['open', 'open'])
  const [others] = await rows<{ n: number }>(
    s.database.db,
    sql`select count(*)::int as n from sections where status = 'open' and term_id <> ${spring.id}::uuid`,
  )
  expect(others!.n).toBe(2)
})
