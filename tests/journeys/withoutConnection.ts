/**
 * A script that returns how many files of the open page, or of the sign-in page, are not stored for offline use yet.
 */
export const filesNotKept = `caches.open('lantern-1').then(async cache => {
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const asWell = document.querySelector('meta[name="kept-offline"]').content.split(' ')
  loaded.push(...asWell.map(path => location.origin + path))
  return loaded.filter(name => name.includes('/assets/') && !kept.has(name)).length
})`

/** A script that returns the number of answers stored for offline use. */
export const answersKept = `new Promise(done => {
  const request = indexedDB.open('lantern_answers')
  request.onsuccess = () => {
    const count = request.result.transaction('answers').objectStore('answers').count()
    count.onsuccess = () => done(count.result)
  }
})`
