import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { catalogue, type Audience } from './catalogue.ts'

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

const audiences = Object.keys(catalogue) as Audience[]

test('the test itself sees arguments', () => {
  expect(argumentsOf('{count} selected')).toEqual(['count:value'])
  expect(argumentsOf('{count, plural, one {# child of {name}} other {# children}}')).toEqual(['count:2', 'name:value'])
  expect(argumentsOf('plain')).toEqual([])
})

test.each(audiences)(
  '%s has the same keys and arguments in both languages, and every message parses',
  async audience => {
    const english = flat((await catalogue[audience].en()).messages as Tree)
    const chinese = flat((await catalogue[audience].zh()).messages as Tree)
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, message] of english) {
      expect([key, argumentsOf(chinese.get(key) ?? '')]).toEqual([key, argumentsOf(message)])
      expect(chinese.get(key)).not.toBe('')
    }
  },
)

test('no group of keys is in two audiences', async () => {
  const groups = (await Promise.all(audiences.map(audience => catalogue[audience].en()))).flatMap(file =>
    Object.keys(file.messages),
  )
  expect(groups.length).toBe(new Set(groups).size)
})

test('every part of the school has a name in the table of roles', async () => {
  const { messages } = await catalogue.schoolRules.en()
  const parts = new Set(Object.keys(contract).map(name => name.slice(0, name.indexOf('-'))))
  expect(Object.keys(messages.schoolRules.roles.groups).sort()).toEqual([...parts].sort())
})

test('every change has words in the record of changes', async () => {
  const [settings, deeds] = [(await catalogue.settings.en()).messages, (await catalogue.deeds.en()).messages.deeds]
  const unnamed = Object.entries(contract)
    .filter(([name, { kind }]) => kind === 'write' && !(name in settings.adminConfig.audit.action))
    .map(([name]) => name)
    .filter(name => !(name.slice(name.indexOf('-') + 1) in deeds))
  expect(unnamed).toEqual([])
})
