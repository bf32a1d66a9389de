import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { writeKey } from '#server/platform/keys.ts'
import { question, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let springId: string
let runId: string
let zoe: string
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const december = { now: new Date('2026-12-01T12:00:00Z') }
const refused = (reason: string) => ({ details: { reason } })
const count = async (what: string): Promise<number> =>
  (await rows<{ n: number }>(s.database.db, sql.raw(`select count(*)::int as n from ${what}`)))[0]!.n
const spring = { name: 'Spring', nativeName: '春季', startsOn: '2027-01-31', endsOn: '2027-06-06', closures: true }
const lines = async (more: object = {}) => (await s.ida.call('promotions-lines', { id: runId, ...more })).rows
const lineOf = async (name: string) => (await lines()).find(({ student }) => student === name)!
const classOf = async (name: string) =>
  (await s.ida.call('classes-list', { termId: springId })).find(each => each.name === name)!

describe('copying a term', () => {
  test('shows what would be copied and writes nothing', async () => {
    await s.database.db.execute(sql`update persons set native_name = '汤老师' where name = 'Tom Teacher'`)
    const plan = await s.ida.call('promotions-copyPlan', { fromTermId: s.term.id, toTermId: null, newTerm: spring })
    expect(plan.classes.map(({ name, outcome, meetings, teachers }) => [name, outcome, meetings, teachers])).toEqual([
      ['Grade 1', 'copy', 18, ['Tom Teacher']],
      ['Chess', 'copy', 18, ['Eve Teacher']],
    ])
    expect(plan.classes.map(({ teacherNativeNames }) => teacherNativeNames)).toEqual([['汤老师'], ['']])
    // Thanksgiving, eleven weeks after the first day, becomes a closed Sunday of the spring term, too.
    expect(plan.term).toMatchObject({
      sessionCount: 18,
      closures: [{ onDay: '2027-04-18', reason: 'Holiday', nativeReason: '节日' }],
    })
    expect(await count('terms')).toBe(1)
  })
  test('refuses an end before the start and a copy onto itself, at their field', async () => {
    const newTerm = { ...spring, endsOn: '2026-01-01' }
    await expect(
      s.ida.call('promotions-copyPlan', { fromTermId: s.term.id, toTermId: null, newTerm }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'newTerm.endsOn' }] } })
    await expect(
      s.ida.call('promotions-copyPlan', { fromTermId: s.term.id, toTermId: s.term.id, newTerm: null }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'toTermId' }] } })
  })
  test('creates the term, its days and draft classes, and can be undone as a whole', async () => {
    const input = {
      fromTermId: s.term.id,
      toTermId: null,
      newTerm: spring,
      sectionIds: [s.grade1.id, s.chess.id],
      options: { teachers: true, rooms: true, fees: true },
    }
    await s.ida.call('forms-create', question({ label: 'Nuts?', sectionIds: [s.chess.id] }))
    const first = await s.ida.call('promotions-copyClasses', input)
    expect(first).toMatchObject({ copied: 2, skipped: 0 })
    const terms = { fromTermId: s.term.id, toTermId: first.termId }
    const tried = { ...terms, step: 'continue', raisesGrades: false, passPercent: null } as const
    const { id } = await s.ida.call('promotions-propose', tried)
    await s.ida.call('promotions-move', { id, to: 'discarded' })
    await s.ida.call('batches-undo', { id: first.batchId! })
    expect([await count('terms'), await count('sections')]).toEqual([1, 2])
    const again = await s.ida.call('promotions-copyClasses', input)
    springId = again.termId
    const made = await s.ida.call('classes-list', { termId: springId })
    // What is asked for a single class is asked for its copy as well.
    const fields = await s.ida.call('forms-asked', { termId: springId })
    expect(fields.find(({ label }) => label === 'Nuts?')?.askedFor).toEqual([made[1]!.id])
    expect(
      made.map(({ name, status, teachers, room, tuitionCents, enrolled }) => ({
        name,
        status,
        teachers,
        room,
        tuitionCents,
        enrolled,
      })),
    ).toEqual([
      { name: 'Grade 1', status: 'draft', teachers: ['Tom Teacher'], room: '101', tuitionCents: 26_000, enrolled: 0 },
      { name: 'Chess', status: 'draft', teachers: ['Eve Teacher'], room: '101', tuitionCents: 15_000, enrolled: 0 },
    ])
    expect(await count(`meetings m join sections x on x.id = m.section_id where x.term_id = '${springId}'`)).toBe(36)
  })
  test('skips classes that were already copied', async () => {
    const copied = await s.ida.call('promotions-copyClasses', {
      fromTermId: s.term.id,
      toTermId: springId,
      newTerm: null,
      sectionIds: [s.grade1.id, s.chess.id],
      options: { teachers: false, rooms: false, fees: false },
    })
    expect(copied).toEqual({ termId: springId, copied: 0, skipped: 2, batchId: null })
    expect(await count('sections')).toBe(4)
  })
})

