import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callsPerMinute } from '#contract/callable.ts'
import { newsSince, type Served, serve, servedSchool } from '#tests/served.ts'

describe('two processes of one school', () => {
  const { s, served: first } = servedSchool()
  let second: Served
  beforeAll(async () => {
    second = await serve(s)
  })
  afterAll(() => second.close())

  test('count the calls of one account together', async () => {
    const { idToken } = await first.signIn('tom@school.example')
    const ask = async (at: Pick<Served, 'call'>, calls: number) => {
      const answers = await Promise.all(
        Array.from({ length: calls }, () => at.call('identity-endSession', null, idToken)),
      )
      return new Set(answers.map(({ status }) => status))
    }
    const half = callsPerMinute.write / 2
    expect([await ask(first, half), await ask(second, half)]).toEqual([new Set([400]), new Set([400])])
    for (const each of [first, second])
      await expect.poll(async () => [...(await ask(each, 1))], { timeout: 15_000 }).toEqual([429])
    const { idToken: other } = await second.signIn('ann@home.example')
    expect((await second.call('identity-endSession', null, other)).status).toBe(400)
  })

  test('understand each other’s live update marks', async () => {
    const { cookie } = await first.signIn('ann@home.example')
    const { mark } = await newsSince('', first, cookie)
    const waiting = newsSince(mark, second, cookie)
    const { school: profile } = await s.anybody.call('config-get', {})
    await s.ida.call('config-change', { ...profile!, tagline: 'Told by another process' })
    const news = await waiting
    expect(news.slices).toEqual(['config'])
    // Neither process announces it again, or anything that didn't change.
    await s.ida.call('config-change', { ...profile!, tagline: 'Once more' })
    expect((await newsSince(news.mark, first, cookie)).slices).toEqual(['config'])
  })

  test('know who has signed in or out at the other', async () => {
    const { idToken } = await first.signIn('bob@home.example')
    const sessions = await (await second.call('identity-sessions', {}, idToken)).json()
    const { id } = (sessions as { result: { id: string; isCurrent: boolean }[] }).result.find(each => each.isCurrent)!
    expect((await second.write('identity-endSession', { id }, idToken)).status).toBe(200)
    await expect.poll(async () => (await first.call('students-mine', {}, idToken)).status).toBe(401)
  })
})
