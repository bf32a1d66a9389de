import type { Input } from '#contract/index.ts'

/** Bytes in the form of the web's keys: base64url without padding. */
const written = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The bytes of a key that came as text. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

/** The school's key for which a browser was signed up. */
export const schoolKeyOf = (subscription: PushSubscription): string =>
  written(subscription.options.applicationServerKey)

/** What the school needs to reach a browser. */
export const subscriptionInput = (subscription: PushSubscription): Input<'push-subscribe'> => ({
  endpoint: subscription.endpoint,
  p256dh: written(subscription.getKey('p256dh')),
  secret: written(subscription.getKey('auth')),
  key: schoolKeyOf(subscription),
})
