import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#contract/areas.ts'
import { oneRosterBasePath, rosterScopes, type RosterScope } from '#contract/exchange/oneroster.ts'
import { announce } from '#server/platform/live.ts'
import { committedAccess, fileNames, liveSlices, readers, rosterColumns } from './accessTable.ts'
import { school, type SmallSchool } from './school.ts'
import { serve, type Served, type SignedIn } from './served.ts'

/**
 * Requests everything that is reached other than by a call (files, live updates, OneRoster) from a running server, as
 * every kind of caller.
 */
let s: SmallSchool
let served: Served
const nobody: SignedIn = { idToken: '', cookie: '' }
const signedIn: Record<string, SignedIn> = { guest: nobody }
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  const { email } = await s.newcomer('new@home.example')
  const addresses: Record<string, string> = { newcomer: email, parent: s.ann.email, teacher: s.tom.email }
  for (const area of areas) addresses[area] = (await s.officer(area)).email
  for (const [reader, address] of Object.entries(addresses)) signedIn[reader] = await served.signIn(address)
  const badges = await s.badges(s.grade1.id, 'Mia Wang')
  signedIn['student'] = await served.signInByBadge(badges['Mia Wang']!)
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

test('every reader in the table is tried', () => expect(Object.keys(signedIn).sort()).toEqual([...readers].sort()))

describe('files', () => {
  const access = committedAccess('file')

  /**
   * Everything else that is served, by the first part of the path: pages and built files, calls, sign-in, live updates,
   * other programs.
   */
  const others =
    ` * home about classes login register assets fonts .vite manifest.webmanifest sitemap.xml fn lantern emulator __session auth .well-known
    identitytoolkit.googleapis.com securetoken.googleapis.com live first healthz readyz hooks oauth ims v1`.split(/\s+/)
  const isBuilt = (part: string) => /^[\w-]+\.(png|svg|ico|js|css|html|txt|webp|woff2)(\.(br|gz))?$/.test(part)

  test('match the table, and no unknown route is served', () => {
    const files = served.routes().filter(route => {
      const part = route.split('/')[1] ?? ''
      return !route.startsWith('HEAD ') && !others.includes(part) && !isBuilt(part)
    })
    expect(files.sort()).toEqual([...fileNames].sort())
    expect([...access.keys()].sort()).toEqual([...fileNames].sort())
  })

  /**
   * True when a file's address refuses a reader. The requests use random ids, so readers who are let through find
   * nothing.
   */
  const isRefused = async (route: string, { cookie, idToken }: SignedIn): Promise<boolean> => {
    const [method = '', path = ''] = route.split(' ')
    const url = served.origin + path.replace(':id', randomUUID()).replace(':file', `${randomUUID()}.pdf`)
    const types: Record<string, string> = {
      '/files/labels.pdf': 'application/x-www-form-urlencoded',
      '/files/pictures': 'image/png',
      '/files/oneroster': 'application/zip',
    }
    const answer =
      method === 'GET'
        ? await fetch(url, { headers: { cookie } })
        : await fetch(url, {
            method,
            headers: {
              cookie,
              'content-type': types[path] ?? 'application/octet-stream',
              ...(idToken !== '' && { authorization: `Bearer ${idToken}` }),
            },
            body: 'nothing',
          })
    await answer.arrayBuffer()
    if (answer.status >= 500) throw new Error(`${route} fails with ${answer.status}`)
    return answer.status === 401 || answer.status === 403
  }

  test.each(fileNames)('%s is open to the readers in the table', async route => {
    const found: Record<string, boolean> = {}
    for (const reader of readers) found[reader] = !(await isRefused(route, signedIn[reader]!))
    expect(found).toEqual(Object.fromEntries(access.get(route)!))
  })
})

describe('live updates', () => {
  type News = { slices: string[]; mark: string }
  const hear = async (reader: string, query: string): Promise<News> =>
    (
      await fetch(`${served.origin}/live?${query}`, { headers: { cookie: signedIn[reader]!.cookie } })
    ).json() as Promise<News>

  test('tell each reader about exactly the slices in the table', async () => {
    const access = committedAccess('news of')
    expect([...access.keys()].sort()).toEqual(liveSlices)
    const marks = await Promise.all(readers.map(async reader => (await hear(reader, 'wait=1')).mark))
    await s.database.transaction((_db, client) => announce(client, [{ slices: liveSlices }], s.schema))
    for (const [index, reader] of readers.entries()) {
      const { slices } = await hear(reader, `wait=60&mark=${marks[index]!}`)
      const expected = liveSlices.filter(slice => access.get(slice)!.get(reader))
      expect(slices.sort(), reader).toEqual(expected)
    }
  })
})

describe('OneRoster', () => {
  const access = committedAccess('roster')
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    for (const scope of Object.keys(rosterScopes) as RosterScope[]) {
      const secret = randomBytes(32).toString('base64url')
      const secretHash = createHash('sha256').update(secret).digest('hex')
      const { id } = await s.ida.call('oneroster-createClient', { name: scope, scopes: [scope], secretHash })
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
      const answer = await fetch(`${served.origin}/oauth/token`, { method: 'POST', body: form })
      tokens[scope] = ((await answer.json()) as { access_token: string }).access_token
    }
  })

  test.each([...access.keys()])('%s is open to the scopes in the table', async path => {
    const found: Record<string, boolean> = {}
    for (const column of rosterColumns) {
      const token = tokens[column]
      const answer = await fetch(`${served.origin}${oneRosterBasePath}/${path.replaceAll('{id}', randomUUID())}`, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
      await answer.arrayBuffer()
      expect([200, 401, 403, 404]).toContain(answer.status)
      found[column] = answer.status === 200 || answer.status === 404
    }
    expect(found).toEqual(Object.fromEntries(access.get(path)!))
  })
})
