import { readFileSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, roles } from '#contract/callable.ts'
import { contract, type FunctionName } from '#contract/index.ts'
import type { Actor } from '#server/platform/functions.ts'
import { guest } from '#server/platform/functions.ts'
import { school, type SmallSchool } from './school.ts'

const file = new URL('./access.md', import.meta.url)
const callers: readonly Caller[] = ['guest', 'newcomer', ...roles]
const names = Object.keys(contract) as FunctionName[]

/** Whether the contract lets a caller through: who may be anybody includes who is somebody. */
const may = (name: FunctionName, caller: Caller): boolean => {
  const { by } = contract[name]
  return by.includes('guest') || by.includes(caller) || (caller !== 'guest' && by.includes('newcomer'))
}

const written = (): string =>
  [
    '# Who may call what',
    '',
    'Made from the contract by `tests/access.test.ts` and proved there against a running door; a change of permissions shows here in review.',
    'Beyond the role, each function reaches only the rows of its policy: `cat server/slices/*/policy.ts`.',
    '',
    `| function | kind | ${callers.join(' | ')} |`,
    `|---|---|${callers.map(() => '---').join('|')}|`,
    ...names.map(
      name =>
        `| \`${name}\` | ${contract[name].kind} | ${callers.map(caller => (may(name, caller) ? 'yes' : '·')).join(' | ')} |`,
    ),
    '',
  ].join('\n')

test('the committed table is the contract’s (run with UPDATE_ACCESS=1 to write it anew)', () => {
  if (process.env['UPDATE_ACCESS'] === '1') writeFileSync(file, written())
  expect(readFileSync(file, 'utf8')).toBe(written())
})

describe('the door holds the table', () => {
  let s: SmallSchool
  let actors: Record<Caller, Actor>
  beforeAll(async () => {
    s = await school()
    const newcomer = await s.newcomer('new@home.example')
    actors = {
      guest,
      newcomer: await newcomer.actor(),
      admin: await s.ida.actor(),
      parent: await s.ann.actor(),
      teacher: await s.tom.actor(),
    }
  })
  afterAll(() => s.drop())

  const reasonOf = async (name: FunctionName, actor: Actor): Promise<string> => {
    // Nothing of use is sent, so that whoever gets through stops at the input and changes nothing.
    const data = contract[name].kind === 'write' ? { operationId: randomUUID(), nothing: true } : {}
    try {
      await s.door.call({ name, data, actor, address: '127.0.0.1' })
      return 'answered'
    } catch (error) {
      const { details } = error as { details?: { reason?: string } }
      return details?.reason ?? String(error)
    }
  }
  const refusals = ['SIGN_IN_NEEDED', 'EMAIL_NOT_VERIFIED', 'ROLE_NEEDED']

  test.each(names.flatMap(name => callers.map(caller => [name, caller] as const)))('%s by %s', async (name, caller) => {
    const reason = await reasonOf(name, actors[caller])
    if (may(name, caller)) expect(refusals).not.toContain(reason)
    else expect(reason).toBe(caller === 'guest' ? 'SIGN_IN_NEEDED' : 'ROLE_NEEDED')
  })

  test('somebody whose e-mail is not verified gets no further than a guest', async () => {
    const unverified: Actor = { ...actors.admin, isVerified: false, roles: [] }
    for (const name of names.filter(each => !may(each, 'guest')))
      expect(await reasonOf(name, unverified), name).toBe('EMAIL_NOT_VERIFIED')
  })
})
