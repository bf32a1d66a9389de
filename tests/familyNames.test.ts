import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankEvent, school } from './school.ts'

/** Ann's family is named after her, and her Chinese name is on record: each list gives both names of the family. */
let s: Awaited<ReturnType<typeof school>>
beforeAll(async () => {
  s = await school()
  await s.database.db.execute(sql`update persons set native_name = '王安' where name = 'Ann Wang'`)
})
afterAll(() => s.drop())

const named = { household: 'Ann Wang', householdNativeName: '王安' }
const home = async () => (await s.ann.call('parents-household', {}))[0]!

test('the office’s list of families', async () => {
  const { rows } = await s.ida.call('parents-list', {})
  expect(rows.find(({ name }) => name === 'Ann Wang')).toMatchObject({ nativeName: '王安' })
})

test('who an audience reaches, and to whom a family may write', async () => {
  const audience = [{ kind: 'household' as const, householdId: (await home()).id }]
  const { rows } = await s.ida.call('messages-audience', { audience })
  expect(rows.find(({ name }) => name === 'Ann Wang')).toMatchObject(named)
  const contacts = await s.ann.call('messages-contacts', {})
  expect(contacts.length).toBeGreaterThan(1)
  for (const contact of contacts) expect(contact).toMatchObject(named)
})

test('the annual confirmation', async () => {
  const round = await s.ida.call('confirmations-start', { dueOn: '2026-12-31' })
  const { rows } = await s.ida.call('confirmations-list', { roundId: round.id })
  const row = rows.find(({ household }) => household === 'Ann Wang')!
  expect(row).toMatchObject(named)
  const asked = { roundId: round.id, householdId: row.householdId }
  expect(await s.ida.call('confirmations-get', asked)).toMatchObject(named)
  expect(await s.ann.call('confirmations-mine', {})).toMatchObject([named])
})

test('scholarships', async () => {
  const award = await s.ida.call('prices-award', {
    studentId: null,
    householdId: (await home()).id,
    termId: null,
    percent: 20,
    amountCents: null,
    covers: 'tuition',
    reason: 'Two jobs lost',
  })
  expect(award).toMatchObject(named)
})

test('what canceling a class affects', async () => {
  const preview = await s.ida.call('cancellations-previewClass', { sectionId: s.grade1.id, withFees: true })
  expect(preview.students.find(({ household }) => household === 'Ann Wang')).toMatchObject(named)
  expect(preview.fees.find(({ household }) => household === 'Ann Wang')).toMatchObject(named)
})

test('an answer to an event', async () => {
  const { id } = await s.ida.call('events-create', {
    ...blankEvent,
    title: 'Fair',
    startsOn: '2026-10-10',
    endsOn: '2026-10-10',
    startTime: '10:00',
    endTime: '12:00',
    audience: [{ kind: 'everyone' }],
    takesRsvp: true,
  })
  await s.ida.call('events-move', { id, to: 'published' })
  const { households } = await s.ann.call('events-get', { id })
  expect(households).toMatchObject([{ name: 'Ann Wang', nativeName: '王安' }])
})
