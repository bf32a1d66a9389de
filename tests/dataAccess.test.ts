import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type FunctionName, type Input, type ReadName } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import { findInvoice, findStatement } from '#server/money/payments/ledgerQueries.ts'
import { visibleLedgers, visiblePayments } from '#server/money/payments/policy.ts'
import { findReceipt } from '#server/money/payments/queries.ts'
import { caredStudents } from '#server/people/students/policy.ts'
import { type BarredScene, barredScene, mark } from './barredScene.ts'
import { guardianReads } from './guardianReads.ts'

/**
 * The data access matrix: everything that a guardian can read or receive from the school, and the proof that a guardian
 * who is barred from a child's data gets nothing of that child. It is derived from the contract, the routes and the
 * emails, so that anything new without a line here fails.
 */
let scene: BarredScene
/** What identifies Mia: her names, her id, and the mark in everything about her. */
let traces: string[]
beforeAll(async () => {
  scene = await barredScene()
  traces = [mark, scene.mia, 'Mia Wang', '王美雅']
})
afterAll(async () => {
  await scene.served.close()
  await scene.s.drop()
})

const found = (text: string): string[] => traces.filter(trace => text.includes(trace))
const barred = ['rex', 'roy'] as const

const lines = guardianReads(() => scene)

const mayAsk = (name: ReadName): boolean =>
  (contract[name].by as readonly string[]).some(caller => ['guest', 'newcomer', 'parent'].includes(caller))
const readable = (Object.keys(contract) as FunctionName[]).filter(
  (name): name is ReadName => contract[name].kind === 'read' && mayAsk(name as ReadName),
)

describe('what a guardian may read', () => {
  test('is listed in the matrix, function by function', () => {
    expect(Object.keys(lines).sort()).toEqual([...readable].sort())
  })

  const read = async (who: keyof BarredScene['people'], name: ReadName, ask: object): Promise<unknown> => {
    try {
      return await scene.people[who].call(name, ask as Input<ReadName>)
    } catch (error) {
      // Missing data and other people's data give the same answer.
      return { refused: error instanceof Error ? error.message : String(error) }
    }
  }
  const children = readable.filter(name => lines[name]?.about === 'child')

  test.each(children)('%s answers about Mia only to guardians with access', async name => {
    const line = lines[name] as { ask?: () => object }
    const ask = line.ask?.() ?? {}
    const asked = Object.values(ask).filter((value): value is string => typeof value === 'string')
    expect(found(JSON.stringify(await read('ann', name, ask))), 'the mother').not.toEqual([])
    for (const who of barred) {
      const answer = JSON.stringify(await read(who, name, ask))
      expect(
        found(answer).filter(trace => !asked.includes(trace)),
        `${who}: ${answer.slice(0, 3000)}`,
      ).toEqual([])
    }
  })

  test.each(readable.filter(name => lines[name]?.about === 'counts'))('%s doesn’t count Mia', async name => {
    const line = lines[name] as { ask?: () => object; ann: object; rex: object }
    const ask = line.ask?.() ?? {}
    expect(await read('ann', name, ask)).toMatchObject(line.ann)
    for (const who of barred) {
      const answer = await read(who, name, ask)
      expect(answer, who).toMatchObject(line.rex)
    }
  })

  test('a conversation about Mia is not an unread message for a barred guardian', async () => {
    const [ann, rex] = await Promise.all([read('ann', 'messages-waiting', {}), read('rex', 'messages-waiting', {})])
    // The notice to everyone has reached both.
    expect(rex).toEqual({ unread: 1, open: 0 })
    expect((ann as { unread: number }).unread).toBeGreaterThan(1)
  })
})

