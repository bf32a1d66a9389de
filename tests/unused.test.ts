import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = new Map(
  globSync('{contract,rules,server,web,scripts,tests}/**/*.{ts,tsx,mjs}', { cwd: root })
    .filter(file => !/\/migrations\/|\.d\.ts$|^tests\/unused\.test\.ts$/.test(file))
    .map(file => [file, readFileSync(`${root}${file}`, 'utf8')]),
)
const wordsOf = (text: string): Set<string> => new Set(text.match(/[A-Za-z_$][\w$]*|\d+/g))

/**
 * Names that a file exports and no other file mentions. Tables are excluded: the program that generates migrations
 * finds them.
 */
const exportedForNothing = (files: ReadonlyMap<string, string>): string[] => {
  const places = new Map<string, number>()
  for (const text of files.values()) for (const word of wordsOf(text)) places.set(word, (places.get(word) ?? 0) + 1)
  return [...files].flatMap(([file, text]) =>
    file.endsWith('/tables.ts')
      ? []
      : [...text.matchAll(/^export (?:async )?(?:const|let|function|class|type|interface) (\w+)/gm)]
          .filter(([, name = '']) => places.get(name) === 1)
          .map(([, name = '']) => `${file} ${name}`),
  )
}

test('every export is used in another file', () => {
  expect(exportedForNothing(sources)).toEqual([])
  expect(exportedForNothing(new Map([...sources, ['web/alone.ts', 'export const loneliness = 1']]))).toEqual([
    'web/alone.ts loneliness',
  ])
})

test('only the last migration keeps its snapshot of all tables', () => {
  const snapshots = globSync('server/migrations/meta/*_snapshot.json', { cwd: root })
  const last = globSync('server/migrations/*.sql', { cwd: root }).toSorted().at(-1)!
  const number = /(\d{4})_/.exec(last)![1]!
  expect(snapshots).toEqual([`server/migrations/meta/${number}_snapshot.json`])
})

type Tree = { [key: string]: string | Tree }
const keysOf = (tree: Tree): string[] =>
  Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [key] : [key, ...keysOf(value)]))

/**
 * Returns a test for message keys that some source mentions, in full or through a template: `${kind}Hint`,
 * `menu${Kind}`.
 */
const sayer = (text: string): ((key: string) => boolean) => {
  const words = wordsOf(text)
  const ends = [...new Set([...text.matchAll(/\}([A-Za-z]\w*)[`.]/g)].map(match => match[1]!))]
  const beginnings = [...new Set([...text.matchAll(/[`.](\w+)\$\{/g)].map(match => match[1]!))]
  const isWord = (word: string) => words.has(word) || (word !== '' && words.has(word[0]!.toLowerCase() + word.slice(1)))
  return key =>
    words.has(key) ||
    text.includes(`'${key}'`) ||
    key.split(/[-_]/).every(isWord) ||
    ends.some(end => key.endsWith(end) && isWord(key.slice(0, -end.length))) ||
    beginnings.some(beginning => key.startsWith(beginning) && isWord(key.slice(beginning.length)))
}

test('every message is used somewhere', async () => {
  const says = sayer(
    [...sources]
      .flatMap(([file, text]) => (/^(contract|rules|server|web)\/(?!.*\.(en|zh|test)\.tsx?$)/.test(file) ? [text] : []))
      .join('\n'),
  )
  const bundles = [...sources.keys()].filter(file => /^(web|server)\/.*\.en\.ts$/.test(file))
  expect(bundles.length).toBeGreaterThan(40)
  const unsaid: string[] = []
  for (const file of bundles) {
    const bundle = (await import(`${root}${file}`)) as Tree
    unsaid.push(
      ...keysOf(bundle)
        .filter(key => !says(key))
        .map(key => `${file} ${key}`),
    )
  }
  expect(unsaid).toEqual([])
  expect(says('aMessageThatNobodySays')).toBe(false)
})
