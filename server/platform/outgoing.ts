import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { Readable } from 'node:stream'

/** Addresses that lead into networks of our own, or nowhere (RFC 6890 and its registry). */
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
/** All that is out in the world by IPv6; the rest is private, local or reserved, addresses of IPv4 in disguise among it. */
const world = new BlockList()
world.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is one of the internet, and not of a private network, of this machine or reserved. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !inside.check(address, 'ipv4')
  return family === 6 && world.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

let privateHosts: ReadonlySet<string> = new Set()
/** Says at the start which hosts may be asked though they lie in a network of our own (`PRIVATE_HOSTS`). */
export const allowPrivateHosts = (hosts: readonly string[]): void => {
  privateHosts = new Set(hosts.map(host => host.toLowerCase()))
}
/** Whether the start has named a host as one that may be asked wherever it lies. */
export const isAllowedPrivately = (host: string): boolean => privateHosts.has(host.toLowerCase())

/** An address that somebody has entered leads into a network of our own. */
export class PrivateAddress extends Error {}

// Checked where the connection is made, so that a name can't mean one address when asked and another when used.
const publicLookup: LookupFunction = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const hidden = found.find(({ address }) => !isPublicAddress(address))
    if (hidden && !isAllowedPrivately(host)) return done(new PrivateAddress(`${host} is not on the internet`), '')
    if (options.all) return done(null, found)
    const [first] = found
    return done(null, first!.address, first!.family)
  })

/** Refuses numbers that lead into a network of our own; names are looked at when they are looked up. */
const mustBeOutside = (host: string): void => {
  if (isIP(host) && !isPublicAddress(host) && !isAllowedPrivately(host))
    throw new PrivateAddress(`${host} is not on the internet`)
}

/** A connection takes no longer. */
const connectMs = 15_000

/** Connects to a host that somebody has entered: only on the internet, unless the start has allowed it. */
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
 * Asks an address that somebody has entered, or that came from one that somebody entered: only on the internet, unless
 * the start has allowed its host. Redirects are answers here; nothing follows them.
 */
export const askOutside = (
  address: string | URL,
  { method = 'GET', headers, body, signal }: Request = {},
): Promise<Response> =>
  new Promise((done, failed) => {
    const url = new URL(address)
    mustBeOutside(url.hostname.replace(/^\[|\]$/g, ''))
    // A connection of its own: one that is kept open would skip the look-up.
    const options = {
      method,
      agent: false,
      lookup: publicLookup,
      ...(headers && { headers }),
      ...(signal && { signal }),
    }
    const request = (url.protocol === 'https:' ? https : http).request(url, options, answer => {
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
