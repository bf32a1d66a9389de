import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Role } from '#contract/callable.ts'
import type { Input, Output, ReadName } from '#contract/index.ts'
import { StoredFile } from '#contract/access/files.ts'
import { daysAfter } from '#rules/days.ts'
import { mustBeRecent } from '#server/access/identity/acts.ts'
import { type Attachments, visibleFiles } from '#server/access/files/policy.ts'
import { findFile } from '#server/access/files/queries.ts'
import type { Door } from '#server/door.ts'
import type { Counts } from '#server/platform/allowance.ts'
import { csvOf } from '#server/platform/csv.ts'
import { CallError } from '#server/platform/errors.ts'
import { askedLanguage, type FileTools, serveFile } from '#server/platform/exports.ts'
import type { Actor } from '#server/platform/actor.ts'
import { nameIn, textsOf, type TwoNames } from '#server/platform/texts.ts'
import { letterhead } from '#server/school/config/tables.ts'
import { messages as en } from './ownData.en.ts'
import { messages as zh } from './ownData.zh.ts'

const texts = textsOf({ en, zh })

type Row = Record<string, unknown>
type Kind = keyof typeof en.kinds

/**
 * Calls a function as the person would. Resolves with null if the record doesn't exist for them or the school has
 * switched the feature off.
 */
type Ask = <Name extends ReadName>(name: Name, input: Input<Name>) => Promise<Output<Name> | null>

const asking =
  (door: Door, actor: Actor): Ask =>
  async <Name extends ReadName>(name: Name, data: Input<Name>) => {
    try {
      return (await door.call({ name, data, actor, address: '' })) as Output<Name>
    } catch (error) {
      if (error instanceof CallError && (error.code === 'not-found' || Object(error.details).reason === 'FEATURE_OFF'))
        return null
      throw error
    }
  }

type Page<R> = { rows: R[]; next: string | null } | null
/** All rows of a list that comes in pages. */
const allOf = async <R>(read: (after: { after?: string }) => Promise<Page<R>>): Promise<R[]> => {
  const found: R[] = []
  for (let after: { after?: string } | null = {}; after !== null;) {
    const page: Page<R> = await read(after)
    found.push(...(page?.rows ?? []))
    after = page?.next ? { after: page.next } : null
  }
  return found
}

const eachOf = async <T, R>(list: readonly T[], read: (each: T) => Promise<R | null | undefined>): Promise<R[]> => {
  const found: R[] = []
  for (const each of list) {
    const one = await read(each)
    if (one !== null && one !== undefined) found.push(one)
  }
  return found
}

/** Whom a row is about, for those that don't say it themselves. */
const about = ({ name, nativeName }: TwoNames) => ({ student: name, studentNativeName: nativeName })

/** The maximum number of days of meetings in one request. */
const meetingDays = 62

/** Splits a range of days into spans that may be requested at once. */
const spansOf = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }): { from: string; to: string }[] => {
  const spans: { from: string; to: string }[] = []
  for (let from = startsOn; from <= endsOn; from = daysAfter(from, meetingDays)) {
    const last = daysAfter(from, meetingDays - 1)
    spans.push({ from, to: last < endsOn ? last : endsOn })
  }
  return spans
}

/** The data of an account, whatever its roles. */
const accountData = async (ask: Ask): Promise<Partial<Record<Kind, readonly Row[]>>> => ({
  account: await eachOf(['users-me'] as const, name => ask(name, {})),
  signIns: (await ask('identity-sessions', {})) ?? [],
  passkeys: (await ask('identity-passkeys', {})) ?? [],
})

