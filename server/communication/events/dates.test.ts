import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datePath, type EventStatus } from '#contract/communication/events.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served, type SignedIn } from '#tests/served.ts'

let s: SmallSchool
let served: Served
let ann: SignedIn
let feed: string
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  ann = await served.signIn('ann@home.example')
  const { url } = await s.ann.call('events-makeFeed', {})
  feed = new URL(url).pathname
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

const get = (path: string, who: SignedIn | null = null) =>
  fetch(served.origin + path, who ? { headers: { cookie: who.cookie } } : {})
const textOf = async (path: string, who: SignedIn | null = null) =>
  (await (await get(path, who)).text()).replaceAll('\r\n ', '')
const uidsIn = (ics: string) => [...ics.matchAll(/^UID:(.*)$/gm)].map(([, uid]) => uid!.trim())
const startsIn = (ics: string) => [...ics.matchAll(/^DTSTART[^\r\n]*/gm)].map(([line]) => line)

const make = async (title: string, isPublic: boolean, to: EventStatus | null = 'published') => {
  const { id } = await s.ida.call('events-create', {
    title,
    nativeTitle: '灯会',
    description: 'Bring a lamp.',
    nativeDescription: '',
    place: 'Hall',
    isAllDay: false,
    startsOn: '2026-09-20',
    endsOn: '2026-09-20',
    startTime: '18:00',
    endTime: '19:00',
    audience: [{ kind: 'class', sectionId: s.grade1.id }],
    isPublic,
    takesRsvp: false,
    capacity: null,
    rsvpClosesAt: null,
    slots: [],
  })
  if (to) await s.ida.call('events-move', { id, to })
  return id
}

describe('a single date for a personal calendar', () => {
  test('is the feed’s own entry for an event, at the same time and under the same ID', async () => {
    const id = await make('Lantern night', false)
    const path = datePath.event(id)
    const answer = await get(path, ann)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'inline; filename="date.ics"',
    ])
    const ics = await textOf(path, ann)
    expect(uidsIn(ics)).toHaveLength(1)
    const whole = await textOf(feed)
    expect(uidsIn(whole)).toContain(uidsIn(ics)[0])
    expect(whole).toContain(startsIn(ics).at(-1)!)
    expect(ics).toMatch(/BEGIN:VTIMEZONE/)
    expect(ics).toContain('SUMMARY:Lantern night')
    expect(ics).toContain(`/calendar?event=${id}`)
    expect(ics).not.toContain('X-WR-CALNAME')
    expect(await textOf(`${path}?lang=zh`, ann)).toContain('SUMMARY:灯会')
  })

  test('is available only to those the event is for', async () => {
    const path = datePath.event(await make('Parents’ evening', false))
    expect((await get(path, ann)).status).toBe(200)
    expect((await get(path, await served.signIn('eve@school.example'))).status).toBe(404)
    expect((await get(path)).status).toBe(403)
    const draft = datePath.event(await make('Not yet', false, null))
    expect((await get(draft, ann)).status).toBe(404)
  })

  test('is also the feed’s entry for a lesson or a closed day, and isn’t there for another class’s lesson', async () => {
    const meetings = await s.ann.call('events-meetings', { from: '2026-09-13', to: '2026-11-01', mine: true })
    const lesson = meetings.find(({ sectionId }) => sectionId === s.grade1.id)!
    const whole = await textOf(feed)
    const ofLesson = await textOf(datePath.lesson(lesson.sectionId, lesson.onDay), ann)
    expect(uidsIn(ofLesson)).toEqual([expect.stringContaining(`lesson-${lesson.sectionId}-${lesson.onDay}@`)])
    expect(uidsIn(whole)).toContain(uidsIn(ofLesson)[0])
    const { days } = await s.ann.call('events-calendar', { from: '2026-09-01', to: '2027-01-31', mine: true })
    const closed = days.find(({ kind }) => kind === 'closure')!
    const ofClosure = await textOf(datePath.closed(closed.onDay), ann)
    expect(uidsIn(ofClosure)).toEqual([expect.stringContaining(`closed-${closed.onDay}@`)])
    expect(uidsIn(whole)).toContain(uidsIn(ofClosure)[0])

    const chess = await s.ida.call('events-meetings', { from: '2026-09-13', to: '2026-11-01' })
    const other = chess.find(({ sectionId }) => sectionId === s.chess.id)!
    expect((await get(datePath.lesson(other.sectionId, other.onDay), ann)).status).toBe(404)
    const eve = await served.signIn('eve@school.example')
    expect((await get(datePath.lesson(other.sectionId, other.onDay), eve)).status).toBe(200)
  })

  test('is not found if it doesn’t exist', async () => {
    for (const name of ['event-x.ics', 'lesson-x-2026-09-20.ics', 'closed-2026-02-30.ics', 'event-.ics', 'x'])
      expect((await get(`/files/dates/${name}`, ann)).status, name).toBe(404)
  })
})

describe('a public event', () => {
  test('can be added to anyone’s calendar, and a private one only by its audience', async () => {
    const id = await make('Open day', true)
    const ics = await textOf(`/files/public-dates/event-${id}.ics`)
    expect(ics).toContain('SUMMARY:Open day')
    expect(uidsIn(ics)).toEqual(uidsIn(await textOf(datePath.event(id), ann)))
    const closed = await make('For us', false)
    expect((await get(datePath.event(closed), ann)).status).toBe(200)
    expect((await get(`/files/public-dates/event-${closed}.ics`)).status).toBe(404)
  })
})
