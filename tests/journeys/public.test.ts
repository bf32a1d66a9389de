import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Width } from '#tests/widths.ts'
import { inspect, isTakenOver, looks, openSchool } from './lantern.ts'
import { signIn } from './session.ts'
import { answersKept, filesNotKept } from './withoutConnection.ts'

// Code for the page, as text: these tests are compiled with the server's types, which have no document.
const watchShifts = `
  globalThis.shifts = []
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) shifts.push(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('DOMContentLoaded', () => {
    globalThis.first = document.querySelector('h1')
  })`
const whatMoved = `({ isSame: first === document.querySelector('h1'), moved: shifts.reduce((sum, each) => sum + each, 0) })`
const { lantern, sit } = openSchool()

describe('without scripts', () => {
  test('public pages are readable in the visitor’s language, and their links and filters work', async () => {
    const { page } = await sit({ width: 'phone', language: 'zh', scripts: false })
    await page.goto('/')
    expect(await page.title()).toBe('湖畔中文学校')
    await page.getByRole('heading', { name: '校历' }).waitFor()
    await page.getByRole('link', { name: 'office@lakeside.example' }).first().waitFor()
    // A few classes of each programme, and the link to all of them.
    expect(await page.locator('[data-card]').count()).toBe(7)
    await page.getByRole('link', { name: '查看全部 19 个班' }).waitFor()
    // The chosen language is kept from page to page.
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'School calendar' }).waitFor()
    await page.goto('/classes')
    await page.getByLabel('Child’s age').selectOption('7')
    await page.getByLabel('Search by name, subject or teacher').fill('chess')
    await page.getByRole('button', { name: 'Show these classes' }).click()
    expect(new URL(page.url()).searchParams.get('age')).toBe('7')
    await page.getByRole('link', { name: 'Chess 1' }).click()
    const details = page.getByRole('dialog', { name: 'Chess 1' })
    await details.getByText('Spots', { exact: true }).waitFor()
    expect(await details.getByRole('link', { name: /waitlist|Register/ }).getAttribute('href')).toMatch(
      /^\/register\?class=/,
    )
    await details.getByRole('link', { name: 'Back to the list' }).click()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // A form that needs scripts says so.
    await page.goto('/login')
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await page.locator('body > noscript p').waitFor()
  })

  test('search engines find structured data and links to each language', async () => {
    const html = await (await fetch(`${lantern.origin}/classes`, { headers: { 'accept-language': 'en' } })).text()
    expect(html).toContain(`<link rel="canonical" href="${lantern.origin}/classes">`)
    expect(html).toContain(`hreflang="zh-Hans" href="${lantern.origin}/classes?lang=zh"`)
    const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!) as {
      '@graph': { '@type': string; name: string; hasCourseInstance?: { offers: { price: string } }[] }[]
    }
    expect(facts['@graph'][0]).toMatchObject({ '@type': 'EducationalOrganization', name: 'Lakeside Chinese School' })
    // Half of the term is over, so half of the tuition is due.
    const chess = facts['@graph'].find(({ name }) => /Chess/.test(name))
    expect(chess?.hasCourseInstance?.[0]?.offers.price).toBe('75.00')
    // A page that everyone gets contains nothing personal.
    expect(html).not.toContain('parent@lakeside.example</')
  })
})

