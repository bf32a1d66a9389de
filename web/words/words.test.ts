import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { catalogue, type Audience } from './catalogue.ts'

const audiences = Object.keys(catalogue) as Audience[]

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
