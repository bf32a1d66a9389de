import type { Input } from '#contract/index.ts'

/** Encodes bytes as web keys are encoded: base64url without padding. */
const written = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Decodes a base64url key into bytes. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

/** The school's key with which a browser was subscribed. */
export const schoolKeyOf = (subscription: PushSubscription): string =>
  written(subscription.options.applicationServerKey)

/** The input with which the school registers a browser's subscription. */
export const subscriptionInput = (subscription: PushSubscription): Input<'push-subscribe'> => ({
  endpoint: subscription.endpoint,
  p256dh: written(subscription.getKey('p256dh')),
  secret: written(subscription.getKey('auth')),
  key: schoolKeyOf(subscription),
})
