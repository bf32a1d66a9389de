import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse } from '#server/house.ts'
import type { Manifest } from '#server/pageFiles.ts'
import { loadReady } from '#server/pages.ts'
import { answerMemory } from '#server/platform/answerMemory.ts'
import { makePages } from '#server/readyPages.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const built = (file: string): string => readFileSync(new URL(`../dist/web/${file}`, import.meta.url), 'utf8')

test('a page rendered for the first time shows what was just saved, before the change is announced', async () => {
  const now = { ms: 0 }
  const memory = answerMemory(() => now.ms, 60_000)
  const door = openHouse({ ...s, clock: () => s.clock.now, memory })
  const openOn = async (onDay: string) =>
    door.call({
      name: 'windows-set',
      data: {
        operationId: randomUUID(),
        termId: s.term.id,
        windows: [{ audience: 'all', onDay, time: '08:00' }],
        addresses: [],
      },
      actor: await s.ida.actor(),
      address: '',
    })
  const web = await loadReady()
  const pages = makePages({
    web: web!,
    door,
    live: { join: () => () => undefined },
    publicUrl: s.settings.publicUrl,
    shell: built('index.html'),
    manifest: JSON.parse(built('.vite/manifest.json')) as Manifest,
  })
  const shown = async (path: string) => (await pages.make(new URL(path, s.settings.publicUrl), 'en', false))?.html
  await openOn('2026-11-18')
  expect(await shown('/')).toContain('Nov 18')
  now.ms = 1000
  await openOn('2026-11-25')
  expect(await shown('/about')).toContain('Nov 25')
})
