import { lookup as resolve } from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { Readable } from 'node:stream'

/** Address ranges of private networks and reserved ones (RFC 6890 and its registry). */
const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(net, bits, 'ipv6')
/**
 * All global unicast addresses of IPv6. The rest is private, local or reserved, including IPv4 addresses in IPv6 form.
 */
const world = new BlockList()
world.addSubnet('2000::', 3, 'ipv6')

/** True if an address is on the internet, and not private, reserved or on this machine. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !inside.check(address, 'ipv4')
  return family === 6 && world.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

let privateHosts: ReadonlySet<string> = new Set()
/** Sets, at startup, the hosts that may be contacted although they are in a private network (`PRIVATE_HOSTS`). */
export const allowPrivateHosts = (hosts: readonly string[]): void => {
  privateHosts = new Set(hosts.map(host => host.toLowerCase()))
}
/** True if the startup settings allow a host wherever it is. */
export const isAllowedPrivately = (host: string): boolean => privateHosts.has(host.toLowerCase())

/** An address that someone has entered leads into a private network. */
export class PrivateAddress extends Error {}

// Checked when the connection is made, so that a name can't resolve to one address for the check and to another for the
// connection.
const publicLookup: LookupFunction = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const hidden = found.find(({ address }) => !isPublicAddress(address))
    if (hidden && !isAllowedPrivately(host)) return done(new PrivateAddress(`${host} is in a private network`), '')
    if (options.all) return done(null, found)
    const [first] = found
    return done(null, first!.address, first!.family)
  })

/**
 * Throws a `PrivateAddress` if the host is an IP address in a private network. Names are checked when they are
 * resolved.
 */
const mustBeOutside = (host: string): void => {
  if (isIP(host) && !isPublicAddress(host) && !isAllowedPrivately(host))
    throw new PrivateAddress(`${host} is in a private network`)
}

/** The connection timeout in milliseconds. */
const connectMs = 15_000

/**
 * Connects to a host that someone has entered. Rejects with a `PrivateAddress` if it is not on the internet, unless the
 * startup settings allow it.
 */
export const connectOutside = (host: string, port: number): Promise<Socket> =>
  new Promise((done, failed) => {
    mustBeOutside(host)
    const socket = connect({ host, port, lookup: publicLookup, timeout: connectMs })
    socket.once('timeout', () => socket.destroy(new Error(`connect ETIMEDOUT ${host}:${port}`)))
    socket.once('error', failed)
    socket.once('connect', () => {
      socket.setTimeout(0)
      done(socket)
    })
  })

type Request = {
  method?: string | undefined
  headers?: Record<string, string>
  body?: string | Uint8Array | null
  signal?: AbortSignal
}
const withoutBody = new Set([204, 205, 304])

/**
 * Sends a request to an address that someone has entered, or that came from such an address. Rejects with a
 * `PrivateAddress` if it is not on the internet, unless the startup settings allow its host. Redirects are returned as
 * answers and never followed.
 */
export const askOutside = async (
  address: string | URL,
  { method = 'GET', headers, body, signal }: Request = {},
): Promise<Response> => {
  const url = new URL(address)
  // Loaded with the first request: importing them also loads Node's own fetch, which a start has no use for.
  const { request: ask } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  return new Promise((done, failed) => {
    mustBeOutside(url.hostname.replace(/^\[|\]$/g, ''))
    // No agent: a connection that is kept open would skip the lookup.
    const options = {
      method,
      agent: false,
      lookup: publicLookup,
      ...(headers && { headers }),
      ...(signal && { signal }),
    }
    const request = ask(url, options, answer => {
      const status = answer.statusCode ?? 502
      const names = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      const isEmpty = withoutBody.has(status)
      if (isEmpty) answer.resume()
      done(
        new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), {
          status,
          headers: names,
        }),
      )
    })
    request.on('error', failed)
    request.end(body ?? undefined)
  })
}