describe('a promotion', () => {
  const ask = () =>
    s.ida.call(
      'promotions-propose',
      { fromTermId: s.term.id, toTermId: springId, step: 'continue', raisesGrades: true, passPercent: null },
      december,
    )
  test('is proposed for every student, once', async () => {
    const run = await ask()
    runId = run.id
    expect(run).toMatchObject({ status: 'draft', lines: 3, createdBy: 'Ida Office', batchId: null })
    expect(
      (await lines()).map(({ student, decision, to, reason, grade, nextGrade }) => [
        student,
        decision,
        to?.name,
        reason,
        grade,
        nextGrade,
      ]),
    ).toEqual([
      ['Zoe Li', 'retain', 'Grade 1', 'continues', '3', '4'],
      ['Leo Wang', 'retain', 'Grade 1', 'continues', '3', '4'],
      ['Mia Wang', 'retain', 'Grade 1', 'continues', '3', '4'],
    ])
    const [first, ...rest] = await lines()
    expect(await lines({ after: writeKey([first!.student, first!.id]) })).toEqual(rest)
    zoe = (await lineOf('Zoe Li')).studentId
    await expect(ask()).rejects.toMatchObject(refused('ALREADY_EXISTS'))
  })
  test('is for the office only', async () => {
    for (const who of [s.tom, s.ann])
      await expect(who.call('promotions-get', { id: runId })).rejects.toMatchObject(refused('ROLE_NEEDED'))
  })
  test('can be searched and filtered', async () => {
    expect((await lines({ search: 'zoe' })).map(({ student }) => student)).toEqual(['Zoe Li'])
    expect(await lines({ only: 'choose' })).toEqual([])
    expect(await lines({ fromSectionId: s.chess.id })).toEqual([])
    const { counts, sources } = await s.ida.call('promotions-get', { id: runId })
    expect(counts).toMatchObject({ retain: 3, promote: 0, choose: 0, conflicts: 0, overfull: 0 })
    expect(sources).toMatchObject([{ name: 'Grade 1', lines: 3, undecided: 0 }])
  })
  test('can’t be marked reviewed while a student is undecided or a class is overfull', async () => {
    const review = () => s.ida.call('promotions-move', { id: runId, to: 'reviewed' })
    const mia = await lineOf('Mia Wang')
    const decide = (decision: 'choose' | 'retain', sectionId: string | null) =>
      s.ida.call('promotions-decide', { id: runId, lineIds: [mia.id], decision, sectionId })
    await decide('choose', null)
    await expect(review()).rejects.toMatchObject(refused('UNDECIDED'))
    await expect(decide('retain', s.grade1.id)).rejects.toMatchObject({ code: 'invalid-argument' })
    const grade1 = await classOf('Grade 1')
    await decide('retain', grade1.id)
    expect((await lineOf('Mia Wang')).isChanged).toBe(true)
    const { id, termId, courseId, name, nativeName, roomId, teacherIds, weekday, startsAt, endsAt, minimum } = grade1
    const { ageFrom, ageTo, tuitionCents, booksCents, needsApproval, crayon } = grade1
    const values = { id, termId, courseId, name, nativeName, roomId, teacherIds, weekday, startsAt, endsAt, minimum }
    const change = (capacity: number) =>
      s.ida.call('classes-change', {
        ...values,
        ageFrom,
        ageTo,
        tuitionCents,
        booksCents,
        needsApproval,
        crayon,
        capacity,
      })
    await change(2)
    expect((await s.ida.call('promotions-get', { id: runId })).counts.overfull).toBe(1)
    await expect(review()).rejects.toMatchObject(refused('CLASS_FULL'))
    await change(4)
  })
  test('shows siblings whose times don’t fit, and refuses a student in two classes at once', async () => {
    const grade1 = await classOf('Grade 1')
    const chess = await classOf('Chess')
    const leo = await lineOf('Leo Wang')
    // Mia goes to chess alone at 16:05 while Leo has class until 15:50: that is no conflict.
    const to = (lineId: string, sectionId: string) =>
      s.ida.call('promotions-decide', { id: runId, lineIds: [lineId], decision: 'retain', sectionId })
    await to(leo.id, chess.id)
    expect((await s.ida.call('promotions-get', { id: runId })).counts.conflicts).toBe(0)
    await s.database.db.execute(
      sql`update sections set starts_at = '18:00', ends_at = '19:00' where id = ${chess.id}::uuid`,
    )
    const shown = await lines({ only: 'conflicts' })
    expect(shown.map(({ student, conflicts }) => [student, conflicts[0]!.kind, conflicts[0]!.student])).toEqual([
      ['Leo Wang', 'gap', 'Mia Wang'],
      ['Mia Wang', 'gap', 'Leo Wang'],
    ])
    await s.database.db.execute(
      sql`update sections set starts_at = '15:00', ends_at = '16:00' where id = ${chess.id}::uuid`,
    )
    await s.database.db.execute(
      sql`insert into enrolments (id, student_id, section_id, status, created_at) values (gen_random_uuid(), ${leo.studentId}::uuid, ${grade1.id}::uuid, 'active', now())`,
    )
    expect((await s.ida.call('promotions-get', { id: runId })).counts.double).toBe(1)
    await expect(s.ida.call('promotions-move', { id: runId, to: 'reviewed' })).rejects.toMatchObject(
      refused('TIMES_OVERLAP'),
    )
    await s.database.db.execute(sql`delete from enrolments where section_id = ${grade1.id}::uuid`)
    await to(leo.id, grade1.id)
  })
  test('is applied only after review, and can’t be changed after that', async () => {
    const apply = () => s.ida.call('promotions-apply', { id: runId, holdUntil: '2027-01-10', tell: true }, december)
    await expect(apply()).rejects.toMatchObject(refused('MOVE_NOT_ALLOWED'))
    expect(await s.ida.call('promotions-move', { id: runId, to: 'reviewed' })).toMatchObject({ status: 'reviewed' })
    const lineIds = [(await lineOf('Zoe Li')).id]
    await expect(
      s.ida.call('promotions-decide', { id: runId, lineIds, decision: 'leave', sectionId: null }),
    ).rejects.toMatchObject(refused('MOVE_NOT_ALLOWED'))
    await expect(
      s.ida.call('promotions-apply', { id: runId, holdUntil: '2026-11-01', tell: false }, december),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'holdUntil' }] } })
  })
})