describe('what a guardian may download', () => {
  /**
   * The data that a household's paper is drawn from: its pages contain drawn glyphs, which can't be searched. Anyone
   * who may see one of the household's children gets the sums.
   */
  type Drawn = (actor: Actor) => Promise<unknown>
  type Route = { path: () => string; ann: number; drawn?: Drawn } | { isPublic: true } | { isOwn: true }
  const to = (path: () => string, ann = 200, drawn?: Drawn): Route => ({ path, ann, ...(drawn && { drawn }) })
  const officeLists = [
    'students',
    'teachers',
    'families',
    'users',
    'balances',
    'received',
    'audit',
    'begun',
    'duties',
  ].flatMap(list => ['csv', 'xlsx'].map(format => `/files/${list}.${format}`))
  const routes: Record<string, Route> = {
    ...Object.fromEntries(officeLists.map(path => [path, to(() => path, 403)])),
    '/files/class-lists.pdf': to(() => `/files/class-lists.pdf?section=${scene.s.grade1.id}`, 403),
    '/files/oneroster.zip': to(() => '/files/oneroster.zip', 403),
    '/files/import-rejected.csv': to(() => `/files/import-rejected.csv?id=${scene.mia}`, 403),
    '/files/pictures/:id': { isPublic: true },
    '/files/uploads/:id': to(() => `/files/uploads/${scene.file.id}`),
    // Everyone has their own; a test below checks its contents.
    '/files/my-data.zip': { isOwn: true },
    '/files/school.zip': to(() => '/files/school.zip', 403),
    '/files/receipts/:file': to(
      () => `/files/receipts/${scene.paymentId}.pdf`,
      200,
      actor => findReceipt(scene.s.database.db, visiblePayments(actor), caredStudents(actor), scene.paymentId),
    ),
    '/files/invoices/:file': to(
      () => `/files/invoices/${scene.invoiceId}.pdf`,
      200,
      actor => findInvoice(scene.s.database.db, visibleLedgers(actor), caredStudents(actor), scene.invoiceId),
    ),
    '/files/statements/:file': to(
      () => `/files/statements/${scene.home}.pdf?from=2026-07-01&to=2026-12-31`,
      200,
      actor =>
        findStatement(scene.s.database.db, visibleLedgers(actor), caredStudents(actor), scene.home, {
          from: '2026-07-01',
          to: '2026-12-31',
        }),
    ),
    '/files/ledger/:file': to(() => `/files/ledger/${scene.home}.csv`, 403),
    '/files/deposit-slip.pdf': to(() => '/files/deposit-slip.pdf', 403),
    '/files/journal.csv': to(() => '/files/journal.csv', 403),
    '/files/dates/:file': to(() => `/files/dates/event-${scene.event.id}.ics`),
    '/files/public-dates/:file': { isPublic: true },
    '/files/calendar/:file': to(() => scene.feeds['ann']!),
    '/files/events/:id/answers.csv': to(() => `/files/events/${scene.event.id}/answers.csv`, 403),
  }
  const get = async (who: keyof BarredScene['signedIn'], path: string) => {
    const response = await fetch(scene.served.origin + path, { headers: { cookie: scene.signedIn[who].cookie } })
    return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('utf8') }
  }

  test('is listed in the matrix, route by route', () => {
    const served = scene.served.routes().flatMap(route => /^GET (\/files\/.*)$/.exec(route)?.[1] ?? [])
    expect(served.sort()).toEqual(Object.keys(routes).sort())
  })

  test.each(Object.entries(routes).filter(([, route]) => 'path' in route))('%s', async (path, route) => {
    if (!('path' in route)) return
    expect((await get('ann', route.path())).status, 'the mother').toBe(route.ann)
    // A calendar is opened by its address alone, and theirs is a different one.
    const own = path === '/files/calendar/:file'
    for (const who of barred) {
      const answer = await get(who, own ? scene.feeds[who]! : route.path())
      if (own) expect(answer.status).toBe(200)
      else if (!route.drawn || who === 'rex') expect(answer.status, who).not.toBe(200)
      expect(found(answer.text), who).toEqual([])
    }
    if (!route.drawn) return
    const drawn = async (who: keyof BarredScene['people']) =>
      JSON.stringify(await route.drawn!(await scene.people[who].actor()))
    expect(found(await drawn('ann')), 'the mother').not.toEqual([])
    expect(await drawn('rex')).toBe('null')
    expect(found(await drawn('roy')), 'roy').toEqual([])
  })

  test('a download of one’s own data includes Mia for her mother, not for barred guardians', async () => {
    const contentsOf = async (who: keyof BarredScene['signedIn']) => {
      const response = await fetch(`${scene.served.origin}/files/my-data.zip`, {
        headers: { cookie: scene.signedIn[who].cookie },
      })
      expect(response.status, who).toBe(200)
      return Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer()))).map(
        ([name, bytes]) => `${name} ${Buffer.from(bytes).toString('utf8')}`,
      )
    }
    const hers = await contentsOf('ann')
    for (const kind of ['children', 'attendance', 'homework', 'grades', 'payments', 'conversations', 'documents'])
      expect(found(hers.find(each => each.startsWith(`json/${kind}.json`)) ?? ''), kind).not.toEqual([])
    expect(hers.some(each => each.startsWith('files/') && each.includes(`${mark} homework`))).toBe(true)
    for (const who of barred) {
      const theirs = await contentsOf(who)
      expect(theirs.some(each => each.startsWith('json/account.json'))).toBe(true)
      expect(
        theirs.filter(each => found(each).length > 0),
        who,
      ).toEqual([])
    }
  })

  test('the mother’s calendar feed mentions Mia', async () => {
    expect(found((await get('ann', scene.feeds['ann']!)).text)).not.toEqual([])
  })
})