describe('with scripts', () => {
  test('a page runs the one script inside it, and no other that someone could put there', async () => {
    const answer = await fetch(lantern.origin)
    const inside = [...(await answer.text()).matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
    expect(inside).toHaveLength(1)
    const hashes = inside.map(script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(answer.headers.get('content-security-policy')).toContain(`script-src 'self' ${hashes.join(' ')};`)
    const seat = await sit({ width: 'phone', isStrict: true })
    await seat.page.addInitScript(`localStorage.setItem('lantern_theme', 'dark')
      globalThis.refused = []
      addEventListener('securitypolicyviolation', event => refused.push(event.sample))`)
    await seat.page.route(`${lantern.origin}/about`, async route => {
      const given = await route.fetch()
      await route.fulfill({
        response: given,
        body: (await given.text()).replace(
          '</head>',
          '<script>document.documentElement.dataset.theirs = ""</script></head>',
        ),
      })
    })
    await seat.page.goto('/about')
    expect(await seat.page.evaluate('({ ...document.documentElement.dataset })')).toEqual({ theme: 'dark' })
    expect(await seat.page.evaluate('refused')).toHaveLength(1)
  })
  test('files of a page come with few headers, none of them about pages, and may be stored for good', async () => {
    const { origin } = lantern
    const html = await (await fetch(origin)).text()
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!)
    expect(files.some(file => file.endsWith('.js')) && files.some(file => file.endsWith('.css'))).toBe(true)
    for (const file of files) {
      const { headers } = await fetch(`${origin}${file}`)
      expect(Object.fromEntries(headers), file).toMatchObject({
        'content-security-policy': "default-src 'self'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const size = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
      expect(size, file).toBeLessThan(500)
    }
  })
  test('hydration keeps the prerendered page: the heading is not redrawn and the layout doesn’t shift', async () => {
    for (const path of looks('/classes?level=2', '/', '/about', '/login?next=%2Fparent', '/register')) {
      const seat = await sit({ width: 'phone' })
      // The typefaces are loaded already: this browser does not know their fallbacks by name (web/fonts.css), so that
      // typefaces loaded late would shift the text.
      await seat.page.goto('/draws')
      await seat.page.addInitScript(watchShifts)
      await seat.page.goto(path)
      await seat.page.getByRole('button', { name: /Switch to/ }).waitFor()
      await seat.page.waitForFunction(isTakenOver)
      const found = await seat.page.evaluate<{ isSame: boolean; moved: number }>(whatMoved)
      expect(found.isSame, path).toBe(true)
      expect(found.moved, path).toBeLessThanOrEqual(0.01)
      expect(seat.problems).toEqual([])
    }
  })

  test('a family finds a class, opens it and starts registration with it', async () => {
    for (const look of looks<{ width: Width; dark: boolean }>(
      { width: 'phone', dark: true },
      { width: 'desktop', dark: false },
    )) {
      const seat = await sit(look)
      const { page } = seat
      await page.goto('/classes')
      // Filters work without a submit button once the page is hydrated.
      await page.waitForLoadState('networkidle')
      await page.getByLabel('Level').selectOption({ label: 'Grade 2' })
      await page.getByText('2 of 34 classes').waitFor()
      await page.getByLabel('or date of birth').fill('2019-05-01')
      await page.waitForURL(/born=2019-05-01/)
      await inspect(seat, `public-classes-${look.width}`)
      await page.getByRole('link', { name: 'G2-B' }).click()
      const details = page.getByRole('dialog', { name: 'G2-B' })
      await details.getByText('6 of 20 open').waitFor()
      await inspect(seat, `public-class-${look.width}`)
      // The same address opens the same dialog, and Back closes it.
      await page.reload({ waitUntil: 'networkidle' })
      await details.waitFor()
      await page.goBack()
      await details.waitFor({ state: 'hidden' })
      await page.getByLabel('Search by name, subject or teacher').fill('violin')
      await page.getByText('No classes match these filters.').waitFor()
      await inspect(seat, `public-nothing-${look.width}`)
      await page.getByRole('link', { name: 'Show all classes' }).click()
      await page.getByText('34 of 34 classes').waitFor({ state: 'attached' })
      await expect.poll(() => page.getByLabel('Search by name, subject or teacher').inputValue()).toBe('')
      await page.goto('/classes?search=G2-A')
      await page.getByRole('heading', { name: 'G2-A' }).waitFor()
      await page.goto('/classes?search=G2-B')
      await page.getByRole('link', { name: 'G2-B' }).click()
      await details.getByRole('link', { name: 'Register for this class' }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/register')
      const [section] = await lantern.sql<{ id: string }>("select id from school.sections where name = 'G2-B'")
      await expect
        .poll(() => page.evaluate<string>("localStorage.getItem('lantern_wished_class')"))
        .toContain(section!.id)
      expect(seat.problems).toEqual([])
    }
  })

  test('offline, a family still opens its child’s page, and sees how old its data is', async () => {
    const seat = await sit({ width: 'phone', offline: true })
    const { page, context } = seat
    await signIn(page, 'parent@lakeside.example', 'lakeside-demo')
    await page.goto('/student')
    await page.getByRole('heading', { level: 1, name: 'Emily Wang' }).waitFor()
    // Wait until the worker has stored the files and the device the answers.
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Emily Wang' }).waitFor()
    await expect.poll(() => page.evaluate<number>(filesNotKept)).toBe(0)
    await expect.poll(() => page.evaluate<number>(answersKept)).toBeGreaterThan(0)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Emily Wang' }).waitFor()
    await page.getByText(/You’re offline\. This is from/).waitFor()
    await inspect(seat, 'public-offline-student')
    await context.setOffline(false)
    await page.goto('/dashboard/')
    await page.getByRole('heading', { name: 'Next events' }).waitFor()
    await expect.poll(() => page.evaluate<number>(filesNotKept)).toBe(0)
    await context.setOffline(true)
    // The home page lacks only what no device keeps, and no error goes uncaught.
    const thrown: string[] = []
    page.on('pageerror', error => thrown.push(error.message))
    await page.reload()
    await page.getByRole('heading', { name: 'Next events' }).waitFor()
    await page.getByRole('heading', { level: 1, name: /Jing Liu/ }).waitFor()
    await inspect(seat, 'public-offline-home')
    expect(thrown).toEqual([])
    await context.setOffline(false)
    await page.reload()
    await page.getByText(/You’re offline/).waitFor({ state: 'hidden' })
    // Nothing is left on the device after signing out.
    await page.getByRole('button', { name: /Jing Liu/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(url => url.pathname === '/')
    await expect.poll(() => page.evaluate<number>(answersKept)).toBe(0)
  })
})
