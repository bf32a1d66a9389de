import { Worker } from 'node:worker_threads'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { blankSchool, upload } from '#tests/oneroster.ts'
import { emptyHouse } from '#tests/school.ts'

let s: Awaited<ReturnType<typeof blankSchool>>
beforeAll(async () => {
  s = await blankSchool(await emptyHouse())
})
afterAll(() => s.drop())

const bring = async (zip: Uint8Array) => s.ida.call('oneroster-check', { uploadId: await upload(s.ida, zip) })

describe('a zip bomb', () => {
  const repeated = (row: string, n: number) => strToU8(`sourcedId,status\n${row.repeat(n)}`)
  const manifest = strToU8('propertyName,value\noneroster.version,1.1\nfile.users,bulk')

  test('is refused for its size in a thread of its own, while other calls are answered', async () => {
    const bomb = zipSync({ 'manifest.csv': manifest, 'users.csv': repeated('a,b\n', 40_000_000) }, { level: 9 })
    expect(bomb.length).toBeLessThan(250_000)
    const given = vi.spyOn(Worker.prototype, 'postMessage')
    let isOver = false
    const refused = expect(bring(bomb))
      .rejects.toMatchObject({ details: { reason: 'FILE_TOO_LARGE' } })
      .finally(() => (isOver = true))
    for (let turn = 0; turn < 3; turn += 1) await s.anybody.call('config-get', {})
    expect(isOver).toBe(false)
    await refused
    expect(given.mock.calls.filter(([message]) => message instanceof Uint8Array)).toHaveLength(1)
    given.mockRestore()
  })

  test('is refused for its number of rows', async () => {
    // Rows that differ compress badly, so the ratio of sizes alone would let them pass.
    const rows = Array.from({ length: 250_001 }, (_, index) => `${(index * 7919) % 1_000_003},x`).join('\n')
    const zip = zipSync({ 'manifest.csv': manifest, 'users.csv': strToU8(`sourcedId,status\n${rows}`) }, { level: 1 })
    await expect(bring(zip)).rejects.toMatchObject({ details: { reason: 'FILE_TOO_LARGE' } })
  })
})
