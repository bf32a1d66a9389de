import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let grade2: { id: string }
let course2: { id: string }
beforeAll(async () => {
  s = await school()
  course2 = await s.ida.call('classes-createCourse', {
    programmeId: s.programme.id,
    name: 'Grade 2',
    nativeName: '二年级',
    level: 2,
    description: '',
    prerequisiteIds: [s.course.id],
  })
  grade2 = await s.ida.call(
    'classes-create',
    s.section({
      courseId: course2.id,
      name: 'Grade 2',
      nativeName: '二年级',
      startsAt: '16:05',
      endsAt: '17:55',
      capacity: 3,
      booksCents: 0,
    }),
  )
  await s.ida.call('classes-move', { id: grade2.id, to: 'open' })
})
afterAll(() => s.drop())

const mailsTo = async (email: string): Promise<string[]> =>
  (
    await rows<{ text: string }>(
      s.database.db,
      sql`select text from mails where "to" = ${email} order by queued_at, id`,
    )
  ).map(({ text }) => text)
const studentId = async (name: string) =>
  (await rows<{ id: string }>(s.database.db, sql`select id from persons where name = ${name}`))[0]!.id
const invoiced = async (name: string) =>
  rows<{ description: string; cents: number; isReversed: boolean }>(
    s.database.db,
    sql`select c.description, c.amount_cents::int as cents, exists (select 1 from charge_reversals v where v.charge_id = c.id) as "isReversed"
      from charges c join persons p on p.id = c.student_id where p.name = ${name} and c.kind = 'tuition' order by c.created_at`,
  )

let count = 0
/** Registers a new family with one child that asks for Grade 2. */
const apply = async (
  sectionId = grade2.id,
  type?: 'audit',
): Promise<{ who: Person; child: string; answer: Awaited<ReturnType<SmallSchool['register']>> }> => {
  count += 1
  const child = `Kid ${String.fromCodePoint(64 + count)}`
  const who = await s.newcomer(`family${count}@home.example`, `Parent ${count}`)
  const answer = await s.register(who, {
    ...s.annFamily,
    guardians: s.annFamily.guardians.map(guardian => ({ ...guardian, name: `Parent ${count}` })),
    consents: { ...s.annFamily.consents, signedName: `Parent ${count}` },
    children: [{ ...s.annFamily.children[0]!, key: 'kid', name: child, nativeName: '', birthOn: '2018-03-01' }],
    choices: [{ childKey: 'kid', sectionId, ...(type && { type }) }],
  } as never)
  return { who, child, answer }
}
const applicationOf = async (child: string) => (await s.ida.call('applications-list', { search: child })).rows[0]

