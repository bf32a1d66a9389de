import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input, Output } from '#contract/index.ts'
import { checkDraw } from '#rules/lottery.ts'
import { rows } from '#server/platform/db.ts'
import { family, type Person, school, type SmallSchool } from '#tests/school.ts'

const at = (day: string) => ({ now: new Date(`2026-07-${day}T12:00:00Z`) })
const opened = at('10')
const closed = at('21')

type Made = Output<'lotteries-create'>
type Scene = Awaited<ReturnType<typeof scene>>

/**
 * The small school with two classes in a lottery: Robots with two seats for children of six and above, Clay with one.
 */
const scene = async () => {
  const s = await school()
  const make = async (over: Parameters<typeof s.section>[0]) => {
    const made = await s.ida.call('classes-create', s.section(over))
    await s.ida.call('classes-move', { id: made.id, to: 'open' })
    return made
  }
  const robots = await make({ name: 'Robots', startsAt: '16:05', endsAt: '17:00', capacity: 2, ageFrom: 6 })
  const clay = await make({ name: 'Clay', startsAt: '17:05', endsAt: '18:00', capacity: 1 })
  const plan = (over: Partial<Input<'lotteries-create'>> = {}): Input<'lotteries-create'> => ({
    termId: s.term.id,
    name: 'Draw of the fall',
    nativeName: '秋季抽签',
    opensAt: '2026-07-08T08:00',
    closesAt: '2026-07-20T08:00',
    confirmHours: 48,
    usesPriorities: false,
    publicSource: '',
    sectionIds: [robots.id, clay.id],
    ...over,
  })
  const people = await rows<{ id: string; name: string }>(s.database.db, sql`select id, name from persons`)
  const idOf = (name: string) => people.find(each => each.name === name)!.id
  return { ...s, make, robots, clay, plan, mia: idOf('Mia Wang'), leo: idOf('Leo Wang'), zoe: idOf('Zoe Li') }
}

const openDraw = async (s: Scene, over: Partial<Input<'lotteries-create'>> = {}): Promise<Made> => {
  const made = await s.ida.call('lotteries-create', s.plan(over), opened)
  return s.ida.call('lotteries-move', { id: made.id, to: 'open' }, opened)
}
const enter = (
  who: Person,
  id: string,
  children: [string, string[]][],
  now = opened,
  together: 'alone' | 'day' | 'class' = 'alone',
) =>
  who.call(
    'lotteries-enter',
    { id, together, children: children.map(([studentId, ranks]) => ({ studentId, ranks })) },
    now,
  )
const mailsTo = (s: SmallSchool, email: string) =>
  rows<{ subject: string; text: string }>(
    s.database.db,
    sql`select subject, text from mails where "to" = ${email} order by id`,
  )
const draft = (s: Scene, sectionId: string) =>
  family(
    { name: 'Kim Ro' },
    [{ key: 'pat', name: 'Pat Ro', birthOn: '2018-02-02' }],
    [{ childKey: 'pat', sectionId }],
    s.term.id,
  )

