const isFile = (url: string): boolean => /^\/(assets\/|theme\.js|favicon\.svg)/.test(new URL(url).pathname)

/** Lets Lantern open without a connection from now on: its files, not what they show. */
export const openWithoutConnection = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js')
    const { active } = await navigator.serviceWorker.ready
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    active?.postMessage({ files: [...new Set(loaded.filter(isFile))] })
  } catch {
    // A browser that allows no such worker opens Lantern with a connection only.
  }
}