/** The data that a guardian sees of their household and children, read by the functions that their screens call. */
const familyData = async (ask: Ask): Promise<Partial<Record<Kind, readonly Row[]>>> => {
  const households = (await ask('parents-household', {})) ?? []
  const students = (await ask('students-mine', {})) ?? []
  const children = await eachOf(students, ({ id }) => ask('students-get', { id }))
  const work = await allOf(after => ask('assignments-history', { ...after, isFamily: true }))
  const threads = await allOf(after => ask('messages-threads', after))
  const inbox = await allOf(after => ask('messages-inbox', after))
  const notices = inbox.filter(({ kind }) => kind === 'notice')
  const agenda = [
    ...(await allOf(after => ask('events-agenda', { ...after, mine: true }))),
    ...(await allOf(after => ask('events-agenda', { ...after, mine: true, view: 'past' }))),
  ]
  const spans = ((await ask('terms-list', {})) ?? []).flatMap(spansOf)
  return {
    households,
    // Their lessons are rows of their own: in a cell they would be longer than a spreadsheet allows.
    children: children.map(({ meetings: _meetings, left, ...child }) => ({
      ...child,
      left: left.map(({ meetings: _marked, ...section }) => section),
    })),
    answers: [
      ...(await eachOf(students, async student =>
        (await ask('forms-answers', { studentId: student.id }))?.map(answer => ({ ...about(student), ...answer })),
      )),
      ...(await eachOf(households, ({ id }) => ask('forms-answers', { householdId: id }))),
    ].flat(),
    documents: (
      await eachOf(students, async student =>
        (await ask('documents-list', { studentId: student.id }))?.map(paper => ({ ...about(student), ...paper })),
      )
    ).flat(),
    requests: await allOf(after => ask('parents-requests', after)),
    applications: (await ask('applications-mine', {})) ?? [],
    offers: (await ask('enrolments-offers', {})) ?? [],
    waitlist: (await ask('enrolments-line', {})) ?? [],
    lotteries: (await ask('lotteries-mine', {})) ?? [],
    placements: (await ask('placements-mine', {})) ?? [],
    visits: (await ask('visits-mine', {})) ?? [],
    places: (await ask('promotions-places', {})) ?? [],
    lessons: (await eachOf(spans, span => ask('events-meetings', { ...span, mine: true }))).flat(),
    attendance: children.flatMap(({ name, nativeName, meetings, left }) =>
      [...left.flatMap(section => section.meetings), ...meetings].map(
        ({ nativeName: sectionNativeName, ...meeting }) => ({
          ...about({ name, nativeName }),
          ...meeting,
          sectionNativeName,
        }),
      ),
    ),
    absences: await allOf(after => ask('absences-mine', after)),
    homework: await eachOf(work, ({ assignmentId, studentId }) =>
      ask('assignments-submission', { assignmentId, studentId }),
    ),
    grades: ((await ask('grades-mine', {})) ?? []).map(grades => ({
      ...students.filter(({ id }) => id === grades.studentId).map(about)[0],
      ...grades,
    })),
    payments: ((await ask('payments-ledger', {})) ?? []).flatMap(({ entries, household, householdNativeName }) =>
      entries.map(entry => ({ household, householdNativeName, ...entry })),
    ),
    duties: ((await ask('duties-mine', {})) ?? []).map(({ id, name, ...duty }) => ({
      id,
      name,
      nativeName: households.find(each => each.id === id)?.nativeName ?? '',
      ...duty,
    })),
    notices: await eachOf(notices, ({ id }) => ask('messages-received', { id })),
    conversations: (
      await eachOf(threads, async ({ id, subject }) =>
        (await allOf(after => ask('messages-posts', { ...after, threadId: id })))
          .toReversed()
          .map(post => ({ conversation: id, subject, ...post })),
      )
    ).flat(),
    events: await eachOf(agenda, ({ id }) => ask('events-get', { id, mine: true })),
    preferences: (await ask('parents-preferences', {})) ?? [],
  }
}

/** Every file that these answers name, once. */
const filesIn = (value: unknown, found = new Map<string, StoredFile>()): Map<string, StoredFile> => {
  const file = StoredFile.safeParse(value)
  if (file.success) found.set(file.data.id, file.data)
  else if (value !== null && typeof value === 'object') for (const each of Object.values(value)) filesIn(each, found)
  return found
}

type Cell = string | number | null
/**
 * A record as cells of one table row: nested members get names such as `guardian.name`, and a list goes into one cell.
 */
const cellsOf = (value: unknown, path = ''): [string, Cell][] => {
  if (value === null || value === undefined) return [[path, null]]
  if (typeof value === 'string' || typeof value === 'number') return [[path, value]]
  if (Array.isArray(value)) {
    const isPlain = value.every(each => typeof each !== 'object')
    return [[path, isPlain ? value.join(', ') : JSON.stringify(value)]]
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, each]) => cellsOf(each, path === '' ? key : `${path}.${key}`))
  return [[path, JSON.stringify(value)]]
}

