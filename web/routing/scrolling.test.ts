// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { browserBar } from './addressBar.ts'
import { createRouter, type Route } from './router.ts'
import { keepScroll } from './scrolling.ts'

const Page = () => null
const routes: Route[] = (['/', '/parent'] as const).map(path => ({
  path,
  load: async () => ({ default: Page }),
  density: 'family',
  frame: 'public',
}))

beforeEach(() => {
  history.replaceState(null, '', '/')
  sessionStorage.clear()
})

/** Opens a page in the browser, as on a first visit or after a reload of the same tab. */
const opened = async () => {
  const router = createRouter(
    path => routes.find(each => each.path === path),
    async () => ({ default: Page }),
    browserBar(),
  )
  keepScroll(router)
  const draw = () => router.hasDrawn(router.shown)
  const go = async (...to: Parameters<typeof router.navigate>) => {
    await router.navigate(...to)
    draw()
  }
  await router.begin()
  draw()
  return { router, draw, go }
}
const scroll = (to: number) => {
  scrollTo(0, to)
  dispatchEvent(new Event('scroll'))
}

test('a new page starts at its top; a new search keeps its position if asked to', async () => {
  const { go } = await opened()
  scroll(700)
  await go({ to: '/parent' })
  expect(scrollY).toBe(0)
  scroll(300)
  await go({ to: '.', search: { show: '1' }, resetScroll: false })
  expect(scrollY).toBe(300)
  await go({ to: '.', search: { show: '2' } })
  expect(scrollY).toBe(0)
})

test('a reload keeps the scroll position; a newly typed address starts at the top', async () => {
  const { go } = await opened()
  await go({ to: '/parent' })
  scroll(450)
  dispatchEvent(new Event('pagehide'))
  scrollTo(0, 0)
  await opened()
  expect(scrollY).toBe(450)
  // An address typed into the address bar makes a new entry without an index.
  history.replaceState(null, '', '/parent')
  scrollTo(0, 0)
  await opened()
  expect(scrollY).toBe(0)
})

test('scrolling before the page came to life is kept', async () => {
  const { go } = await opened()
  await go({ to: '/parent' })
  scroll(450)
  dispatchEvent(new Event('pagehide'))
  scrollTo(0, 80)
  await opened()
  expect(scrollY).toBe(80)
})

test('scrolling while another page loads isn’t remembered', async () => {
  const { router, draw } = await opened()
  scroll(700)
  const going = router.navigate({ to: '/parent' })
  // A shorter page that says that it waits has been rendered since.
  scroll(0)
  await going
  draw()
  await new Promise<void>(moved => {
    addEventListener('popstate', () => setTimeout(moved), { once: true })
    router.back()
    // happy-dom doesn't fire popstate when it goes back.
    history.replaceState({ index: 0 }, '', '/')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  draw()
  expect([router.place.pathname, scrollY]).toEqual(['/', 700])
})

test('a `#` scrolls to the element it names', async () => {
  const { go } = await opened()
  document.body.innerHTML = '<h2 id="prices">Prices</h2>'
  let seen = 0
  document.getElementById('prices')!.scrollIntoView = () => (seen += 1)
  await go({ href: '/parent#prices' })
  expect(seen).toBe(1)
})
