import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { deleteApp, initializeApp } from '@firebase/app'
import { connectFunctionsEmulator, type FunctionsError, getFunctions, httpsCallable } from '@firebase/functions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOfHttp, statuses } from '#contract/errors.ts'
import { serveDoor } from './wire/serve.ts'

type Case = {
  name: string
  request: { method: string; function: string; headers: Record<string, string>; body: string | null }
  expect: { status: number; headers: Record<string, string>; body: string }
}
const { cases } = JSON.parse(readFileSync(new URL('./wire/callable-golden.json', import.meta.url), 'utf8')) as {
  cases: Case[]
}

let app: FastifyInstance
let origin: string
beforeAll(async () => {
  app = serveDoor()
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

describe('recorded cases', () => {
  test.each(cases.map(each => [each.name, each] as const))('%s', async (_name, { request, expect: expected }) => {
    const response = await app.inject({
      method: request.method as 'POST',
      url: `/fn/${request.function}`,
      headers: request.headers,
      ...(request.body === null ? {} : { payload: request.body }),
    })
    expect({ status: response.statusCode, body: response.body }).toEqual({
      status: expected.status,
      body: expected.body,
    })
    for (const [name, value] of Object.entries(expected.headers)) expect(response.headers[name], name).toBe(value)
  })

  test('there are cases to replay', () => expect(cases.length).toBeGreaterThan(30))
})

describe('beyond the recorded cases', () => {
  const post = (name: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: name, headers: { 'content-type': 'application/json', ...headers }, payload })
  const bad = { error: { message: 'Bad Request', status: 'INVALID_ARGUMENT' } }

  test.each([
    ['an empty body', ''],
    ['half a body', '{"data":'],
    ['a body that is a number', '7'],
    ['a body that is null', 'null'],
  ])('%s is a bad request', async (_name, body) => {
    const response = await post('/fn/echo', body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual(bad)
  })
  test('a body that is nested too deeply is a bad request', async () => {
    const response = await post('/fn/echo', `{"data":${'['.repeat(6000)}${']'.repeat(6000)}}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual(bad)
  })
  test('null arrives as null', async () => {
    expect((await post('/fn/echo', '{"data":null}')).json()).toMatchObject({ result: { data: null } })
  })
  test.each(['with \\u0000', 'half of \\ud83d'])(
    'a text that no database can store (%s) is refused with its path',
    async text => {
      const response = await post('/fn/echo', `{"data":{"child":{"name":"${text}"}}}`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({
        error: { details: { reason: 'INVALID_INPUT', fields: [{ path: 'child.name', message: 'invalid' }] } },
      })
    },
  )
  test('a body over the limit is a bad request', async () => {
    const response = await post('/fn/echo', JSON.stringify({ data: 'x'.repeat(1024 * 1024) }))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual(bad)
  })
  test('an unknown function answers 404 in the callable format', async () => {
    const response = await post('/fn/nothing-here', '{"data":null}')
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ error: { status: 'NOT_FOUND' } })
  })
  test('the emulator’s form of the address answers the same', async () => {
    expect((await post('/lantern/us-central1/echo', '{"data":1}')).json()).toMatchObject({ result: { data: 1 } })
  })
  test('another origin is allowed by name, with Vary', async () => {
    const response = await post('/fn/echo', '{"data":1}', { origin: 'https://o.example' })
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': 'https://o.example', vary: 'Origin' })
  })
  test('a bad request to a stream is answered by an event', async () => {
    const response = await post('/fn/stream', '{}', { accept: 'text/event-stream' })
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe(`data: ${JSON.stringify(bad)}\n\n`)
  })
})

describe('the official client', () => {
  const client = (base: (app: ReturnType<typeof initializeApp>) => ReturnType<typeof getFunctions>) => {
    const firebase = initializeApp({ projectId: 'lantern', apiKey: 'k' }, crypto.randomUUID())
    return { functions: base(firebase), close: () => deleteApp(firebase) }
  }
  const custom = () => client(firebase => getFunctions(firebase, `${origin}/fn`))

  test('calls through a custom domain and through the emulator’s form', async () => {
    const here = custom()
    expect((await httpsCallable(here.functions, 'echo')({ a: 1 })).data).toMatchObject({ data: { a: 1 } })
    await here.close()
    const emulator = client(firebase => {
      const functions = getFunctions(firebase)
      connectFunctionsEmulator(functions, '127.0.0.1', Number(new URL(origin).port))
      return functions
    })
    expect((await httpsCallable(emulator.functions, 'echo')({ a: 1 })).data).toMatchObject({ data: { a: 1 } })
    await emulator.close()
  })

  test.each(Object.keys(statuses).filter(code => code !== 'ok'))('gets the error %s with its details', async code => {
    const { functions, close } = custom()
    const error: FunctionsError = await httpsCallable(
      functions,
      'err',
    )({ code, message: 'm', details: { reason: 'R' } }).then(
      () => {
        throw new Error('it was answered')
      },
      (thrown: unknown) => thrown as FunctionsError,
    )
    expect(error.code).toBe(`functions/${code}`)
    expect(error.details).toEqual({ reason: 'R' })
    await close()
  })

  test('learns nothing about an undeclared error', async () => {
    const { functions, close } = custom()
    await expect(httpsCallable(functions, 'crash')()).rejects.toMatchObject({
      code: 'functions/internal',
      message: expect.not.stringContaining('crash') as string,
    })
    await close()
  })

  test('reads a stream to its end, and gets the error of a failing one', async () => {
    const { functions, close } = custom()
    const { stream, data } = await httpsCallable<unknown, unknown, { i: number }>(functions, 'stream').stream()
    const seen: number[] = []
    for await (const chunk of stream) seen.push(chunk.i)
    expect(seen).toEqual([0, 1, 2])
    expect(await data).toEqual({ done: true })
    const failing = await httpsCallable(functions, 'streamerr').stream()
    await expect(failing.data).rejects.toMatchObject({ code: 'functions/failed-precondition' })
    await close()
  })
})

test('status maps to HTTP and back as the specification says', () => {
  const table = {
    200: 'ok',
    204: 'ok',
    400: 'invalid-argument',
    401: 'unauthenticated',
    403: 'permission-denied',
    404: 'not-found',
    409: 'aborted',
    429: 'resource-exhausted',
    499: 'cancelled',
    500: 'internal',
    0: 'internal',
    501: 'unimplemented',
    503: 'unavailable',
    504: 'deadline-exceeded',
    418: 'unknown',
  }
  for (const [http, code] of Object.entries(table)) expect(codeOfHttp(Number(http)), http).toBe(code)
  for (const [code, { http }] of Object.entries(statuses)) {
    // Several codes share a status, which by itself maps to the most general of them.
    if (!['failed-precondition', 'out-of-range', 'already-exists', 'unknown', 'data-loss'].includes(code))
      expect(codeOfHttp(http)).toBe(code)
  }
})
