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

const pagesOf = async (door: ReturnType<typeof openHouse>) => {
  const web = await loadReady()
  const pages = makePages({
    web: web!,
    door,
    live: { join: () => () => undefined },
    publicUrl: s.settings.publicUrl,
    shell: built('index.html'),
    manifest: JSON.parse(built('.vite/manifest.json')) as Manifest,
  })
  return async (path: string) => (await pages.make(new URL(path, s.settings.publicUrl), 'en', false))?.html
}

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
  const shown = await pagesOf(door)
  await openOn('2026-11-18')
  expect(await shown('/')).toContain('Nov 18')
  now.ms = 1000
  await openOn('2026-11-25')
  expect(await shown('/about')).toContain('Nov 25')
})

test('the front page shows today’s lessons of every term, and the classes that registration begins with', async () => {
  const camp = await s.ida.call('terms-create', {
    name: 'Camp',
    nativeName: '',
    startsOn: '2026-09-20',
    endsOn: '2026-09-27',
    weekdays: [7],
    earlyBirdOn: null,
    closures: [],
  })
  await s.ida.call('terms-move', { id: camp.id, to: 'registration' })
  const tent = await s.ida.call(
    'classes-create',
    s.section({ termId: camp.id, name: 'Tent', startsAt: '18:00', endsAt: '19:00' }),
  )
  await s.ida.call('classes-move', { id: tent.id, to: 'open' })

  // Each time from a server that has just started.
  const frontAt = async (now: string) => {
    const clock = () => new Date(now)
    const door = openHouse({ ...s, clock, memory: answerMemory(() => 0) })
    return (await (await pagesOf(door))('/')) ?? ''
  }
  const named = async (title: string, now: string) => {
    const [, card = ''] = new RegExp(`${title}(.*?)</section>`, 's').exec(await frontAt(now)) ?? []
    return ['Grade 1', 'Chess', 'Tent'].filter(name => card.includes(name))
  }
  const morning = '2026-09-20T12:00:00Z'
  expect(await named('Today at school', morning)).toEqual(['Grade 1', 'Chess', 'Tent'])
  expect((await s.anybody.call('classes-catalogue', {})).term?.name).toBe('Fall')
  expect(await frontAt(morning)).toContain('See all 3 classes')

  const { sessionDates } = await s.ida.call('terms-get', { id: s.term.id })
  await s.ida.call('cancellations-cancelDay', {
    sessionDateId: sessionDates.find(({ onDay }) => onDay === '2026-09-20')!.id,
    sectionId: s.chess.id,
    reason: 'Ill',
    nativeReason: '',
    remedy: 'makeUp',
    makeUpOn: '2026-09-22',
    eventIds: [],
    tell: false,
    agreedCents: 0,
  })
  expect(await named('Today at school', morning)).toEqual(['Grade 1', 'Tent'])
  expect(await named('Next school day', '2026-09-21T12:00:00Z')).toEqual(['Chess'])
})
