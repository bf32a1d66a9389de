import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let days: { onDay: string; places: number }[]
beforeAll(async () => {
  s = await school()
  await s.ida.call('config-changeClassRules', {
    ageCutoff: null,
    creditsTrials: true,
    bring: 'Indoor shoes',
    nativeBring: '',
  })
  await change({ trialCents: 1500, trialNeedsApproval: true, dayCents: 2500 })
  days = (await s.anybody.call('visits-days', { sectionId: s.chess.id })).days
})
afterAll(() => s.drop())

const change = async (values: Record<string, unknown>): Promise<void> => {
  const section = (await s.ida.call('classes-list', { termId: s.term.id })).find(({ id }) => id === s.chess.id)
  await s.ida.call('classes-change', { ...section!, ...values } as never)
}
const mailsTo = async (email: string): Promise<string[]> =>
  (
    await rows<{ text: string }>(
      s.database.db,
      sql`select text from mails where "to" = ${email} order by queued_at, id`,
    )
  ).map(({ text }) => text)
const childOf = async (who: Person, name: string) =>
  (await who.call('visits-children', {})).children.find(child => child.name === name)!.id
const charges = async (name: string) =>
  rows<{ kind: string; cents: number; isReversed: boolean }>(
    s.database.db,
    sql`select c.kind, c.amount_cents::int as cents, exists (select 1 from charge_reversals v where v.charge_id = c.id) as "isReversed"
      from charges c join persons p on p.id = c.student_id where p.name = ${name} and c.description like '%Chess%' order by c.created_at, c.id`,
  )
const ask = async (who: Person, name: string, day = 1, kind: 'trial' | 'day' = 'trial') =>
  who.call('visits-ask', {
    sectionId: s.chess.id,
    onDay: days[day]!.onDay,
    kind,
    studentId: await childOf(who, name),
    note: '',
    agreedCents: kind === 'trial' ? 1500 : 2500,
  })
/** Ten minutes into the lesson of a day. */
const during = (day: number) => new Date(`${days[day]!.onDay}T20:15:00Z`)
const meetingOf = async (day: number) =>
  (
    await rows<{ id: string }>(
      s.database.db,
      sql`select id from meetings where section_id = ${s.chess.id}::uuid and on_day = ${days[day]!.onDay}::date`,
    )
  )[0]!.id

