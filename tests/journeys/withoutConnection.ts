/** Says in the browser how many files of the open page, or of signing in, it doesn't keep yet for the time without a connection. */
export const filesNotKept = `caches.open('lantern-1').then(async cache => {
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const asWell = document.querySelector('meta[name="kept-offline"]').content.split(' ')
  loaded.push(...asWell.map(path => location.origin + path))
  return loaded.filter(name => name.includes('/assets/') && !kept.has(name)).length
})`

/** Says in the browser how many answers of the school it keeps for that time. */
export const answersKept = `new Promise(done => {
  const request = indexedDB.open('lantern_answers')
  request.onsuccess = () => {
    const count = request.result.transaction('answers').objectStore('answers').count()
    count.onsuccess = () => done(count.result)
  }
})`