describe('a course with a prerequisite', () => {
  test('a child without the prerequisite waits for approval, with the reason, and is charged nothing yet', async () => {
    const { who, child, answer } = await apply()
    expect(answer.outcomes[0]).toMatchObject({ outcome: 'approval', reasons: ['prerequisite'] })
    expect(answer).toMatchObject({ totalCents: 0, invoiceNumber: null })
    const mine = await who.call('applications-mine', {})
    expect(mine[0]).toMatchObject({
      student: child,
      status: 'submitted',
      reasons: ['prerequisite'],
      before: [{ name: 'Grade 1', nativeName: '一年级' }],
      totalCents: 30_000,
    })
    expect(mine[0]!.lines.map(({ kind, netCents }) => [kind, netCents])).toEqual([
      ['tuition', 26_000],
      ['registration', 4000],
    ])
    const application = await applicationOf(child)
    expect(application).toMatchObject({
      kind: 'class',
      age: 8,
      isOfAge: true,
      reasons: [{ reason: 'prerequisite', isMet: false }],
      studied: [],
      placement: null,
      capacity: 3,
      seated: 1,
    })
    // Another family can't read it.
    expect(await s.ann.call('applications-mine', {})).toEqual([])
    await expect(s.ann.call('applications-list', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
    await expect(s.ann.call('applications-answer', { id: mine[0]!.id, text: 'Mine?' })).rejects.toMatchObject({
      details: { reason: 'NOT_FOUND' },
    })
  })

  test('a child who is taking the prerequisite now is quoted a seat', async () => {
    const known = (await s.ann.call('enrolments-draft', {})).draft!
    const mia = known.children.find(({ name }) => name === 'Mia Wang')!
    const quote = await s.ann.call('enrolments-quote', {
      draft: { ...known, termId: s.term.id, choices: [{ childKey: mia.key, sectionId: grade2.id }] },
    })
    expect(quote.choices[0]).toMatchObject({ outcome: 'seat', reasons: [] })
    expect(quote.whenApproved.lines).toEqual([])
  })
})

describe('the office', () => {
  let asked: Awaited<ReturnType<typeof apply>>
  let id: string
  beforeEach(async () => {
    await s.database.db.execute(
      sql`update enrolments set status = 'dropped' where section_id = ${grade2.id}::uuid and status in ('approval','active')`,
    )
    asked = await apply()
    id = (await applicationOf(asked.child))!.id
  })

  test('asks the family a question, and the answer brings the application back', async () => {
    await s.ida.call('applications-ask', { id, question: 'Which textbook has she finished?' })
    expect((await mailsTo(asked.who.email)).at(-1)).toContain('Which textbook has she finished?')
    expect((await s.ida.call('applications-list', { state: 'submitted' })).rows).toEqual([])
    expect((await s.ida.call('applications-list', { state: 'needs-info' })).rows).toHaveLength(1)
    expect((await asked.who.call('applications-mine', {}))[0]).toMatchObject({ status: 'needs-info' })
    await asked.who.call('applications-answer', { id, text: 'Ma Liping, book 2.' })
    expect(await applicationOf(asked.child)).toMatchObject({
      status: 'submitted',
      question: 'Which textbook has she finished?',
      answer: 'Ma Liping, book 2.',
    })
    expect((await s.ida.call('applications-list', {})).counts).toEqual({ class: 1, visit: 0, info: 0 })
  })

  test('approves at the price that the preview showed, and refuses any other', async () => {
    const preview = await s.ida.call('applications-preview', { ids: [id] })
    expect(preview).toMatchObject({
      rows: [{ student: asked.child, priceCents: 26_000, unmet: ['prerequisite'] }],
      feesCents: 4000,
      totalCents: 30_000,
    })
    await expect(s.ida.call('applications-approve', { ids: [id], agreedCents: 100 })).rejects.toMatchObject({
      details: { reason: 'PREVIEW_CHANGED', totalCents: 30_000 },
    })
    expect(await invoiced(asked.child)).toEqual([])
    expect(await s.ida.call('applications-approve', { ids: [id], agreedCents: 30_000, note: 'Welcome.' })).toEqual({
      count: 1,
      totalCents: 30_000,
    })
    expect(await invoiced(asked.child)).toEqual([{ description: 'Grade 2', cents: 26_000, isReversed: false }])
    const letter = (await mailsTo(asked.who.email)).at(-1)
    expect(letter).toContain('has a spot in Grade 2')
    expect(letter).toContain('Welcome.')
    expect(await applicationOf(asked.child)).toBeUndefined()
    await expect(s.ida.call('applications-decline', { id, note: '' })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
  })

  test('approves several at once: each family gets one tuition charge and one registration fee', async () => {
    const other = await apply()
    const ids = [id, (await applicationOf(other.child))!.id]
    const preview = await s.ida.call('applications-preview', { ids })
    expect(preview.totalCents).toBe(60_000)
    await s.ida.call('applications-approve', { ids, agreedCents: 60_000 })
    expect(await invoiced(asked.child)).toHaveLength(1)
    expect(await invoiced(other.child)).toHaveLength(1)
    await expect(s.ida.call('applications-approve', { ids, agreedCents: 60_000 })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
  })

  test('declines: the seat is offered to the first on the waitlist, and nothing is charged', async () => {
    await apply()
    await apply()
    const late = await apply()
    expect(late.answer.outcomes[0]!.outcome).toBe('waitlist')
    await s.ida.call('applications-decline', { id, note: 'Please try Grade 1 first.' })
    const letter = (await mailsTo(asked.who.email)).at(-1)
    expect(letter).toContain('won’t be charged')
    expect(letter).toContain('Please try Grade 1 first.')
    expect(await invoiced(asked.child)).toEqual([])
    expect(await late.who.call('enrolments-offers', {})).toHaveLength(1)
    // The family reads it on its home page for some weeks. Another one doesn't.
    const declined = { id, status: 'declined', refusal: 'Please try Grade 1 first.', totalCents: 0 }
    expect(await asked.who.call('applications-mine', {})).toMatchObject([declined])
    expect((await late.who.call('applications-mine', {})).map(each => each.id)).not.toContain(id)
    const decidedAgo = (days: number) =>
      s.database.db.execute(
        sql`update applications set decided_at = ${s.clock.now.toISOString()}::timestamptz - make_interval(days => ${days}) where enrolment_id = ${id}::uuid`,
      )
    await decidedAgo(41)
    expect(await asked.who.call('applications-mine', {})).toMatchObject([declined])
    await decidedAgo(43)
    expect(await asked.who.call('applications-mine', {})).toEqual([])
    await s.database.db.execute(
      sql`update waitlist_entries set status = 'removed' where section_id = ${grade2.id}::uuid`,
    )
  })

  test('declines an application that was already charged: every charge is reversed, the registration fee too', async () => {
    const student = await studentId(asked.child)
    const [household] = await rows<{ id: string }>(
      s.database.db,
      sql`select household_id as id from students where id = ${student}::uuid`,
    )
    // As in schools that used to charge for an application at once.
    await s.database.db.execute(sql`
      with i as (insert into invoices (id, number, household_id, term_id, lines, total_cents, issued_on, due_on, created_at)
        values (gen_random_uuid(), ${`OLD-${id}`}, ${household!.id}::uuid, ${s.term.id}::uuid, '[]', 30000, '2026-07-05', '2026-07-19', now()) returning id)
      insert into charges (id, household_id, invoice_id, student_id, enrolment_id, kind, description, amount_cents, on_day, due_on, created_at)
      select gen_random_uuid(), ${household!.id}::uuid, i.id, case when kind = 'tuition' then ${student}::uuid end, case when kind = 'tuition' then ${id}::uuid end, kind, 'Old', cents, '2026-07-05', '2026-07-19', now()
      from i, (values ('tuition', 26000), ('registration', 4000)) as of (kind, cents)`)
    expect((await s.ida.call('applications-preview', { ids: [id] })).totalCents).toBe(0)
    await s.ida.call('applications-decline', { id, note: '' })
    expect(
      await rows(
        s.database.db,
        sql`select count(*)::int as n from charge_reversals v join charges c on c.id = v.charge_id where c.household_id = ${household!.id}::uuid`,
      ),
    ).toEqual([{ n: 2 }])
  })
})

describe('auditing a class', () => {
  test('has its own price, needs no prerequisite, and isn’t in the gradebook', async () => {
    await s.database.db.execute(
      sql`update enrolments set status = 'dropped' where section_id = ${grade2.id}::uuid and status in ('approval','active')`,
    )
    const [section] = (await s.ida.call('classes-list', { termId: s.term.id })).filter(({ id }) => id === grade2.id)
    await s.ida.call('classes-change', { ...s.section({}), ...section!, auditCents: 9000 } as never)
    const { child, answer } = await apply(grade2.id, 'audit')
    expect(answer.outcomes[0]).toMatchObject({ outcome: 'seat' })
    expect(answer.totalCents).toBe(13_000)
    expect(
      await rows(
        s.database.db,
        sql`select e.type from enrolments e join persons p on p.id = e.student_id where p.name = ${child}`,
      ),
    ).toEqual([{ type: 'audit' }])
    const book = await s.ida.call('grades-book', { sectionId: grade2.id })
    expect(book.rows.map(row => row.name)).not.toContain(child)
    expect((await s.ida.call('classes-roster', { sectionId: grade2.id })).map(({ name }) => name)).toContain(child)
  })
})

describe('the age cutoff date', () => {
  test('is the school’s, or the class’s own, in the catalogue, the cart and the office', async () => {
    await s.ida.call('config-changeClassRules', { ageCutoff: '09-01', creditsTrials: true, bring: '', nativeBring: '' })
    const small = await s.ida.call(
      'classes-create',
      s.section({ name: 'Small', startsAt: '10:00', endsAt: '11:00', ageFrom: 6, ageTo: 6 }),
    )
    expect(small.ageDay).toBe('2026-09-01')
    await s.ida.call('classes-move', { id: small.id, to: 'open' })
    const young = { ...s.annFamily.children[0]!, key: 'kid', name: 'Yu', birthOn: '2020-09-10' }
    const draft = { ...s.annFamily, children: [young], choices: [{ childKey: 'kid', sectionId: small.id }] }
    const who = await s.newcomer('yu@home.example', 'Yu')
    const outcome = async () => (await who.call('enrolments-quote', { draft })).choices[0]!.outcome
    expect(await outcome()).toBe('age')
    await s.ida.call('classes-change', { ...s.section({}), ...small, ageCutoff: '12-31' } as never)
    expect(await outcome()).toBe('seat')
    const { sections } = await s.anybody.call('classes-catalogue', { termId: s.term.id })
    expect(sections.find(({ id }) => id === small.id)).toMatchObject({ ageDay: '2026-12-31' })
    await s.ida.call('config-changeClassRules', { ageCutoff: null, creditsTrials: true, bring: '', nativeBring: '' })
    expect((await s.ida.call('classes-list', { termId: s.term.id })).find(({ id }) => id === grade2.id)!.ageDay).toBe(
      '2026-09-13',
    )
  })
})

test('nobody gets a spot, or an invoice for it, once the term is closed; the office can still decline', async () => {
  const waits = await apply()
  const { id } = (await applicationOf(waits.child))!
  const tiny = await s.ida.call(
    'classes-create',
    s.section({ name: 'Tiny', nativeName: '', startsAt: '18:05', endsAt: '18:55', capacity: 1 }),
  )
  await s.ida.call('classes-move', { id: tiny.id, to: 'open' })
  const first = await apply(tiny.id)
  const second = await apply(tiny.id)
  expect([first, second].map(({ answer }) => answer.outcomes[0]!.outcome)).toEqual(['seat', 'waitlist'])
  const found = (await s.ida.call('classes-list', { termId: s.term.id })).find(each => each.id === tiny.id)!
  await s.ida.call('classes-change', { ...found, capacity: 2 })
  const [entry] = await rows<{ id: string; status: string }>(
    s.database.db,
    sql`select id, status from waitlist_entries where section_id = ${tiny.id}::uuid`,
  )
  if (entry!.status === 'waiting') await s.ida.call('enrolments-moveWaiting', { id: entry!.id, to: 'offered' })
  const { totalCents } = await s.ida.call('applications-preview', { ids: [id] })
  const { counts } = await s.ida.call('applications-list', {})
  expect(await applicationOf(waits.child)).toMatchObject({ isOver: false })
  expect(await s.ida.call('terms-unsettled', { id: s.term.id })).toEqual({
    applications: counts.class,
    visits: counts.visit,
    offers: 1,
  })
  expect(counts.class).toBeGreaterThan(0)
  for (const to of ['active', 'grading', 'closed'] as const) await s.ida.call('terms-move', { id: s.term.id, to })
  const isClosed = { details: { reason: 'TERM_CLOSED' } }
  expect(await applicationOf(waits.child)).toMatchObject({ isOver: true })
  // The office can reopen the term, so it isn't told to ask the office.
  await expect(s.ida.call('applications-approve', { ids: [id], agreedCents: totalCents })).rejects.toMatchObject({
    details: { reason: 'TERM_OVER' },
  })
  await expect(second.who.call('enrolments-answerOffer', { id: entry!.id, accepts: true })).rejects.toMatchObject(
    isClosed,
  )
  expect([await invoiced(waits.child), await invoiced(second.child)]).toEqual([[], []])
  await s.ida.call('applications-decline', { id, note: '' })
  expect(await applicationOf(waits.child)).toBeUndefined()
})
