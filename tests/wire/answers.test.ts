import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { deleteApp, initializeApp } from '@firebase/app'
import { getFunctions, httpsCallable } from '@firebase/functions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAnswer, statuses } from '#contract/errors.ts'

type Odd = { http: number; body: string }
let next: Odd
const server = createServer((_request, response) =>
  response.writeHead(next.http, { 'content-type': 'application/json' }).end(next.body),
)
const firebase = initializeApp({ apiKey: 'lantern', projectId: 'lantern' }, 'answers')
let official: (odd: Odd) => Promise<unknown>
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const functions = getFunctions(firebase, `http://127.0.0.1:${(server.address() as AddressInfo).port}/fn`)
  official = async odd => {
    next = odd
    try {
      return { data: (await httpsCallable(functions, 'odd')()).data }
    } catch (error) {
      const { code, details } = error as { code: string; details: unknown }
      return { code: code.replace('functions/', ''), details }
    }
  }
})
afterAll(async () => {
  await deleteApp(firebase)
  server.close()
})

const ours = ({ http, body }: Odd): unknown => {
  let parsed: unknown = null
  try {
    parsed = JSON.parse(body)
  } catch {
    // Anything but JSON is read as null.
  }
  const read = readAnswer(http, parsed)
  return 'data' in read ? read : { code: read.code, details: read.details }
}

const http = fc.constantFrom(200, 201, 400, 401, 403, 404, 409, 418, 429, 499, 500, 501, 502, 503, 504)
const status = fc.oneof(
  fc.constantFrom(...Object.values(statuses).map(each => each.status)),
  fc.constantFrom('WAT', 'ok', 'not-found', '', 7, null),
)
const value = fc.constantFrom<unknown>(null, 0, '', 'text', [], [1], {}, { reason: 'R' }, false)
const body = fc.oneof(
  fc
    .record({ status, message: value, details: value }, { requiredKeys: [] })
    .chain(error =>
      fc.record({ error: fc.oneof(fc.constant(error), value), data: value, result: value }, { requiredKeys: [] }),
    )
    .map(told => JSON.stringify(told)),
  value.map(told => JSON.stringify(told)),
  fc.constantFrom('', '<html>', '{"result":', 'null'),
)

test('our client reads every answer as the official one does (specification, section 8)', async () => {
  await fc.assert(
    fc.asyncProperty(http, body, async (code, text) => {
      const odd = { http: code, body: text }
      expect(ours(odd)).toEqual(await official(odd))
    }),
    { numRuns: 600 },
  )
})
