import fastify from 'fastify'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { type Callable, read } from '#contract/callable.ts'
import { type Code, statuses } from '#contract/errors.ts'
import { sealWith } from '#server/platform/secrets.ts'
import { serveCallables } from '#server/callables.ts'
import { openDoor, registry } from '#server/door.ts'
import { realClock } from '#server/platform/clock.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { CallError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { openAttester } from '#server/access/identity/attestation.ts'
import { keepMails } from '#server/platform/mailServer.ts'

// The seven functions that the recorded cases call. They are reads, so no database is used.
const asked = read({ by: ['guest'], input: z.any(), output: z.any() })
const contract: Record<string, Callable> = {
  echo: asked,
  ret: asked,
  err: asked,
  crash: asked,
  enf: { ...asked, attestation: 'enforced' },
  stream: asked,
  streamerr: asked,
}

const echo = async ({ input, actor, messagingToken, isStream }: Context<unknown>) => ({
  data: input,
  auth: actor.accountId === null ? null : { uid: actor.accountId },
  iid: messagingToken,
  app: null,
  stream: isStream,
})
const returned: Record<string, unknown> = {
  undef: undefined,
  null: null,
  date: new Date(0),
  nan: Number.NaN,
  big: 10n,
  map: new Map([[1, 2]]),
  nested: { a: undefined, b: new Date(0), c: [undefined, 1] },
}
const handlers = {
  echo,
  enf: echo,
  ret: async ({ input }: Context<string>) => returned[input],
  err: async ({ input }: Context<{ code: string; message?: string; details?: unknown }>) => {
    if (!(input.code in statuses)) throw new Error('no such code')
    throw new CallError(input.code as Code, input.message ?? 'msg', input.details)
  },
  crash: async () => {
    throw new Error('crash')
  },
  stream: async ({ send }: Context<unknown>) => {
    for (let i = 0; i < 3; i += 1)
      send({ i, big: { '@type': 'type.googleapis.com/google.protobuf.Int64Value', value: '9' } })
    return { done: true }
  },
  streamerr: async ({ send }: Context<unknown>) => {
    send(1)
    throw new CallError('failed-precondition', 'nope', { why: 1 })
  },
}

/** The door alone, on `/fn/`, with the functions of the recorded cases and no accounts. */
export const serveDoor = () => {
  const app = fastify({ bodyLimit: 1024 * 1024 })
  const database: Database = openDatabase('postgres://nobody@localhost:1/none', 'none')
  const door = openDoor({
    registry: registry(contract, handlers),
    database,
    schema: 'none',
    jobs: { enqueue: async () => undefined },
    clock: realClock,
    settings: { publicUrl: 'http://localhost', isDemo: false, mail: keepMails, secrets: sealWith() },
  })
  serveCallables(app, {
    door,
    authenticate: async () => null,
    attest: openAttester({ database, publicUrl: 'http://localhost', settings: { mode: 'enforce' } }).attest,
    origins: 'all',
  })
  return app
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const port = Number(process.argv[2])
  if (!Number.isInteger(port) || port < 1) throw new Error('Say which port: tests/wire/serve.ts PORT')
  await serveDoor().listen({ port, host: '127.0.0.1' })
  process.stdout.write(`The door is open at http://127.0.0.1:${port}/fn/\n`)
}
