import { isAllowedPrivately } from '#server/platform/outgoing.ts'

/** The push services of the browsers that have one. */
const services = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']

/**
 * True if an address given by a browser belongs to a push service. Nobody may make the school's server contact anything
 * else, except hosts that the startup settings allow.
 */
export const isPushService = (endpoint: string): boolean => {
  const url = URL.parse(endpoint)
  if (!url || url.username !== '' || url.password !== '') return false
  if (isAllowedPrivately(url.hostname)) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  return services.some(service => url.hostname === service || url.hostname.endsWith(`.${service}`))
}
