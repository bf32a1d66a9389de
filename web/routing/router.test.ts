import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdBy } from '#web/ui/holds.ts'
import { fixedBar, type AddressBar } from './addressBar.ts'
import { createRouter, searchTextOf, type Route, type Shown } from './router.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const Home = () => 'home'
const Parent = () => 'parent'
const Missing = () => 'missing'

const route = (path: Route['path'], load: Route['load'], more: Partial<Route> = {}): Route => ({
  path,
  load,
  density: 'family',
  frame: 'public',
  ...more,
})

/** An address bar with entries to go back and forward through. */
const tab = (href: string) => {
  const entries: ReturnType<AddressBar['read']>[] = [{ href, state: {} }]
  let at = 0
  let tell: () => void = () => undefined
  const go = (by: number) => {
    at += by
    tell()
  }
  const bar: AddressBar = {
    read: () => entries[at]!,
    write: (next, state, replaces) => {
      if (!replaces) entries.splice((at += 1))
      entries[at] = { href: next, state }
    },
    go,
    onMove: moved => (tell = moved),
    loadAnew: () => false,
  }
  return { bar, entries, go, follow: (hash: string) => (bar.write(`${bar.read().href}${hash}`, {}, false), tell()) }
}

const made = (routes: readonly Route[], bar: AddressBar) =>
  createRouter(
    path => routes.find(each => each.path === path),
    async () => ({ default: Missing }),
    bar,
  )
const screenOf = (shown: Shown) => (shown.state === 'ready' ? shown.Screen : shown.state)
const home = route('/', async () => ({ default: Home }))
const parent = route('/parent', async () => ({ default: Parent }))

test('shows the screen at the address, or the missing page', async () => {
  const router = made([home, parent], tab('/parent?edit=child&of=&show=1#below').bar)
  expect(router.shown.state).toBe('coming')
  await router.begin()
  expect(screenOf(router.shown)).toBe(Parent)
  expect(router.place).toMatchObject({ pathname: '/parent', search: { edit: 'child', show: '1' }, hash: 'below' })
  await router.navigate({ href: '/nowhere' })
  expect(screenOf(router.shown)).toBe(Missing)
  expect(router.shown.route).toBeUndefined()
})

test('a destination keeps only what is text, and `.` is the open screen', async () => {
  const { bar } = tab('/parent?show=1')
  const router = made([home, parent], bar)
  await router.begin()
  await router.navigate({ to: '.', search: now => ({ ...now, edit: 'child' }) })
  expect(bar.read().href).toBe('/parent?show=1&edit=child')
  expect(router.hrefOf({ to: '/' })).toBe('/')
  expect(searchTextOf({ a: undefined, b: '', c: '01', d: 'x y' })).toBe('?c=01&d=x+y')
})

test('the guard redirects within the same history entry, and says from where', async () => {
  const kept = route('/parent', parent.load, { guard: async ({ href }) => ({ to: '/', denied: href }) })
  const { bar, entries } = tab('/parent?edit=child')
  const router = made([home, kept], bar)
  await router.begin()
  expect(screenOf(router.shown)).toBe(Home)
  expect(router.place).toMatchObject({ pathname: '/', denied: '/parent?edit=child' })
  expect(entries).toHaveLength(1)
  await router.navigate({ to: '/' })
  expect(router.place.denied).toBeUndefined()
})

test('navigating on before a screen has loaded shows only the last one', async () => {
  const slow = Promise.withResolvers<{ default: () => string }>()
  const router = made([home, route('/parent', () => slow.promise)], tab('/').bar)
  await router.begin()
  const shown: unknown[] = []
  router.on('showing', next => shown.push(screenOf(next)))
  const first = router.navigate({ to: '/parent' })
  expect(router.place.pathname).toBe('/parent')
  await router.navigate({ to: '/' })
  slow.resolve({ default: Parent })
  await first
  expect(shown).toEqual([Home])
})

test('the old screen stays until loading takes long', async () => {
  const slow = Promise.withResolvers<{ default: () => string }>()
  const router = made([home, route('/parent', () => slow.promise)], tab('/').bar)
  await router.begin()
  const shown: unknown[] = []
  router.on('showing', next => shown.push(screenOf(next)))
  const going = router.navigate({ to: '/parent' })
  await vi.advanceTimersByTimeAsync(149)
  expect(shown).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toEqual(['slow'])
  slow.resolve({ default: Parent })
  await going
  expect(shown).toEqual(['slow', Parent])
})

test('a screen that is loaded but can’t be drawn yet is also reported as slow', async () => {
  const router = made([home, parent], tab('/').bar)
  await router.begin()
  router.hasDrawn(router.shown)
  const shown: unknown[] = []
  router.on('showing', next => shown.push(screenOf(next)))
  await router.navigate({ to: '/parent' })
  await vi.advanceTimersByTimeAsync(150)
  expect(shown).toEqual([Parent, 'slow', Parent])
  router.hasDrawn(router.shown)
  await router.navigate({ to: '/' })
  router.hasDrawn(router.shown)
  await vi.advanceTimersByTimeAsync(150)
  expect(shown.slice(3)).toEqual([Home])
})

