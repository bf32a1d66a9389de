import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let twin: { id: string }
let zoe = ''
beforeAll(async () => {
  s = await school()
  s.clock.now = new Date('2026-07-10T12:00:00Z')
  // Grade 1 needs four students and has three; its twin has two free seats.
  await s.ida.call('classes-change', {
    ...s.section({ minimum: 4 }),
    id: s.grade1.id,
  })
  twin = await s.ida.call(
    'classes-create',
    s.section({ name: 'Grade 1 B', startsAt: '09:00', endsAt: '10:50', capacity: 2 }),
  )
  await s.ida.call('classes-move', { id: twin.id, to: 'open' })
  zoe = (await rows<{ id: string }>(s.database.db, sql`select id from persons where name = 'Zoe Li'`))[0]!.id
})
afterAll(() => s.drop())

const balanceOf = async (who: SmallSchool['ann']) => (await who.call('payments-ledger', {}))[0]!.balanceCents
const mailsTo = async (email: string, like: string) =>
  rows<{ text: string }>(s.database.db, sql`select text from mails where "to" = ${email} and subject like ${like}`)
const closing = { reason: 'Too few have joined', nativeReason: '报名人数不足', withFees: true, offers: [] }

describe('classes below their minimum', () => {
  test('are listed with the days left and the classes their students could join', async () => {
    expect(await s.ida.call('cancellations-atRisk', {})).toMatchObject([
      { name: 'Chess', enrolled: 0, minimum: 1, merges: [] },
      {
        name: 'Grade 1',
        enrolled: 3,
        minimum: 4,
        startsOn: '2026-09-13',
        daysLeft: 65,
        merges: [{ name: 'Grade 1 B', freeSeats: 2 }],
      },
      { name: 'Grade 1 B', enrolled: 0, minimum: 1 },
    ])
    const listed = await s.ida.call('dashboard-list', { key: 'below' })
    expect(listed.total).toBe(3)
    for (const who of [s.ann, s.tom])
      await expect(who.call('cancellations-atRisk', {})).rejects.toMatchObject({ code: 'permission-denied' })
  })
})

