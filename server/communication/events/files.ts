import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Day, type Language } from '#contract/values.ts'
import { messages as screens } from '#web/communication/events/events.en.ts'
import { messages as chineseScreens } from '#web/communication/events/events.zh.ts'
import { dayIn, instantIn } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { csvOf } from '#server/platform/csv.ts'
import { type FileTools, askedLanguage, serveFile } from '#server/platform/exports.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import { nameIn, textsOf } from '#server/platform/texts.ts'
import { letterhead } from '#server/school/config/tables.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { myVisits } from '#server/enrolment/visits/policy.ts'
import { listAnswers } from './answerQueries.ts'
import { drawCalendar } from './calendar.ts'
import { findFeedOwner, listFeedClosures, listFeedEvents, listFeedVisits, noteUse } from './feedQueries.ts'
import { messages as en } from './files.en.ts'
import { messages as zh } from './files.zh.ts'
import { hashOf, secretIn } from './feedAddress.ts'
import { myEnrolments, myMeetings, taughtMeetings } from '#server/enrolment/enrolments/policy.ts'
import { myEvents, publicEvents, workedEvents } from './policy.ts'
import { findTitle, listMeetings } from './queries.ts'

type Tools = FileTools & { publicUrl: string }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Days that a feed covers, before and after today. */
const pastDays = 90
const futureDays = 550

/** A person's current calendar; null if the secret opens none. */
const readFeed = async ({ database: { db }, publicUrl, clock }: Tools, secret: string): Promise<string | null> => {
  const owner = await findFeedOwner(db, hashOf(secret))
  if (!owner) return null
  const school = await letterhead(db)
  const { actor } = owner
  const now = clock()
  const today = dayIn(school.zone, now)
  const from = daysAfter(today, -pastDays)
  const attended = myMeetings(actor)
  const [meetings, visits, closures, events] = await Promise.all([
    listMeetings(
      db,
      attended,
      { enrolments: myEnrolments(actor), taught: taughtMeetings(actor) },
      from,
      daysAfter(today, futureDays),
    ),
    listFeedVisits(db, myVisits(actor), from),
    listFeedClosures(db, visibleTerms(actor), attended, from),
    listFeedEvents(
      db,
      myEvents(actor, today),
      myHouseholds(actor),
      actor.personId!,
      instantIn(school.zone, from, '00:00'),
    ),
  ])
  await noteUse(db, owner.feedId, now)
  return drawCalendar({
    school,
    language: actor.language,
    publicUrl,
    eventPath: actor.roles.includes('parent') ? '/calendar' : '/teacherdashboard/',
    meetings,
    visits,
    closures,
    events,
  })
}

/** The date that a file name refers to; null if none. */
const dateIn = (file: string) => {
  const [, name = ''] = /^(.+)\.ics$/.exec(file) ?? []
  const [, event] = /^event-(.+)$/.exec(name) ?? []
  if (event !== undefined) return uuid.test(event) ? ({ kind: 'event', id: event } as const) : null
  const [, section = '', day = ''] = /^(?:lesson-(.+)|closed)-(\d{4}-\d{2}-\d{2})$/.exec(name) ?? []
  if (!Day.safeParse(day).success) return null
  if (section === '') return { kind: 'closed', day } as const
  return uuid.test(section) ? ({ kind: 'lesson', id: section, day } as const) : null
}
type DateAsked = NonNullable<ReturnType<typeof dateIn>>

const begunLongAgo = new Date(0)
/** The fields of a calendar with a single date, all empty. */
const nothingElse = { isOne: true, meetings: [], visits: [], closures: [], events: [] } as const

/**
 * One date of the caller's own calendar, with the same UID as in their feed, so that a subscriber doesn't get it twice.
 * Null if it isn't theirs.
 */
const readDate = async (
  { database: { db }, publicUrl, clock }: Tools,
  as: (name: 'events-get' | 'events-meetings') => Actor,
  asked: DateAsked,
  language: Language,
): Promise<string | null> => {
  const school = await letterhead(db)
  const content = {
    school,
    language,
    publicUrl,
    eventPath: as('events-get').roles.includes('parent') ? '/calendar' : '/teacherdashboard/',
    ...nothingElse,
  } as const
  if (asked.kind === 'event') {
    const reader = as('events-get')
    const seen = myEvents(reader, dayIn(school.zone, clock()))
    const events = await listFeedEvents(db, seen, myHouseholds(reader), reader.personId, begunLongAgo, asked.id)
    return events.length === 0 ? null : drawCalendar({ ...content, events })
  }
  const reader = as('events-meetings')
  const attended = myMeetings(reader)
  if (asked.kind === 'closed') {
    const closures = (await listFeedClosures(db, visibleTerms(reader), attended, asked.day)).filter(
      ({ onDay }) => onDay === asked.day,
    )
    return closures.length === 0 ? null : drawCalendar({ ...content, closures: closures.slice(0, 1) })
  }
  const mine = { enrolments: myEnrolments(reader), taught: taughtMeetings(reader) }
  const meetings = (await listMeetings(db, attended, mine, asked.day, asked.day)).filter(
    ({ sectionId }) => sectionId === asked.id,
  )
  return meetings.length === 0 ? null : drawCalendar({ ...content, meetings })
}