test('a failure is shown and can be retried', async () => {
  const failure = new Error('away')
  let isAway = true
  const router = made(
    [
      home,
      route('/parent', async () => {
        if (isAway) throw failure
        return { default: Parent }
      }),
    ],
    tab('/').bar,
  )
  await router.begin()
  await router.navigate({ to: '/parent' })
  expect(router.shown).toMatchObject({ state: 'failed', error: failure })
  isAway = false
  await router.again()
  expect(screenOf(router.shown)).toBe(Parent)
})

test('a file removed by a release makes the page reload, once', async () => {
  const lacks: string[] = []
  const bar: AddressBar = { ...tab('/').bar, loadAnew: missing => lacks.push(missing) === 1 }
  const gone = new TypeError('Failed to fetch dynamically imported module: /assets/old.js')
  const router = made([home, route('/parent', () => Promise.reject(gone))], bar)
  await router.begin()
  await router.navigate({ to: '/parent' })
  expect(screenOf(router.shown)).toBe(Home)
  await router.again()
  expect(router.shown).toMatchObject({ state: 'failed', error: gone })
  expect(lacks).toEqual([gone.message, gone.message])
})

test('history entries know their position, also those the browser makes', async () => {
  const { bar, entries, go, follow } = tab('/')
  const router = made([home, parent], bar)
  const left: unknown[] = []
  router.on('leaving', (from, to, isNewEntry) => left.push([from.href, to.href, to.index, isNewEntry]))
  await router.begin()
  await router.navigate({ to: '/parent' })
  await router.navigate({ to: '/parent' })
  await router.navigate({ to: '/parent', search: { show: '1' }, replace: true })
  expect(entries.map(({ href, state }) => [href, state.index])).toEqual([
    ['/', 0],
    ['/parent?show=1', 1],
  ])
  follow('#main')
  expect(router.place).toMatchObject({ index: 2, hash: 'main' })
  expect(router.shown.scroll).toBe('top')
  go(-2)
  await vi.advanceTimersByTimeAsync(0)
  expect(screenOf(router.shown)).toBe(Home)
  expect(router.shown.scroll).toBe('asLeft')
  expect(left.slice(2)).toEqual([
    ['/parent', '/parent?show=1', 1, false],
    ['/parent?show=1', '/parent?show=1#main', 2, true],
    ['/parent?show=1#main', '/', 0, false],
  ])
})

test('pointing at a link fetches its screen without opening it', async () => {
  const asked: unknown[] = []
  const load = vi.fn(parent.load)
  const guard: Route['guard'] = async ({ isAhead }) => void asked.push(isAhead)
  const router = made([home, route('/parent', load, { guard })], tab('/').bar)
  await router.begin()
  router.fetchAhead('/parent?edit=child')
  router.fetchAhead('/nowhere')
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledOnce()
  expect(asked).toEqual([true])
  expect(router.place.pathname).toBe('/')
  await router.navigate({ to: '/parent' })
  expect(load).toHaveBeenCalledOnce()
  expect(asked).toEqual([true, false])
})

test('a page still starts at its top if access is checked again on the way to it', async () => {
  const router = made([home, parent], tab('/').bar)
  await router.begin()
  router.hasDrawn(router.shown)
  await router.again()
  expect(router.shown.scroll).toBe('keep')
  router.hasDrawn(router.shown)
  const going = router.navigate({ to: '/parent' })
  await router.again()
  await going
  expect([screenOf(router.shown), router.shown.scroll]).toEqual([Parent, 'top'])
})

test('reports each drawn place once', async () => {
  const router = made([home, parent], tab('/').bar)
  const drawn: unknown[] = []
  const off = router.on('drawn', (place, before) => drawn.push([place.href, before?.href]))
  await router.begin()
  router.hasDrawn(router.shown)
  router.hasDrawn(router.shown)
  await router.navigate({ to: '/parent' })
  router.hasDrawn({ ...router.shown, state: 'slow' })
  router.hasDrawn(router.shown)
  off()
  await router.navigate({ to: '/' })
  router.hasDrawn(router.shown)
  expect(drawn).toEqual([
    ['/', undefined],
    ['/parent', '/'],
  ])
})

test('a router with a fixed address leaves no timer running', async () => {
  const router = made([home], fixedBar('/'))
  await router.begin()
  expect(screenOf(router.shown)).toBe(Home)
  expect(vi.getTimerCount()).toBe(0)
})

test('a person about to lose typed text is asked before leaving; the app’s own moves never ask', async () => {
  const { bar, go } = tab('/')
  const router = made([home, parent], bar)
  await router.begin()
  await router.navigate({ href: '/parent' })
  await router.navigate({ href: '/parent?edit=child' })
  let goOn: () => void = () => undefined
  const asked: string[] = []
  const release = holdBy((way, on) => {
    asked.push(way)
    goOn = on
    return true
  })

  go(-1)
  expect([bar.read().href, router.place.href, asked]).toEqual(['/parent?edit=child', '/parent?edit=child', ['browser']])
  await router.navigate({ href: '/' })
  expect([bar.read().href, asked]).toEqual(['/parent?edit=child', ['browser', 'link']])
  goOn()
  expect(router.place.href).toBe('/')

  router.back()
  expect([bar.read().href, asked]).toEqual(['/parent?edit=child', ['browser', 'link']])
  go(-1)
  goOn()
  expect([bar.read().href, asked.length]).toEqual(['/parent', 3])
  release()
  go(-1)
  expect([bar.read().href, asked.length]).toEqual(['/', 3])
})
