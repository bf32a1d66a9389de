import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { family, type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const mailsTo = async (email: string) =>
  (
    await rows<{ text: string }>(
      s.database.db,
      sql`select text from mails where "to" = ${email} order by queued_at, id`,
    )
  ).map(({ text }) => text)
const idOf = async (name: string) =>
  (await rows<{ id: string }>(s.database.db, sql`select id from persons where name = ${name}`))[0]!.id

test('the waitlist order follows the published rule, by what is true when a student joins', async () => {
  expect(await s.anybody.call('config-registration', {})).toMatchObject({ priorities: [] })
  await s.ida.call('config-changeRegistration', {
    holdMinutes: 15,
    offerHours: 24,
    offersByItself: true,
    priorities: ['sibling', 'returning', 'staff'],
  })
  const full = await s.ida.call(
    'classes-create',
    s.section({ name: 'Full', startsAt: '17:00', endsAt: '17:50', capacity: 1 }),
  )
  await s.ida.call('classes-move', { id: full.id, to: 'open' })
  const join = async (who: Person, name: string) => {
    const choices = [{ childKey: 'c', sectionId: full.id }]
    await s.register(
      who,
      family({ name: `Parent of ${name}` }, [{ key: 'c', name, birthOn: '2019-02-02' }], choices, s.term.id),
    )
  }
  await join(await s.newcomer('first@home.example'), 'First Seat')
  await join(await s.newcomer('new@home.example'), 'New Child')
  // Tom teaches here; his child comes after the new one.
  await join(s.tom, 'Staff Child')
  // A student of an earlier term.
  const back = await s.newcomer('back@home.example')
  await s.register(
    back,
    family(
      { name: 'Parent of Back' },
      [{ key: 'c', name: 'Back Child', birthOn: '2019-02-02' }],
      [{ childKey: 'c', sectionId: s.chess.id }],
      s.term.id,
    ),
  )
  const spring = await s.ida.call('terms-create', {
    name: 'Next',
    nativeName: '',
    startsOn: '2027-01-10',
    endsOn: '2027-05-01',
    weekdays: [7],
    earlyBirdOn: null,
    closures: [],
  })
  await s.ida.call('terms-move', { id: spring.id, to: 'registration' })
  const later = await s.ida.call('classes-create', s.section({ termId: spring.id, name: 'Later', capacity: 1 }))
  await s.ida.call('classes-move', { id: later.id, to: 'open' })
  for (const name of ['First Seat', 'New Child', 'Back Child', 'Mia Wang', 'Staff Child', 'Leo Wang'])
    await s.ida.call('enrolments-enrol', { studentId: await idOf(name), sectionId: later.id })
  // Ann's Mia has her brother Leo in the same program.
  await s.ida.call('enrolments-enrol', { studentId: await idOf('Mia Wang'), sectionId: full.id })

  const line = await s.ida.call('enrolments-waitlist', { sectionId: full.id })
  expect(line.map(({ student, position, reasons }) => [student, position, reasons])).toEqual([
    ['Mia Wang', 1, ['sibling']],
    ['Staff Child', 2, ['staff']],
    ['New Child', 3, []],
  ])
  const next = await s.ida.call('enrolments-waitlist', { sectionId: later.id })
  // Leo was not on the waitlist before his sister; both were in a class of the previous term.
  expect(next.map(({ student, reasons }) => [student, reasons])).toEqual([
    ['Back Child', ['returning']],
    ['Mia Wang', ['returning']],
    ['Leo Wang', ['returning']],
    ['Staff Child', ['staff']],
    ['New Child', []],
  ])

  // A family reads its own position with the reason, and no one else's; it may leave the waitlist.
  expect(await s.ann.call('enrolments-line', {})).toMatchObject([
    { student: 'Mia Wang', section: 'Later', position: 2, reasons: ['returning'] },
    { student: 'Leo Wang', section: 'Later', position: 3 },
    { student: 'Mia Wang', section: 'Full', position: 1, reasons: ['sibling'] },
  ])
  const [own] = await s.tom.call('enrolments-line', {})
  await expect(s.ann.call('enrolments-leaveLine', { id: own!.id })).rejects.toMatchObject({ code: 'not-found' })
  await s.tom.call('enrolments-leaveLine', { id: own!.id })
  expect(await s.tom.call('enrolments-line', {})).toHaveLength(1)
  expect((await mailsTo('tom@school.example')).at(-1)).toContain('no longer on the waitlist')

  // A changed rule keeps the places of families on the waitlist already.
  await s.ida.call('config-changeRegistration', {
    holdMinutes: 15,
    offerHours: 24,
    offersByItself: true,
    priorities: [],
  })
  const after = await s.ida.call('enrolments-waitlist', { sectionId: later.id })
  expect(after[0]).toMatchObject({ student: 'Back Child', reasons: ['returning'] })
  expect(
    await s.ida.call('enrolments-pastLine', { sectionId: own!.section === 'Full' ? full.id : later.id }),
  ).toMatchObject([{ student: 'Staff Child', status: 'removed', offeredAt: null }])
  await expect(s.ann.call('enrolments-pastLine', { sectionId: full.id })).rejects.toMatchObject({
    details: { reason: 'ROLE_NEEDED' },
  })
})

test('an offer has a deadline and a price, and can’t be accepted while it clashes with another class', async () => {
  const one = await s.ida.call(
    'classes-create',
    s.section({ name: 'Noon', startsAt: '12:00', endsAt: '12:50', capacity: 1 }),
  )
  await s.ida.call('classes-move', { id: one.id, to: 'open' })
  const zoe = await idOf('Zoe Li')
  await s.ida.call('enrolments-enrol', { studentId: await idOf('Leo Wang'), sectionId: one.id })
  await s.ida.call('enrolments-enrol', { studentId: zoe, sectionId: one.id })
  const clashing = await s.ida.call('classes-create', s.section({ name: 'Lunch', startsAt: '12:30', endsAt: '13:00' }))
  await s.ida.call('classes-move', { id: clashing.id, to: 'open' })
  await s.ida.call('enrolments-enrol', { studentId: zoe, sectionId: clashing.id })
  await s.ida.call('classes-change', {
    ...s.section({ name: 'Noon', startsAt: '12:00', endsAt: '12:50', capacity: 2 }),
    id: one.id,
  })
  const [offer] = await s.bob.call('enrolments-offers', {})
  expect(offer).toMatchObject({ student: 'Zoe Li', clashes: [{ name: 'Lunch' }] })
  expect(new Date(offer!.expiresAt!).getTime() - s.clock.now.getTime()).toBe(24 * 3_600_000)
  await expect(s.ann.call('enrolments-offerPrice', { id: offer!.id })).rejects.toMatchObject({ code: 'not-found' })
  const { totalCents, lines } = await s.bob.call('enrolments-offerPrice', { id: offer!.id })
  expect(lines.map(({ kind }) => kind)).toContain('tuition')
  await expect(s.bob.call('enrolments-answerOffer', { id: offer!.id, accepts: true })).rejects.toMatchObject({
    details: { reason: 'TIME_CLASH', clashes: [{ name: 'Lunch' }] },
  })

  const [seat] = await rows<{ id: string }>(
    s.database.db,
    sql`select id from enrolments where student_id = ${zoe}::uuid and section_id = ${clashing.id}::uuid`,
  )
  await s.ida.call('enrolments-move', { id: seat!.id, to: 'dropped', note: '' })
  // The price must equal the one that was shown, or nothing happens.
  await expect(
    s.bob.call('enrolments-answerOffer', { id: offer!.id, accepts: true, agreedCents: totalCents - 1 }),
  ).rejects.toMatchObject({ details: { reason: 'PRICE_CHANGED', totalCents } })
  const owed = async () => (await s.bob.call('payments-ledger', {}))[0]!.balanceCents
  const before = await owed()
  await s.bob.call('enrolments-answerOffer', { id: offer!.id, accepts: true, agreedCents: totalCents })
  expect((await owed()) - before).toBe(totalCents)
})
