import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { servedSchool } from '#tests/served.ts'

const { s, served } = servedSchool()

type Line = {
  person?: { uid: string; email: string; roles: string[] }
  mark?: string
  at?: number
  name?: string
  input?: object
  status?: number
  body?: { result?: unknown; error?: { status: string } }
}

const ours = { 'sec-fetch-site': 'same-origin' }
const ask = async (page: string, headers: Record<string, string>) => {
  const answer = await fetch(`${served.origin}/first?page=${encodeURIComponent(page)}`, { headers })
  const text = await answer.text()
  const lines =
    text === ''
      ? []
      : (text
          .trimEnd()
          .split('\n')
          .map(line => JSON.parse(line)) as Line[])
  const asked = lines.filter(line => line.name !== undefined)
  const answerTo = (name: string) => {
    const at = asked.find(line => line.name === name)?.at
    return lines.find(line => line.status !== undefined && line.at === at)?.body?.result
  }
  return { status: answer.status, headers: answer.headers, text, lines, asked: asked.map(({ name }) => name), answerTo }
}

describe('the first answers of a page', () => {
  test('are what the person of the cookie would get, with who they are and the school’s settings', async () => {
    const { cookie, idToken } = await served.signIn('ann@home.example')
    const first = await ask('/dashboard/', { cookie, ...ours })
    expect(first.lines[0]).toMatchObject({
      person: { email: 'ann@home.example', roles: ['parent'] },
      mark: expect.stringMatching(/./) as string,
    })
    expect(first.asked).toEqual(expect.arrayContaining(['config-get', 'users-me', 'parents-home', 'cards-mine']))
    for (const name of ['users-me', 'parents-home']) {
      const { result } = (await (await served.call(name, {}, idToken)).json()) as { result: unknown }
      expect(first.answerTo(name)).toEqual(result)
    }
    expect(first.headers.get('cache-control')).toBe('no-store')
    // The same page shows Bob nothing of Ann's.
    const other = await ask('/dashboard/', { cookie: (await served.signIn('bob@home.example')).cookie, ...ours })
    expect(first.text).toContain('Mia Wang')
    expect(other.text).not.toContain('Mia Wang')
  })

  test('on a child’s page are for the child that the address names', async () => {
    const { cookie } = await served.signIn('ann@home.example')
    const childOf = async (page: string) => {
      const { lines } = await ask(page, { cookie, ...ours })
      return (lines.find(({ name }) => name === 'documents-list')!.input as { studentId: string }).studentId
    }
    const children = (await s.ann.call('students-mine', {})) as { id: string }[]
    const [mia, leo] = children.map(({ id }) => id)
    expect(await childOf(`/student?child=${leo}`)).toBe(leo)
    expect(await childOf('/student')).toBe(mia)
  })

  test('are the same for each way of writing an address', async () => {
    const { cookie } = await served.signIn('ann@home.example')
    const { asked } = await ask('/dashboard/', { cookie, ...ours })
    for (const page of ['/dashboard', '/Dashboard?utm=1'])
      expect((await ask(page, { cookie, ...ours })).asked, page).toEqual(asked)
  })

  test('list dependent requests before the answer that they depend on', async () => {
    const { cookie } = await served.signIn('ann@home.example')
    const { lines } = await ask('/student', { cookie, ...ours })
    const children = lines.find(({ name }) => name === 'students-mine')!
    const answered = lines.findIndex(({ at, status }) => at === children.at && status === 200)
    expect(lines.findIndex(({ name }) => name === 'documents-list')).toBeLessThan(answered)
  })

  test('are empty without a sign-in, after signing out and for requests from other sites', async () => {
    const { cookie } = await served.signIn('ann@home.example')
    expect((await ask('/dashboard/', { cookie, ...ours })).status).toBe(200)
    const none = [
      ours,
      { cookie },
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, 'sec-fetch-site': 'same-site' },
      { cookie, 'sec-fetch-site': 'none' },
      { cookie: '__session=guessed', ...ours },
    ]
    for (const headers of none) expect(await ask('/dashboard/', headers)).toMatchObject({ status: 204, text: '' })
    await fetch(`${served.origin}/__session`, { method: 'DELETE', headers: { cookie, origin: s.settings.publicUrl } })
    expect((await ask('/dashboard/', { cookie, ...ours })).status).toBe(204)
  })

  test('on office pages go only to the office', async () => {
    const { cookie } = await served.signIn('ann@home.example')
    expect((await ask('/adminstudent', { cookie, ...ours })).asked).toEqual(['config-get'])
    const office = await ask('/adminstudent', { cookie: (await served.signIn('ida@school.example')).cookie, ...ours })
    expect(office.text).toContain('Mia Wang')
  })

  test('are compressed for browsers that accept it, with the same content', async () => {
    const { cookie } = await served.signIn('ann@home.example')
    const plain = await ask('/paymenthistory', { cookie, ...ours, 'accept-encoding': 'identity' })
    const packed = await ask('/paymenthistory', { cookie, ...ours, 'accept-encoding': 'gzip' })
    expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
    expect(packed.answerTo('payments-ledger')).toEqual(plain.answerTo('payments-ledger'))
  })

  const planned = [...readFileSync('web/wire/firstReads.ts', 'utf8').matchAll(/^ {2}'(\/[^']+)':/gm)].map(
    ([, path = '']) => path,
  )
  test.each(planned)('on %s contain no read that its own users are refused', async path => {
    const who = path.startsWith('/admin')
      ? 'ida@school.example'
      : path.startsWith('/teacher')
        ? 'tom@school.example'
        : 'ann@home.example'
    const { lines } = await ask(path, { cookie: (await served.signIn(who)).cookie, ...ours })
    expect(lines.length).toBeGreaterThan(4)
    const refused = lines.filter(({ status }) => status !== undefined && status !== 200)
    expect(refused.map(({ at, body }) => [lines.find(line => line.at === at)?.name, body?.error?.status])).toEqual([])
  })
})
