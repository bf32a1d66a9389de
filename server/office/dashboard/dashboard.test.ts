import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListKey } from '#contract/office/dashboard.ts'
import type { Input, Output } from '#contract/index.ts'
import { daysAfter } from '#rules/days.ts'
import { school, type SmallSchool, blankChild } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const october = { now: new Date('2026-10-15T12:00:00Z') }
type Figures = Output<'dashboard-figures'>
const figuresOf = ({ figures }: Figures) => Object.fromEntries(figures.map(({ key, now }) => [key, now]))
const attention = async (now = october) =>
  Object.fromEntries((await s.ida.call('dashboard-attention', {}, now)).items.map(({ key, n }) => [key, n]))

/** All pages of a list, with the number that it reports. */
const listed = async (key: ListKey, more: Omit<Input<'dashboard-list'>, 'key'> = {}) => {
  const rows: Output<'dashboard-list'>['rows'] = []
  let answer: Output<'dashboard-list'>
  let after: string | null = null
  do {
    answer = await s.ida.call('dashboard-list', { key, ...more, ...(after && { after }) }, october)
    rows.push(...answer.rows)
    after = answer.next
  } while (after !== null)
  expect(rows).toHaveLength(answer.total)
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(answer.sum)
  return { rows, sum: answer.sum }
}

test('work that waits is listed with the oldest first, over all pages', async () => {
  const daysOf = async (key: ListKey) => (await listed(key)).rows.map(({ onDay }) => onDay ?? '')
  await s.database.db.execute(sql`
    insert into mails (id, "to", subject, text, html, status, queued_at)
    select gen_random_uuid(), 'family' || n || '@home.example', 'Hello', '', '', 'failed', ${october.now.toISOString()}::timestamptz - n % 20 * interval '1 day'
    from generate_series(1, 60) n`)
  const [mails, rolls] = [await daysOf('failed'), await daysOf('rolls')]
  expect([mails, rolls]).toEqual([mails.toSorted(), rolls.toSorted()])
  expect([mails.length, new Set(mails).size, new Set(rolls).size]).toEqual([60, 20, 5])
  await s.database.db.execute(sql`delete from mails where "to" like 'family%@home.example'`)
})

test('a school in its first term has no previous and no next term', async () => {
  const { term, before, next } = await s.ida.call('dashboard-figures', {}, october)
  expect([term?.name, before, next]).toEqual(['Fall', null, null])
})

