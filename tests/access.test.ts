import { readFileSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaReaches, areas } from '#contract/areas.ts'
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

/** Functions that some can call for no other reason than that they are administrators. */
const ofOffice = names.filter(name => may(name, 'admin') && !may(name, 'newcomer') && !may(name, 'guest'))
const reaches = (area: (typeof areas)[number], name: FunctionName): boolean =>
  areaReaches(area, name, contract[name].kind)

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
    '## What each area of the office reaches',
    '',
    'For functions that somebody has as an administrator; what they may as a parent or teacher stays. Made from `contract/areas.ts`.',
    '',
    `| function | kind | ${areas.join(' | ')} |`,
    `|---|---|${areas.map(() => '---').join('|')}|`,
    ...ofOffice.map(
      name =>
        `| \`${name}\` | ${contract[name].kind} | ${areas.map(area => (reaches(area, name) ? 'yes' : '·')).join(' | ')} |`,
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

  test.each(ofOffice.flatMap(name => areas.map(area => [name, area] as const)))(
    '%s by an administrator with the area %s',
    async (name, area) => {
      const reason = await reasonOf(name, { ...actors.admin, area })
      if (reaches(area, name)) expect([...refusals, 'AREA_NEEDED']).not.toContain(reason)
      else expect(reason).toBe('AREA_NEEDED')
    },
  )

  test('an administrator without an area has no function of the office', async () => {
    for (const name of ofOffice) expect(await reasonOf(name, { ...actors.admin, area: null }), name).toBe('AREA_NEEDED')
  })

  test('somebody whose e-mail is not verified gets no further than a guest', async () => {
    const unverified: Actor = { ...actors.admin, isVerified: false, roles: [] }
    for (const name of names.filter(each => !may(each, 'guest')))
      expect(await reasonOf(name, unverified), name).toBe('EMAIL_NOT_VERIFIED')
  })
})
