import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#contract/areas.ts'
import type { Caller } from '#contract/callable.ts'
import { contract, type FunctionName } from '#contract/index.ts'
import { CallError } from '#server/platform/errors.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import { callers, committedAccess, functionNames } from './accessTable.ts'
import { school, type SmallSchool } from './school.ts'

/** Calls every function at a running door, once for each kind of caller and each area of the office. */
describe('the door admits callers as tests/access.md says', () => {
  const access = committedAccess()
  let s: SmallSchool
  let actors: Record<Caller, Actor>
  beforeAll(async () => {
    s = await school()
    const newcomer = await s.newcomer('new@home.example')
    await s.badges(s.grade1.id, 'Mia Wang')
    actors = {
      guest,
      newcomer: await newcomer.actor(),
      admin: await s.ida.actor(),
      parent: await s.ann.actor(),
      teacher: await s.tom.actor(),
      student: await s.learner('Mia Wang').actor(),
    }
  })
  afterAll(() => s.drop())

  const answerTo = async (name: FunctionName, actor: Actor): Promise<string> => {
    // The input is invalid on purpose, so that most calls that are let through stop there and change nothing.
    const data = contract[name].kind === 'write' ? { operationId: randomUUID(), nothing: true } : {}
    try {
      await s.door.call({ name, data, actor, address: '127.0.0.1' })
      return 'let through'
    } catch (error) {
      if (!(error instanceof CallError)) return String(error)
      const { reason = '' } = (error.details ?? {}) as { reason?: string }
      if (['SIGN_IN_NEEDED', 'EMAIL_NOT_VERIFIED', 'ROLE_NEEDED', 'AREA_NEEDED'].includes(reason)) return reason
      // An internal error for a caller whom the door let through is a bug.
      return error.code === 'internal' ? 'internal' : 'let through'
    }
  }

  test.each(functionNames)('%s', async name => {
    const allowed = access.get(name)!
    const found: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const caller of callers) {
      found[caller] = await answerTo(name, actors[caller])
      expected[caller] = allowed.get(caller) ? 'let through' : caller === 'guest' ? 'SIGN_IN_NEEDED' : 'ROLE_NEEDED'
    }
    for (const area of areas.filter(each => allowed.has(each))) {
      found[area] = await answerTo(name, { ...actors.admin, area })
      expected[area] = allowed.get(area) ? 'let through' : 'AREA_NEEDED'
    }
    const unverified: Actor = { ...actors.admin, isVerified: false, roles: [] }
    found['unverified'] = await answerTo(name, unverified)
    expected['unverified'] = allowed.get('guest') ? 'let through' : 'EMAIL_NOT_VERIFIED'
    expect(found).toEqual(expected)
  })
})
