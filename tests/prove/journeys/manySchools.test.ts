import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input, Output } from '#contract/index.ts'
import { isIn, keepProblems, ownBrowser, type Seat, settled, takeSeat } from '#tests/journeys/lantern.ts'
import { signInByForm } from '#tests/journeys/session.ts'
import { answersKept, filesNotKept } from '#tests/journeys/withoutConnection.ts'
import { beside, password, type schoolClient, type TwoSchools } from '#tests/manySchools.ts'
import { freePort } from '#tests/ports.ts'
import { school, type SmallSchool } from '#tests/school.ts'

// Two schools on one port, in one browser. Ann is a mother at both, with the same address and password. Her child has a
// different name at each.

let s: SmallSchool
let two: TwoSchools
let ann: Seat
let oak: Page
let elm: Page
let port: string

const at = (host: string) => `http://${host}:${port}`
const childAt = { oak: 'Mia Oak', elm: 'Mia Elm' }
const child = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const named = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().waitFor()

beforeAll(async () => {
  s = await school()
  port = String(await freePort())
  two = await beside(s, { PORT: port }, 'localhost')
  const schools = [
    { db: s.database.db, name: childAt.oak },
    { db: two.elmDatabase.db, name: childAt.elm },
  ]
  for (const { db, name } of schools) await db.execute(sql`update persons set name = ${name} where name = 'Mia Wang'`)
  ann = await takeSeat(await ownBrowser(), { origin: at('oak.localhost') }, { width: 'desktop', offline: true })
  oak = ann.page
  elm = await ann.context.newPage()
  keepProblems(elm, at('elm.localhost'), ann.problems)
})
afterAll(async () => {
  await ann.context.close()
  await two.close()
  await s.drop()
})

test('someone signed in at one school is a stranger at the other', async () => {
  await signInByForm(oak, 'ann@home.example', password)
  await isIn(oak)
  await oak.goto('/student')
  await child(oak, childAt.oak)
  await named(oak, 'Lakeside')
  const sessionAt = async (host: string) =>
    (await ann.context.cookies(at(host))).filter(({ name }) => name === '__session').length
  expect(await sessionAt('oak.localhost')).toBe(1)

  await elm.goto(at('elm.localhost'))
  await named(elm, 'Elm School')
  await elm.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(await elm.title()).not.toContain('Lakeside')
  await elm.goto(`${at('elm.localhost')}/student`)
  await elm.waitForURL(url => url.pathname === '/')
  await named(elm, 'Elm School')
  expect(await elm.locator('body').innerText()).not.toMatch(/Mia|Lakeside/)
  expect(await sessionAt('elm.localhost')).toBe(0)
  expect(await elm.evaluate(`localStorage.getItem('user_email')`)).toBeNull()
})

/** Sends a message of a school's office to all families of the first class. */
const tell = async (client: ReturnType<typeof schoolClient>, subject: string): Promise<void> => {
  const { idToken } = await client.signIn('ida@school.example')
  const ask = async <T>(name: string, data: object): Promise<T> => {
    const answer = await client.call(name, data, idToken)
    expect(answer.status, answer.text).toBe(200)
    return (JSON.parse(answer.text) as { result: T }).result
  }
  const audience: Input<'messages-createNotice'>['audience'] = [{ kind: 'class', sectionId: s.grade1.id }]
  const { id } = await ask<Output<'messages-createNotice'>>('messages-createNotice', {
    operationId: randomUUID(),
    subject,
    body: 'Dear {name}, look out of the window.',
    nativeSubject: '',
    nativeBody: '',
    audience,
    byEmail: false,
    isUrgent: false,
    needsAnswer: false,
  })
  const { people } = await ask<Output<'messages-audience'>>('messages-audience', { audience })
  await ask('messages-sendNotice', { operationId: randomUUID(), id, agreedPeople: people, at: null })
}

test('each school’s updates appear only on its own page', async () => {
  await signInByForm(elm, 'ann@home.example', password, { origin: at('elm.localhost') })
  await isIn(elm)
  await oak.goto('/messages')
  await elm.goto(`${at('elm.localhost')}/messages`)
  for (const page of [oak, elm]) await settled(page)
  await tell(two.oak, 'Snow at Oak')
  // The office can still undo sending for ten seconds, and the schools' jobs take turns.
  await oak.getByText('Snow at Oak').waitFor({ timeout: 60_000 })
  await tell(two.elm, 'Sun at Elm')
  await elm.getByText('Sun at Elm').waitFor({ timeout: 60_000 })
  expect(await elm.locator('body').innerText()).not.toContain('Snow at Oak')
  expect(await oak.locator('body').innerText()).not.toContain('Sun at Elm')
  expect(ann.problems).toEqual([])
})

test('offline, each address opens its own school', async () => {
  const pages = [
    { page: oak, host: 'oak.localhost', school: 'Lakeside', name: childAt.oak },
    { page: elm, host: 'elm.localhost', school: 'Elm School', name: childAt.elm },
  ]
  for (const { page, host, name } of pages) {
    await page.goto(`${at(host)}/student`)
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    // The second visit loads everything through the worker.
    await page.reload()
    await child(page, name)
    await expect.poll(() => page.evaluate<number>(filesNotKept)).toBe(0)
    await expect.poll(() => page.evaluate<number>(answersKept)).toBeGreaterThan(0)
  }
  await ann.context.setOffline(true)
  for (const { page, school: schoolName, name } of pages) {
    await page.reload()
    await child(page, name)
    await named(page, schoolName)
    await page.getByText(/You’re offline\. This is from/).waitFor()
  }
  await ann.context.setOffline(false)
})

test('signing out at one school leaves the other as it is', async () => {
  await oak.reload()
  await oak.getByRole('button', { name: /Your account/ }).click()
  await oak.getByRole('button', { name: 'Sign out' }).click()
  await oak.waitForURL(url => url.pathname === '/')
  await expect.poll(() => oak.evaluate<number>(answersKept)).toBe(0)
  await elm.reload()
  await child(elm, childAt.elm)
  expect(await elm.evaluate<number>(answersKept)).toBeGreaterThan(0)
})
