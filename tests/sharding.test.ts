import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/**
 * SQL that a database which puts each schema on its own machine (schema-based sharding, docs/scaling.md) would refuse
 * or run differently. Every use is listed here with its file, so that none is added unnoticed.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('server/**/*.{ts,sql}', { cwd: root }).filter(
  file => !/\.test\.ts$|^server\/(demo|platform\/postgres)|^server\/platform\/postgres\.ts$/.test(file),
)
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*|^\s*--(?!>)[^\n]*/gm, '')
const sources = new Map(files.map(file => [file, withoutComments(readFileSync(`${root}${file}`, 'utf8'))]))

type Construct = {
  what: string
  pattern: RegExp
  /** The files that use it, with the reason why that is harmless or what would have to change. */
  known: string[]
  /** A line that the pattern must match. */
  example: string
}
const migrationsWith = (pattern: RegExp): string[] =>
  files.filter(file => file.endsWith('.sql') && pattern.test(sources.get(file)!))

const constructs: Construct[] = [
  {
    what: 'news to listeners: a trigger tells them on the machine of its school',
    pattern: /\bpg_notify\(|\blisten \$\{/i,
    known: ['server/migrations/0024_callers.sql', 'server/platform/live.ts', 'server/platform/operations.ts'],
    example: 'select pg_notify($1, $2)',
  },
  {
    what: 'a setting of the transaction, which triggers on another machine don’t see',
    pattern: /\bset_config\(|\bcurrent_setting\(/i,
    known: [
      ...migrationsWith(/\bcurrent_setting\(|\bset_config\(/i),
      'server/people/parents/erasingQueries.ts',
      'server/platform/batches.ts',
      'server/sealing.ts',
    ],
    example: "select set_config('lantern.batch', '', true)",
  },
  {
    what: 'where a row lies and who wrote it (ctid, xmin)',
    pattern: /\b(ctid|xmin)\b/i,
    known: ['server/office/duplicates/acts.ts', 'server/rotation.ts', 'server/sealing.ts'],
    example: 'select t.ctid from persons t',
  },
  {
    what: 'a lock on a whole table',
    pattern: /\block table\b/i,
    known: ['server/school/backups/acts.ts'],
    example: 'lock table backups',
  },
  {
    what: 'objects of the schema public, which all machines need alike',
    pattern: /\bpublic\.|schema public\b/,
    known: ['server/migrate.ts', 'server/platform/nameOrder.ts', 'server/platform/search.ts'],
    example: 'create function public.fold()',
  },
  {
    what: 'a table that is named with its schema: the queue of jobs, and the registry',
    pattern: /"\$\{schema\}_jobs"\.|\$\{schema\}_jobs\.job\b|"\$\{schema\}"\.migrations|\$\{registrySchema\}\./,
    known: ['server/backup.ts', 'server/many/acts.ts', 'server/many/registry.ts', 'server/platform/queue.ts'],
    example: 'select from "${schema}_jobs".job',
  },
  {
    what: 'what belongs to a whole server or to one session',
    pattern:
      /\bcreate (?:unlogged |temp(?:orary)? )table|\bcreate (?:database|role|tablespace|server|publication|materialized view|event trigger|rule)\b|\bdblink\b|\blo_(?:create|import|put)\b|\binherits \(|\bdiscard all\b|\bprepare transaction\b|\btablesample\b|\bwhere current of\b|\bdeclare \w+ cursor\b/i,
    known: [],
    example: 'create temporary table found (id uuid)',
  },
]

describe.each(constructs)('$what', ({ pattern, known, example }) => {
  test('is used only in the listed files', () => {
    expect(pattern.test(example)).toBe(true)
    expect(files.filter(file => pattern.test(sources.get(file)!)).toSorted()).toEqual([...new Set(known)].toSorted())
  })
})

test('migrations name no schema but public, which is removed from them', () => {
  const sql = files.filter(file => file.endsWith('.sql'))
  expect(sql.length).toBeGreaterThan(20)
  const other =
    /\b(?:from|join|into|update|references|table|on)\s+(?:only\s+)?"?(?!public\b|pg_|information_schema\b|new\b|old\b)\w{2,}"?\s*\.\s*"?\w/gi
  const named = sql.flatMap(file => [...sources.get(file)!.matchAll(other)].map(([found]) => `${file}: ${found}`))
  expect(named).toEqual([])
  expect('REFERENCES "other"."persons"').toMatch(new RegExp(other.source, 'i'))
})

test('every advisory lock belongs to one school, except the one that all schools share', () => {
  const locks = [...sources].flatMap(([file, text]) =>
    [...text.matchAll(/pg_(?:try_)?advisory_(?:xact_)?(?:un)?lock\(([^`\n]*)/g)].map(match => ({
      file,
      lock: match[1]!,
    })),
  )
  expect(locks.length).toBeGreaterThan(6)
  const ofAll = locks.filter(({ lock }) => !/current_schema\(\)|hashtext\(\$1\)/.test(lock))
  expect([...new Set(ofAll.map(({ file, lock }) => `${file}: ${lock.split(')')[0]!}`))]).toEqual([
    // Phonetic search, in the schema `public`.
    'server/migrate.ts: 7166, 1',
  ])
})