const tableOf = (rows: readonly Row[]): string => {
  const lines = rows.map(row => new Map(cellsOf(row)))
  const columns = [...new Set(lines.flatMap(line => [...line.keys()]))]
  return csvOf(
    columns,
    lines.map(line => columns.map(column => line.get(column) ?? null)),
  )
}

/** A file for the zip. It is read when the previous one has been consumed. */
type Content = { name: string; isPacked: boolean; read: () => Promise<Uint8Array | null> }
async function* zipOf(contents: readonly Content[]): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, data) => {
    if (error) failure = error
    else pieces.push(data)
  })
  for (const { name, isPacked, read } of contents) {
    const bytes = await read()
    if (bytes === null) continue
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    zip.add(file)
    file.push(bytes, true)
    if (failure !== null) throw failure
    yield* pieces.splice(0)
  }
  zip.end()
  yield* pieces.splice(0)
}

const perHour = 6
const hourMs = 3_600_000

type Tools = FileTools & { door: Door; attachments: readonly Attachments[]; counts: Counts }

/**
 * Serves what the school's screens show of the reader and, if they are a guardian, of their household, as one zip. The
 * reader must have signed in recently. Everything is read through the door as the reader; a reader who also works for
 * the school gets only what they see as a guardian.
 */
export const ownDataFile = (app: FastifyInstance, tools: Tools): void => {
  const { database, door, attachments } = tools
  const taken = tools.counts.allowance('own-data', perHour, hourMs)
  serveFile(app, tools, 'GET /files/my-data.zip', async ({ request, reply, actor, at, record }) => {
    const refuse = (status: number, sentence: string) =>
      reply.code(status).type('text/plain; charset=utf-8').send(sentence)
    const language = askedLanguage(request.query['lang'], actor)
    const t = texts(language)
    try {
      mustBeRecent(actor)
    } catch {
      return refuse(403, t('signInAgain'))
    }
    if (taken.take(actor.accountId ?? '') > 0) return refuse(429, t('tooOften'))
    const as = (roles: readonly Role[]): Actor => ({ ...actor, roles, area: null })
    const guardian = as(actor.roles.filter(role => role === 'parent'))
    const data = {
      ...(await accountData(asking(door, actor))),
      ...(guardian.roles.length > 0 && (await familyData(asking(door, guardian)))),
    }
    const kinds = (Object.keys(data) as Kind[]).filter(kind => data[kind]!.length > 0)
    const files = [...filesIn(data).values()].map((file, index) => ({
      ...file,
      path: `files/${String(index + 1).padStart(3, '0')} ${file.name}`,
    }))
    const school = await letterhead(database.db)
    const { children = [] } = data
    await record(database.db, {
      asked: { kinds, files: files.length },
      about: children.map(({ id }) => String(id)),
    })
    const [own] = (data.account ?? []) as readonly Output<'users-me'>[]
    const readMe = [
      t('title', {
        school: nameIn(language, school),
        name: nameIn(language, { name: actor.name, nativeName: own?.nativeName ?? '' }) || actor.email,
      }),
      t('madeAt', { at: at.toISOString() }),
      t('layout'),
      ...kinds.map(kind => `${kind}: ${t(`kinds.${kind}`)} (${data[kind]!.length})`),
      t('missing'),
    ].join('\r\n')
    const text = (name: string, content: string): Content => ({
      name,
      isPacked: false,
      read: async () => Buffer.from(content, 'utf8'),
    })
    const seen = visibleFiles(attachments, guardian, at)
    const zip = zipOf([
      text('README.txt', readMe),
      ...kinds.flatMap(kind => [
        text(`json/${kind}.json`, JSON.stringify(data[kind], null, 2)),
        text(`csv/${kind}.csv`, tableOf(data[kind]!)),
      ]),
      ...(files.length > 0 ? [text('csv/files.csv', tableOf(files))] : []),
      ...files.map(({ id, path }) => ({
        name: path,
        isPacked: true,
        read: async () => (await findFile(database.db, attachments, seen, id))?.bytes ?? null,
      })),
    ])
    return reply
      .type('application/zip')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="my-data.zip"')
      .send(Readable.from(zip, { objectMode: false }))
  })
}
