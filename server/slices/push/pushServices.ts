/** The push services of the browsers that have one. */
const services = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']
const isLocal = (host: string): boolean => host === 'localhost' || host === '127.0.0.1'

/**
 * Whether an address that a browser names is one of a push service: nobody may make the school's server talk to
 * anything else. A school on this very machine, as in tests, also takes one on this machine.
 */
export const isPushService = (endpoint: string, publicUrl: string): boolean => {
  const url = URL.parse(endpoint)
  if (!url || url.username !== '' || url.password !== '') return false
  if (isLocal(url.hostname)) return isLocal(URL.parse(publicUrl)?.hostname ?? '')
  if (url.protocol !== 'https:' || url.port !== '') return false
  return services.some(service => url.hostname === service || url.hostname.endsWith(`.${service}`))
}
