import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { offRecord } from '#contract/values.ts'
import { read, write } from '#contract/callable.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import type { Context } from '#server/platform/functions.ts'
import { Deadline } from '#server/platform/deadline.ts'
import { openDatabase, rows } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { emptyHouse } from '#tests/school.ts'
import { openDoor, registry } from './door.ts'

type House = Awaited<ReturnType<typeof emptyHouse>>
let house: House
let ida: Actor
const runs = { count: 0 }
const contract = {
  'config-add': write({
    by: ['admin'],
    input: z.object({ code: offRecord(z.string()), n: z.int() }),
    output: z.object({ n: z.int() }),
  }),
  'config-fail': write({ by: ['guest'], input: z.object({}), output: z.object({}) }),
  'config-retry': write({ by: ['guest'], input: z.object({}), output: z.object({ attempts: z.int() }) }),
  'config-leak': read({ by: ['guest'], input: z.object({}), output: z.object({ shown: z.string() }) }),
  'config-wait': read({ by: ['guest'], input: z.object({}), output: z.object({}) }),
  'config-linger': write({ by: ['guest'], input: z.object({}), output: z.object({}) }),
  'config-touch': read({ by: ['guest'], input: z.object({}), output: z.object({}) }),
}
const attempts = { count: 0 }
const lingering = { runs: 0, begun: Promise.withResolvers<void>(), end: Promise.withResolvers<void>() }
const handlers = {
  'config-add': async ({ input, db }: Context<{ n: number }>) => {
    runs.count += 1
    await db.execute(sql`insert into rooms (id, name) values (${randomUUID()}::uuid, ${`room ${randomUUID()}`})`)
    return { n: input.n + 1 }
  },
  'config-fail': async ({ db }: Context<unknown>) => {
    await db.execute(sql`insert into rooms (id, name) values (${randomUUID()}::uuid, 'half done')`)
    throw new Error('the secret of the house')
  },
  'config-retry': async () => {
    attempts.count += 1
    throw Object.assign(new Error('could not serialize'), { code: '40001' })
  },
  'config-leak': async () => ({ shown: 'a', hidden: 'b' }),
  'config-wait': ({ signal }: Context<unknown>) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone')))),
  'config-linger': async ({ db }: Context<unknown>) => {
    await db.execute(sql`insert into rooms (id, name) values (${randomUUID()}::uuid, 'too late')`)
    lingering.runs += 1
    lingering.begun.resolve()
    await lingering.end.promise
    return {}
  },
  'config-touch': async ({ touch }: Context<unknown>) => touch(['config']),
}
const doorOn = (database: House['database']) =>
  openDoor({
    registry: registry(contract, handlers),
    database,
    schema: house.schema,
    jobs: house.jobs,
    clock: () => new Date(),
    settings: house.settings,
  })
const call = (name: string, data: unknown, actor: Actor = guest, more: object = {}) =>
  doorOn(house.database).call({ name, data, actor, address: '::1', ...more })

beforeAll(async () => {
  house = await emptyHouse()
  ida = {
    ...guest,
    accountId: randomUUID(),
    email: 'ida@school.example',
    isVerified: true,
    roles: ['admin'],
    area: 'all',
  }
})
afterAll(() => house.drop())

describe('a write', () => {
  test('is done once, even when it is sent several times at once', async () => {
    const data = { operationId: randomUUID(), code: 'x', n: 1 }
    const before = runs.count
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('config-add', data, ida)))
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ n: 2 })))
    expect(runs.count).toBe(before + 1)
  })
  test('needs an operation ID that isn’t reused for other input', async () => {
    await expect(call('config-add', { code: 'x', n: 1 }, ida)).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { reason: 'OPERATION_ID_MISSING' },
    })
    const operationId = randomUUID()
    await call('config-add', { operationId, code: 'x', n: 1 }, ida)
    await expect(call('config-add', { operationId, code: 'x', n: 2 }, ida)).rejects.toMatchObject({
      details: { reason: 'OPERATION_ID_REUSED' },
    })
    // An operation stored by a version that kept the plain checksum still counts as the same.
    const input = { code: 'x', n: 1 }
    const [kept] = await rows<{ hash: string }>(
      house.database.db,
      sql`update operations set input_hash = encode(sha256(convert_to(${JSON.stringify(input)}, 'UTF8')), 'hex')
        where operation_id = ${operationId}::uuid and caller = ${ida.accountId} returning input_hash as hash`,
    )
    expect(kept!.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await call('config-add', { operationId, ...input }, ida)).toEqual({ n: 2 })
    // Another caller's operation with the same id is a different operation.
    expect(await call('config-add', { operationId, code: 'x', n: 5 }, { ...ida, accountId: randomUUID() })).toEqual({
      n: 6,
    })
  })
  test('leaves an audit entry without secrets', async () => {
    const operationId = randomUUID()
    await call('config-add', { operationId, code: 'open sesame', n: 7 }, ida)
    const [entry] = await rows(
      house.database.db,
      sql`select actor, action, input, address from audit_entries where operation_id = ${operationId}::uuid`,
    )
    expect(entry).toEqual({
      actor: 'ida@school.example',
      action: 'config-add',
      input: { code: '…', n: 7 },
      address: '::1',
    })
  })
  test('that takes too long is not saved afterwards', async () => {
    const deadline = new Deadline(0)
    const data = { operationId: randomUUID() }
    // The handler is attached at once: on a busy machine the time is up before the work has begun.
    const refused = expect(call('config-linger', data, guest, { deadline })).rejects.toMatchObject({
      code: 'deadline-exceeded',
    })
    await lingering.begun.promise
    await refused
    lingering.end.resolve()
    // The duplicate waits until the first one has ended. If the first one's answer had been kept, the duplicate would
    // get it without running.
    await call('config-linger', data)
    expect(lingering.runs).toBe(2)
    expect(await rows(house.database.db, sql`select name from rooms where name = 'too late'`)).toHaveLength(1)
  })
  test('that fails saves nothing and doesn’t reveal why', async () => {
    const operationId = randomUUID()
    await expect(call('config-fail', { operationId })).rejects.toMatchObject({
      code: 'internal',
      message: 'INTERNAL',
      details: undefined,
    })
    expect(await rows(house.database.db, sql`select 1 from rooms where name = 'half done'`)).toEqual([])
    expect(
      await rows(house.database.db, sql`select 1 from operations where operation_id = ${operationId}::uuid`),
    ).toEqual([])
  })
  test('is tried at most five times when other writes conflict', async () => {
    await expect(call('config-retry', { operationId: randomUUID() })).rejects.toMatchObject({
      code: 'aborted',
      details: { reason: 'BUSY' },
    })
    expect(attempts.count).toBe(5)
  })
})

