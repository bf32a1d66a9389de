import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contract, type FunctionName, type Output } from '#contract/index.ts'
import type { Callable } from '#contract/callable.ts'
import { openHouse } from '#server/house.ts'
import { answerMemory } from '#server/platform/answerMemory.ts'
import { guest } from '#server/platform/actor.ts'
import { type Live, startLive } from '#server/platform/live.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let live: Live | undefined
beforeAll(async () => {
  s = await school()
})
afterEach(async () => {
  await live?.close()
  live = undefined
})
afterAll(() => s.drop())

/** Another process of the school, which caches shared answers; the clock of its cache stands still. */
const process = async () => {
  const memory = answerMemory(() => 0)
  live = await startLive(s.database, s.schema, { changed: memory.forget })
  const door = openHouse({ ...s, clock: () => s.clock.now, memory })
  const taglineFor = async (actor = guest) => {
    const answer = await door.call({ name: 'config-get', data: {}, actor, address: '127.0.0.1' })
    return (answer as Output<'config-get'>).school?.tagline
  }
  return { door, taglineFor }
}
const inDatabase = (tagline: string) => s.database.db.execute(sql`update school set tagline = ${tagline}`)
const asOffice = async (tagline: string) => {
  const { school: profile } = await s.ida.call('config-get', {})
  return { ...profile!, tagline }
}

test('a shared answer is read once, until something changes in this process', async () => {
  const { door, taglineFor } = await process()
  await inDatabase('First')
  expect(await taglineFor()).toBe('First')
  await inDatabase('Second')
  expect([await taglineFor(), await taglineFor(await s.ann.actor())]).toEqual(['First', 'First'])
  await door.call({
    name: 'config-change',
    data: { operationId: crypto.randomUUID(), ...(await asOffice('Third')) },
    actor: await s.ida.actor(),
    address: '127.0.0.1',
  })
  expect([await taglineFor(), await taglineFor(await s.ann.actor())]).toEqual(['Third', 'Third'])
})

test('a change made by another process takes effect', async () => {
  const { taglineFor } = await process()
  await inDatabase('Before')
  expect(await taglineFor()).toBe('Before')
  // This call goes through a door that doesn't know this cache.
  await s.ida.call('config-change', await asOffice('After'))
  await expect.poll(taglineFor).toBe('After')
})

test('the office gets its own answer', async () => {
  const { door } = await process()
  await s.database.db.execute(sql`update terms set status = 'draft'`)
  const count = async (actor = guest) =>
    ((await door.call({ name: 'terms-list', data: {}, actor, address: '127.0.0.1' })) as Output<'terms-list'>).length
  expect(await count(await s.ida.actor())).toBeGreaterThan(0)
  expect([await count(), await count(await s.ann.actor())]).toEqual([0, 0])
})

test('only reads open to everyone are shared', () => {
  const shared = Object.entries<Callable>(contract).filter(([, { isShared }]) => isShared)
  expect(shared.map(([name]) => name as FunctionName)).toContain('classes-catalogue')
  for (const [name, { kind, by, isPersonal, isFresh }] of shared)
    expect([name, kind, by, isPersonal, isFresh]).toEqual([name, 'read', ['guest'], undefined, undefined])
})
