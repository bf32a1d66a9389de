import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import { allowPrivateHosts } from '#server/platform/outgoing.ts'

export type Received = {
  id: string
  text: string
  body: Buffer
  ttl: number
  urgency: string
  topic: string
  subject: string
}

/** The largest message, in bytes, that a push service must accept (RFC 8030, section 7.2). */
const largest = 4096
const join = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part)))
const derive = (salt: Buffer, key: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Decrypts a message as a browser does: one record of `aes128gcm` (RFC 8188), with keys of RFC 8291. */
const decrypt = (body: Buffer, browser: { ecdh: ReturnType<typeof createECDH>; secret: Buffer }): string => {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  const info = join('WebPush: info\0', browser.ecdh.getPublicKey(), sender)
  const ikm = derive(browser.secret, browser.ecdh.computeSecret(sender), info, 32)
  const key = derive(salt, ikm, join('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(salt, ikm, join('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = join(decipher.update(record.subarray(0, -16)), decipher.final())
  // The last record ends with the delimiter 2, followed by padding with zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/**
 * Returns the claims of a request's VAPID token: who signed it, and for what (RFC 8292). Throws when the token is
 * invalid.
 */
const verify = async (header: string | undefined, origin: string) => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(header ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const own = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
  const { payload } = await jwtVerify(token, own, { audience: origin, requiredClaims: ['exp', 'sub'] })
  if (payload.exp! > Date.now() / 1000 + 86_400 || !/^(mailto|https):/.test(payload.sub!)) throw new Error('claims')
  return { key, subject: payload.sub! }
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => Buffer.concat(await request.toArray())

/**
 * A push service on this machine that checks what real ones check (signature, size, headers) and decrypts messages as a
 * browser does. `answers` are given to the next requests instead of the regular answers.
 */
export const startPushService = async () => {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; secret: Buffer; schoolKey: string }>()
  const received: Received[] = []
  const answers: { status: number; headers?: Record<string, string>; text?: string }[] = []
  const server = createServer((request, response) => {
    const answer = (status: number, text = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(text)
    const serve = async () => {
      const body = await bodyOf(request)
      const planned = answers.shift()
      if (planned) return answer(planned.status, planned.text, planned.headers)
      const id = request.url!.slice(1)
      const browser = browsers.get(id)
      const signed = await verify(request.headers.authorization, origin).catch(() => null)
      if (!browser) return answer(410, 'unsubscribed')
      if (!signed) return answer(401, 'bad signature')
      if (signed.key !== browser.schoolKey) return answer(403, 'the key is not that of the subscription')
      if (body.length > largest) return answer(413, 'too large')
      const { ttl, urgency = '', topic = '', 'content-encoding': encoding } = request.headers
      if (ttl === undefined || (body.length > 0 && encoding !== 'aes128gcm')) return answer(400, 'headers')
      const text = body.length > 0 ? decrypt(body, browser) : ''
      received.push({ id, text, body, ttl: Number(ttl), urgency: String(urgency), topic: String(topic), ...signed })
      return answer(201)
    }
    serve().catch((error: unknown) => answer(400, String(error)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  allowPrivateHosts(['127.0.0.1', 'localhost'])
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answers,
    /** A browser subscribed with a school's key, as returned by `PushManager.subscribe`. */
    subscribe(schoolKey: string) {
      const ecdh = createECDH('prime256v1')
      const secret = randomBytes(16)
      const id = randomBytes(12).toString('base64url')
      ecdh.generateKeys()
      browsers.set(id, { ecdh, secret, schoolKey })
      return {
        id,
        endpoint: `${origin}/${id}`,
        p256dh: ecdh.getPublicKey().toString('base64url'),
        secret: secret.toString('base64url'),
      }
    },
    /** Decrypts a message with the keys of a browser. Throws if it was encrypted for another one. */
    decryptAs: (id: string, body: Buffer): string => decrypt(body, browsers.get(id)!),
    /** Removes a browser, as when the user blocks notifications. */
    drop: (id: string) => browsers.delete(id),
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type PushService = Awaited<ReturnType<typeof startPushService>>
