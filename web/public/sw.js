// Opens Lantern without a connection: the empty page and the files that it needs. Facts of people are never in here;
// the pages keep those themselves (web/answerStore.ts).
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
  } else if (/^\/assets\/|^\/(theme\.js|favicon\.svg)$/.test(pathname))
    event.respondWith(caches.open(store).then(cache => keepFile(cache, request)))
})