describe('an applied promotion', () => {
  let applied: Output<'promotions-apply'>
  const apply = (tell = false) => s.ida.call('promotions-apply', { id: runId, holdUntil: '2027-01-10', tell }, december)
  const gradeOfZoe = async () => (await s.ida.call('students-get', { id: zoe })).grade
  const letter = async () =>
    (
      await rows<{ text: string }>(
        s.database.db,
        sql`select text from mails where "to" = 'ann@home.example' order by queued_at desc, id desc limit 1`,
      )
    )[0]!.text
  const places = (who = s.ann) => who.call('promotions-places', {}, december)

  test('holds a seat for each student, charges nothing and raises the grades; it can’t be applied twice', async () => {
    const charged = await count('charges')
    await s.database.db.execute(
      sql`update persons set language = 'zh', native_name = '李波' where email = 'bob@home.example'`,
    )
    applied = await apply(true)
    expect(applied).toMatchObject({ places: 3, grades: 3, letters: 2 })
    expect(await count('charges')).toBe(charged)
    expect((await classOf('Grade 1')).enrolled).toBe(3)
    expect(await gradeOfZoe()).toBe('4')
    await expect(apply()).rejects.toMatchObject(refused('MOVE_NOT_ALLOWED'))
    const { run, counts, classes } = await s.ida.call('promotions-get', { id: runId })
    expect(run).toMatchObject({ status: 'applied', appliedBy: 'Ida Office', holdUntil: '2027-01-10' })
    expect(counts).toMatchObject({ waiting: 3, confirmed: 0, overfull: 0 })
    expect(classes.find(({ name }) => name === 'Grade 1')).toMatchObject({ seated: 0, coming: 3, capacity: 4 })
  })
  test('sends each family one letter, in its language', async () => {
    const sent = await rows<{ to: string; subject: string; text: string }>(
      s.database.db,
      sql`select "to", subject, text from mails where subject like '%Spring%' or subject like '%春季%' order by "to"`,
    )
    expect(sent.map(({ to }) => to)).toEqual(['ann@home.example', 'bob@home.example'])
    expect(sent[0]!.text).toMatch(/Mia Wang · Grade 1 · Sunday 2:00 PM–3:50 PM\nLeo Wang/)
    // The spring is a draft, so nothing can be confirmed yet.
    expect(sent[0]!.text).toContain('Once registration opens, please confirm')
    expect(sent[1]!.subject).toBe('湖畔：已为您保留春季的名额')
    expect(sent[1]!.text).toContain('2027年1月10日')
  })
  test('can be undone as a whole, then reopened and applied again', async () => {
    await s.ida.call('batches-undo', { id: applied.batchId }, december)
    expect((await classOf('Grade 1')).enrolled).toBe(0)
    expect(await gradeOfZoe()).toBe('3')
    expect(await places()).toEqual([])
    expect((await s.ida.call('promotions-get', { id: runId })).run.status).toBe('undone')
    await expect(apply()).rejects.toMatchObject(refused('MOVE_NOT_ALLOWED'))
    await s.ida.call('promotions-move', { id: runId, to: 'draft' })
    await s.ida.call('promotions-move', { id: runId, to: 'reviewed' })
    applied = await apply()
    expect(applied).toMatchObject({ places: 3, grades: 3, letters: 0 })
  })
  test('shows families the seats of their own children, and a guardian without data access none', async () => {
    expect(
      (await places()).map(({ student, section, holdUntil, isOpen }) => [student, section, holdUntil, isOpen]),
    ).toEqual([
      ['Mia Wang', 'Grade 1', '2027-01-10', false],
      ['Leo Wang', 'Grade 1', '2027-01-10', false],
    ])
    const [hers] = await places(s.bob)
    expect(hers!.student).toBe('Zoe Li')
    await expect(s.ann.call('promotions-answer', { id: hers!.id, keeps: false }, december)).rejects.toMatchObject({
      code: 'not-found',
    })
    const bob = (await s.bob.actor()).personId!
    const access = (on: boolean) =>
      s.database.db.execute(sql`update guardianships set has_data_access = ${on} where guardian_id = ${bob}::uuid`)
    await access(false)
    expect(await places(s.bob)).toEqual([])
    await expect(s.bob.call('promotions-answer', { id: hers!.id, keeps: false }, december)).rejects.toMatchObject({
      code: 'not-found',
    })
    await access(true)
  })
  test('lets a family confirm a seat once registration is open, with an invoice; then undo is refused', async () => {
    const [mia, leo] = await places()
    const keep = (id: string, keeps = true) => s.ann.call('promotions-answer', { id, keeps }, december)
    await expect(keep(mia!.id)).rejects.toMatchObject(refused('CLASS_CLOSED'))
    await s.ida.call('terms-move', { id: springId, to: 'registration' })
    await s.ida.call('classes-move', { id: (await classOf('Grade 1')).id, to: 'open' })
    expect((await places())[0]!.isOpen).toBe(true)
    // A guardian of another household sees the spot, but can't have Ann's household charged.
    const [link] = await rows<{ id: string; guardian: string }>(
      s.database.db,
      sql`insert into guardianships (student_id, guardian_id, relationship, has_data_access)
        select e.student_id, ${(await s.bob.actor()).personId}::uuid, 'father', true from enrolments e where e.id = ${mia!.enrolmentId}::uuid
        returning student_id as id, guardian_id as guardian`,
    )
    const his = (await places(s.bob)).find(({ id }) => id === mia!.id)!
    for (const answer of [
      () => s.bob.call('enrolments-heldPrice', { id: his.enrolmentId }, december),
      () => s.bob.call('promotions-answer', { id: his.id, keeps: true }, december),
    ])
      await expect(answer()).rejects.toMatchObject(refused('OTHER_HOUSEHOLD'))
    await s.database.db.execute(
      sql`delete from guardianships where student_id = ${link!.id}::uuid and guardian_id = ${link!.guardian}::uuid`,
    )
    // The price that Ann sees has all that the invoice has, the registration fee included.
    const price = await s.ann.call('enrolments-heldPrice', { id: mia!.enrolmentId }, december)
    expect(price.lines.map(({ kind }) => kind)).toEqual(['tuition', 'books', 'registration'])
    await expect(s.bob.call('enrolments-heldPrice', { id: mia!.enrolmentId }, december)).rejects.toMatchObject({
      code: 'not-found',
    })
    const kept = await s.ann.call(
      'promotions-answer',
      { id: mia!.id, keeps: true, agreedCents: price.totalCents },
      december,
    )
    const [charged] = await rows<{ cents: number }>(
      s.database.db,
      sql`select sum(c.amount_cents - coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = c.id), 0))::int as cents
        from charges c join invoices i on i.id = c.invoice_id where i.number = ${kept.invoiceNumber}`,
    )
    expect(charged!.cents).toBe(price.totalCents)
    expect(await letter()).toContain('Mia Wang has a spot in Grade 1 · Spring.')
    await expect(
      s.ann.call('promotions-answer', { id: leo!.id, keeps: true, agreedCents: 1 }, december),
    ).rejects.toMatchObject(refused('PRICE_CHANGED'))
    expect(kept).toMatchObject({ status: 'active' })
    expect(kept.invoiceNumber).not.toBeNull()
    await expect(keep(mia!.id)).rejects.toMatchObject(refused('MOVE_NOT_ALLOWED'))
    // Only a sibling who has confirmed reduces the price of the second child.
    const [tuition] = await rows<{ cents: number }>(
      s.database.db,
      sql`select coalesce(sum(d.amount_cents), 0)::int as cents from discounts d join charges c on c.id = d.charge_id join enrolments e on e.id = c.enrolment_id join sections x on x.id = e.section_id
        where x.term_id = ${springId}::uuid and d.rule = 'sibling'`,
    )
    expect(tuition!.cents).toBe(0)
    await expect(s.ida.call('batches-undo', { id: applied.batchId }, december)).rejects.toMatchObject(
      refused('CHANGED_SINCE'),
    )
    expect(await keep(leo!.id, false)).toMatchObject({ status: 'dropped', invoiceNumber: null })
    expect(await letter()).toContain('Leo Wang no longer has a spot in Grade 1 · Spring.')
    expect((await s.ida.call('promotions-get', { id: runId })).counts).toMatchObject({
      waiting: 1,
      confirmed: 1,
      ended: 1,
    })
    expect((await lines({ only: 'waiting' })).map(({ student, place }) => [student, place])).toEqual([
      ['Zoe Li', 'held'],
    ])
  })
  test('frees unconfirmed seats after their last day, which can be undone unless they are taken', async () => {
    const release = (now: string) => s.ida.call('promotions-release', { id: runId }, { now: new Date(now) })
    await expect(release('2027-01-10T12:00:00Z')).rejects.toMatchObject(refused('HOLD_NOT_OVER'))
    const released = await release('2027-01-11T12:00:00Z')
    expect(released.released).toBe(1)
    const told = await rows<{ to: string; subject: string; text: string }>(
      s.database.db,
      sql`select "to", subject, text from mails where subject like '%已释放' or subject like '%were released%'`,
    )
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      ['bob@home.example', '湖畔：为您保留的春季名额已释放'],
    ])
    expect(told[0]!.text).toContain('春季的以下名额在2027年1月10日（含）前没有确认')
    expect(told[0]!.text).toContain('Zoe Li · ')
    expect(await places(s.bob)).toEqual([])
    const undo = () => s.ida.call('batches-undo', { id: released.batchId! }, { now: new Date('2027-01-11T12:30:00Z') })
    // The freed seat belongs to someone else by now, so the student can't be restored to it.
    const [of] = await rows<{ id: string; capacity: number }>(
      s.database.db,
      sql`select s.id, s.capacity from sections s join enrolments e on e.section_id = s.id where e.student_id = ${zoe}::uuid and e.status = 'dropped' order by e.ended_at desc limit 1`,
    )
    const other = crypto.randomUUID()
    await s.database.db.execute(
      sql`insert into enrolments (id, student_id, section_id, status, created_at) select ${other}::uuid, st.id, ${of!.id}::uuid, 'active', now() from students st
        where not exists (select 1 from enrolments e where e.student_id = st.id and e.section_id = ${of!.id}::uuid and e.status in ('held','approval','active','completed')) and st.id <> ${zoe}::uuid limit 1`,
    )
    await s.database.db.execute(
      sql`update sections set capacity = (select count(*) from enrolments e where e.section_id = sections.id and e.status in ('held','approval','active','completed')) where id = ${of!.id}::uuid`,
    )
    await expect(undo()).rejects.toMatchObject(refused('SEATS_GIVEN'))
    expect(await places(s.bob)).toEqual([])
    await s.database.db.execute(sql`delete from enrolments where id = ${other}::uuid`)
    await s.database.db.execute(sql`update sections set capacity = ${of!.capacity} where id = ${of!.id}::uuid`)
    await undo()
    expect(await places(s.bob)).toHaveLength(1)
  })
  test('lets the office confirm a held seat for a family, with an invoice', async () => {
    const [place] = await rows<{ id: string }>(
      s.database.db,
      sql`select id from enrolments where status = 'held' and student_id = ${zoe}::uuid`,
    )
    const before = await count('invoices')
    const { totalCents } = await s.ida.call('enrolments-heldPrice', { id: place!.id }, december)
    const confirm = (agreedCents: number) =>
      s.ida.call('enrolments-move', { id: place!.id, to: 'active', note: '', agreedCents }, december)
    await expect(confirm(totalCents - 1)).rejects.toMatchObject(refused('PRICE_CHANGED'))
    await confirm(totalCents)
    expect(await count('invoices')).toBe(before + 1)
  })
})

test('another promotion includes only students who have no seat in the course yet', async () => {
  await expect(
    s.ida.call('promotions-propose', {
      fromTermId: springId,
      toTermId: s.term.id,
      step: 'continue',
      raisesGrades: false,
      passPercent: null,
    }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'toTermId' }] } })
  const late = await s.ida.call('promotions-propose', {
    fromTermId: s.term.id,
    toTermId: springId,
    step: 'continue',
    raisesGrades: true,
    passPercent: null,
  })
  // Leo gave up his place; he may get another one.
  expect((await s.ida.call('promotions-lines', { id: late.id })).rows.map(({ student }) => student)).toEqual([
    'Leo Wang',
  ])
  await s.ida.call('promotions-move', { id: late.id, to: 'reviewed' })
  const applied = await s.ida.call('promotions-apply', { id: late.id, holdUntil: '2027-01-10', tell: false }, december)
  // His grade was raised with the first promotion.
  expect(applied).toMatchObject({ places: 1, grades: 0 })
})