describe('a lottery from opening to the confirmed seat', () => {
  let s: Scene
  let lottery: Made
  beforeAll(async () => {
    s = await scene()
  })
  afterAll(() => s.drop())

  test('a class in a lottery takes no one outside it, even while the lottery is a draft', async () => {
    lottery = await s.ida.call('lotteries-create', s.plan({ publicSource: 'Pick 3 of 20 July' }), opened)
    expect(lottery).toMatchObject({
      status: 'draft',
      commitment: null,
      classes: [
        { code: 'A', seats: 2 },
        { code: 'B', seats: 1 },
      ],
    })
    const kim = await s.newcomer('kim@home.example', 'Kim')
    expect(await kim.call('enrolments-quote', { draft: draft(s, s.robots.id) }, opened)).toMatchObject({
      choices: [{ outcome: 'closed' }],
    })
    await expect(
      s.ida.call('enrolments-enrol', { studentId: s.mia, sectionId: s.clay.id }, opened),
    ).rejects.toMatchObject({ details: { reason: 'IN_DRAW' } })
    expect(await s.anybody.call('lotteries-published', {}, opened)).toEqual([])
    await expect(s.anybody.call('lotteries-protocol', { id: lottery.id }, opened)).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('a class that is in another lottery, has a waitlist or isn’t published is refused', async () => {
    const twice = s.ida.call('lotteries-create', s.plan({ sectionIds: [s.clay.id] }), opened)
    await expect(twice).rejects.toMatchObject({ details: { reason: 'IN_DRAW' } })
    const full = await s.make({ name: 'Full', startsAt: '10:00', endsAt: '10:50', capacity: 1 })
    for (const studentId of [s.mia, s.leo]) await s.ida.call('enrolments-enrol', { studentId, sectionId: full.id })
    const wanted = s.ida.call('lotteries-create', s.plan({ sectionIds: [full.id] }), opened)
    await expect(wanted).rejects.toMatchObject({ details: { reason: 'CLASS_WANTED' } })
    const hidden = await s.ida.call('classes-create', s.section({ name: 'Hidden' }))
    const shut = s.ida.call('lotteries-create', s.plan({ sectionIds: [hidden.id] }), opened)
    await expect(shut).rejects.toMatchObject({ details: { fields: [{ path: 'sectionIds', message: 'closed' }] } })
    await expect(
      s.ida.call('lotteries-create', s.plan({ closesAt: '2026-07-01T08:00' }), opened),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'closesAt', message: 'before' }] } })
  })

  test('opening publishes the commitment, but not the secret', async () => {
    const dates = async () => {
      const { sections } = await s.anybody.call('classes-catalogue', { termId: s.term.id }, opened)
      return sections.find(({ id }) => id === s.clay.id)!.draw
    }
    expect(await dates()).toBeNull()
    lottery = await s.ida.call('lotteries-move', { id: lottery.id, to: 'open' }, opened)
    // The catalogue tells everyone when entries open and close.
    expect(await dates()).toEqual({ opensAt: lottery.opensAt, closesAt: lottery.closesAt })
    expect(lottery.commitment).toMatch(/^[0-9a-f]{64}$/)
    const protocol = await s.anybody.call('lotteries-protocol', { id: lottery.id }, opened)
    expect(protocol).toMatchObject({
      secret: null,
      publicValue: null,
      tickets: [],
      results: [],
      commitment: lottery.commitment,
    })
    await expect(
      s.ida.call('lotteries-change', { ...s.plan(), id: lottery.id, name: 'Other' }, opened),
    ).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
  })

  test('a family enters, changes, withdraws and enters again, and keeps its ticket number', async () => {
    const [before] = await s.ann.call('lotteries-mine', {}, opened)
    expect(before).toMatchObject({
      isOpen: true,
      ticket: null,
      children: [
        { name: 'Mia Wang', fits: ['A', 'B'] },
        { name: 'Leo Wang', fits: ['A', 'B'] },
      ],
    })
    const entered = await enter(
      s.ann,
      lottery.id,
      [
        [s.mia, ['A', 'B']],
        [s.leo, ['B']],
      ],
      opened,
      'day',
    )
    expect(entered).toMatchObject({ together: 'day', children: [{ ranks: ['A', 'B'] }, { ranks: ['B'] }] })
    const ticket = entered.ticket
    expect(ticket).toMatch(/^\d{5}$/)
    const changed = await enter(s.ann, lottery.id, [[s.mia, ['B', 'A']]])
    expect(changed).toMatchObject({
      ticket,
      together: 'alone',
      children: [
        { number: `${ticket}-1`, ranks: ['B', 'A'] },
        { number: null, ranks: [] },
      ],
    })
    expect(await s.ann.call('lotteries-withdraw', { id: lottery.id }, opened)).toMatchObject({ ticket: null })
    const again = await enter(s.ann, lottery.id, [
      [s.mia, ['A', 'B']],
      [s.leo, ['A', 'B']],
    ])
    expect(again).toMatchObject({ ticket, children: [{ number: `${ticket}-1` }, { number: `${ticket}-2` }] })
  })

  test('invalid choices are refused at the child', async () => {
    const odd = (ranks: string[]) => enter(s.bob, lottery.id, [[s.zoe, ranks]])
    await expect(odd(['Z'])).rejects.toMatchObject({
      details: { fields: [{ path: 'children.0.ranks', message: 'closed' }] },
    })
    await expect(odd(['A', 'A'])).rejects.toMatchObject({
      details: { fields: [{ path: 'children.0.ranks', message: 'taken' }] },
    })
    await s.database.db.execute(sql`update persons set birth_on = '2021-01-01' where id = ${s.zoe}::uuid`)
    await expect(odd(['A'])).rejects.toMatchObject({
      details: { fields: [{ path: 'children.0.ranks', message: 'age' }] },
    })
    await s.database.db.execute(sql`update persons set birth_on = '2019-08-01' where id = ${s.zoe}::uuid`)
    await odd(['A', 'B'])
  })

  test('no one can enter or see another family’s child', async () => {
    await expect(enter(s.bob, lottery.id, [[s.mia, ['A']]])).rejects.toMatchObject({ code: 'not-found' })
    const [seen] = await s.bob.call('lotteries-mine', {}, opened)
    expect(seen!.children.map(({ name }) => name)).toEqual(['Zoe Li'])
    expect(JSON.stringify(await s.ann.call('lotteries-mine', {}, opened))).toContain('Mia Wang')
    for (const who of [s.bob, s.tom])
      await expect(who.call('lotteries-entries', { id: lottery.id }, opened)).rejects.toMatchObject({
        code: 'permission-denied',
      })
    expect((await s.ida.call('lotteries-entries', { id: lottery.id }, opened)).total).toBe(3)
    expect((await s.ida.call('lotteries-entries', { id: lottery.id, search: 'zoe' }, opened)).rows).toMatchObject([
      { student: 'Zoe Li', ranks: ['A', 'B'], turn: null },
    ])
  })

  test('registering for the class enters the lottery, and costs nothing yet', async () => {
    const kim = s.person('kim@home.example')
    const quote = await kim.call('enrolments-quote', { draft: draft(s, s.robots.id) }, opened)
    expect(quote).toMatchObject({ choices: [{ outcome: 'lottery' }], totalCents: 0 })
    const answer = await kim.call('enrolments-submit', { draft: draft(s, s.robots.id), agreedCents: 0 }, opened)
    expect(answer).toMatchObject({ invoiceNumber: null, outcomes: [{ outcome: 'lottery', child: 'Pat Ro' }] })
    expect(await kim.call('lotteries-mine', {}, opened)).toMatchObject([
      { children: [{ name: 'Pat Ro', ranks: ['A'] }] },
    ])
    expect((await mailsTo(s, 'kim@home.example')).map(({ text }) => text).join()).toContain('the lottery for Robots')
    expect(await kim.call('enrolments-quote', { draft: draft(s, s.robots.id) }, opened)).toMatchObject({
      choices: [{ outcome: 'enrolled' }],
    })
  })

  test('closes automatically at its time, with a fingerprint of its list', async () => {
    await s.jobs.drain(closed.now)
    const [found] = await s.ida.call('lotteries-list', {}, closed)
    expect(found).toMatchObject({ status: 'closed', families: 3, children: 4 })
    expect(found!.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(found!.demand).toMatchObject([
      { first: 4, any: 4 },
      { first: 0, any: 3 },
    ])
    await expect(enter(s.ann, lottery.id, [[s.mia, ['A']]], closed)).rejects.toMatchObject({
      details: { reason: 'DRAW_CLOSED' },
    })
    await expect(s.ann.call('lotteries-withdraw', { id: lottery.id }, closed)).rejects.toMatchObject({
      details: { reason: 'DRAW_CLOSED' },
    })
    const protocol = await s.anybody.call('lotteries-protocol', { id: lottery.id }, closed)
    expect(protocol.tickets).toHaveLength(3)
    expect(protocol).toMatchObject({ secret: null, results: [] })
    expect(JSON.stringify(protocol)).not.toMatch(/Mia|Leo|Zoe|Pat|Wang/)
  })

  test('the draw needs the public number, and offers every seat', async () => {
    await expect(s.ida.call('lotteries-draw', { id: lottery.id, publicValue: '' }, closed)).rejects.toMatchObject({
      details: { fields: [{ path: 'publicValue', message: 'empty' }] },
    })
    const found = await s.ida.call('lotteries-draw', { id: lottery.id, publicValue: '7-3-1' }, closed)
    expect(found).toMatchObject({ status: 'drawn', demand: [{ offered: 2, accepted: 0 }, { offered: 1 }] })
    // The seats are on offer to the winners, so no one else can take one.
    const lee = await s.newcomer('lee@home.example', 'Lee')
    expect(await lee.call('enrolments-quote', { draft: draft(s, s.robots.id) }, closed)).toMatchObject({
      choices: [{ outcome: 'waitlist' }],
    })
  })

  test('the school and anyone else can repeat the draw, which reveals a changed result', async () => {
    expect(await s.ida.call('lotteries-rerun', { id: lottery.id }, closed)).toMatchObject({
      isSame: true,
      differing: [],
    })
    const { secret, publicValue, commitment, fingerprint, ...protocol } = await s.anybody.call(
      'lotteries-protocol',
      { id: lottery.id },
      closed,
    )
    const published = {
      ...protocol,
      secret: secret!,
      publicValue: publicValue!,
      commitment: commitment!,
      fingerprint: fingerprint!,
    }
    expect(checkDraw(published)).toMatchObject({ isCommitted: true, isListed: true, differing: [] })
    await s.database.db.execute(
      sql`update lottery_entries set won_section_id = null where won_section_id = ${s.clay.id}::uuid`,
    )
    const found = await s.ida.call('lotteries-rerun', { id: lottery.id }, closed)
    expect(found.isSame).toBe(false)
    expect(found.differing).toHaveLength(1)
  })

  test('a winner who confirms gets a seat and an invoice; an expired offer goes to the next on the waitlist', async () => {
    const who: Record<string, Person> = { ann: s.ann, bob: s.bob, kim: s.person('kim@home.example') }
    const offers = await Promise.all(
      Object.values(who).map(async person => ({ person, offers: await person.call('enrolments-offers', {}, closed) })),
    )
    const robots = offers.flatMap(({ person, offers: list }) =>
      list.filter(({ section }) => section === 'Robots').map(offer => ({ person, offer })),
    )
    expect(robots).toHaveLength(2)
    const [first] = robots
    const taken = await first!.person.call('enrolments-answerOffer', { id: first!.offer.id, accepts: true }, closed)
    expect(taken.status).toBe('accepted')
    expect(taken.invoiceNumber).not.toBeNull()
    const line = await s.ida.call('enrolments-waitlist', { sectionId: s.robots.id }, closed)
    const next = line.find(({ status }) => status === 'waiting')!
    const after = new Date(closed.now.getTime() + 49 * 3_600_000)
    await s.jobs.drain(after)
    const later = await s.ida.call('enrolments-waitlist', { sectionId: s.robots.id }, { now: after })
    expect(later.find(({ status }) => status === 'offered')!.studentId).toBe(next.studentId)
    const [found] = await s.ida.call('lotteries-list', {}, { now: after })
    expect(found).toMatchObject({ status: 'finished', demand: [{ accepted: 1, offered: 1 }, {}] })

    const isOf = (person: Person) => person.call('lotteries-mine', {}, { now: after })
    const cards = (await Promise.all(Object.values(who).map(isOf))).flatMap(([mine]) => mine!.children)
    const { lines } = cards.find(({ studentId }) => studentId === next.studentId)!
    expect(lines).toContainEqual({ code: 'A', place: null, status: 'offered' })
  })

  test('every family is told once, about its own children only', async () => {
    for (const email of ['ann@home.example', 'bob@home.example', 'kim@home.example']) {
      const told = (await mailsTo(s, email)).filter(({ subject }) => subject.includes('Lottery results'))
      expect(told).toHaveLength(1)
    }
    const [bob] = (await mailsTo(s, 'bob@home.example')).filter(({ subject }) => subject.includes('Lottery results'))
    expect(bob!.text).toContain('Zoe Li')
    expect(bob!.text).not.toMatch(/Mia|Leo|Pat/)
  })
})