/** An event that everyone may see, for any calendar; null for any other. */
const readPublicDate = async (
  { database: { db }, publicUrl }: Tools,
  id: string,
  language: Language,
): Promise<string | null> => {
  const events = await listFeedEvents(db, publicEvents, myHouseholds(guest), null, begunLongAgo, id)
  if (events.length === 0) return null
  const school = await letterhead(db)
  return drawCalendar({ ...nothingElse, school, language, publicUrl, eventPath: null, events })
}

const sendDate = (reply: FastifyReply, calendar: string | null) =>
  calendar === null
    ? reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
        .send('This date was not found. Sign in and open it from your calendar.')
    : reply
        .type('text/calendar; charset=utf-8')
        // A phone offers to add an inline calendar, but only saves an attachment.
        .header('content-disposition', 'inline; filename="date.ics"')
        .header('cache-control', 'private, no-store')
        .send(calendar)

const texts = textsOf({ en, zh })
/** The answers that families can give. */
const answers = textsOf({ en: screens.events.answers, zh: chineseScreens.events.answers })

/**
 * Serves files: `/files/calendar/{secret}.ics`, a person's own calendar without sign-in; `/files/dates/{date}.ics`, one
 * date of it; `/files/public-dates/{date}.ics`, a public event; and `/files/events/{id}/answers.csv` for the office.
 */
export const eventRoutes = (app: FastifyInstance, tools: Tools): void => {
  app.get<{ Params: { file: string } }>('/files/calendar/:file', async (request, reply) => {
    const secret = secretIn(request.params.file)
    const calendar = secret === null ? null : await readFeed(tools, secret)
    if (calendar === null)
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
        .send('This calendar address no longer works. Make a new one under Calendar.')
    const etag = `"${createHash('sha256').update(calendar).digest('base64url')}"`
    // Checked on every request, because losing access means losing the calendar.
    void reply.headers({ etag, 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="school.ics"')
      .send(calendar)
  })

  serveFile(app, tools, 'GET /files/dates/:file', async ({ request, reply, actor, as, record }) => {
    const asked = dateIn(request.params['file']!)
    const calendar = asked && (await readDate(tools, as, asked, askedLanguage(request.query['lang'], actor)))
    if (asked && calendar !== null)
      await record(tools.database.db, { asked, about: asked.kind === 'closed' ? [] : [asked.id] })
    return sendDate(reply, calendar)
  })

  app.get<{ Params: { file: string }; Querystring: { lang?: string } }>(
    '/files/public-dates/:file',
    async (request, reply) => {
      const asked = dateIn(request.params.file)
      const language = askedLanguage(request.query.lang, guest)
      return sendDate(reply, asked?.kind === 'event' ? await readPublicDate(tools, asked.id, language) : null)
    },
  )

  serveFile(app, tools, 'GET /files/events/:id/answers.csv', async ({ request, reply, as, record }) => {
    const id = request.params['id']!
    const actor = as('events-answers')
    const seen = workedEvents(actor)
    const found = await tools.database.transaction(async db => {
      const title = uuid.test(id) ? await findTitle(db, seen, id) : null
      if (title === null) return null
      const rows = await listAnswers(db, seen, id, '', null, null)
      await record(db, { asked: { eventId: id }, about: [id], rows: rows.length })
      return { title, rows }
    })
    if (!found)
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('These answers were not found. Open them from Events.')
    const language = askedLanguage(request.query['lang'], actor)
    const heads = (['family', 'answer', 'people', 'note', 'by', 'at'] as const).map(key => texts(language)(key))
    const table = found.rows.map(row => [
      nameIn(language, row),
      answers(language)(row.answer),
      row.answer === 'no' ? '' : row.partySize,
      row.note,
      nameIn(language, { name: row.by, nativeName: row.byNativeName }),
      new Date(row.at).toISOString(),
    ])
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header(
        'content-disposition',
        `attachment; filename="answers.csv"; filename*=UTF-8''${encodeURIComponent(`${found.title}.csv`)}`,
      )
      .send(csvOf(heads, table))
  })
}
