import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

type Tree = { [key: string]: string | Tree }

const flat = (tree: Tree, at = ''): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${at}${key}`, value] as const] : [...flat(value, `${at}${key}.`)],
    ),
  )

// A compiled message is a text or a list of texts and `[name, kind?, options?]`; options are such lists again.
const nodesIn = (compiled: unknown): string[] =>
  (Array.isArray(compiled) ? compiled : []).flatMap((node: unknown) => {
    if (!Array.isArray(node)) return []
    const [name, kind, options] = node as unknown[]
    const inner = typeof options === 'object' && options !== null ? Object.values(options).flatMap(nodesIn) : []
    return [`${String(name)}:${typeof kind === 'number' ? kind : 'value'}`, ...inner]
  })

/** The arguments of an ICU message with their kinds. */
const argumentsOf = (message: string): string[] => [...new Set(nodesIn(compile(message)))].sort()

/** The texts of the browser, and those that the server writes letters, papers and files with (decision 43). */
const bundles = globSync('{web,server}/**/*.en.ts', { cwd: root }).toSorted()

test('the test itself sees arguments', () => {
  expect(argumentsOf('{count} selected')).toEqual(['count:value'])
  expect(argumentsOf('{count, plural, one {# child of {name}} other {# children}}')).toEqual(['count:2', 'name:value'])
  expect(argumentsOf('plain')).toEqual([])
})

test('there are bundles of both, and each is there in both languages', () => {
  expect(bundles.filter(file => file.startsWith('web/')).length).toBeGreaterThan(45)
  expect(bundles.filter(file => file.startsWith('server/')).length).toBeGreaterThan(0)
  expect(bundles.filter(file => !existsSync(`${root}${file.replace('.en.ts', '.zh.ts')}`))).toEqual([])
  expect(globSync('{web,server}/**/*.zh.ts', { cwd: root })).toHaveLength(bundles.length)
})

test.each(bundles)('%s has the same keys and arguments in both languages, and every message parses', async file => {
  const english = flat((await import(`${root}${file}`)) as Tree)
  const chinese = flat((await import(`${root}${file.replace('.en.ts', '.zh.ts')}`)) as Tree)
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, message] of english) {
    expect([key, argumentsOf(chinese.get(key) ?? '')]).toEqual([key, argumentsOf(message)])
    expect(chinese.get(key)).not.toBe('')
  }
})
