import { sql } from 'drizzle-orm'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { guest } from '#server/platform/actor.ts'
import { eventRoutes } from '#server/communication/events/files.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'
import { endUnchosenVisits } from './jobs.ts'

let s: SmallSchool
let days: string[]
let dateOf: Map<string, string>
let app: FastifyInstance
beforeAll(async () => {
  s = await school()
  await s.database.db.execute(
    sql`update sections set trial_cents = 1500, trial_needs_approval = false, day_cents = 2500, capacity = 10 where id = ${s.chess.id}::uuid`,
  )
  app = fastify()
  eventRoutes(app, {
    database: s.database,
    publicUrl: 'http://x',
    clock: () => s.clock.now,
    actorOf: async () => guest,
  })
  days = (await s.anybody.call('visits-days', { sectionId: s.chess.id })).days.map(({ onDay }) => onDay)
  dateOf = new Map((await s.ida.call('terms-get', { id: s.term.id })).sessionDates.map(({ id, onDay }) => [onDay, id]))
})
afterAll(async () => {
  await app.close()
  await s.drop()
})

const visit = async (who: Person, name: string, onDay: string, agreedCents = 2500) => {
  const { children } = await who.call('visits-children', {})
  return who.call('visits-ask', {
    sectionId: s.chess.id,
    onDay,
    kind: 'day',
    studentId: children.find(child => child.name === name)!.id,
    note: '',
    agreedCents,
  })
}
const callOff = (onDay: string, more: { remedy?: 'none' | 'makeUp'; makeUpOn?: string } = {}) =>
  s.ida.call('cancellations-cancelDay', {
    sessionDateId: dateOf.get(onDay)!,
    sectionId: s.chess.id,
    reason: 'Snow',
    nativeReason: '',
    remedy: more.remedy ?? 'none',
    makeUpOn: more.makeUpOn ?? null,
    eventIds: [],
    tell: true,
    agreedCents: 0,
  })
const lastMail = async (to: string) =>
  (
    await rows<{ subject: string; text: string }>(
      s.database.db,
      sql`select subject, text from mails where "to" = ${to} order by queued_at desc, id desc limit 1`,
    )
  )[0]!
const mine = async (who: Person, id: string, now?: Date) =>
  (await who.call('visits-mine', {}, now && { now })).find(each => each.id === id)
const standing = async (name: string) =>
  (
    await rows<{ cents: number }>(
      s.database.db,
      sql`select coalesce(sum(c.amount_cents), 0)::int as cents from charges c join persons p on p.id = c.student_id
        where p.name = ${name} and c.description like '%Chess%' and not exists (select 1 from charge_reversals v where v.charge_id = c.id)`,
    )
  )[0]!.cents
/** A person's calendar file with its folded lines joined. */
const calendarOf = async (who: Person): Promise<string> => {
  const { url } = await who.call('events-makeFeed', {})
  return (await app.inject({ url: new URL(url).pathname })).body.replaceAll('\r\n ', '')
}
/** Runs the nightly job a number of days after a day. */
const nightAfter = (onDay: string, daysLater: number): Promise<void> => {
  const now = new Date(new Date(`${onDay}T20:00:00Z`).getTime() + daysLater * 86_400_000)
  const { database, settings, jobs } = s
  const rest = { enqueue: jobs.enqueue, touch: async () => undefined, signal: AbortSignal.timeout(60_000) }
  return Promise.resolve(endUnchosenVisits.run({}, { database, settings, now, ...rest })).then(() => jobs.drain(now))
}

