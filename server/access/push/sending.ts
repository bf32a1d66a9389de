import { askOutside } from '#server/platform/outgoing.ts'
import type { PushKeys } from './keys.ts'

export type Message = {
  endpoint: string
  p256dh: string
  secret: string
  /** The text and page for the device; null only wakes it up, and it then says that there is news. */
  payload: string | null
  /** Seconds for which the push service keeps it for a device that is off. */
  seconds: number
  isUrgent: boolean
  /** A newer message with the same topic replaces one that still waits. At most 32 characters. */
  topic: string
}
export type Outcome =
  | { is: 'sent' | 'gone' }
  | { is: 'large' | 'refused' | 'failed'; detail: string }
  | { is: 'busy' | 'unreachable'; detail: string; seconds: number | null }

const timeoutMs = 15_000
const shownCharacters = 200

/**
 * The number of seconds to wait according to `Retry-After`, which holds seconds or a date; null if it can't be read.
 */
export const secondsAfter = (header: string | null, now: Date): number | null => {
  if (header === null) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null
}

const detailOf = async (response: Response): Promise<string> => {
  const text = await response.text().catch(() => '')
  return `${response.status} ${text}`.replace(/\s+/g, ' ').trim().slice(0, shownCharacters)
}

/** Hands one message, encrypted for its device, to the device's push service and returns the outcome (RFC 8030). */
export const handOver = async (
  { endpoint, p256dh, secret, payload, seconds, isUrgent, topic }: Message,
  from: PushKeys & { subject: string },
): Promise<Outcome> => {
  const { default: webPush } = await import('web-push')
  let request
  try {
    request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth: secret } }, payload, {
      vapidDetails: from,
      TTL: seconds,
      urgency: isUrgent ? 'high' : 'normal',
      topic,
      contentEncoding: 'aes128gcm',
    })
  } catch (error) {
    // The keys are invalid: the program that subscribed this device sent none.
    return { is: 'failed', detail: String(error) }
  }
  const { 'Content-Length': _length, ...headers } = request.headers
  try {
    const response = await askOutside(request.endpoint, {
      method: request.method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: request.body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status } = response
    if (status >= 200 && status < 300) {
      await response.body?.cancel()
      return { is: 'sent' }
    }
    const detail = await detailOf(response)
    if (status === 404 || status === 410) return { is: 'gone' }
    if (status === 413) return { is: 'large', detail }
    if (status === 429 || status >= 500)
      return { is: 'busy', detail, seconds: secondsAfter(response.headers.get('retry-after'), new Date()) }
    return { is: 'refused', detail }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    return { is: 'unreachable', detail: `${String(error)}${cause}`.slice(0, shownCharacters), seconds: null }
  }
}
