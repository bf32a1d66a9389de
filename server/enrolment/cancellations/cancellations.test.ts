import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { blankEvent, blankSlot, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
/** The ids of the term's school days, by date. */
let days: Map<string, string>
beforeAll(async () => {
  s = await school()
  days = new Map((await s.ida.call('terms-get', { id: s.term.id })).sessionDates.map(({ id, onDay }) => [onDay, id]))
  // Bob reads Chinese.
  await s.database.db.execute(sql`update persons set language = 'zh' where email = 'bob@home.example'`)
})
afterAll(() => s.drop())

const ask = (onDay: string, over: Partial<Input<'cancellations-cancelDay'>> = {}) => ({
  sessionDateId: days.get(onDay)!,
  sectionId: null,
  reason: 'Snow',
  nativeReason: '下雪',
  remedy: 'none' as const,
  makeUpOn: null,
  eventIds: [],
  tell: true,
  agreedCents: 0,
  ...over,
})
const credited = async (onDay: string, sectionId?: string) => {
  const preview = await s.ida.call('cancellations-previewDay', {
    sessionDateId: days.get(onDay)!,
    ...(sectionId && { sectionId }),
  })
  return { preview, input: { remedy: 'credit' as const, agreedCents: preview.creditCents } }
}
const mails = async (to: string, like: string) =>
  rows<{ subject: string; text: string }>(
    s.database.db,
    sql`select subject, text from mails where "to" = ${to} and subject like ${like} order by queued_at, id`,
  )
const balanceOf = async (who: SmallSchool['ann']) => (await who.call('payments-ledger', {}))[0]!.balanceCents
const statusOf = async (onDay: string) =>
  (await s.ida.call('terms-get', { id: s.term.id })).sessionDates.find(each => each.onDay === onDay)!.status
const meetingOf = async (onDay: string, sectionId = s.grade1.id) =>
  (
    await rows<{ id: string }>(
      s.database.db,
      sql`select id from meetings where section_id = ${sectionId}::uuid and on_day = ${onDay}::date`,
    )
  )[0]!.id
const takeRoll = async (onDay: string, code: 'present' | null) => {
  const meetingId = await meetingOf(onDay)
  const now = new Date(`${onDay}T19:00:00Z`)
  const { marks } = await s.tom.call('absences-roll', { meetingId }, { now })
  const mark = { enrolmentId: marks[0]!.enrolmentId, code, ownCodeId: null, note: '' }
  await s.tom.call('absences-take', { meetingId, marks: [mark] }, { now })
}
const reason = (name: string) => ({ details: { reason: name } })
const field = (path: string, message: string) => ({ details: { fields: [{ path, message }] } })

describe('canceling a school day', () => {
  test('tells families and teachers why, each in their language, and can be undone', async () => {
    const before = await s.ida.call('terms-get', { id: s.term.id })
    const seen = async () =>
      (await s.ann.call('students-mine', {}))[0]!.meetings.find(({ onDay }) => onDay === '2026-10-04')!.status
    expect(await seen()).toBe('scheduled')
    const { preview } = await credited('2026-10-04')
    expect(preview).toMatchObject({ students: 3, families: 2, teachers: 2, letters: 4, duties: [], clashes: [] })
    const off = await s.ida.call('cancellations-cancelDay', ask('2026-10-04'))
    expect(off).toMatchObject({ onDay: '2026-10-04', makeUpOn: null, creditCents: 0, released: 0 })
    expect(await seen()).toBe('cancelled')
    expect((await s.ida.call('terms-get', { id: s.term.id })).sessionCount).toBe(before.sessionCount - 1)
    expect((await mails('ann@home.example', 'No lessons on Sunday, October 4%'))[0]!.text).toContain('Snow')
    expect((await mails('bob@home.example', '%10月4日星期日停课'))[0]!.text).toContain('下雪')
    expect(await mails('tom@school.example', 'No lessons%')).toHaveLength(1)
    expect(await mails('ida@school.example', 'No lessons%')).toEqual([])
    expect(await s.ann.call('cancellations-mine', {})).toMatchObject([
      { onDay: '2026-10-04', reason: 'Snow', nativeReason: '下雪', remedy: 'none', creditCents: 0 },
    ])
    const { days } = await s.ann.call('events-calendar', { from: '2026-10-04', to: '2026-10-04', mine: true })
    expect(days).toMatchObject([{ kind: 'session', status: 'cancelled', note: 'Snow', nativeNote: '下雪' }])
    expect(await s.tom.call('cancellations-mine', {})).toMatchObject([{ sections: [{ isTaught: true }] }])
    await expect(s.ida.call('cancellations-cancelDay', ask('2026-10-04'))).rejects.toMatchObject(
      reason('MOVE_NOT_ALLOWED'),
    )
    await s.ida.call('cancellations-restore', { id: off.id })
    expect(await seen()).toBe('scheduled')
    expect(await mails('ann@home.example', 'Lessons on Sunday, October 4 are back on%')).toHaveLength(1)
    expect(await s.ann.call('cancellations-mine', {})).toEqual([])
    await expect(s.ida.call('cancellations-restore', { id: off.id })).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
  })

  test('isn’t announced to a guardian without data access', async () => {
    const bob = (await s.bob.actor()).personId!
    await s.database.db.execute(sql`update guardianships set has_data_access = false where guardian_id = ${bob}::uuid`)
    const off = await s.ida.call('cancellations-cancelDay', ask('2026-10-11', { reason: 'Storm' }))
    const told = await rows<{ to: string }>(
      s.database.db,
      sql`select "to" from mails where text like '%Storm%' order by "to"`,
    )
    expect(told.map(({ to }) => to)).toEqual(['ann@home.example', 'eve@school.example', 'tom@school.example'])
    expect(await s.bob.call('cancellations-mine', {}).catch(() => [])).toEqual([])
    await s.database.db.execute(sql`update guardianships set has_data_access = true where guardian_id = ${bob}::uuid`)
    await s.ida.call('cancellations-restore', { id: off.id })
  })

  test('sends no mail if the office chose to tell no one, neither now nor when it is undone', async () => {
    const off = await s.ida.call('cancellations-cancelDay', ask('2026-10-11', { reason: 'Quiet', tell: false }))
    await s.ida.call('cancellations-restore', { id: off.id })
    expect(await rows(s.database.db, sql`select 1 from mails where text like '%Quiet%'`)).toEqual([])
    expect(await mails('ann@home.example', 'Lessons on Sunday, October 11%')).toHaveLength(1)
  })

  test('is refused to families and teachers, and once a roll was taken', async () => {
    for (const who of [s.ann, s.tom])
      for (const name of ['cancellations-cancelDay', 'cancellations-previewDay'] as const)
        await expect(who.call(name, ask('2026-10-18'))).rejects.toMatchObject({ code: 'permission-denied' })
    expect(await statusOf('2026-10-18')).toBe('scheduled')
    await takeRoll('2026-09-13', 'present')
    await expect(s.ida.call('cancellations-cancelDay', ask('2026-09-13'))).rejects.toMatchObject(reason('ROLL_TAKEN'))
    await takeRoll('2026-09-13', null)
  })

  test('is refused in a closed term, for a day or a single lesson, and so is undoing it', async () => {
    const off = await s.ida.call('cancellations-cancelDay', ask('2026-10-11', { tell: false }))
    const day = ask('2026-10-18', { tell: false })
    const lesson = { ...day, sectionId: s.grade1.id }
    const become = (status: string) =>
      s.database.db.execute(sql`update terms set status = ${status} where id = ${s.term.id}::uuid`)
    for (const over of ['closed', 'archived']) {
      await become(over)
      for (const input of [day, lesson])
        await expect(s.ida.call('cancellations-cancelDay', input)).rejects.toMatchObject(reason('TERM_CLOSED'))
      await expect(s.ida.call('cancellations-restore', { id: off.id })).rejects.toMatchObject(reason('TERM_CLOSED'))
    }
    await become('registration')
    expect([await statusOf('2026-10-11'), await statusOf('2026-10-18')]).toEqual(['cancelled', 'scheduled'])
    await s.ida.call('cancellations-restore', { id: off.id })
    for (const input of [lesson, day]) {
      const { id } = await s.ida.call('cancellations-cancelDay', input)
      await s.ida.call('cancellations-restore', { id })
    }
  })

  test('takes effect once when two officers do or undo it at the same time', async () => {
    const { input } = await credited('2026-12-20')
    const before = await balanceOf(s.ann)
    const both = await Promise.allSettled(
      [1, 2].map(() => s.ida.call('cancellations-cancelDay', ask('2026-12-20', input))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [live] = (await s.ida.call('cancellations-list', { sessionDateId: days.get('2026-12-20')! })).filter(
      ({ restoredAt }) => restoredAt === null,
    )
    expect(before - (await balanceOf(s.ann))).toBeGreaterThan(0)
    const back = await Promise.allSettled([1, 2].map(() => s.ida.call('cancellations-restore', { id: live!.id })))
    expect(back.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await balanceOf(s.ann)).toBe(before)
  })
})

describe('a credit', () => {
  test('matches the preview, counts discounts, and is reversed to the cent when the day is restored', async () => {
    const before = { ann: await balanceOf(s.ann), bob: await balanceOf(s.bob) }
    const { preview, input } = await credited('2026-11-01')
    // Fourteen Sundays: 260.00 for Mia and Zoe, 10% less for Leo.
    expect(preview.classes.map(({ name, students, creditCents }) => [name, students, creditCents])).toEqual([
      ['Grade 1', 3, 1857 + 1671 + 1857],
      ['Chess', 0, 0],
    ])
    await expect(
      s.ida.call('cancellations-cancelDay', ask('2026-11-01', { ...input, agreedCents: input.agreedCents - 1 })),
    ).rejects.toMatchObject(reason('PREVIEW_CHANGED'))
    expect(await statusOf('2026-11-01')).toBe('scheduled')
    const off = await s.ida.call('cancellations-cancelDay', ask('2026-11-01', input))
    expect(off).toMatchObject({ creditCents: preview.creditCents, credited: 2 })
    expect(before.ann - (await balanceOf(s.ann))).toBe(1857 + 1671)
    expect(before.bob - (await balanceOf(s.bob))).toBe(1857)
    expect(await s.ann.call('cancellations-mine', {})).toMatchObject([{ remedy: 'credit', creditCents: 3528 }])
    expect((await mails('ann@home.example', 'No lessons on Sunday, November 1%'))[0]!.text).toContain('$35.28')
    expect((await mails('bob@home.example', '%11月1日星期日停课'))[0]!.text).toContain('18.57')
    const [ledger] = await s.ann.call('payments-ledger', {})
    const credits = ledger!.entries.filter(
      ({ kind, reference }) => kind === 'credit' && reference === 'Snow (2026-11-01)',
    )
    expect(credits.map(({ amountCents }) => amountCents).sort((a, b) => b - a)).toEqual([-1671, -1857])
    expect(ledger!.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(ledger!.balanceCents)
    // The office's list of balances agrees.
    const { rows: listed } = await s.ida.call('payments-households', {})
    for (const who of [s.ann, s.bob]) {
      const [own] = await who.call('payments-ledger', {})
      expect(listed.find(({ householdId }) => householdId === own!.householdId)!.balanceCents).toBe(own!.balanceCents)
    }
    await s.ida.call('cancellations-restore', { id: off.id })
    expect({ ann: await balanceOf(s.ann), bob: await balanceOf(s.bob) }).toEqual(before)
    expect((await mails('ann@home.example', 'Lessons on Sunday, November 1 are back on%'))[0]!.text).toContain('$35.28')
  })

  test('stays on the account of a family that has paid, and covers the charge again once the day is restored', async () => {
    const [ledger] = await s.bob.call('payments-ledger', {})
    await s.ida.call('payments-record', {
      householdId: ledger!.householdId,
      method: 'cheque',
      reference: '77',
      payer: 'Bob',
      amountCents: ledger!.balanceCents,
      receivedOn: '2026-09-13',
    })
    expect((await s.bob.call('payments-ledger', {}))[0]).toMatchObject({
      balanceCents: 0,
      owedCents: 0,
      creditCents: 0,
    })
    const { input } = await credited('2026-11-01')
    const off = await s.ida.call('cancellations-cancelDay', ask('2026-11-01', { ...input, tell: false }))
    expect((await s.bob.call('payments-ledger', {}))[0]).toMatchObject({ owedCents: 0, creditCents: 1857 })
    await s.ida.call('cancellations-restore', { id: off.id })
    expect((await s.bob.call('payments-ledger', {}))[0]).toMatchObject({
      balanceCents: 0,
      owedCents: 0,
      creditCents: 0,
    })
  })

  test('for every lesson of the term adds up to the full tuition, to the cent', async () => {
    const [before] = await s.bob.call('payments-ledger', {})
    const made: string[] = []
    for (const onDay of days.keys()) {
      const { input } = await credited(onDay)
      made.push((await s.ida.call('cancellations-cancelDay', ask(onDay, { ...input, tell: false }))).id)
    }
    const [after] = await s.bob.call('payments-ledger', {})
    expect(before!.balanceCents - after!.balanceCents).toBe(26_000)
    for (const id of made) await s.ida.call('cancellations-restore', { id })
    expect((await s.bob.call('payments-ledger', {}))[0]!.balanceCents).toBe(before!.balanceCents)
  })

  test('is refused to a registrar, who can still cancel the day without it', async () => {
    const { input } = await credited('2026-11-01')
    const actor = (await s.ida.actor()).personId!
    const area = (to: string) =>
      s.database.db.execute(
        sql`update role_grants set area = ${to} where person_id = ${actor}::uuid and role = 'admin'`,
      )
    await area('registrar')
    await expect(s.ida.call('cancellations-cancelDay', ask('2026-11-01', input))).rejects.toMatchObject(
      reason('AREA_NEEDED'),
    )
    const off = await s.ida.call('cancellations-cancelDay', ask('2026-11-01', { tell: false }))
    await s.ida.call('cancellations-restore', { id: off.id })
    await area('all')
  })
})

describe('a make-up day', () => {
  test('has the same lessons at the same hours, and goes away when the canceled day is restored', async () => {
    const off = await s.ida.call(
      'cancellations-cancelDay',
      ask('2026-11-08', { remedy: 'makeUp', makeUpOn: '2026-12-24' }),
    )
    const plan = await s.ida.call('terms-get', { id: s.term.id })
    expect(plan.sessionDates.at(-1)).toMatchObject({
      onDay: '2026-12-24',
      status: 'scheduled',
      isExtra: true,
      isMakeUpOnly: false,
    })
    expect(plan.sessionCount).toBe(days.size)
    const lessons = await s.ida.call('events-meetings', { from: '2026-12-24', to: '2026-12-24' })
    expect(lessons.map(({ name, startsAt }) => [name, startsAt])).toEqual([
      ['Grade 1', '14:00'],
      ['Chess', '16:05'],
    ])
    expect((await mails('ann@home.example', 'No lessons on Sunday, November 8%'))[0]!.text).toContain(
      'Thursday, December 24',
    )
    expect(await s.ann.call('cancellations-mine', {})).toMatchObject([{ makeUpOn: '2026-12-24' }])
    // Planning the term again doesn't change it.
    await s.ida.call('terms-change', {
      ...s.term,
      closures: [{ onDay: '2026-11-29', reason: 'Holiday' }],
    })
    expect(await statusOf('2026-12-24')).toBe('scheduled')
    await s.ida.call('cancellations-restore', { id: off.id })
    expect((await s.ida.call('terms-get', { id: s.term.id })).sessionDates.at(-1)!.onDay).toBe('2026-12-20')
    expect(await statusOf('2026-11-08')).toBe('scheduled')
  })

  test('marks the canceled day as made up once it is held', async () => {
    const off = await s.ida.call(
      'cancellations-cancelDay',
      ask('2026-11-08', { remedy: 'makeUp', makeUpOn: '2026-12-24' }),
    )
    await takeRoll('2026-12-24', 'present')
    expect([await statusOf('2026-12-24'), await statusOf('2026-11-08')]).toEqual(['held', 'made-up'])
    await expect(s.ida.call('cancellations-restore', { id: off.id })).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
    await takeRoll('2026-12-24', null)
    expect([await statusOf('2026-12-24'), await statusOf('2026-11-08')]).toEqual(['scheduled', 'cancelled'])
    // Attendance recorded there is history, so the day stays.
    await expect(s.ida.call('cancellations-restore', { id: off.id })).rejects.toMatchObject(reason('ROLL_TAKEN'))
  })

  test('is refused at its field if missing, past, the same day, too far off or taken', async () => {
    const refused = async (makeUpOn: string | null, message: string) =>
      expect(
        s.ida.call('cancellations-cancelDay', ask('2026-11-22', { remedy: 'makeUp', makeUpOn })),
      ).rejects.toMatchObject(field('makeUpOn', message))
    await refused(null, 'day')
    await refused('2026-09-01', 'past')
    await refused('2026-11-22', 'different')
    await refused('2062-12-24', 'year')
    await refused('2027-11-23', 'year')
    await refused('2026-11-15', 'taken')
    await refused('2026-12-24', 'taken')
    expect(await statusOf('2026-11-22')).toBe('scheduled')
  })

  test('shows what else is on that day', async () => {
    const other = await s.ida.call('terms-create', {
      name: 'Winter',
      nativeName: '冬季',
      startsOn: '2026-12-26',
      endsOn: '2027-01-30',
      weekdays: [6],
      earlyBirdOn: null,
      closures: [{ onDay: '2027-01-02', reason: 'New Year', nativeReason: '元旦' }],
    })
    const winter = await s.ida.call('classes-create', {
      ...s.section({ name: 'Winter camp', nativeName: '冬令营', startsAt: '15:00', endsAt: '16:00' }),
      termId: other.id,
      weekday: 6,
    })
    await s.ida.call('terms-move', { id: other.id, to: 'registration' })
    await s.ida.call('classes-move', { id: winter.id, to: 'open' })
    const clashes = async (makeUpOn: string) =>
      (await s.ida.call('cancellations-previewDay', { sessionDateId: days.get('2026-11-22')!, makeUpOn })).clashes
    expect(await clashes('2026-12-26')).toEqual([
      { kind: 'term', name: 'Winter', nativeName: '冬季', with: '', withNative: '' },
      { kind: 'room', name: '101', nativeName: '', with: 'Winter camp', withNative: '冬令营' },
      { kind: 'teacher', name: 'Tom Teacher', nativeName: '', with: 'Winter camp', withNative: '冬令营' },
    ])
    expect(await clashes('2027-01-02')).toEqual([
      { kind: 'closure', name: 'New Year', nativeName: '元旦', with: '', withNative: '' },
    ])
    expect(await clashes('2026-12-25')).toEqual([])
  })
})

describe('a single canceled lesson', () => {
  test('is off for its class, while the others meet', async () => {
    const { preview, input } = await credited('2026-11-15', s.grade1.id)
    expect(preview).toMatchObject({ students: 3, teachers: 1, duties: [] })
    const off = await s.ida.call('cancellations-cancelDay', ask('2026-11-15', { ...input, sectionId: s.grade1.id }))
    expect(await statusOf('2026-11-15')).toBe('scheduled')
    const lessons = await s.ida.call('events-meetings', { from: '2026-11-15', to: '2026-11-15' })
    expect(lessons.map(({ name, isCancelled }) => [name, isCancelled])).toEqual([
      ['Grade 1', true],
      ['Chess', false],
    ])
    expect((await mails('ann@home.example', 'No Grade 1 on Sunday, November 15')).length).toBe(1)
    expect(await mails('eve@school.example', '%November 15%')).toEqual([])
    await expect(takeRoll('2026-11-15', 'present')).rejects.toMatchObject(reason('SESSION_CANCELLED'))
    await expect(
      s.ida.call('cancellations-cancelDay', ask('2026-11-15', { sectionId: s.grade1.id })),
    ).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
    // Canceling the whole day comes on top and doesn't credit that lesson again.
    const whole = await credited('2026-11-15')
    expect(whole.preview.classes.map(({ name }) => name)).toEqual(['Chess'])
    const day = await s.ida.call('cancellations-cancelDay', ask('2026-11-15', { ...whole.input, tell: false }))
    await s.ida.call('cancellations-restore', { id: day.id })
    const mine = async () => (await s.ann.call('cancellations-mine', {})).filter(({ onDay }) => onDay === '2026-11-15')
    expect(await mine()).toMatchObject([{ kind: 'lesson', creditCents: 3528 }])
    await s.ida.call('cancellations-restore', { id: off.id })
    expect(await mine()).toEqual([])
  })

  test('is made up on another day by its class only', async () => {
    const input = { remedy: 'makeUp' as const, sectionId: s.grade1.id, makeUpOn: '2026-11-21' }
    const off = await s.ida.call('cancellations-cancelDay', ask('2026-11-15', input))
    const lessons = await s.ida.call('events-meetings', { from: '2026-11-21', to: '2026-11-21' })
    expect(lessons.map(({ name, startsAt }) => [name, startsAt])).toEqual([['Grade 1', '14:00']])
    const { sessionDates } = await s.ann.call('terms-get', { id: s.term.id })
    expect(sessionDates.filter(({ isMakeUpOnly }) => isMakeUpOnly)).toMatchObject([{ onDay: '2026-11-21' }])
    // Chess may be made up on the same day; Grade 1 has a lesson every Sunday.
    const also = await s.ida.call('cancellations-cancelDay', ask('2026-11-15', { ...input, sectionId: s.chess.id }))
    await s.ida.call('cancellations-restore', { id: off.id })
    const left = await s.ida.call('events-meetings', { from: '2026-11-21', to: '2026-11-21' })
    expect(left.map(({ name }) => name)).toEqual(['Chess'])
    await s.ida.call('cancellations-restore', { id: also.id })
    await expect(
      s.ida.call('cancellations-cancelDay', ask('2026-11-15', { ...input, makeUpOn: '2026-11-22' })),
    ).rejects.toMatchObject(field('makeUpOn', 'taken'))
  })
})

describe('volunteer shifts on a canceled day', () => {
  test('are released and their volunteers told, and are theirs again when the day is restored', async () => {
    const slot = (name: string, from: string, to: string) => ({
      ...blankSlot,
      name,
      nativeName: '大厅值班',
      startsAt: `2026-12-06T${from}`,
      endsAt: `2026-12-06T${to}`,
      capacity: 1,
    })
    const event = await s.ida.call('events-create', {
      ...blankEvent,
      title: 'Hall duty',
      nativeTitle: '值班',
      startsOn: '2026-12-06',
      endsOn: '2026-12-06',
      startTime: '13:45',
      endTime: '17:00',
      audience: [{ kind: 'everyone' }],
      slots: [slot('First', '13:45', '15:00'), slot('Second', '15:00', '17:00')],
    })
    await s.ida.call('events-move', { id: event.id, to: 'published' })
    const [first, second] = event.slots
    await s.bob.call('events-takeSlot', { slotId: first!.id, note: '' })
    const { preview } = await credited('2026-12-06')
    expect(preview.duties).toMatchObject([
      { eventId: event.id, startsAt: '13:45', slots: 2, signUps: 1, isDuring: true },
    ])
    const off = await s.ida.call('cancellations-cancelDay', ask('2026-12-06', { eventIds: [event.id] }))
    expect(off.released).toBe(1)
    const standing = async () => (await s.ida.call('events-signUps', { eventId: event.id })).map(({ status }) => status)
    expect(await standing()).toEqual(['excused'])
    expect((await mails('bob@home.example', '%12月6日星期日停课'))[0]!.text).toContain('值班：大厅值班')
    await expect(s.ann.call('events-takeSlot', { slotId: second!.id, note: '' })).rejects.toMatchObject(
      reason('SLOT_LOCKED'),
    )
    await s.ida.call('cancellations-restore', { id: off.id })
    expect(await standing()).toEqual(['taken'])
    await s.ann.call('events-takeSlot', { slotId: second!.id, note: '' })
    expect((await mails('bob@home.example', '%12月6日星期日恢复上课'))[0]!.text).toContain('值班：大厅值班')
  })
  test('are released with a single lesson if the office picks them, and others stay taken', async () => {
    const made = async (title: string, audience: { kind: 'everyone' } | { kind: 'class'; sectionId: string }) => {
      const event = await s.ida.call('events-create', {
        ...blankEvent,
        title,
        startsOn: '2026-12-13',
        endsOn: '2026-12-13',
        startTime: '13:45',
        endTime: '17:00',
        audience: [audience],
        slots: [
          {
            ...blankSlot,
            name: 'Help',
            startsAt: title === 'Reading' ? '2026-12-13T14:00' : '2026-12-13T16:30',
            endsAt: title === 'Reading' ? '2026-12-13T15:00' : '2026-12-13T17:00',
            capacity: 1,
          },
        ],
      })
      await s.ida.call('events-move', { id: event.id, to: 'published' })
      await s.bob.call('events-takeSlot', { slotId: event.slots[0]!.id, note: '' })
      return event.id
    }
    const reading = await made('Reading', { kind: 'class', sectionId: s.grade1.id })
    const hall = await made('Hall', { kind: 'everyone' })
    const { preview, input } = await credited('2026-12-13', s.grade1.id)
    expect(preview.duties).toMatchObject([
      { eventId: reading, isDuring: true },
      { eventId: hall, isDuring: false },
    ])
    const off = await s.ida.call(
      'cancellations-cancelDay',
      ask('2026-12-13', { ...input, sectionId: s.grade1.id, eventIds: [reading] }),
    )
    expect(off.released).toBe(1)
    const standing = async (eventId: string) => (await s.ida.call('events-signUps', { eventId }))[0]!.status
    expect([await standing(reading), await standing(hall)]).toEqual(['excused', 'taken'])
    await s.ida.call('cancellations-restore', { id: off.id })
    expect([await standing(reading), await standing(hall)]).toEqual(['taken', 'taken'])
  })
})