describe('a visit on a canceled day', () => {
  test('that was free is told without a word of a credit', async () => {
    const setPrice = (cents: number) =>
      s.database.db.execute(sql`update sections set day_cents = ${cents} where id = ${s.chess.id}::uuid`)
    await setPrice(0)
    const { id } = await visit(s.bob, 'Zoe Li', days[10]!, 0)
    await callOff(days[10]!)
    const { text } = await lastMail('bob@home.example')
    expect(text).toContain('Zoe Li had a visit planned for that day')
    expect(text).not.toContain('credit')
    await s.bob.call('visits-cancel', { id })
    await setPrice(2500)
  })

  test('can be moved to another day for the same price, and the family is told', async () => {
    const { id } = await visit(s.bob, 'Zoe Li', days[2]!)
    expect(await mine(s.bob, id)).toMatchObject({ isCalledOff: false, reason: '', choosesUntil: null })
    await expect(s.bob.call('visits-move', { id, onDay: days[3]! })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
    const preview = await s.ida.call('cancellations-previewDay', {
      sessionDateId: dateOf.get(days[2]!)!,
      sectionId: s.chess.id,
    })
    // The class has no students: the letters go to its teacher and the guest's father.
    expect(preview).toMatchObject({ students: 0, guests: 1, letters: 2 })
    await callOff(days[2]!)
    const told = await lastMail('bob@home.example')
    expect(told.subject).toContain('Chess')
    expect(told.text).toContain('Zoe Li had a visit planned for that day')
    expect(told.text).toContain('credit your account automatically')
    expect(await mine(s.bob, id)).toMatchObject({ isCalledOff: true, reason: 'Snow', mayCancel: true })
    await expect(s.ann.call('visits-move', { id, onDay: days[3]! })).rejects.toMatchObject({
      details: { reason: 'NOT_FOUND' },
    })
    await expect(s.bob.call('visits-move', { id, onDay: days[2]! })).rejects.toMatchObject({
      details: { fields: [{ path: 'onDay', message: 'outside' }] },
    })
    await s.bob.call('visits-move', { id, onDay: days[3]! })
    expect(await mine(s.bob, id)).toMatchObject({ isCalledOff: false, onDay: days[3]!, status: 'approved' })
    expect(await standing('Zoe Li')).toBe(2500)
    expect((await lastMail('bob@home.example')).text).toContain('instead')
    await s.bob.call('visits-cancel', { id })
  })

  test('has its charge reversed if the family cancels, and automatically once the time to choose is over', async () => {
    const [first, second] = [await visit(s.ann, 'Mia Wang', days[4]!), await visit(s.ann, 'Leo Wang', days[4]!)]
    await callOff(days[4]!)
    // Also after its day, while another day can still be chosen.
    const after = new Date(new Date(`${days[4]!}T20:00:00Z`).getTime() + 3 * 86_400_000)
    await s.ann.call('visits-cancel', { id: first.id }, { now: after })
    expect(await standing('Mia Wang')).toBe(0)
    expect(await standing('Leo Wang')).toBe(2500)
    await nightAfter(days[4]!, 14)
    expect(await standing('Leo Wang')).toBe(2500)
    await nightAfter(days[4]!, 15)
    expect(await standing('Leo Wang')).toBe(0)
    expect(await mine(s.ann, second.id)).toBeUndefined()
    expect((await lastMail('ann@home.example')).text).toContain('no other day was chosen')
  })

  test('returns to its day when that is restored, even from the make-up day', async () => {
    const stays = await visit(s.ann, 'Mia Wang', days[6]!)
    const moves = await visit(s.bob, 'Zoe Li', days[6]!)
    const makeUpOn = '2026-10-31'
    const { id } = await callOff(days[6]!, { remedy: 'makeUp', makeUpOn })
    await s.bob.call('visits-move', { id: moves.id, onDay: makeUpOn })
    expect(await mine(s.bob, moves.id)).toMatchObject({ onDay: makeUpOn, isCalledOff: false })
    await s.ida.call('cancellations-restore', { id })
    for (const [who, visitId] of [
      [s.ann, stays.id],
      [s.bob, moves.id],
    ] as const) {
      expect(await mine(who, visitId)).toMatchObject({ onDay: days[6]!, isCalledOff: false, status: 'approved' })
      expect((await lastMail(who.email)).text).toContain('is on that day again')
    }
  })

  test('is in the family’s day and calendar, marked as canceled', async () => {
    const now = new Date(`${days[6]!}T12:00:00Z`)
    const shown = async () =>
      (await s.ann.call('parents-home', {}, { now })).meetings.filter(({ visit: kind }) => kind !== null)
    expect(await shown()).toMatchObject([{ section: 'Chess', visit: 'day', status: 'scheduled', onDay: days[6]! }])
    expect(await calendarOf(s.ann)).toContain('SUMMARY:Mia: Chess (drop-in)')
    // Another family sees only its own child.
    expect(await calendarOf(s.bob)).not.toContain('Mia')
    const { id } = await callOff(days[6]!)
    expect(await shown()).toMatchObject([{ visit: 'day', status: 'cancelled' }])
    expect(await calendarOf(s.ann)).toContain('SUMMARY:Canceled: Mia: Chess (drop-in)')
    await s.ida.call('cancellations-restore', { id })
  })
})

test('a family with only a visit reads on its page that the class was canceled for good', async () => {
  await visit(s.bob, 'Zoe Li', days[7]!)
  const told = async (who: Person) =>
    (await who.call('cancellations-mine', {}))
      .filter(({ kind }) => kind === 'class')
      .map(({ reason, sections }) => [sections[0]!.name, reason])
  expect(await told(s.ann)).toEqual([])
  // Bob's child no longer comes; Mia is still expected.
  for (const { id } of await s.bob.call('visits-mine', {})) await s.bob.call('visits-cancel', { id })
  s.clock.now = new Date(s.clock.now.getTime() + 60_000)
  expect((await s.ann.call('visits-mine', {})).map(each => [each.student, each.status])).toContainEqual([
    'Mia Wang',
    'approved',
  ])
  const { totalCents } = await s.ida.call('cancellations-previewClass', { sectionId: s.chess.id, withFees: false })
  await s.ida.call('cancellations-cancelClass', {
    sectionId: s.chess.id,
    reason: 'The teacher has moved away',
    nativeReason: '',
    withFees: false,
    offers: [],
    agreedCents: totalCents,
    agreedStudents: 0,
  })
  expect(await told(s.ann)).toEqual([['Chess', 'The teacher has moved away']])
  expect(await told(s.bob)).toEqual([])
})