describe('what a guardian is sent', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const writers = globSync('server/*/*/*.ts', { cwd: root }).filter(
    file =>
      !file.endsWith('.test.ts') &&
      /\): Letter(?: \| null)? =>|: Letter = |=> Letter/.test(readFileSync(join(root, file), 'utf8')),
  )
  /**
   * Every file that writes emails, with a text from its email to the mother in the scene; null when it writes about no
   * child.
   */
  const letters: Record<string, string | null> = {
    'server/people/confirmations/letters.ts': null,
    'server/teaching/absences/letters.ts': `${mark} exam`,
    'server/enrolment/cancellations/letters.ts': `${mark} broken string`,
    // Contains a code, or the office's answer, and names no child.
    'server/enrolment/claims/letters.ts': null,
    'server/enrolment/applications/letters.ts': `Before the school decides about Mia Wang and ${mark} Choir`,
    'server/access/audit/letters.ts': null,
    'server/school/config/letters.ts': null,
    'server/enrolment/enrolments/reminding.ts': null,
    'server/enrolment/enrolments/signedLetter.ts': null,
    'server/enrolment/enrolments/letters.ts': 'Mia',
    'server/communication/events/letters.ts': `${mark} Recital`,
    'server/access/identity/letters.ts': null,
    'server/enrolment/lotteries/letters.ts': `won a spot in ${mark} Harp`,
    'server/enrolment/leavings/letters.ts': `has left ${mark} Violin`,
    'server/communication/messages/letters.ts': `${mark} recital`,
    'server/people/parents/letters.ts': 'Mia',
    // To the person who paid and to the office: amounts only.
    'server/money/cards/letters.ts': null,
    'server/money/payments/refundLetter.ts': null,
    'server/money/payments/reminders.ts': null,
    'server/enrolment/placements/letters.ts': 'Mia Wang’s level',
    'server/enrolment/visits/letters.ts': `Mia Wang is welcome in ${mark} Flute`,
    'server/enrolment/promotions/letters.ts': `${mark} Violin`,
    // To the office, about a push service.
    'server/access/push/letters.ts': null,
  }

  beforeAll(async () => {
    const { s } = scene
    const [request] = (await s.ida.call('parents-requests', { status: 'filed' })).rows
    await s.ida.call('parents-answerChange', { id: request!.id, to: 'declined', note: `${mark} no` })
    await s.ida.call('events-move', { id: scene.event.id, to: 'cancelled' })
    const plan = await s.ida.call('terms-get', { id: s.term.id })
    const date = plan.sessionDates.find(({ onDay }) => onDay === '2026-09-20')!
    await s.ida.call('cancellations-cancelDay', {
      sessionDateId: date.id,
      sectionId: null,
      reason: 'Snow',
      nativeReason: '',
      remedy: 'none',
      makeUpOn: null,
      eventIds: [],
      tell: true,
      agreedCents: 0,
    })
    await s.ida.call('payments-remind', { householdIds: [scene.home], again: false })
    const [application] = (await s.ida.call('applications-list', { kind: 'class' })).rows
    await s.ida.call('applications-ask', { id: application!.id, question: `${mark} which book?` })
    const leaving = await s.ida.call('leavings-preview', { enrolmentId: scene.violinPlaceId })
    await s.ida.call('leavings-withdraw', {
      enrolmentId: scene.violinPlaceId,
      agreedCents: leaving.totalCents,
      agreedFreeCents: leaving.freeCents,
      back: 'credit',
      note: '',
    })
  })
  const mailsTo = async (email: string): Promise<string> =>
    JSON.stringify(await rows(scene.s.database.db, sql`select subject, text, html from mails where "to" = ${email}`))

  test('is listed in the matrix, file by file', () => {
    expect(writers.sort()).toEqual(Object.keys(letters).sort())
  })
  test.each(Object.entries(letters).filter(([, text]) => text !== null))(
    'the mother gets the email from %s',
    async (_file, text) => expect(await mailsTo('ann@home.example')).toContain(text),
  )
  test('push notifications about Mia reach her mother and no barred guardian', async () => {
    const sent = await rows<{ email: string; kind: string; about: string; path: string }>(
      scene.s.database.db,
      sql`select p.email, u.kind, u.about, u.path from pushes u join persons p on p.id = u.person_id order by u.created_at, u.kind`,
    )
    const kindsTo = (who: string) => [
      ...new Set(sent.filter(each => each.email === `${who}@home.example`).map(({ kind }) => kind)),
    ]
    expect(kindsTo('ann')).toEqual(expect.arrayContaining(['notice', 'message', 'seat', 'called-off']))
    expect(sent.filter(({ email, about }) => email === 'ann@home.example' && about === scene.notice.id)).toHaveLength(1)
    for (const who of barred) {
      const hears = sent.filter(({ email }) => email === `${who}@home.example`)
      expect(hears.map(({ about }) => about)).not.toContain(scene.notice.id)
      expect(kindsTo(who)).not.toContain('message')
      expect(kindsTo(who)).not.toContain('seat')
      expect(found(JSON.stringify(hears)), who).toEqual([])
    }
  })
  test.each(barred)('%s gets no email about Mia', async who => {
    const mails = await mailsTo(`${who}@home.example`)
    expect(mails, 'the notice to all').toContain('To all')
    expect(found(mails), mails.slice(0, 2000)).toEqual([])
  })
})
