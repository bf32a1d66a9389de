// Opens Lantern without a connection: the empty page and the files that it needs. Facts of people are never in here;
// the pages keep those themselves (web/wire/answerStore.ts).
const store = 'lantern-1'
const shell = '/dashboard/'
// More than one build's files; the oldest go.
const mostFiles = 400

const keepFile = async (cache, request) => {
  const found = await cache.match(request)
  if (found) return found
  const response = await fetch(request)
  if (response.ok) {
    await cache.put(request, response.clone())
    const kept = await cache.keys()
    for (const old of kept.filter(({ url }) => !url.endsWith(shell)).slice(0, Math.max(0, kept.length - mostFiles)))
      await cache.delete(old)
  }
  return response
}

const openPage = async request => {
  try {
    return await fetch(request)
  } catch (error) {
    const found = await (await caches.open(store)).match(shell)
    if (found) return found
    throw error
  }
}

self.addEventListener('install', event => {
  self.skipWaiting()
  event.waitUntil(caches.open(store).then(cache => cache.add(shell)))
})
self.addEventListener('activate', event => {
  event.waitUntil(self.clients.claim())
})
// A page tells which files it has loaded, those of its first visit among them, and that the empty page may be newer.
self.addEventListener('message', event => {
  const files = event.data && event.data.files
  if (!Array.isArray(files)) return
  event.waitUntil(
    caches
      .open(store)
      .then(cache => Promise.allSettled([cache.add(shell), ...files.map(file => keepFile(cache, new Request(file)))])),
  )
})
self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(files|mailbox|fn)\b/.test(pathname)) event.respondWith(openPage(request))
  } else if (/^\/assets\/|^\/favicon\.svg$/.test(pathname))
    event.respondWith(caches.open(store).then(cache => keepFile(cache, request)))
})

// News of the school (server/access/push). A message without words only says that there is some.
const news = data => {
  try {
    return data ? data.json() : {}
  } catch {
    return {}
  }
}
const general = self.navigator.language.startsWith('zh') ? '学校有新消息' : 'There is news from your school'
self.addEventListener('push', event => {
  const { title, tag, path } = news(event.data)
  event.waitUntil(
    self.registration.showNotification(title || general, {
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { path: path || '/dashboard/' },
      ...(tag && { tag, renotify: true }),
    }),
  )
})

// An open page shows it itself, so that nothing that was typed there is lost; one that does not answer is loaded anew.
const showIn = (page, path) =>
  new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    const late = setTimeout(() => resolve(page.navigate(path)), 1500)
    port1.onmessage = () => {
      clearTimeout(late)
      resolve()
    }
    page.postMessage({ open: path }, [port2])
  })
const openNews = async asked => {
  const url = new URL(asked, self.location.origin)
  const path = url.origin === self.location.origin ? url.pathname + url.search : '/dashboard/'
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') || pages[0]
  if (!page) return self.clients.openWindow(path)
  await page.focus().catch(() => undefined)
  return showIn(page, path)
}
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openNews((event.notification.data || {}).path || '/dashboard/'))
})

// A browser may give a subscription another address: the next page that is opened tells the school (web/wire/offline.ts).
self.addEventListener('pushsubscriptionchange', event => {
  const options = event.oldSubscription && event.oldSubscription.options
  if (options) event.waitUntil(self.registration.pushManager.subscribe(options))
})