describe('every number matches the list behind it', () => {
  test('for a term', async () => {
    const chess = await s.ida.call('enrolments-enrol', {
      studentId: (await s.ida.call('students-list', { search: 'mia' })).rows[0]!.id,
      sectionId: s.chess.id,
    })
    expect(chess.outcome).toBe('seat')
    const answer = await s.ida.call('dashboard-figures', {}, october)
    expect(figuresOf(answer)).toMatchObject({
      students: 3,
      families: 2,
      places: 4,
      openings: 2,
      waiting: 0,
      newcomers: 3,
      returning: 0,
      gone: 0,
      unpaid: 2,
    })
    const cart = await s.database.db
      .execute(sql`insert into seat_holds (id, account_id, section_id, child_key, held_at, expires_at)
      select gen_random_uuid(), id, ${s.chess.id}::uuid, 'c', ${october.now.toISOString()}::timestamptz, ${october.now.toISOString()}::timestamptz + interval '5 minutes' from accounts limit 1`)
    expect(cart.rowCount).toBe(1)
    expect(figuresOf(await s.ida.call('dashboard-figures', {}, october))).toMatchObject({ openings: 1 })
    await s.database.db.execute(sql`delete from seat_holds`)
    for (const { key, now } of answer.figures)
      expect([key, (await listed(key, { termId: s.term.id })).sum]).toEqual([key, now])
    for (const { id, enrolled } of answer.classes)
      expect((await listed('class', { sectionId: id })).rows).toHaveLength(enrolled)
  })
  test('for money, matching the lists of payments', async () => {
    const { totals } = await s.ida.call('payments-households', { view: 'owing' }, october)
    const figures = figuresOf(await s.ida.call('dashboard-figures', {}, october))
    expect(figures['owed']).toBe(totals.owingCents)
    expect(figures['charged']! - figures['paid']!).toBe(figures['owed'])
    const overdue = await s.ida.call('payments-households', { view: 'overdue' }, october)
    const { items } = await s.ida.call('dashboard-attention', {}, october)
    expect(items.find(({ key }) => key === 'overdue')).toMatchObject({
      n: overdue.total,
      cents: overdue.totals.overdueCents,
      since: daysAfter(overdue.rows.map(({ dueOn }) => dueOn!).toSorted()[0]!, 1),
    })
    expect((await listed('overdue')).rows.map(({ amount }) => amount)).toHaveLength(overdue.total)
    const charts = await s.ida.call('dashboard-charts', { termId: s.term.id }, october)
    for (const { month, dueCents, paidCents } of charts.money) {
      expect((await listed('due', { termId: s.term.id, from: month })).sum).toBe(dueCents)
      expect((await listed('received', { termId: s.term.id, from: month })).sum).toBe(paidCents)
    }
    expect(await s.ida.call('dashboard-charts', {}, october)).toEqual(charts)
    expect(charts.money.reduce((sum, { dueCents }) => sum + dueCents, 0)).toBe(figures['charged'])
  })
  test('for work to do, which disappears once it is done', async () => {
    const before = await attention()
    // Five Sundays of two classes are over, and no roll was taken.
    expect(before).toMatchObject({ rolls: 10, overdue: 2, never: 2 })
    for (const [key, n] of Object.entries(before))
      expect([key, (await listed(key as ListKey)).rows.length]).toEqual([key, n])
    await s.database.db.execute(sql`update persons set native_name = '汤老师' where name = 'Tom Teacher'`)
    const teachersOf = (await listed('rolls')).rows.map(each => [each.name, each.about, each.aboutNativeName])
    expect(teachersOf).toContainEqual(['Grade 1', 'Tom Teacher', '汤老师'])
    expect(teachersOf).toContainEqual(['Chess', 'Eve Teacher', 'Eve Teacher'])
    const roll = await s.tom.call('absences-roll', { meetingId: s.meetingId })
    await s.tom.call('absences-take', {
      meetingId: s.meetingId,
      marks: roll.marks.map(({ enrolmentId }, index) => ({
        enrolmentId,
        code: index === 0 ? 'absent' : 'present',
        note: '',
      })),
    })
    expect((await attention())['rolls']).toBe(9)
    const { attendance } = await s.ida.call('dashboard-charts', { termId: s.term.id }, october)
    expect(attendance).toEqual([{ week: '2026-09-13', present: 2, marked: 3 }])
    expect((await listed('absent', { termId: s.term.id, from: '2026-09-13' })).sum).toBe(1)
    await s.database.db.execute(sql`update accounts set last_sign_in_at = now() where email = 'ann@home.example'`)
    expect((await attention())['never']).toBe(1)
  })
  test('for failed emails, until the address is reached again', async () => {
    const mail = (status: 'failed' | 'sent', at: string) =>
      s.database.db.execute(
        sql`insert into mails (id, "to", subject, text, html, status, queued_at) values (gen_random_uuid(), 'gone@home.example', 'Hello', '', '', ${status}, ${at}::timestamptz)`,
      )
    await mail('failed', '2026-10-10T12:00:00Z')
    expect((await attention())['failed']).toBe(1)
    expect((await listed('failed')).rows).toMatchObject([{ name: 'gone@home.example', about: 'Hello', target: 'mail' }])
    await mail('sent', '2026-10-11T12:00:00Z')
    expect((await attention())['failed']).toBeUndefined()
  })
  test('for classes below their minimum, free seats with a waitlist, and roles that expire', async () => {
    await s.database.db.execute(sql`update sections set minimum = 2 where id = ${s.chess.id}::uuid`)
    const zoe = (await s.ida.call('students-list', { search: 'zoe' })).rows[0]!.id
    await s.database.db.execute(
      sql`insert into waitlist_entries (id, student_id, section_id, status, joined_at) values (gen_random_uuid(), ${zoe}::uuid, ${s.chess.id}::uuid, 'waiting', now())`,
    )
    const tom = (await s.tom.actor()).personId!
    await s.database.db.execute(
      sql`update role_grants set ends_at = now() + interval '3 days' where person_id = ${tom}::uuid`,
    )
    expect(await attention()).toMatchObject({ below: 1, offers: 1, expiring: 1 })
    for (const key of ['below', 'offers', 'expiring'] as const) expect((await listed(key)).sum).toBe(1)
  })
  test('for likely duplicates, each leading to its pair, until they are marked as different', async () => {
    // Both families of the small school have the same address and phone number.
    expect((await attention())['duplicates']).toBe(1)
    expect((await listed('duplicates')).rows).toMatchObject([{ target: 'sameFamily' }])
    await s.database.db.execute(sql`update persons set native_name = '王安' where name = 'Ann Wang'`)
    const [families] = (await listed('duplicates')).rows
    expect([families!.nativeName, families!.aboutNativeName]).toContain('王安')
    const zoe = (await s.ida.call('students-list', { search: 'zoe' })).rows[0]!.id
    const { id: twin } = await s.ida.call('students-create', {
      ...blankChild,
      householdId: s.annRegistration.householdId,
      name: 'Zoe Li',
      birthOn: '2019-08-01',
      grade: '1',
    })
    const { rows: found } = await listed('duplicates')
    const pair = found.find(({ target }) => target === 'sameStudent')!
    expect(new Set([pair.targetId, pair.otherId])).toEqual(new Set([zoe, twin]))
    expect((await attention())['duplicates']).toBe(found.length)
    for (const row of found) {
      const of = ({ sameStudent: 'student', sameFamily: 'household' } as const)[row.target as 'sameStudent'] ?? 'adult'
      await s.ida.call('duplicates-dismiss', { of, ids: [row.targetId, row.otherId!] })
    }
    expect((await attention())['duplicates']).toBeUndefined()
    await s.ida.call('students-archive', { ids: [twin] })
  })
  test('for documents that expire, and sheets that wait to be imported until they are discarded', async () => {
    const zoe = (await s.ida.call('students-list', { search: 'zoe' })).rows[0]!.id
    await s.database.db.execute(
      sql`with f as (insert into files (id, name, type, size, bytes, created_at) values (gen_random_uuid(), 'a.pdf', 'application/pdf', 1, 'x', now()) returning id)
        insert into student_documents (id, student_id, file_id, kind, title, expires_on, added_at) select gen_random_uuid(), ${zoe}::uuid, f.id, 'other', 'Passport', '2026-11-01', now() from f`,
    )
    expect(await attention()).toMatchObject({ documents: 1 })
    expect((await listed('documents')).rows).toMatchObject([{ name: 'Zoe Li', about: 'Passport', onDay: '2026-11-01' }])
    const bytes = Buffer.from('Student,DOB\nKim Ling,2018-01-01').toString('base64')
    const { id } = await s.ida.call('imports-start', { fileName: 'families.csv', bytes }, october)
    expect(await attention()).toMatchObject({ imports: 1 })
    expect((await listed('imports')).rows).toMatchObject([{ name: 'families.csv' }])
    await s.ida.call('imports-discard', { id }, october)
    expect(await attention()).not.toHaveProperty('imports')
    expect((await listed('imports')).rows).toEqual([])
  })
})