describe('a trial', () => {
  test('is requested, approved, on the roll, and becomes an enrolment with its fee credited', async () => {
    await s.ida.call('config-changeClassRules', {
      ageCutoff: null,
      creditsTrials: true,
      bring: 'Indoor shoes',
      nativeBring: '',
    })
    const asked = await ask(s.ann, 'Mia Wang')
    expect(asked.status).toBe('asked')
    expect((await s.ida.call('applications-list', { kind: 'trial' })).rows[0]).toMatchObject({
      id: asked.id,
      student: 'Mia Wang',
      onDay: days[1]!.onDay,
      priceCents: 1500,
    })
    expect((await s.ida.call('applications-list', {})).counts).toMatchObject({ visit: 1 })
    await expect(ask(s.ann, 'Mia Wang')).rejects.toMatchObject({ details: { reason: 'ALREADY_EXISTS' } })
    expect(await charges('Mia Wang')).toEqual([])
    await s.ida.call('visits-decide', { id: asked.id, to: 'approved', note: 'See you.' })
    const letter = (await mailsTo('ann@home.example')).at(-1)
    expect(letter).toMatch(/It starts at \d+:\d\d [AP]M\. Room: 101\./)
    expect(letter).toContain('Indoor shoes')
    expect(letter).toContain('$15.00')
    expect(await charges('Mia Wang')).toEqual([{ kind: 'other', cents: 1500, isReversed: false }])

    const meetingId = await meetingOf(1)
    const now = during(1)
    const roll = await s.eve.call('absences-roll', { meetingId }, { now })
    expect(roll.marks).toMatchObject([{ name: 'Mia Wang', isGuest: true, enrolmentId: asked.id, code: null }])
    expect((await s.eve.call('absences-roll', { meetingId: await meetingOf(2) }, { now })).marks).toEqual([])
    const taken = await s.eve.call(
      'absences-take',
      { meetingId, marks: [{ enrolmentId: asked.id, code: 'present', note: '' }] },
      { now },
    )
    expect(taken.marks[0]).toMatchObject({ code: 'present', isGuest: true })
    expect(taken.takenAt).not.toBeNull()
    expect((await s.ann.call('visits-mine', {}, { now }))[0]).toMatchObject({
      code: 'present',
      mayConvert: true,
      mayCancel: false,
    })

    const price = await s.ann.call('visits-price', { id: asked.id }, { now })
    expect(price).toMatchObject({ outcome: 'seat', totalCents: 15_000, creditCents: 1500 })
    await expect(s.bob.call('visits-price', { id: asked.id }, { now })).rejects.toMatchObject({
      details: { reason: 'NOT_FOUND' },
    })
    await expect(s.ann.call('visits-convert', { id: asked.id, agreedCents: 1 }, { now })).rejects.toMatchObject({
      details: { reason: 'PREVIEW_CHANGED' },
    })
    const before = (await mailsTo('ann@home.example')).length
    expect(await s.ann.call('visits-convert', { id: asked.id, agreedCents: 15_000 }, { now })).toMatchObject({
      outcome: 'seat',
    })
    expect(await mailsTo('ann@home.example')).toHaveLength(before)
    expect(await charges('Mia Wang')).toEqual([
      { kind: 'other', cents: 1500, isReversed: true },
      { kind: 'tuition', cents: 15_000, isReversed: false },
    ])
    expect((await s.ann.call('visits-mine', {}, { now }))[0]).toMatchObject({ status: 'converted', mayConvert: false })
    // From the next day on they are on the roll like everyone else, on one line.
    const later = new Date(`${days[2]!.onDay}T20:15:00Z`)
    const next = await s.eve.call('absences-roll', { meetingId: await meetingOf(2) }, { now: later })
    expect(next.marks).toMatchObject([{ name: 'Mia Wang', isGuest: false }])
  })

  test('knows which of a family’s children are in the class already', async () => {
    const inClass = async (who: Person, sectionId?: string) =>
      Object.fromEntries(
        (await who.call('visits-children', { sectionId })).children.map(child => [child.name, child.isInClass]),
      )
    expect(await inClass(s.ann, s.chess.id)).toEqual({ 'Mia Wang': true, 'Leo Wang': false })
    expect(await inClass(s.ann)).toEqual({ 'Mia Wang': false, 'Leo Wang': false })
    expect(Object.keys(await inClass(s.bob, s.chess.id))).not.toContain('Mia Wang')
  })

  test('takes a seat on its day only, and the last one only once', async () => {
    // Chess has two seats, and Mia has one of them now.
    const first = await ask(s.ann, 'Leo Wang', 4)
    expect(
      (await s.anybody.call('visits-days', { sectionId: s.chess.id })).days.find(
        ({ onDay }) => onDay === days[4]!.onDay,
      ),
    ).toMatchObject({
      places: 0,
    })
    await expect(ask(s.bob, 'Zoe Li', 4)).rejects.toMatchObject({ details: { reason: 'CLASS_FULL' } })
    expect((await ask(s.bob, 'Zoe Li', 5)).status).toBe('asked')
    await s.ida.call('visits-decide', { id: first.id, to: 'declined', note: 'We are away that day.' })
    expect((await mailsTo('ann@home.example')).at(-1)).toContain('can’t visit')
    expect((await s.ann.call('visits-mine', {})).find(({ id }) => id === first.id)).toMatchObject({
      status: 'declined',
      answer: 'We are away that day.',
    })
    await expect(s.ida.call('visits-decide', { id: first.id, to: 'approved', note: '' })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
    expect((await ask(s.bob, 'Zoe Li', 4)).status).toBe('asked')
  })

  test('can be canceled by the family until its day, which reverses its charge', async () => {
    const { id, status } = await ask(s.ann, 'Leo Wang', 6, 'day')
    expect(status).toBe('approved')
    expect(await charges('Leo Wang')).toEqual([{ kind: 'other', cents: 2500, isReversed: false }])
    await expect(s.bob.call('visits-cancel', { id })).rejects.toMatchObject({ details: { reason: 'NOT_FOUND' } })
    await expect(s.ann.call('visits-cancel', { id }, { now: during(6) })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
    expect(await s.ann.call('visits-cancel', { id })).toMatchObject({ status: 'cancelled' })
    expect(await charges('Leo Wang')).toEqual([{ kind: 'other', cents: 2500, isReversed: true }])
  })

  test('is canceled without a word of a charge where nothing was charged', async () => {
    const letter = async (who: Person) => (await mailsTo(who.email)).at(-1)
    await change({ capacity: 10 })
    const paid = await ask(s.ann, 'Leo Wang', 5, 'day')
    await s.ann.call('visits-cancel', { id: paid.id })
    expect(await letter(s.ann)).toContain('The charge was reversed.')
    const asked = await ask(s.ann, 'Leo Wang', 5)
    expect(asked.status).toBe('asked')
    await s.ida.call('visits-cancel', { id: asked.id })
    expect(await letter(s.ann)).toContain('was canceled.')
    expect(await letter(s.ann)).not.toContain('charge')
    await change({ trialCents: 0 })
    const { id } = await s.ann.call('visits-ask', {
      sectionId: s.chess.id,
      onDay: days[5]!.onDay,
      kind: 'trial',
      studentId: await childOf(s.ann, 'Leo Wang'),
      note: '',
      agreedCents: 0,
    })
    await s.ida.call('visits-decide', { id, to: 'approved', note: '' })
    await s.ann.call('visits-cancel', { id })
    expect(await letter(s.ann)).toContain('was canceled.')
    expect(await letter(s.ann)).not.toContain('charge')
    await change({ trialCents: 1500 })
  })

  test('can be for a child who is new to the school and enrols by registering', async () => {
    const who = await s.newcomer('new@home.example', 'Nora')
    await change({ capacity: 10, trialNeedsApproval: false })
    const input = {
      sectionId: s.chess.id,
      onDay: days[7]!.onDay,
      kind: 'trial' as const,
      studentId: null,
      note: 'First time',
      agreedCents: 1500,
    }
    const child = { name: 'Nick New', nativeName: '', birthOn: '2018-01-01', allergies: 'nuts' }
    await expect(who.call('visits-ask', { ...input, child })).rejects.toMatchObject({
      details: { fields: [{ path: 'guardian.name' }, { path: 'guardian.phone' }] },
    })
    const { status } = await who.call('visits-ask', {
      ...input,
      child,
      guardian: { name: 'Nora New', phone: '+1 555 0177' },
    })
    expect(status).toBe('approved')
    const [visit] = await who.call('visits-mine', {})
    expect(visit).toMatchObject({ student: 'Nick New', mayConvert: true, needsRegistration: true })
    await expect(who.call('visits-price', { id: visit!.id })).rejects.toMatchObject({
      details: { reason: 'CONSENT_NEEDED' },
    })
    // Registering for the class turns the trial into the enrolment.
    const draft = (await who.call('enrolments-draft', {})).draft!
    await s.register(
      who,
      {
        ...s.annFamily,
        guardians: draft.guardians,
        consents: { ...s.annFamily.consents, signedName: draft.guardians[0]!.name },
        children: draft.children,
        choices: [{ childKey: draft.children[0]!.key, sectionId: s.chess.id }],
      } as never,
      { now: s.clock.now },
    )
    expect((await who.call('visits-mine', {}))[0]).toMatchObject({ status: 'converted' })
    expect((await charges('Nick New')).map(({ kind, isReversed }) => [kind, isReversed])).toEqual([
      ['other', true],
      ['tuition', false],
    ])
    expect((await s.ida.call('visits-list', { when: 'past' })).rows.map(({ student }) => student)).toContain('Nick New')
    await expect(who.call('visits-list', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
  })

  test('doesn’t change a known child’s record when requested as if for a new child', async () => {
    const id = await childOf(s.ann, 'Leo Wang')
    const card = { allergies: 'Peanuts', medical: 'Asthma', medication: '', doctorName: '', doctorPhone: '' }
    await s.ann.call('students-changeMedical', { id, ...card })
    const { name, birthOn } = await s.ann.call('students-get', { id })
    await s.ann.call('visits-ask', {
      sectionId: s.chess.id,
      onDay: days[8]!.onDay,
      kind: 'trial',
      studentId: null,
      child: { name, nativeName: '', birthOn: birthOn!, allergies: '' },
      guardian: { name: 'Ann Wang', phone: '' },
      note: '',
      agreedCents: 1500,
    })
    expect(await s.ann.call('students-get', { id })).toMatchObject({ grade: '3', ...card })
  })
})

test('a trial that the office turns into an enrolment is announced to the family, which now owes the tuition', async () => {
  const { id } = await ask(s.bob, 'Zoe Li', 9)
  const before = (await mailsTo('bob@home.example')).length
  const now = during(9)
  const { totalCents } = await s.ida.call('visits-price', { id }, { now })
  const sent = vi.spyOn(Client.prototype, 'query')
  await s.ida.call('visits-convert', { id, agreedCents: totalCents }, { now })
  // Whether the child is the officer's own is asked once.
  const statements = sent.mock.calls.map(([query]) => String(Object(query).text ?? query))
  sent.mockRestore()
  expect(statements.filter(text => text.includes('"students"."id" = any(array(select "guardianships"'))).toHaveLength(1)
  const letters = (await mailsTo('bob@home.example')).slice(before)
  expect(letters).toHaveLength(1)
  expect(letters[0]).toContain('Chess')
})
