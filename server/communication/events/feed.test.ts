import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildHttp } from '#server/http.ts'
import { startLive } from '#server/platform/live.ts'
import type { Live } from '#server/platform/live.ts'
import { guest } from '#server/platform/actor.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'
import { eventRoutes } from './files.ts'
import fastify from 'fastify'

let s: SmallSchool
let app: FastifyInstance
let live: Live
/** The person whose cookie the requests carry, in the app that accepts any cookie. */
let reader = guest
let open: FastifyInstance
beforeAll(async () => {
  s = await school()
  // Spring, so that the calendar includes both clock changes.
  const spring = await s.ida.call('terms-create', {
    name: 'Spring',
    nativeName: '春季',
    startsOn: '2027-03-07',
    endsOn: '2027-03-28',
    weekdays: [7],
    earlyBirdOn: null,
    closures: [{ onDay: '2027-03-28', reason: 'Easter', nativeReason: '复活节' }],
  })
  await s.ida.call('terms-move', { id: spring.id, to: 'registration' })
  const section = await s.ida.call('classes-create', s.section({ termId: spring.id, name: 'Spring 1', nativeName: '' }))
  await s.ida.call('classes-move', { id: section.id, to: 'open' })
  await s.database.db.execute(sql`insert into enrolments (id, student_id, section_id, status, created_at)
    select gen_random_uuid(), p.id, ${section.id}::uuid, 'active', now() from persons p where p.name = 'Mia Wang'`)
  live = await startLive(s.database, s.schema)
  app = buildHttp({
    ...s,
    jobs: { ...s.jobs, stop: async () => undefined },
    clock: () => s.clock.now,
    live,
    enumerationProtection: true,
    proxies: 0,
    isPaced: true,
    attestation: { mode: 'off' },
  })
  open = fastify()
  eventRoutes(open, {
    database: s.database,
    publicUrl: 'http://x',
    clock: () => s.clock.now,
    actorOf: async () => reader,
  })
})
afterAll(async () => {
  await app.close()
  await open.close()
  await live.close()
  await s.drop()
})

const fetched = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url: new URL(url).pathname, headers })

type Component = Record<string, string>
/** The unfolded lines of a calendar as components by UID. A property's parameters stay with its name. */
const eventsIn = (ics: string): Map<string, Component> => {
  const lines = ics.replaceAll('\r\n ', '').split('\r\n')
  const found: Component[] = []
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') found.push({})
    const at = line.indexOf(':')
    const current = found.at(-1)
    if (current && !(line.slice(0, at) in current)) current[line.slice(0, at)] = line.slice(at + 1)
  }
  return new Map(found.map(each => [each['UID']!, each]))
}
const feedOf = async (who: Person) => {
  const { url } = await who.call('events-makeFeed', {})
  return { url, read: async () => eventsIn((await fetched(url)).body) }
}
const on = (found: Map<string, Component>, day: string) =>
  [...found.values()].filter(each => (each['DTSTART;TZID=America/New_York'] ?? '').startsWith(day))

