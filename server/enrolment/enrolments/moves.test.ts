import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolmentMoves, enrolmentStatuses, waitlistMoves } from '#contract/enrolment/enrolments.ts'
import { rows } from '#server/platform/db.ts'
import { family, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const mailsTo = async (email: string): Promise<string[]> =>
  (
    await rows<{ text: string }>(
      s.database.db,
      sql`select text from mails where "to" = ${email} order by queued_at, id`,
    )
  ).map(({ text }) => text)
const seatOf = async (name: string, sectionId: string) =>
  (
    await rows<{ id: string; status: string; endedAt: Date | null }>(
      s.database.db,
      sql`select e.id, e.status, e.ended_at from enrolments e join persons p on p.id = e.student_id where p.name = ${name} and e.section_id = ${sectionId}::uuid`,
    )
  )[0]!
const studentId = async (name: string) =>
  (await rows<{ id: string }>(s.database.db, sql`select id from persons where name = ${name}`))[0]!.id

describe('the tables of status changes', () => {
  test('an ended enrolment stays ended, and every status but held can be reached', () => {
    for (const over of ['transferred', 'withdrawn', 'dropped'] as const) expect(enrolmentMoves[over]).toEqual([])
    const reached = new Set(Object.values(enrolmentMoves).flat())
    expect(enrolmentStatuses.filter(status => !reached.has(status))).toEqual(['held'])
    expect(waitlistMoves.waiting).not.toContain('accepted')
  })
})

describe('a class that needs approval', () => {
  test('the office sees the application and approves it, and the family is told', async () => {
    const choir = await s.ida.call(
      'classes-create',
      s.section({ name: 'Choir', startsAt: '16:05', endsAt: '17:00', needsApproval: true, capacity: 2 }),
    )
    await s.ida.call('classes-move', { id: choir.id, to: 'open' })
    const known = (await s.ann.call('enrolments-draft', {})).draft!
    const mia = known.children.find(({ name }) => name === 'Mia Wang')!
    await s.register(s.ann, {
      ...s.annFamily,
      children: known.children as never,
      guardians: known.guardians as never,
      choices: [{ childKey: mia.key, sectionId: choir.id }],
    })
    const { rows: asking } = await s.ida.call('applications-list', {})
    expect(asking.map(({ student, section }) => [student, section])).toEqual([['Mia Wang', 'Choir']])
    await expect(s.ida.call('enrolments-move', { id: asking[0]!.id, to: 'withdrawn', note: '' })).rejects.toMatchObject(
      { details: { reason: 'MOVE_NOT_ALLOWED' } },
    )
    const ids = [asking[0]!.id]
    const { totalCents } = await s.ida.call('applications-preview', { ids, promoCode: '' })
    const approve = (agreedCents: number) =>
      s.ida.call('enrolments-move', { id: ids[0]!, to: 'active', note: 'Welcome.', agreedCents })
    await expect(approve(totalCents - 1)).rejects.toMatchObject({ details: { reason: 'PRICE_CHANGED', totalCents } })
    expect((await s.ida.call('applications-list', {})).rows).toHaveLength(1)
    expect(await approve(totalCents)).toMatchObject({ status: 'active' })
    expect((await s.ida.call('applications-list', {})).rows).toEqual([])
    expect((await mailsTo('ann@home.example')).at(-1)).toContain('Mia Wang has a spot in Choir')
    expect((await mailsTo('ann@home.example')).at(-1)).toContain('Welcome.')
  })
})

describe('a seat that becomes free', () => {
  test('is offered to the waitlist; accepting it creates the enrolment and the invoice', async () => {
    const cai = await s.newcomer('cai@home.example', 'Cai')
    const dan = await s.newcomer('dan@home.example', 'Dan')
    const one = (who: string, child: string) =>
      family(
        { name: who },
        [{ key: 'c', name: child, birthOn: '2019-02-02' }],
        [{ childKey: 'c', sectionId: s.grade1.id }],
        s.term.id,
      )
    await s.register(cai, one('Cai Xu', 'Kim Xu'))
    await s.register(dan, one('Dan Ott', 'Pia Ott'))
    const [line] = await s.ida.call('enrolments-waitlist', { sectionId: s.grade1.id })
    expect(line).toMatchObject({ student: 'Pia Ott', position: 1, freeSeats: 0 })
    await expect(s.ida.call('enrolments-moveWaiting', { id: line!.id, to: 'offered' })).rejects.toMatchObject({
      details: { reason: 'CLASS_FULL' },
    })

    const zoe = await seatOf('Zoe Li', s.grade1.id)
    await s.ida.call('enrolments-move', { id: zoe.id, to: 'withdrawn', note: '' })
    const ended = await seatOf('Zoe Li', s.grade1.id)
    expect(ended.status).toBe('withdrawn')
    expect(ended.endedAt).not.toBeNull()
    await expect(s.ida.call('enrolments-move', { id: zoe.id, to: 'active', note: '' })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
    expect((await mailsTo('bob@home.example')).at(-1)).toContain('no longer enrolled in')
    // No one else gets it while Pia waits.
    expect((await s.anybody.call('classes-catalogue', {})).sections[0]).toMatchObject({ state: 'waitlist' })

    // The waitlist gets it automatically, with a deadline.
    expect(await dan.call('enrolments-offers', {})).toMatchObject([{ student: 'Pia Ott', section: 'Grade 1' }])
    expect(await s.ann.call('enrolments-offers', {})).toEqual([])
    await expect(s.ann.call('enrolments-answerOffer', { id: line!.id, accepts: true })).rejects.toMatchObject({
      code: 'not-found',
    })
    const taken = await dan.call('enrolments-answerOffer', { id: line!.id, accepts: true })
    expect(taken).toMatchObject({ status: 'accepted' })
    expect(taken.invoiceNumber).toMatch(/^I-2026-/)
    expect((await seatOf('Pia Ott', s.grade1.id)).status).toBe('active')
    const [ledger] = await dan.call('payments-ledger', {})
    expect(ledger!.balanceCents).toBe(26_000 + 2500 + 4000)
    await expect(dan.call('enrolments-answerOffer', { id: line!.id, accepts: true })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
  })

  test('goes to only one of several answers sent at the same time', async () => {
    const eli = await s.newcomer('eli@home.example', 'Eli')
    await s.register(
      eli,
      family(
        { name: 'Eli Ash' },
        [{ key: 'c', name: 'Uma Ash', birthOn: '2019-02-02' }],
        [{ childKey: 'c', sectionId: s.grade1.id }],
        s.term.id,
      ),
    )
    const [line] = await s.ida.call('enrolments-waitlist', { sectionId: s.grade1.id })
    await s.ida.call('enrolments-move', { id: (await seatOf('Kim Xu', s.grade1.id)).id, to: 'dropped', note: '' })
    const answers = await Promise.allSettled(
      [true, true, false].map(accepts => eli.call('enrolments-answerOffer', { id: line!.id, accepts })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const seats = await rows<{ n: number }>(
      s.database.db,
      sql`select count(*)::int as n from enrolments where section_id = ${s.grade1.id}::uuid and status = 'active'`,
    )
    expect(seats[0]!.n).toBeLessThanOrEqual(4)
  })
})

describe('the office enrols a student directly', () => {
  test('at the price that follows from the rules, and only once', async () => {
    const leo = await studentId('Leo Wang')
    const [before] = await s.ann.call('payments-ledger', {})
    const wanted = { studentId: leo, sectionId: s.chess.id }
    const { totalCents } = await s.ida.call('enrolments-fit', wanted)
    await expect(s.ida.call('enrolments-enrol', { ...wanted, agreedCents: totalCents + 1 })).rejects.toMatchObject({
      details: { reason: 'PRICE_CHANGED', totalCents },
    })
    const done = await s.ida.call('enrolments-enrol', { ...wanted, agreedCents: totalCents })
    expect(done).toMatchObject({ outcome: 'seat', totalCents: 15_000 })
    const [after] = await s.ann.call('payments-ledger', {})
    expect(after!.balanceCents - before!.balanceCents).toBe(15_000)
    await expect(s.ida.call('enrolments-enrol', { studentId: leo, sectionId: s.chess.id })).rejects.toMatchObject({
      details: { reason: 'ALREADY_ENROLLED' },
    })
  })
  test('onto the waitlist if the class is full', async () => {
    await s.ida.call('enrolments-enrol', { studentId: await studentId('Zoe Li'), sectionId: s.chess.id })
    const pia = await studentId('Pia Ott')
    expect(await s.ida.call('enrolments-enrol', { studentId: pia, sectionId: s.chess.id })).toEqual({
      outcome: 'waitlist',
      invoiceNumber: null,
      totalCents: 0,
    })
    const [line] = await s.ida.call('enrolments-waitlist', { sectionId: s.chess.id })
    expect(await s.ida.call('enrolments-moveWaiting', { id: line!.id, to: 'removed' })).toMatchObject({
      status: 'removed',
    })
    expect(await s.ida.call('enrolments-waitlist', { sectionId: s.chess.id })).toEqual([])
  })
  test('which no teacher or parent can do', async () => {
    for (const who of [s.tom, s.ann])
      await expect(
        who.call('enrolments-enrol', { studentId: await studentId('Mia Wang'), sectionId: s.chess.id }),
      ).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
  })
})

describe('what the office can override, with a reason', () => {
  const add = async (name: string, sectionId: string, over: object = {}) =>
    s.ida.call('enrolments-enrol', { studentId: await studentId(name), sectionId, ...over })
  const refused = (reason: string) => ({ details: { reason } })
  const membersOf = async (sectionId: string) => (await s.ida.call('classes-members', { sectionId })).members

  test('the age rule and the class’s capacity, but never the room’s', async () => {
    const tiny = await s.ida.call('classes-createRoom', { name: 'Tiny', capacity: 2 })
    const own = await s.ida.call(
      'classes-create',
      s.section({
        name: 'Elders',
        startsAt: '09:00',
        endsAt: '10:00',
        ageFrom: 12,
        ageTo: 14,
        capacity: 1,
        roomId: tiny.id,
      }),
    )
    await s.ida.call('classes-move', { id: own.id, to: 'open' })
    const mia = await studentId('Mia Wang')
    expect(await s.ida.call('enrolments-fit', { studentId: mia, sectionId: own.id })).toMatchObject({
      isThere: false,
      isOpen: true,
      seated: 0,
      placesLeft: 1,
      roomSeats: 2,
      age: 7,
      ageFrom: 12,
      overrides: ['age'],
      clashes: [],
    })
    await expect(add('Mia Wang', own.id)).rejects.toMatchObject(refused('AGE_RULE'))
    await expect(add('Mia Wang', own.id, { overrides: ['age'] })).rejects.toMatchObject({
      details: { fields: [{ path: 'overrideReason', message: 'required' }] },
    })
    // A reason alone overrides nothing; the rule must be named.
    await expect(add('Mia Wang', own.id, { overrideReason: 'Please' })).rejects.toMatchObject(refused('AGE_RULE'))
    await expect(add('Mia Wang', own.id, { overrides: ['full'], overrideReason: 'Please' })).rejects.toMatchObject(
      refused('AGE_RULE'),
    )
    expect(
      await add('Mia Wang', own.id, { overrides: ['age'], overrideReason: 'Reads two years ahead' }),
    ).toMatchObject({
      outcome: 'seat',
    })
    expect(await membersOf(own.id)).toMatchObject([{ name: 'Mia Wang', overrideReason: 'Reads two years ahead' }])

    // It is full now: the next one goes on the waitlist, unless the office has a reason.
    const both = { overrides: ['age', 'full'], overrideReason: 'Her sister is here' }
    expect(
      await s.ida.call('enrolments-fit', { studentId: await studentId('Leo Wang'), sectionId: own.id }),
    ).toMatchObject({
      placesLeft: 0,
      isRoomFull: false,
      overrides: ['age', 'full'],
    })
    expect(await add('Leo Wang', own.id, both)).toMatchObject({ outcome: 'seat' })
    const [over] = (await s.ida.call('classes-list', {})).filter(({ id }) => id === own.id)
    expect(over).toMatchObject({ capacity: 1, enrolled: 2, placesLeft: 0, state: 'waitlist' })
    // The room has two seats.
    const third = { studentId: await studentId('Zoe Li'), sectionId: own.id }
    expect(await s.ida.call('enrolments-fit', third)).toMatchObject({ isRoomFull: true, overrides: ['age', 'full'] })
    await expect(add('Zoe Li', own.id, both)).rejects.toMatchObject(refused('ROOM_FULL'))
    expect(await membersOf(own.id)).toHaveLength(2)
    expect(await add('Zoe Li', own.id, { ...both, overrides: ['age'] })).toMatchObject({ outcome: 'waitlist' })

    // Such a class can be changed, but not made smaller.
    const { capacity: _, ...same } = s.section({
      name: 'Elders, Sunday',
      startsAt: '09:00',
      endsAt: '10:00',
      roomId: tiny.id,
    })
    expect(await s.ida.call('classes-change', { ...same, id: own.id, capacity: 1 })).toMatchObject({
      name: 'Elders, Sunday',
    })
    await s.ida.call('classes-change', { ...same, id: own.id, capacity: 2 })
    await expect(s.ida.call('classes-change', { ...same, id: own.id, capacity: 1 })).rejects.toMatchObject({
      details: { fields: [{ path: 'capacity', message: 'seated' }] },
    })
  })
  test('is refused to families, teachers and treasurers', async () => {
    const asked = { studentId: await studentId('Mia Wang'), sectionId: s.chess.id }
    expect(await s.ida.call('enrolments-fit', asked)).toMatchObject({ isOpen: true })
    for (const who of [s.ann, s.tom])
      for (const name of ['enrolments-fit', 'enrolments-enrol'] as const)
        await expect(who.call(name, { ...asked, overrides: ['full'], overrideReason: 'Mine' })).rejects.toMatchObject(
          refused('ROLE_NEEDED'),
        )
    const treasurer = await s.officer('treasurer')
    await expect(treasurer.call('enrolments-enrol', asked)).rejects.toMatchObject({ code: 'permission-denied' })
  })
})
