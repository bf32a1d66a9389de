// @vitest-environment happy-dom
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, type Path } from '#web/routing/addresses.ts'
import { routeAt } from '#web/routes.tsx'
import { report } from '#web/session/sessionState.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'

// The specification's public routes (section 2), and the targets of emails, badges, draws and the first run.
const open = new Set<string>(
  '/ /home /about /classes /register /registration /registration2 /login /auth/action /draws /badge /setup'.split(' '),
)
const all = Object.keys(addresses) as Path[]
const user = { uid: 'ana', email: 'ana@families.example', name: 'Ana Wang', roles: [] }
const sentTo = (path: Path) => routeAt(path)!.guard?.({ href: path, isAhead: false })

beforeAll(() => takeSchool({ now: new Date().toISOString() } as SchoolFacts))
afterAll(() => report({ state: 'out', user: null, marker: '' }))

test.each([
  { who: 'who is not signed in', session: { state: 'out', user: null, marker: '' } },
  { who: 'whose address is not verified', session: { state: 'unverified', user, marker: '' } },
] as const)('a person $who is sent from every page behind sign-in to /, and can open all others', async row => {
  report(row.session)
  const closed = all.filter(path => !open.has(path))
  expect(closed).toHaveLength(all.length - open.size)
  for (const path of closed) expect(await sentTo(path), path).toEqual({ to: '/', denied: path })
  for (const path of open) expect(await sentTo(path as Path), path).toBeUndefined()
})

test('every page behind sign-in has the frame for signed-in people', () => {
  expect(all.filter(path => routeAt(path)!.frame !== 'person').sort()).toEqual([...open].sort())
})
