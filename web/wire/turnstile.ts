type Turnstile = {
  render(
    at: HTMLElement,
    options: {
      sitekey: string
      appearance: 'interaction-only'
      callback(token: string): void
      'error-callback'(code: string): void
    },
  ): string
  remove(id: string): void
}
declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

let loading: Promise<Turnstile> | null = null

const load = (from: string): Promise<Turnstile> =>
  (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${from}/turnstile/v0/api.js?render=explicit`
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : reject(new Error('Turnstile is missing')))
    script.onerror = () => {
      loading = null
      reject(new Error('Turnstile didn’t load'))
    }
    document.head.append(script)
  }))

/** Returns a token from Turnstile's widget, which shows itself only if it needs something from the person. */
export const turnstileToken = async ({ siteKey, url }: { siteKey: string; url: string }): Promise<string> => {
  const turnstile = await load(url)
  const place = document.createElement('div')
  place.className = 'fixed right-4 bottom-4 z-50'
  document.body.append(place)
  let id: string | undefined
  try {
    return await new Promise((resolve, reject) => {
      id = turnstile.render(place, {
        sitekey: siteKey,
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': code => reject(new Error(`Turnstile says ${code}`)),
      })
    })
  } finally {
    if (id !== undefined) turnstile.remove(id)
    place.remove()
  }
}