describe('what can go wrong', () => {
  let s: Scene
  beforeAll(async () => {
    s = await scene()
  })
  afterAll(() => s.drop())

  test('an entry at the moment of closing is on the list if it was accepted, and only then', async () => {
    const lottery = await openDraw(s)
    await enter(s.ann, lottery.id, [[s.mia, ['A']]])
    const [entry, closing] = await Promise.allSettled([
      enter(s.bob, lottery.id, [[s.zoe, ['A']]]),
      s.ida.call('lotteries-move', { id: lottery.id, to: 'closed' }, opened),
    ])
    expect(closing.status).toBe('fulfilled')
    const { tickets } = await s.anybody.call('lotteries-protocol', { id: lottery.id }, opened)
    expect(tickets).toHaveLength(entry.status === 'fulfilled' ? 2 : 1)
    const rerun = s.ida.call('lotteries-rerun', { id: lottery.id }, opened)
    await expect(rerun).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
    await s.ida.call('lotteries-move', { id: lottery.id, to: 'cancelled' }, opened)
    expect((await mailsTo(s, 'ann@home.example')).at(-1)!.subject).toContain('Lottery canceled')
  })

  test('drawing several times at once draws once', async () => {
    const lottery = await openDraw(s)
    await enter(s.ann, lottery.id, [
      [s.mia, ['A']],
      [s.leo, ['A', 'B']],
    ])
    await enter(s.bob, lottery.id, [[s.zoe, ['A', 'B']]])
    // Whoever closes the entries early changes the time at which they closed.
    const shut = await s.ida.call('lotteries-move', { id: lottery.id, to: 'closed' }, opened)
    expect(shut.closesAt).toBe(opened.now.toISOString())
    const drawn = await Promise.allSettled(
      [1, 2, 3].map(() => s.ida.call('lotteries-draw', { id: lottery.id, publicValue: '' }, opened)),
    )
    expect(drawn.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [{ offered } = { offered: -1 }] = await rows<{ offered: number }>(
      s.database.db,
      sql`select count(*)::int as offered from waitlist_entries where status = 'offered'`,
    )
    expect(offered).toBe(3)
    await s.database.db.execute(sql`delete from waitlist_entries`)
  })

  test('entering several times at once makes one ticket', async () => {
    const lottery = await openDraw(s)
    await Promise.all(
      [1, 2, 3].map(() =>
        enter(s.ann, lottery.id, [
          [s.mia, ['A']],
          [s.leo, ['B']],
        ]),
      ),
    )
    expect((await s.ida.call('lotteries-list', {}, opened))[0]).toMatchObject({ families: 1, children: 2 })
    await s.ida.call('lotteries-move', { id: lottery.id, to: 'cancelled' }, opened)
  })

  test('a choice that no longer fits is left out when entries close, and the family sees why', async () => {
    const lottery = await openDraw(s)
    await enter(s.ann, lottery.id, [
      [s.mia, ['A', 'B']],
      [s.leo, ['A']],
    ])
    await s.database.db.execute(sql`update persons set birth_on = '2021-05-01' where id = ${s.leo}::uuid`)
    const shut = await s.ida.call('lotteries-move', { id: lottery.id, to: 'closed' }, opened)
    expect(shut).toMatchObject({ families: 1, children: 1 })
    const [mine] = await s.ann.call('lotteries-mine', {}, opened)
    expect(mine!.children.find(({ name }) => name === 'Leo Wang')).toMatchObject({
      ranks: [],
      leftOut: [{ code: 'A', reason: 'age' }],
    })
    await s.ida.call('lotteries-draw', { id: lottery.id, publicValue: '' }, opened)
    const [drawn] = await s.ann.call('lotteries-mine', {}, opened)
    expect(drawn!.children.find(({ name }) => name === 'Mia Wang')).toMatchObject({
      won: { code: 'A', status: 'offered' },
      lines: [],
    })
    expect(await s.ida.call('lotteries-rerun', { id: lottery.id }, opened)).toMatchObject({ isSame: true })
    await s.database.db.execute(sql`update persons set birth_on = '2020-05-01' where id = ${s.leo}::uuid`)
  })

  test('the school’s priorities count if the lottery uses them', async () => {
    const one = await s.make({ name: 'One', startsAt: '09:00', endsAt: '09:50', capacity: 1 })
    const policy = await s.ida.call('config-registration', {})
    await s.ida.call('config-changeRegistration', { ...policy, priorities: ['staff'] })
    const lottery = await openDraw(s, { sectionIds: [one.id], usesPriorities: true })
    expect(lottery.priorities).toEqual(['staff'])
    await enter(s.ann, lottery.id, [[s.mia, ['A']]])
    await enter(s.bob, lottery.id, [[s.zoe, ['A']]])
    // Bob teaches here, too.
    await s.database.db.execute(
      sql`insert into role_grants (id, person_id, role, starts_at) select gen_random_uuid(), p.id, 'teacher', now() - interval '1 day' from persons p where p.email = 'bob@home.example'`,
    )
    await s.ida.call('lotteries-move', { id: lottery.id, to: 'closed' }, opened)
    await s.ida.call('config-changeRegistration', { ...policy, priorities: [] })
    await s.ida.call('lotteries-draw', { id: lottery.id, publicValue: '' }, opened)
    const found = await s.ida.call('lotteries-entries', { id: lottery.id }, opened)
    expect(found.rows).toMatchObject([
      { student: 'Zoe Li', turn: 1, won: 'A' },
      { student: 'Mia Wang', turn: 2, lines: [{ code: 'A', place: 1 }] },
    ])
    expect((await s.anybody.call('lotteries-protocol', { id: lottery.id }, opened)).priorities).toEqual(['staff'])
  })

  test('a class that isn’t open can’t be drawn for', async () => {
    const odd = await s.ida.call('classes-create', s.section({ name: 'Odd', startsAt: '08:00', endsAt: '08:50' }))
    await s.ida.call('classes-move', { id: odd.id, to: 'published' })
    const lottery = await openDraw(s, { sectionIds: [odd.id] })
    await s.ida.call('lotteries-move', { id: lottery.id, to: 'closed' }, opened)
    const drawn = s.ida.call('lotteries-draw', { id: lottery.id, publicValue: '' }, opened)
    await expect(drawn).rejects.toMatchObject({ details: { reason: 'CLASS_CLOSED' } })
  })
})

describe('a guardian without access to a child’s data', () => {
  let s: Scene
  beforeAll(async () => {
    s = await scene()
    // Bob becomes a guardian of Ann's children, without access to Mia's data.
    await s.database.db.execute(sql`
      insert into guardianships (guardian_id, student_id, relationship, has_data_access, may_pick_up, contact_order)
      select b.id, g.student_id, 'father', g.student_id <> ${s.mia}::uuid, false, 3 from guardianships g join persons a on a.id = g.guardian_id, persons b
      where a.email = 'ann@home.example' and b.email = 'bob@home.example'`)
  })
  afterAll(() => s.drop())

  test('can’t see or change what the mother entered for it, and gets no email about it', async () => {
    const { id } = await openDraw(s)
    await enter(
      s.ann,
      id,
      [
        [s.mia, ['A']],
        [s.leo, ['A']],
      ],
      opened,
      'class',
    )
    const names = async (who: Person) =>
      (await who.call('lotteries-mine', {}, opened))[0]!.children.map(({ name, number }) => [name, number !== null])
    expect(await names(s.ann)).toEqual([
      ['Mia Wang', true],
      ['Leo Wang', true],
    ])
    expect(await names(s.bob)).toEqual([
      ['Zoe Li', false],
      ['Leo Wang', true],
    ])
    await expect(enter(s.bob, id, [[s.mia, ['A']]])).rejects.toMatchObject({ code: 'not-found' })
    await s.bob.call('lotteries-withdraw', { id }, opened)
    expect(await names(s.ann)).toEqual([
      ['Mia Wang', true],
      ['Leo Wang', false],
    ])
    await enter(s.bob, id, [
      [s.leo, ['B']],
      [s.zoe, ['B']],
    ])
    await s.ida.call('lotteries-move', { id, to: 'closed' }, opened)
    expect((await s.anybody.call('lotteries-protocol', { id }, opened)).tickets).toHaveLength(2)
    await s.ida.call('lotteries-draw', { id, publicValue: '' }, opened)
    const told = async (email: string) => (await mailsTo(s, email)).at(-1)!.text
    expect(await told('ann@home.example')).toMatch(/Mia Wang[^]*Leo Wang/)
    expect(await told('bob@home.example')).toContain('Leo Wang')
    expect(await told('bob@home.example')).not.toContain('Mia')
  })
})

describe('a class that is drawn for twice', () => {
  test('each lottery reports what it gave, not what the other did', async () => {
    const s = await scene()
    try {
      const drawn = async (made: Made, now: { now: Date }) => {
        await s.ida.call('lotteries-move', { id: made.id, to: 'closed' }, now)
        return s.ida.call('lotteries-draw', { id: made.id, publicValue: '' }, now)
      }
      const first = await openDraw(s, { sectionIds: [s.clay.id] })
      await enter(s.bob, first.id, [[s.zoe, ['A']]])
      await drawn(first, at('18'))
      const [offer] = await s.bob.call('enrolments-offers', {}, at('18'))
      await s.bob.call('enrolments-answerOffer', { id: offer!.id, accepts: false }, at('18'))
      await s.ida.call('enrolments-enrol', { studentId: s.leo, sectionId: s.clay.id }, at('18'))

      const second = await openDraw(s, { sectionIds: [s.clay.id], name: 'Second draw' })
      await enter(s.bob, second.id, [[s.zoe, ['A']]])
      await drawn(second, at('19'))

      const mine = await s.bob.call('lotteries-mine', {}, at('19'))
      const childIn = (id: string) => mine.find(each => each.id === id)!.children[0]!
      expect(childIn(second.id)).toMatchObject({ won: null, lines: [{ code: 'A', place: 1 }] })
      expect(childIn(first.id)).toMatchObject({ won: { status: 'declined' }, lines: [] })
      const [entry] = (await s.ida.call('lotteries-entries', { id: first.id }, at('19'))).rows
      expect(entry).toMatchObject({ status: 'declined' })
      const demandOf = async (id: string) =>
        (await s.ida.call('lotteries-list', {}, at('19'))).find(each => each.id === id)!.demand
      expect(await demandOf(first.id)).toMatchObject([{ waiting: 0 }])
      expect(await demandOf(second.id)).toMatchObject([{ waiting: 1 }])
    } finally {
      await s.drop()
    }
  })
})
