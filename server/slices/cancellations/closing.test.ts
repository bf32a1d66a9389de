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
  // Grade 1 needs four and has three; its twin has two seats.
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
  test('are listed with the days that are left and where their students could go', async () => {
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

describe('a class that is called off for good', () => {
  test('its preview names everybody and all that goes back, and changes nothing', async () => {
    const preview = await s.ida.call('cancellations-previewClass', { sectionId: s.grade1.id, withFees: true })
    expect(preview).toMatchObject({
      families: 2,
      waiting: 0,
      letters: 3,
      offerHours: 48,
      classCents: 82_900,
      feeCents: 8000,
    })
    expect(preview.students.map(({ name, backCents, alternatives }) => [name, backCents, alternatives.length])).toEqual(
      [
        ['Leo Wang', 25_900, 1],
        ['Mia Wang', 28_500, 1],
        ['Zoe Li', 28_500, 1],
      ],
    )
    const without = await s.ida.call('cancellations-previewClass', { sectionId: s.grade1.id, withFees: false })
    expect(without).toMatchObject({ fees: [], feeCents: 0, totalCents: 82_900 })
    expect(await balanceOf(s.ann)).toBe(26_000 + 23_400 + 5000 + 4000)
  })

  test('is not for a registrar, and not for what was not agreed to', async () => {
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

  test('makes everybody whole at once, whoever of two officers is first', async () => {
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
    // A new plan of the term brings no lesson back.
    await s.ida.call('terms-change', { ...s.term, closures: [] })
    expect(await rows(s.database.db, sql`select 1 from meetings where section_id = ${s.grade1.id}::uuid`)).toEqual([])
    const [toAnn] = await mailsTo('ann@home.example', 'Grade 1 does not take place%')
    expect(toAnn!.text).toContain('Mia Wang, Leo Wang')
    expect(toAnn!.text).toContain('$544.00')
    expect(toAnn!.text).toContain('Too few have joined')
    const [toBob] = await mailsTo('bob@home.example', 'Grade 1 does not take place%')
    expect(toBob!.text).toContain('We keep a seat in Grade 1 B for Zoe Li until Sunday, July 12')
    expect(await mailsTo('tom@school.example', 'Grade 1 does not take place%')).toHaveLength(1)
  })

  test('the seat that is offered instead is held, and taken by the family', async () => {
    const [offer] = await s.bob.call('enrolments-offers', {})
    expect(offer).toMatchObject({ student: 'Zoe Li', section: 'Grade 1 B' })
    expect(await s.bob.call('enrolments-answerOffer', { id: offer!.id, accepts: true })).toMatchObject({
      status: 'accepted',
    })
    expect((await s.bob.call('students-mine', {}))[0]!.sections.map(({ name }) => name)).toEqual(['Grade 1 B'])
  })
})
