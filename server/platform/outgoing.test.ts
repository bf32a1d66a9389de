import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allowPrivateHosts, askOutside, isPublicAddress, PrivateAddress } from './outgoing.ts'

describe('a public address', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    'is %s',
    address => expect(isPublicAddress(address)).toBe(true),
  )
  const inside = `127.0.0.1 127.9.9.9 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1
    192.0.0.8 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 fe80::1 fd00::1
    ff02::1 2001::1 2001:db8::1 2002:7f00:1:: localhost`.split(/\s+/)
  test.each(inside)('is not %s', address => expect(isPublicAddress(address)).toBe(false))
})

describe('an outgoing request', () => {
  let server: Server
  let port: number
  const asked: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/moved')
        return response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end()
      return response.end('inside')
    })
    await new Promise<void>(ready => void server.listen(0, ready))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => new Promise<void>(done => void server.close(() => done())))
  afterEach(() => allowPrivateHosts([]))

  test('reaches a host of our own network if it is allowed', async () => {
    allowPrivateHosts(['127.0.0.1', 'localhost'])
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await (await askOutside(`http://${host}:${port}/`)).text()).toBe('inside')
  })

  test('reaches no other host inside, by number or by name, in any spelling', async () => {
    asked.length = 0
    allowPrivateHosts(['allowed.example'])
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '0.0.0.0',
      '127.1',
      '2130706433',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
    ])
      await expect(askOutside(`http://${host}:${port}/`), host).rejects.toBeInstanceOf(PrivateAddress)
    expect(asked).toEqual([])
  })

  test('follows no redirect', async () => {
    asked.length = 0
    allowPrivateHosts(['127.0.0.1'])
    expect((await askOutside(`http://127.0.0.1:${port}/moved`)).status).toBe(302)
    expect(asked).toEqual(['/moved'])
  })
})