describe('canceling a class for good', () => {
  test('is previewed with every student and refund, and the preview changes nothing', async () => {
    const preview = await s.ida.call('cancellations-previewClass', { sectionId: s.grade1.id, withFees: true })
    expect(preview).toMatchObject({
      families: 2,
      waiting: 0,
      letters: 3,
      offerHours: 48,
      classCents: 82_900,
      feeCents: 8000,
    })
    expect(preview.students[0]).toMatchObject({ household: 'Bob Li', householdNativeName: '' })
    expect(preview.students.map(({ name, backCents, alternatives }) => [name, backCents, alternatives.length])).toEqual(
      [
        ['Zoe Li', 28_500, 1],
        ['Leo Wang', 25_900, 1],
        ['Mia Wang', 28_500, 1],
      ],
    )
    const without = await s.ida.call('cancellations-previewClass', { sectionId: s.grade1.id, withFees: false })
    expect(without).toMatchObject({ fees: [], feeCents: 0, totalCents: 82_900 })
    expect(await balanceOf(s.ann)).toBe(26_000 + 23_400 + 5000 + 4000)
  })

  test('is refused to a registrar, and if amounts or students differ from the preview', async () => {
    const ida = (await s.ida.actor()).personId!
    const area = (to: string) =>
      s.database.db.execute(sql`update role_grants set area = ${to} where person_id = ${ida}::uuid and role = 'admin'`)
    const input = { ...closing, sectionId: s.grade1.id, agreedCents: 90_900, agreedStudents: 3 }
    await area('registrar')
    await expect(s.ida.call('cancellations-cancelClass', input)).rejects.toMatchObject({
      code: 'permission-denied',
    })
    await area('all')
    for (const change of [{ agreedCents: 90_899 }, { agreedStudents: 2 }, { withFees: false }])
      await expect(s.ida.call('cancellations-cancelClass', { ...input, ...change })).rejects.toMatchObject({
        details: { reason: 'PREVIEW_CHANGED' },
      })
    await expect(
      s.ida.call('cancellations-cancelClass', { ...input, offers: [{ studentId: zoe, sectionId: s.chess.id }] }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'offers.0.sectionId' }] } })
    await expect(s.ida.call('classes-move', { id: s.grade1.id, to: 'cancelled' })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
    expect((await s.ida.call('classes-list', {})).find(({ id }) => id === s.grade1.id)!.status).toBe('open')
  })

  test('takes a draft out of the term without showing it to families first', async () => {
    const draft = await s.ida.call(
      'classes-create',
      s.section({ name: 'Grade 1 C', teacherIds: [], startsAt: '11:00', endsAt: '12:50' }),
    )
    const input = { ...closing, sectionId: draft.id, agreedCents: 0, agreedStudents: 0 }
    await s.ida.call('cancellations-cancelClass', input)
    const listed = await s.ida.call('classes-list', { termId: s.term.id })
    expect(listed.find(({ id }) => id === draft.id)).toMatchObject({ status: 'cancelled' })
  })
  test('is refused in a closed term: what its students paid for is over', async () => {
    const input = { ...closing, sectionId: s.grade1.id, agreedCents: 90_900, agreedStudents: 3 }
    const before = await balanceOf(s.ann)
    for (const over of ['closed', 'archived']) {
      await s.database.db.execute(sql`update terms set status = ${over} where id = ${s.term.id}::uuid`)
      const closed = { details: { reason: 'TERM_CLOSED' } }
      await expect(s.ida.call('cancellations-cancelClass', input)).rejects.toMatchObject(closed)
      await expect(s.ida.call('classes-move', { id: s.grade1.id, to: 'cancelled' })).rejects.toMatchObject(closed)
      // The panel says so at once, and not only when everything is filled in.
      const shown = s.ida.call('cancellations-previewClass', { sectionId: s.grade1.id, withFees: true })
      await expect(shown).rejects.toMatchObject(closed)
    }
    expect(await balanceOf(s.ann)).toBe(before)
    await s.database.db.execute(sql`update terms set status = 'registration' where id = ${s.term.id}::uuid`)
  })

  test('refunds everyone once, even when two officers do it at the same time', async () => {
    await s.badges(s.grade1.id, 'Mia Wang')
    const [ledger] = await s.bob.call('payments-ledger', {})
    await s.ida.call('payments-record', {
      householdId: ledger!.householdId,
      method: 'cash',
      reference: '',
      payer: 'Bob',
      amountCents: ledger!.balanceCents,
      receivedOn: '2026-07-10',
    })
    const input = {
      ...closing,
      sectionId: s.grade1.id,
      offers: [{ studentId: zoe, sectionId: twin.id }],
      agreedCents: 90_900,
      agreedStudents: 3,
    }
    const both = await Promise.allSettled([1, 2].map(() => s.ida.call('cancellations-cancelClass', input)))
    const done = both.filter(each => each.status === 'fulfilled')
    expect(done.map(({ value }) => value)).toMatchObject([
      { students: 3, families: 2, waiting: 0, offered: 1, totalCents: 90_900 },
    ])
    expect(await balanceOf(s.ann)).toBe(0)
    expect((await s.bob.call('payments-ledger', {}))[0]).toMatchObject({ owedCents: 0, creditCents: 32_500 })
    const left = await rows<{ status: string }>(
      s.database.db,
      sql`select distinct status from enrolments where section_id = ${s.grade1.id}::uuid`,
    )
    expect(left).toEqual([{ status: 'dropped' }])
    expect(await s.ida.call('events-meetings', { from: '2026-09-13', to: '2026-09-13' })).not.toContainEqual(
      expect.objectContaining({ name: 'Grade 1' }),
    )
    expect((await s.ida.call('classes-list', {})).find(({ id }) => id === s.grade1.id)!.status).toBe('cancelled')
    // Planning the term again brings no lesson back.
    await s.ida.call('terms-change', { ...s.term, closures: [] })
    expect(await rows(s.database.db, sql`select 1 from meetings where section_id = ${s.grade1.id}::uuid`)).toEqual([])
    const [toAnn] = await mailsTo('ann@home.example', 'Grade 1 is canceled%')
    expect(toAnn!.text).toContain('Mia Wang, Leo Wang')
    expect(toAnn!.text).toContain('$544.00')
    expect(toAnn!.text).toContain('Too few have joined')
    // She had paid nothing, so nothing became credit.
    expect(toAnn!.text).toContain('Anything you’ve paid toward them goes to your other charges or stays as credit.')
    const [toBob] = await mailsTo('bob@home.example', 'Grade 1 is canceled%')
    expect(toBob!.text).toContain('We’re holding a spot in Grade 1 B for Zoe Li until Sunday, July 12')
    expect(await mailsTo('tom@school.example', 'Grade 1 is canceled%')).toHaveLength(1)
  })

  test('holds the seat that is offered instead, and the family takes it', async () => {
    const [offer] = await s.bob.call('enrolments-offers', {})
    expect(offer).toMatchObject({ student: 'Zoe Li', section: 'Grade 1 B' })
    expect(await s.bob.call('enrolments-answerOffer', { id: offer!.id, accepts: true })).toMatchObject({
      status: 'accepted',
    })
    expect((await s.bob.call('students-mine', {}))[0]!.sections.map(({ name }) => name)).toEqual(['Grade 1 B'])
  })

  test('is told for a week on the pages of its families and teachers, also where no email is sent', async () => {
    const told = async (who: SmallSchool['ann']) =>
      (await who.call('cancellations-mine', {})).map(({ kind, reason, sections: [section] }) => [
        kind,
        reason,
        section!.name,
        section!.isTaught,
      ])
    expect(await told(s.ann)).toEqual([['class', 'Too few have joined', 'Grade 1', false]])
    // The family reads which children it concerns and what it no longer owes; a student and a teacher see no money.
    expect(await s.ann.call('cancellations-mine', {})).toMatchObject([
      { creditCents: 58_400, children: [{ name: 'Mia Wang' }, { name: 'Leo Wang' }] },
    ])
    const student = await s.learner('Mia Wang').call('cancellations-mine', {})
    expect(student).toMatchObject([{ kind: 'class', sections: [{ name: 'Grade 1' }], creditCents: 0, children: [] }])
    expect(await s.tom.call('cancellations-mine', {})).toMatchObject([{ creditCents: 0, children: [] }])
    expect(await told(s.tom)).toEqual([['class', 'Too few have joined', 'Grade 1', true]])
    expect(await told(s.eve)).toEqual([])
    s.clock.now = new Date('2026-07-18T12:00:00Z')
    expect(await told(s.ann)).toEqual([])
    s.clock.now = new Date('2026-07-10T12:00:00Z')
  })
})