describe('a call', () => {
  test('never returns more than the contract says', async () =>
    expect(await call('config-leak', {})).toEqual({ shown: 'a' }))
  test('gives the handler only what the contract names', async () => {
    const operationId = randomUUID()
    const data = JSON.parse(
      `{"operationId":"${operationId}","code":"c","n":1,"isVerified":true,"__proto__":{"n":9}}`,
    ) as unknown
    expect(await call('config-add', data, ida)).toEqual({ n: 2 })
    const [entry] = await rows<{ input: unknown }>(
      house.database.db,
      sql`select input from audit_entries where operation_id = ${operationId}::uuid`,
    )
    expect(entry!.input).toEqual({ code: '…', n: 1 })
    expect(Object.hasOwn(Object.prototype, 'n')).toBe(false)
  })
  test('names the invalid fields', async () => {
    await expect(call('config-add', { operationId: randomUUID(), code: 1, n: 'x' }, ida)).rejects.toMatchObject({
      details: {
        reason: 'INVALID_INPUT',
        fields: [
          { path: 'code', message: 'invalid' },
          { path: 'n', message: 'invalid' },
        ],
      },
    })
  })
  test('with roles that have changed since the token was made is sent back for a new one', async () => {
    const data = { operationId: randomUUID(), code: 'x', n: 1 }
    await expect(call('config-add', data, ida, { claimedRoles: ['admin', 'teacher'] })).rejects.toMatchObject({
      code: 'permission-denied',
      details: { reason: 'STALE_CLAIMS' },
    })
    await expect(call('config-add', data, ida, { claimedRoles: ['admin'] })).resolves.toEqual({ n: 2 })
  })
  test('that is refused or invalid is logged without its input', async () => {
    const logged = vi.spyOn(log, 'warn')
    const parent = { ...ida, roles: ['parent' as const], area: null }
    await expect(call('config-add', { operationId: randomUUID(), code: 'hidden', n: 1 }, parent)).rejects.toMatchObject(
      {
        details: { reason: 'ROLE_NEEDED' },
      },
    )
    await expect(call('config-add', {})).rejects.toMatchObject({ details: { reason: 'SIGN_IN_NEEDED' } })
    const told = vi.spyOn(log, 'info')
    await expect(call('config-add', { operationId: randomUUID(), code: 7, n: 'x' }, ida)).rejects.toMatchObject({
      code: 'invalid-argument',
    })
    expect(told.mock.calls).toEqual([
      [{ name: 'config-add', account: ida.accountId, address: '::1' }, 'the input was not valid'],
    ])
    told.mockRestore()
    expect(logged.mock.calls).toEqual([
      [{ name: 'config-add', reason: 'ROLE_NEEDED', account: ida.accountId, address: '::1' }, 'a request was refused'],
    ])
    logged.mockRestore()
  })
  test('ends when its caller has gone', async () => {
    const deadline = new Deadline(60_000)
    const waiting = call('config-wait', {}, guest, { deadline })
    deadline.leave()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  })
  test('of a read that changes something is an internal error', async () => {
    await expect(call('config-touch', {})).rejects.toMatchObject({ code: 'internal' })
  })
  test('is unavailable when the database is gone', async () => {
    const gone = openDatabase('postgres://nobody:x@127.0.0.1:9/none', 'none')
    await expect(
      doorOn(gone).call({
        name: 'config-add',
        data: { operationId: randomUUID(), code: 'x', n: 1 },
        actor: ida,
        address: '',
      }),
    ).rejects.toMatchObject({ code: 'unavailable' })
    await gone.close()
  })
})
