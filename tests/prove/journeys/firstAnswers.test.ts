import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { callTimeoutMs } from '#contract/callable.ts'
import type { Manifest } from '#server/pageFiles.ts'
import { answeredPages, comesWith, openAnew } from '#tests/journeys/firstAnswers.ts'
import { openSchool } from '#tests/journeys/lantern.ts'
import { expire, signIn, signInByForm } from '#tests/journeys/session.ts'

const { lantern, sit } = openSchool()

test.each(answeredPages)('a page of the %s comes only with answers it would request itself', async (who, paths) => {
  const seat = await sit({ width: who === 'office' ? 'desktop' : 'phone' })
  await signIn(seat.page, `${who}@lakeside.example`, 'lakeside-demo')
  await seat.page.route('**/first?*', route => route.fulfill({ status: 204 }))
  for (const path of paths) {
    const { asked } = await openAnew(seat, path)
    const came = await comesWith(lantern.origin, seat, path)
    expect(came.length, path).toBeGreaterThan(2)
    expect(
      came.filter(name => !asked.includes(name)),
      path,
    ).toEqual([])
  }
})

test('a page whose first answers are delayed requests them itself', async () => {
  const seat = await sit()
  await signIn(seat.page, 'parent@lakeside.example', 'lakeside-demo')
  // This request is never answered.
  await seat.page.route('**/first?*', () => undefined)
  const asked = seat.page.waitForRequest(request =>
    `${request.url()} ${request.postData() ?? ''}`.includes('parents-home'),
  )
  await seat.page.goto('/dashboard/')
  await asked
  await seat.page.getByRole('heading', { level: 1, name: /Jing Liu/ }).waitFor()
})

/** A script that makes a database of the device accept requests to open it and never answer. */
const neverOpens = (name: string) => `{
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (...asked) {
    return asked[0] === '${name}' ? new EventTarget() : open.apply(this, asked)
  }
}`

describe('a signed-in person’s page', () => {
  test('works without the identity client while the stored token is valid', async () => {
    const { page } = await sit({ width: 'phone' })
    await signIn(page, 'parent@lakeside.example', 'lakeside-demo')
    const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Manifest
    const client = Object.values(manifest).find(({ name }) => name === 'identity')!.file
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    const ofClient = () =>
      asked.filter(path => path.endsWith(client) || /^\/(identitytoolkit|securetoken)\./.test(path))
    await page.goto('/student')
    await page.getByRole('link', { name: 'All homework' }).click()
    await page.getByRole('heading', { level: 1, name: 'Homework' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.filter(path => path === '/fn' || path.startsWith('/fn/'))).not.toEqual([])
    expect(ofClient()).toEqual([])
    expect(await expire(page)).toBe(1)
    await page.reload()
    await expect.poll(ofClient).toEqual(expect.arrayContaining([`/${client}`, '/securetoken.googleapis.com/v1/token']))
  })

  test('comes without first answers after a sign-in for one visit, and requests its data itself', async () => {
    const seat = await sit()
    await signInByForm(seat.page, 'parent@lakeside.example', 'lakeside-demo', { stays: false })
    const visit = await openAnew(seat, '/dashboard/')
    expect(visit.isFirstAsked).toBe(false)
    expect(visit.asked).toContain('parents-home')
  })

  test('leads to the front page when the identity client doesn’t know the sign-in', async () => {
    const seat = await sit()
    await signIn(seat.page, 'parent@lakeside.example', 'lakeside-demo')
    await seat.page.goto('/calendar')
    await seat.page.evaluate(`new Promise((done, fail) => {
      const request = indexedDB.open('firebaseLocalStorageDb')
      request.onerror = fail
      request.onsuccess = () => {
        const stores = request.result.transaction('firebaseLocalStorage', 'readwrite')
        stores.objectStore('firebaseLocalStorage').clear().onsuccess = done
      }
    })`)
    await seat.page.goto('/calendar')
    await seat.page.getByRole('alert').filter({ hasText: 'You do not have access' }).waitFor()
    expect(new URL(seat.page.url()).pathname).toBe('/')
  })

  test('listens for updates while the identity client waits for the device, and finally shows an error', async () => {
    const { page } = await sit({ width: 'phone' })
    await signIn(page, 'parent@lakeside.example', 'lakeside-demo')
    // The first answers only contain the person, so the page loads the client at once.
    await page.route('**/first?*', async route => {
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' }
      const lines = await (await route.fetch({ headers })).text()
      await route.fulfill({ body: `${lines.split('\n', 1)[0]}\n` })
    })
    await page.addInitScript(neverOpens('firebaseLocalStorageDb'))
    await page.clock.install()
    const stream = page.waitForRequest(request => new URL(request.url()).pathname === '/live')
    await page.goto('/student')
    expect(new URL((await stream).url()).searchParams.get('mark')).toBeTruthy()
    const isTold = async () => {
      await page.clock.fastForward(callTimeoutMs)
      return page.getByRole('alert').count()
    }
    await expect.poll(isTold).toBe(1)
  })

  test('asks the school when the device never returns its stored answers', async () => {
    const seat = await sit({ width: 'phone' })
    await signIn(seat.page, 'parent@lakeside.example', 'lakeside-demo')
    await seat.page.addInitScript(neverOpens('lantern_answers'))
    await seat.page.route('**/first?*', route => route.fulfill({ status: 204 }))
    await seat.page.goto('/student')
    await seat.page.getByRole('heading', { level: 1, name: 'Emily Wang' }).waitFor()
  })

  test('shows what changed between its reads and the start of the stream, without first answers', async () => {
    const { page } = await sit({ width: 'phone' })
    await signInByForm(page, 'parent@lakeside.example', 'lakeside-demo', { stays: false })
    // Leaves the previous page first, so that its stream is not the one that is delayed.
    await page.mainFrame().goto('/badge-96.png')
    const held: (() => Promise<void>)[] = []
    await page.route('**/live', route => void held.push(() => route.continue()))
    await page.goto('/student')
    await page.getByText('Practice sheet').waitFor()
    await expect.poll(() => held.length).toBe(1)
    const title = `Practice sheet ${randomUUID()}`
    await lantern.sql("update school.assignments set title = $1 where title like 'Practice sheet%'", [title])
    await held[0]!()
    await page.getByText(title).waitFor()
  })
})