describe('canceling a class that has begun', () => {
  let math: { id: string }
  let later: { id: string }
  const mia = async () =>
    (await rows<{ id: string }>(s.database.db, sql`select id from persons where name = 'Mia Wang'`))[0]!.id
  const [first, after] = [new Date('2026-07-10T13:00:00Z'), new Date('2026-10-14T12:00:00Z')]
  beforeAll(async () => {
    await s.ida.call('config-changeRefunds', {
      tiers: [{ until: 'week', number: 4, percent: 100 }],
      processingFeeCents: 3000,
      refundsBooks: false,
    })
    // Math, level 3, is canceled; Science is another course of the same program and level.
    const course = (name: string) =>
      s.ida.call('classes-createCourse', {
        programmeId: s.programme.id,
        name,
        nativeName: '',
        level: 3,
        description: '',
      })
    const make = async (name: string, over: Parameters<SmallSchool['section']>[0]) => {
      const { id } = await course(name)
      const made = await s.ida.call('classes-create', s.section({ courseId: id, name, ...over }))
      await s.ida.call('classes-move', { id: made.id, to: 'open' })
      return made
    }
    math = await make('Math', { startsAt: '08:00', endsAt: '08:50', capacity: 1, minimum: 1 })
    later = await make('Science', { startsAt: '12:00', endsAt: '12:50', capacity: 5 })
    await s.ida.call('enrolments-enrol', { studentId: await mia(), sectionId: math.id }, { now: first })
    // Zoe is on its waitlist.
    await s.ida.call('enrolments-enrol', { studentId: zoe, sectionId: math.id }, { now: first })
    await s.database.db.execute(sql`update sections set trial_cents = 1500 where id = ${math.id}::uuid`)
    await s.database.db.execute(
      sql`insert into visits (id, student_id, section_id, on_day, kind, status, price_cents, asked_at)
        select gen_random_uuid(), p.id, ${math.id}::uuid, '2026-10-25', 'trial', 'approved', 0, now() from persons p where p.name = 'Leo Wang'`,
    )
  })

  test('previews both refund amounts, the waitlist, the visitors and classes of the same level', async () => {
    const preview = await s.ida.call(
      'cancellations-previewClass',
      { sectionId: math.id, withFees: false },
      { now: after },
    )
    expect(preview).toMatchObject({
      hasBegun: true,
      students: [{ name: 'Mia Wang', alternatives: [{ name: 'Science', isSameCourse: false }] }],
      line: [{ name: 'Zoe Li', alternatives: [{ name: 'Science' }] }],
      guests: [{ name: 'Leo Wang', onDay: '2026-10-25', backCents: 0 }],
      waiting: 1,
    })
    // By then five of fourteen lessons had taken place, and the books were handed out.
    const [mine] = preview.students
    const tuition = mine!.lines.find(({ kind }) => kind === 'tuition')!
    const [{ had, left }] = (await rows<{ had: number; left: number }>(
      s.database.db,
      sql`select count(*) filter (where starts_at <= ${after.toISOString()}::timestamptz)::int as had, count(*) filter (where starts_at > ${after.toISOString()}::timestamptz)::int as left
        from meetings where section_id = ${math.id}::uuid`,
    )) as [{ had: number; left: number }]
    expect(had).toBe(5)
    expect(tuition.leftCents).toBe(Math.round((tuition.netCents * left) / (had + left)))
    expect(mine!.lines.find(({ kind }) => kind === 'books')).toMatchObject({ leftCents: 0 })
    expect(preview.leftTotalCents).toBe(tuition.leftCents)
    expect(preview.totalCents).toBe(tuition.netCents + 2500)
    // Before its first lesson there is nothing to choose.
    const input = { ...closing, withFees: false, sectionId: math.id, agreedStudents: 1 }
    expect(
      await s.ida.call('cancellations-previewClass', { sectionId: math.id, withFees: false }, { now: first }),
    ).toMatchObject({ hasBegun: false })
    await expect(
      s.ida.call(
        'cancellations-cancelClass',
        { ...input, back: 'left', agreedCents: preview.leftTotalCents },
        { now: first },
      ),
    ).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
    await expect(
      s.ida.call(
        'cancellations-cancelClass',
        { ...input, back: 'left', agreedCents: preview.totalCents },
        { now: after },
      ),
    ).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED' } })
  })

  test('refunds the remaining lessons; a waiting family is told and offered another class', async () => {
    const options = { now: after }
    const preview = await s.ida.call('cancellations-previewClass', { sectionId: math.id, withFees: false }, options)
    const before = await balanceOf(s.ann)
    const done = await s.ida.call(
      'cancellations-cancelClass',
      {
        ...closing,
        withFees: false,
        back: 'left',
        sectionId: math.id,
        offers: [{ studentId: zoe, sectionId: later.id }],
        agreedCents: preview.leftTotalCents,
        agreedStudents: 1,
      },
      options,
    )
    expect(done).toMatchObject({ students: 1, waiting: 1, offered: 1, totalCents: preview.leftTotalCents })
    expect(await balanceOf(s.ann)).toBe(before - preview.leftTotalCents)
    const [toAnn] = await mailsTo('ann@home.example', 'Math is canceled%')
    expect(toAnn!.text).toContain('for the remaining lessons')
    // What stays charged names the class in the reader's language.
    const kept = await rows(
      s.database.db,
      sql`select c.native_description, c.due_on = greatest(i.due_on, c.on_day) as "isDueThen", i.id is not null as "isInvoiced" from charges c left join invoices i on i.id = c.invoice_id
        where c.description like 'Math: %'`,
    )
    expect(kept).toEqual([{ nativeDescription: '一年级：已上课次', isDueThen: true, isInvoiced: true }])
    expect(toAnn!.text).toContain('The visit of Leo Wang to Math is canceled, too.')
    const [toBob] = await mailsTo('bob@home.example', 'Math is canceled%')
    expect(toBob!.text).toContain('No longer on the waitlist for Math: Zoe Li.')
    expect(toBob!.text).toContain('We’re holding a spot in Science for Zoe Li')
    expect(await s.bob.call('enrolments-offers', {}, options)).toMatchObject([{ section: 'Science' }])
    // Their pages say so, too: an email may not reach them.
    const told = (await s.bob.call('cancellations-mine', {}, options)).map(({ sections }) => sections[0]!.name)
    expect(told).toEqual(['Math'])
    expect(await s.eve.call('cancellations-mine', {}, options)).toEqual([])
    expect(await rows(s.database.db, sql`select status from visits where section_id = ${math.id}::uuid`)).toEqual([
      { status: 'cancelled' },
    ])
  })
})
