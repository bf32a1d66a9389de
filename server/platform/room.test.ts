import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db.ts'
import { houseOn, school, type SmallSchool } from '#tests/school.ts'
import { serve } from '#tests/served.ts'
import { leastBytes, type Room, watchRoom } from './room.ts'

let s: SmallSchool
/** The free bytes on the disk. */
let bytes = leastBytes
let room: Room
beforeAll(async () => {
  s = await school()
  room = await watchRoom('/', async () => {
    if (bytes < 0) throw new Error('The disk does not answer.')
    return bytes
  })
})
afterAll(async () => {
  room.stop()
  await s.drop()
})

const becomes = async (free: number, isFull: boolean) => {
  bytes = free
  await expect.poll(() => room.isFull()).toBe(isFull)
}

test('on a full disk reads still work and writes are refused, until there is room again', async () => {
  const database = openDatabase(s.url, s.schema, { room })
  const house = houseOn({ database, schema: s.schema, url: s.url, drop: async () => undefined })
  const served = await serve(house)
  const ida = house.person('ida@school.example')
  const ready = async () => {
    const answer = await fetch(`${served.origin}/readyz`)
    return [answer.status, await answer.text()]
  }
  const pay = () =>
    ida.call('payments-record', {
      householdId: s.annRegistration.householdId,
      method: 'cash',
      amountCents: 100,
      receivedOn: '2026-09-13',
      reference: '',
      payer: '',
    })
  const paid = async () =>
    (await ida.call('payments-ledger', { householdId: s.annRegistration.householdId }))[0]!.entries.filter(
      ({ kind }) => kind === 'payment',
    ).length
  await pay()
  expect([await paid(), await ready()]).toEqual([1, [200, 'ready']])

  await becomes(leastBytes - 1, true)
  await expect(pay()).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'BUSY' } })
  expect([await paid(), await ready()]).toEqual([
    1,
    [503, 'The database’s disk is full, so nothing can be saved. Free some space.'],
  ])

  await becomes(leastBytes, false)
  await pay()
  expect([await paid(), await ready()]).toEqual([2, [200, 'ready']])
  await served.close()
  await database.close()
})

test('a disk whose free space can’t be read doesn’t count as full', async () => {
  await becomes(0, true)
  await becomes(-1, false)
})
