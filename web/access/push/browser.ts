import { noteDevice } from '#web/wire/device.ts'
import { keepsNothing } from '#web/session/session.ts'
import { call, newOperationId } from '#web/wire/wire.ts'

/** The ability of this browser to show notices, or the reason why it can't. */
type Ability = 'able' | 'insecure' | 'homeScreen' | 'unsupported' | 'blocked' | 'visit'

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

export const abilityOf = (): Ability => {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isApple() ? 'homeScreen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return keepsNothing() ? 'visit' : 'able'
}

/**
 * Subscribes this browser, after asking the person for permission. Resolves to false if they refused; rejects with the
 * error of the browser or the school.
 */
export const turnOn = async (): Promise<boolean> => {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { bytesOf, schoolKeyOf, subscriptionInput } = await import('#web/wire/subscribing.ts')
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const { key } = await call('push-begin', {}, newOperationId())
  const old = await pushManager.getSubscription()
  if (old && schoolKeyOf(old) !== key) await old.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
  const { id } = await call('push-subscribe', subscriptionInput(subscription), newOperationId())
  noteDevice({ id, endpoint: subscription.endpoint })
  return true
}

/** Deletes this browser's subscription. */
export const forget = async (): Promise<void> => {
  noteDevice(null)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