describe('a person’s calendar feed', () => {
  test('is a valid calendar file, and unchanged content is not sent again', async () => {
    const { url } = await feedOf(s.ann)
    const answer = await fetched(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    const lines = answer.body.split('\r\n')
    expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR'])
    // No line is longer than 75 octets, and no line break splits a character.
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(answer.body).not.toContain('�')
    expect(lines.filter(line => line.startsWith('BEGIN:')).length).toBe(
      lines.filter(line => line.startsWith('END:')).length,
    )
    expect(answer.body).toContain('VERSION:2.0')
    expect(answer.body).toMatch(/BEGIN:VTIMEZONE\r\nTZID:America\/New_York\r\n/)
    expect(answer.body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
    expect(answer.body).not.toContain('METHOD:')
    // Timestamps are instants in UTC (RFC 5545, 3.8.7).
    for (const stamp of answer.body.match(/^(?:DTSTAMP|LAST-MODIFIED|CREATED):.*$/gm)!)
      expect(stamp).toMatch(/:\d{8}T\d{6}Z\r?$/)
    const again = await fetched(url, { 'if-none-match': String(answer.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('has the children’s lessons, by given name, at the same hour before and after the clocks change', async () => {
    const found = await (await feedOf(s.ann)).read()
    for (const day of ['20261025', '20261101', '20261108', '20270307', '20270314', '20270321']) {
      const [lesson] = on(found, day)
      expect(lesson, day).toMatchObject({
        'DTSTART;TZID=America/New_York': `${day}T140000`,
        'DTEND;TZID=America/New_York': `${day}T155000`,
        STATUS: 'CONFIRMED',
      })
    }
    expect(on(found, '20261101')[0]).toMatchObject({
      UID: `lesson-${s.grade1.id}-2026-11-01@localhost`,
      SUMMARY: 'Mia\\, Leo: Grade 1',
      LOCATION: '101',
      SEQUENCE: '0',
    })
    expect([...found.values()].map(each => each['SUMMARY']).join()).not.toContain('Wang')
    expect([...found.values()].map(each => each['SUMMARY']).join()).not.toContain('Zoe')
    const closed = [...found.values()].filter(each => each['SUMMARY']!.startsWith('No school'))
    expect(closed.map(each => [each['DTSTART;VALUE=DATE'], each['DTEND;VALUE=DATE'], each['SUMMARY']])).toEqual([
      ['20261129', '20261130', 'No school: Holiday'],
      ['20270328', '20270329', 'No school: Easter'],
    ])
  })

  test('of a teacher has their own classes', async () => {
    const found = await (await feedOf(s.tom)).read()
    expect(on(found, '20261101').map(each => [each['UID'], each['SUMMARY']])).toEqual([
      [`teaching-${s.grade1.id}-2026-11-01@localhost`, 'Grade 1'],
    ])
  })

  test('has the family’s events and slots, in any script', async () => {
    const { url, read } = await feedOf(s.ann)
    const made = await s.ida.call('events-create', {
      title: 'Potluck; bring a dish, please',
      nativeTitle: '中秋聚餐',
      description: 'Line one\nLine two \\ end, 月饼'.repeat(8),
      nativeDescription: '',
      place: 'Cafeteria',
      isAllDay: false,
      startsOn: '2026-09-26',
      endsOn: '2026-09-26',
      startTime: '17:00',
      endTime: '20:00',
      audience: [{ kind: 'class', sectionId: s.grade1.id }],
      isPublic: false,
      takesRsvp: true,
      capacity: null,
      rsvpClosesAt: null,
      slots: [
        {
          id: null,
          name: 'Set up',
          nativeName: '布置',
          startsAt: '2026-09-26T16:00',
          endsAt: '2026-09-26T17:00',
          capacity: 2,
          opensAt: null,
          locksAt: null,
        },
      ],
    })
    const uid = `event-${made.id}@localhost`
    expect((await read()).has(uid)).toBe(false)
    await s.ida.call('events-move', { id: made.id, to: 'published' })
    await s.ann.call('events-takeSlot', { slotId: made.slots[0]!.id, note: '' })
    const found = await read()
    expect(found.get(uid)).toMatchObject({
      SUMMARY: 'Potluck\\; bring a dish\\, please',
      'DTSTART;TZID=America/New_York': '20260926T170000',
      'URL;VALUE=URI': `http://localhost:3000/calendar?event=${made.id}`,
    })
    expect(found.get(uid)!['DESCRIPTION']).toContain('Line one\\nLine two \\\\ end\\, 月饼')
    expect(found.get(`slot-${made.slots[0]!.id}@localhost`)).toMatchObject({
      SUMMARY: 'Set up (Potluck\\; bring a dish\\, please)',
      'DTSTART;TZID=America/New_York': '20260926T160000',
    })
    const [household] = await s.ann.call('parents-household', {})
    const answer = (answer: 'yes' | 'no') =>
      s.ann.call('events-answer', { eventId: made.id, householdId: household!.id, answer, partySize: 2, note: '' })
    await answer('yes')
    expect((await read()).get(uid)).toMatchObject({ TRANSP: 'OPAQUE' })
    // A Chinese reader's file is in Chinese.
    await s.database.db.execute(sql`update accounts set language = 'zh' where email = 'ann@home.example'`)
    expect((await read()).get(uid)).toMatchObject({ SUMMARY: '中秋聚餐' })
    expect((await fetched(url)).body).toContain('Mia、Leo：一年级')
    expect((await fetched(url)).body).toContain('SUMMARY:放假：复活节')
    await s.database.db.execute(sql`update accounts set language = 'en' where email = 'ann@home.example'`)
    // It is moved, then canceled, each time with a higher sequence number.
    const before = Number((await read()).get(uid)!['SEQUENCE'])
    await s.ida.call('events-move', { id: made.id, to: 'cancelled' })
    expect((await read()).get(uid)).toMatchObject({
      STATUS: 'CANCELLED',
      SUMMARY: 'Canceled: Potluck\\; bring a dish\\, please',
      SEQUENCE: String(before + 1),
    })
  })

  test('shows a canceled school day as canceled, and as confirmed once it is restored', async () => {
    const { read } = await feedOf(s.ann)
    const plan = await s.ida.call('terms-get', { id: s.term.id })
    const date = plan.sessionDates.find(({ onDay }) => onDay === '2026-11-08')!
    const off = await s.ida.call('cancellations-cancelDay', {
      sessionDateId: date.id,
      sectionId: null,
      reason: 'Snow',
      nativeReason: '下雪',
      remedy: 'makeUp',
      makeUpOn: '2026-11-14',
      eventIds: [],
      tell: true,
      agreedCents: 0,
    })
    expect(on(await read(), '20261108')[0]).toMatchObject({
      STATUS: 'CANCELLED',
      SEQUENCE: '1',
      SUMMARY: 'Canceled: Mia\\, Leo: Grade 1',
      DESCRIPTION: 'Snow\\nMade up on Saturday\\, November 14\\nWith Tom Teacher',
    })
    // The make-up day appears, at the hour of the class.
    expect(on(await read(), '20261114')[0]).toMatchObject({
      STATUS: 'CONFIRMED',
      SUMMARY: 'Mia\\, Leo: Grade 1',
      'DTSTART;TZID=America/New_York': '20261114T140000',
    })
    await s.ida.call('cancellations-restore', { id: off.id })
    expect(on(await read(), '20261114')).toEqual([])
    expect(on(await read(), '20261108')[0]).toMatchObject({ STATUS: 'CONFIRMED', SEQUENCE: '2' })
  })

  test('replaces its lessons when the class gets another room or teacher, and not when nothing of them changes', async () => {
    const { read } = await feedOf(s.ann)
    const lesson = async () => on(await read(), '20261115')[0]!
    const before = await lesson()
    const room = await s.ida.call('classes-createRoom', { name: 'Gym', capacity: 40 })
    const change = (of: Parameters<typeof s.section>[0]) =>
      s.ida.call('classes-change', { ...s.section(of), id: s.grade1.id })
    await change({ roomId: room.id })
    const moved = await lesson()
    expect(moved['LOCATION']).toMatch(/^Gym/)
    expect([moved['UID'], Number(moved['SEQUENCE'])]).toEqual([before['UID'], Number(before['SEQUENCE']) + 1])
    await change({ roomId: room.id, capacity: 5 })
    expect((await lesson())['SEQUENCE']).toBe(moved['SEQUENCE'])
    await change({ roomId: room.id, teacherIds: [] })
    const untaught = await lesson()
    expect(untaught['DESCRIPTION']).not.toBe(moved['DESCRIPTION'])
    expect(Number(untaught['SEQUENCE'])).toBe(Number(moved['SEQUENCE']) + 1)
    await change({})
  })
})

describe('a feed’s address', () => {
  test('is shown once, and a new one ends the old', async () => {
    const first = await feedOf(s.ann)
    expect(await s.ann.call('events-feed', {})).toMatchObject({ lastUsedAt: null })
    expect((await fetched(first.url)).statusCode).toBe(200)
    expect((await s.ann.call('events-feed', {}))!.lastUsedAt).not.toBeNull()
    const [stored] = (
      await s.database.db.execute<{ token_hash: string }>(
        sql`select token_hash from calendar_feeds where revoked_at is null order by created_at desc`,
      )
    ).rows
    expect(first.url).not.toContain(stored!.token_hash)
    const second = await feedOf(s.ann)
    expect((await fetched(first.url)).statusCode).toBe(404)
    expect((await fetched(second.url)).statusCode).toBe(200)
    expect(await s.ann.call('events-revokeFeed', {})).toEqual({ isRevoked: true })
    expect((await fetched(second.url)).statusCode).toBe(404)
    expect(await s.ann.call('events-feed', {})).toBeNull()
    expect((await app.inject({ url: '/files/calendar/guess.ics' })).statusCode).toBe(404)
    expect((await app.inject({ url: `/files/calendar/${'a'.repeat(43)}.ics` })).statusCode).toBe(404)
  })

  test('made twice at once leaves only one that works', async () => {
    const made = await Promise.all([s.bob.call('events-makeFeed', {}), s.bob.call('events-makeFeed', {})])
    const codes = await Promise.all(made.map(async ({ url }) => (await fetched(url)).statusCode))
    expect(codes.sort((a, b) => a - b)).toEqual([200, 404])
  })

  test('stops working for a disabled account, and is empty for a guardian who lost access', async () => {
    const { url, read } = await feedOf(s.bob)
    expect((await read()).size).toBeGreaterThan(5)
    await s.database.db.execute(sql`update accounts set is_disabled = true where email = 'bob@home.example'`)
    expect((await fetched(url)).statusCode).toBe(404)
    await s.database.db.execute(sql`update accounts set is_disabled = false where email = 'bob@home.example'`)
    expect((await fetched(url)).statusCode).toBe(200)
    const bob = (await s.bob.actor()).personId!
    await s.database.db.execute(sql`update guardianships set has_data_access = false where guardian_id = ${bob}::uuid`)
    expect((await read()).size).toBe(0)
    await s.database.db.execute(sql`update guardianships set has_data_access = true where guardian_id = ${bob}::uuid`)
    await s.database.db.execute(sql`update role_grants set ends_at = now() where person_id = ${bob}::uuid`)
    expect((await fetched(url)).statusCode).toBe(404)
  })
})

test('answers are exported as a table, for the office alone, and no cell becomes a formula', async () => {
  const made = await s.ida.call('events-create', {
    title: 'Gala',
    nativeTitle: '',
    description: '',
    nativeDescription: '',
    place: '',
    isAllDay: true,
    startsOn: '2026-10-10',
    endsOn: '2026-10-10',
    startTime: null,
    endTime: null,
    audience: [{ kind: 'everyone' }],
    isPublic: false,
    takesRsvp: true,
    capacity: null,
    rsvpClosesAt: null,
    slots: [],
  })
  await s.ida.call('events-move', { id: made.id, to: 'published' })
  const [household] = await s.ann.call('parents-household', {})
  const note = '=HYPERLINK("http://evil","王")'
  await s.ann.call('events-answer', { eventId: made.id, householdId: household!.id, answer: 'yes', partySize: 3, note })
  const url = `/files/events/${made.id}/answers.csv`
  reader = await s.ida.actor()
  const answer = await open.inject({ url })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body.charCodeAt(0)).toBe(0xfe_ff)
  expect(answer.body).toContain('Family,Answer,People,Note,By,At')
  expect(answer.body).toContain('Yes,3,"\'=HYPERLINK')
  await s.database.db.execute(sql`update persons set native_name = '王安' where name = 'Ann Wang'`)
  const chinese = (await open.inject({ url: `${url}?lang=zh` })).body
  expect(chinese).toMatch(/王安,参加,3,.*,王安,/)
  expect((await open.inject({ url })).body).toMatch(/Ann Wang,Yes,3,.*,Ann Wang,/)
  const [taken] = (await s.ida.call('audit-list', { action: 'event-answers-export' })).rows
  expect(taken).toMatchObject({ actor: 'ida@school.example' })
  expect((await open.inject({ url: '/files/events/nonsense/answers.csv' })).statusCode).toBe(404)
  for (const other of [s.ann, s.tom]) {
    reader = await other.actor()
    expect((await open.inject({ url })).statusCode).toBe(403)
  }
  reader = guest
  expect((await open.inject({ url })).statusCode).toBe(403)
})
