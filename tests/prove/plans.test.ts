import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type FunctionName } from '#contract/index.ts'
import type { Callable } from '#contract/callable.ts'
import { rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/functions.ts'
import { loadCrowd } from '../../scripts/crowdRows.ts'
import { school, type SmallSchool } from '#tests/school.ts'

/**
 * What reads all of a large table as yet: most count or sum up the whole school, and an honest count has to. A list that
 * only gets shorter.
 */
const known: readonly FunctionName[] = [
  // Each number of the school's work and money is the sum of its list.
  'dashboard-attention',
  'dashboard-figures',
  'terms-figures',
  'payments-received',
  'payments-households',
  'policies-list',
  'students-grades',
  // Pages are read by an index; the count beside them is of all.
  'students-list',
  'parents-list',
  'users-list',
  // All that match is the whole school where nothing is asked for.
  'students-select',
  // Whether there is a charge at all: the first row is enough.
  'config-rules',
  // None of the crowd has an account, from which the planner concludes that many share one.
  'enrolments-abandoned',
  // Compares each newcomer who asks with everybody the school knows.
  'claims-list',
]

/** Of a table with so many rows nothing that people look at may read all. */
const large = 5_000

let s: SmallSchool
let tables: Set<string>
beforeAll(async () => {
  s = await school()
  await s.ida.call('terms-move', { id: s.term.id, to: 'active' })
  // Of an empty table the planner expects more than of one with a row.
  const newcomer = await s.newcomer('eva@left.example')
  await newcomer.call('enrolments-saveDraft', { draft: { address: '1 Lake Road' } })
  await loadCrowd(s.database)
  const found = await rows<{ name: string }>(
    s.database.db,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = ${s.schema}::regnamespace and reltuples >= ${large}`,
  )
  tables = new Set(found.map(({ name }) => name))
}, 600_000)
afterAll(() => s.drop())

type Node = {
  'Node Type': string
  'Relation Name'?: string
  Filter?: string
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The statements that a call sends, with their values. */
const statementsOf = async (name: string, data: object, actor: Actor) => {
  const sent = new Map<string, unknown[]>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    const [config, values] = given as [string | pg.QueryConfig, unknown[] | undefined]
    const text = typeof config === 'string' ? config : config.text
    if (/^\s*(?:select|with)\b/i.test(text))
      sent.set(text, values ?? (typeof config === 'string' ? [] : (config.values ?? [])))
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await s.door.call({ name, data, actor, address: 'plans' })
    return { sent, isAnswered: true }
  } catch {
    // Some functions want more than they are given here.
    return { sent, isAnswered: false }
  } finally {
    pg.Client.prototype.query = query
  }
}

/** The large tables that a statement reads from end to end, as the connections plan it that the call would use. */
const scansOf = async (text: string, values: unknown[], isPlanned: boolean): Promise<string[]> => {
  const client = await s.database.pool.connect()
  try {
    await client.query('begin')
    if (isPlanned) await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query(`prepare asked as ${text}`)
    const literals = values.map(value =>
      value === null || value === undefined
        ? 'null'
        : pg.escapeLiteral(
            Array.isArray(value)
              ? `{${value.map(each => JSON.stringify(each)).join()}}`
              : value instanceof Date
                ? value.toISOString()
                : String(value as string | number | boolean),
          ),
    )
    const { rows: found } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (format json) execute asked${literals.length > 0 ? ` (${literals.join()})` : ''}`,
    )
    return nodesOf(found[0]!['QUERY PLAN'][0]!.Plan).flatMap(node =>
      node['Node Type'] === 'Seq Scan' && tables.has(node['Relation Name'] ?? '')
        ? [`${node['Relation Name']} ${node.Filter ?? ''}`]
        : [],
    )
  } finally {
    await client.query('rollback')
    // This one alone: the connection has statements of its own that calls send by their name.
    await client.query('deallocate asked')
    client.release()
  }
}

const scansOfCall = async (name: FunctionName, data: object, actor: Actor): Promise<string[]> => {
  const { sent } = await statementsOf(name, data, actor)
  const isPlanned = !actor.roles.includes('admin')
  const found: string[] = []
  for (const [text, values] of sent)
    for (const scan of await scansOf(text, values, isPlanned)) found.push(`${name}: ${scan}`)
  if (found.length > 0) scanned.add(name)
  return known.includes(name) ? [] : found
}

const scanned = new Set<FunctionName>()
const reads = (Object.keys(contract) as FunctionName[]).filter(name => contract[name].kind === 'read')
const open = (role: 'parent' | 'teacher' | 'admin') =>
  reads.filter(name => (contract[name] as Callable).by.some(by => by === role || by === 'newcomer' || by === 'guest'))

test('the school is large', () => {
  for (const table of ['persons', 'students', 'households', 'enrolments', 'attendance', 'charges', 'payments'])
    expect(tables).toContain(table)
})

describe('no statement reads a large table from end to end', () => {
  test('of what a family sees', async () => {
    const ann = await s.ann.actor()
    const found: string[] = []
    for (const name of open('parent')) found.push(...(await scansOfCall(name, {}, ann)))
    expect(found).toEqual([])
  })
  test('of what a teacher sees', async () => {
    const tom = await s.tom.actor()
    const found: string[] = []
    for (const name of open('teacher')) found.push(...(await scansOfCall(name, {}, tom)))
    expect(found).toEqual([])
  })
  test('of what the office sees', async () => {
    const ida = await s.ida.actor()
    const found: string[] = []
    for (const name of open('admin')) found.push(...(await scansOfCall(name, {}, ida)))
    expect(found).toEqual([])
  })
  test('and those that do as yet are known', () => expect(known.filter(name => !scanned.has(name))).toEqual([]))
})
