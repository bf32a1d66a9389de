import { noteDevice, signedUpDevice } from '#web/wire/device.ts'
import { onSession } from '#web/session/session.ts'
import { call, newOperationId } from '#web/wire/wire.ts'

const isFile = (url: string): boolean => /^\/(assets\/|theme\.js|favicon\.svg)/.test(new URL(url).pathname)

/** The identity client, which a page can do without while it has a connection (server/pages.ts). */
const keptAsWell = (): string[] =>
  document.querySelector<HTMLMetaElement>('meta[name="kept-offline"]')?.content.split(' ') ?? []

const ownSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Follows the browser's subscription, since its address at the push service may change or end. */
const followSubscription = async (): Promise<void> => {
  const known = signedUpDevice()
  if (!known) return
  const subscription = await ownSubscription()
  if (subscription?.endpoint === known.endpoint) return
  noteDevice(null)
  if (!subscription) return
  const { subscriptionInput } = await import('#web/wire/subscribing.ts')
  const { id } = await call('push-subscribe', subscriptionInput(subscription), newOperationId())
  noteDevice({ id, endpoint: subscription.endpoint })
}

/**
 * After sign-out this browser receives no notices: the school has ended the subscription with the sign-in, and this
 * removes the browser's own.
 */
const signOff = async (): Promise<void> => {
  if (!signedUpDevice()) return
  noteDevice(null)
  await (await ownSubscription())?.unsubscribe()
}

/**
 * Lets Lantern open without a connection from now on: its files, not what they show. `open` shows the page that a
 * person has asked for by pressing a notification.
 */
export const openWithoutConnection = async (open: (path: string) => void): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.onmessage = ({ data, ports }: MessageEvent<unknown>) => {
    const { open: path } = Object(data) as { open?: unknown }
    if (typeof path !== 'string') return
    ports[0]?.postMessage('opened')
    open(path)
  }
  try {
    await navigator.serviceWorker.register('/sw.js')
    const { active } = await navigator.serviceWorker.ready
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    active?.postMessage({ files: [...new Set([...loaded.filter(isFile), ...keptAsWell()])] })
    await followSubscription()
  } catch {
    // A browser that doesn't allow service workers opens Lantern only with a connection.
  }
}

onSession(({ state }) => {
  if (state === 'out') signOff().catch(() => undefined)
})
