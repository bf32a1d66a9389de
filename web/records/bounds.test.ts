import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { boundsAt } from './bounds.ts'

const at = (name: keyof typeof contract, ...path: (string | number)[]) => boundsAt(contract[name].input, path)

test('the bounds of a number come from the schema, also in optional fields and lists', () => {
  expect(at('config-changePricing', 'dueDays')).toEqual({ from: '0', to: '365' })
  expect(at('config-changePricing', 'seniorFromAge')).toEqual({ from: '18', to: '120' })
  expect(at('config-changePricing', 'prorations', 0, 'fromWeek')).toEqual({ from: '2', to: '60' })
  expect(at('config-changeRefunds', 'tiers', 3, 'number')).toEqual({ from: '1', to: '365' })
  expect(at('config-changeRetention', 'mails')).toEqual({ from: '30', to: '3650' })
  expect(at('config-changeMail', 'mail', 'port')).toEqual({ from: '1', to: '65535' })
})

test('a field that isn’t a number has no bounds', () => {
  expect(at('config-changePricing', 'stacking')).toBeUndefined()
  expect(at('config-changePricing', 'nothing', 'here')).toBeUndefined()
  expect(at('config-changePricing', 'siblingProgrammeIds', 0)).toBeUndefined()
})