test('days are the school’s: an event in its evening doesn’t count for tomorrow', async () => {
  await s.newcomer('evening@example.org')
  await s.database.db.execute(
    sql`update accounts set is_verified = false, created_at = '2026-10-12T01:00:00Z' where email = 'evening@example.org'`,
  )
  expect((await listed('unverified')).rows).toMatchObject([{ about: 'evening@example.org', onDay: '2026-10-11' }])
  const { items } = await s.ida.call('dashboard-attention', {}, october)
  expect(items.find(({ key }) => key === 'unverified')).toMatchObject({ n: 1, since: '2026-10-11' })
  await s.database.db.execute(sql`delete from accounts where email = 'evening@example.org'`)
})

test('the previous term is shown for comparison, and the next one with its promotion', async () => {
  const copied = await s.ida.call('promotions-copyClasses', {
    fromTermId: s.term.id,
    toTermId: null,
    newTerm: { name: 'Spring', nativeName: '', startsOn: '2027-01-31', endsOn: '2027-06-06', closures: false },
    sectionIds: [s.grade1.id, s.chess.id],
    options: { teachers: true, rooms: true, fees: true },
  })
  const now = await s.ida.call('dashboard-figures', {}, october)
  expect(now.next).toMatchObject({ name: 'Spring', classes: 2, promotion: null })
  const run = await s.ida.call('promotions-propose', {
    fromTermId: s.term.id,
    toTermId: copied.termId,
    step: 'continue',
    raisesGrades: false,
    passPercent: null,
  })
  expect((await s.ida.call('dashboard-figures', {}, october)).next).toMatchObject({
    promotion: 'draft',
    promotionId: run.id,
  })
  expect((await attention())['promotions']).toBe(1)
  const spring = await s.ida.call('dashboard-figures', { termId: copied.termId }, october)
  expect(spring.before?.name).toBe('Fall')
  expect(spring.figures.find(({ key }) => key === 'students')).toEqual({ key: 'students', now: 0, before: 3 })
  expect(figuresOf(spring)['gone']).toBe(3)
  expect((await listed('gone', { termId: copied.termId })).sum).toBe(3)
  await s.ida.call('promotions-move', { id: run.id, to: 'reviewed' })
  await s.ida.call(
    'promotions-apply',
    { id: run.id, holdUntil: '2026-10-01', tell: false },
    { now: new Date('2026-09-30T12:00:00Z') },
  )
  expect(figuresOf(await s.ida.call('dashboard-figures', { termId: copied.termId }, october))).toMatchObject({
    held: 4,
    students: 3,
    returning: 3,
    gone: 0,
  })
  expect((await attention())['lapsed']).toBe(4)
})

describe('who sees what', () => {
  test('only the office sees the dashboard', async () => {
    for (const who of [s.tom, s.ann])
      await expect(who.call('dashboard-attention', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
  })
  test('a treasurer sees money, but no rolls or emails', async () => {
    await s.database.db.execute(sql`update role_grants set area = 'treasurer' where role = 'admin'`)
    const { items } = await s.ida.call('dashboard-attention', {}, october)
    const keys = items.map(({ key }) => key)
    expect(keys).toContain('overdue')
    for (const key of ['rolls', 'failed', 'absences', 'expiring'] as const) {
      expect(keys).not.toContain(key)
      await expect(s.ida.call('dashboard-list', { key }, october)).rejects.toMatchObject({
        details: { reason: 'AREA_NEEDED' },
      })
    }
    const { attendance, money } = await s.ida.call('dashboard-charts', { termId: s.term.id }, october)
    expect(attendance).toEqual([])
    expect(money.length).toBeGreaterThan(0)
    await s.database.db.execute(sql`update role_grants set area = 'all' where role = 'admin'`)
  })
})
