import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBarred, readCustody, readPickUp, readRemark, settleCustody, speaksOfCustody } from './custody.ts'

const mother = { name: 'Jane Doe', nativeName: '王芳', relationship: 'mother' as const }
const father = { name: 'John Roe', nativeName: '', relationship: 'father' as const }
const grandma = { name: 'Ann Doe', nativeName: '', relationship: 'grandparent' as const }
const unnamed = { name: 'Kim Park', nativeName: '', relationship: null }
type Person = typeof mother | typeof father | typeof grandma | typeof unnamed

const outcome = (cell: string, guardians: readonly Person[] = [mother, father], read = readCustody) => {
  const { isUnclear, barred, strangers } = settleCustody([read(1, '', cell)], guardians)
  if (isUnclear) return '?'
  return [...barred.map(({ guardian }) => guardian.name.split(' ')[0]!), ...strangers].join(', ') || 'nobody'
}

describe('a cell under Custody', () => {
  test.each([
    ['', 'nobody'],
    ['N', 'nobody'],
    ['none', 'nobody'],
    ['Both', 'nobody'],
    ['Joint custody', 'nobody'],
    ['Mother and Father', 'nobody'],
    ['No restrictions', 'nobody'],
    ['No known custody issues', 'nobody'],
    ['双方', 'nobody'],
    ['共同监护', 'nobody'],
    ['Sole custody to the mother', 'John'],
    ['Sole - mother', 'John'],
    ['Mother has full custody', 'John'],
    ['Sole legal custody: Jane Doe', 'John'],
    ['mother only', 'John'],
    ['No contact with father', 'John'],
    ['Not to be picked up by John Roe', 'John'],
    ['DO NOT release to John Roe!', 'John'],
    ['Restraining order against father', 'John'],
    ['Dad is not allowed to pick up.', 'John'],
    ['父亲不得探视', 'John'],
    ['监护权归母亲', 'John'],
    ['不能让爸爸接', 'John'],
    ['只能由妈妈接', 'John'],
    ['不准王芳接', 'Jane'],
    ['Not to be picked up by Linda Gray', 'Linda Gray'],
    ['Mother has sole custody, father may not pick up', 'John'],
    ['No pick-up by Linda Gray or Bob Gray', 'Linda Gray, Bob Gray'],
  ])('%j bars %s', (cell, who) => expect(outcome(cell)).toBe(who))

  test.each([
    'Y',
    'yes',
    'X',
    'See file',
    'Complicated',
    'sole',
    'Father on alternate weekends only',
    'Dad cannot pick up on Fridays',
    'not to be picked up by father’s girlfriend',
    'Not to be picked up by Bob',
    'Mother',
    'Lives with mother',
    'court order 2024-117',
    'Supervised visits',
    '周末由父亲接',
    '不能让李四接',
    'Nobody except the parents',
    'Neither parent may pick up, sole custody pending',
  ])('%j has to be read by a person', cell => expect(outcome(cell)).toBe('?'))

  test('whom words may mean counts: who might be the father is not let in', () => {
    expect(outcome('No contact with father', [mother, unnamed])).toBe('?')
    expect(outcome('No contact with father', [mother, grandma])).toBe('nobody')
    expect(outcome('Sole custody to the mother', [mother, unnamed, grandma])).toBe('Kim, Ann')
    expect(outcome('Sole custody to the mother', [father, unnamed])).toBe('?')
    expect(outcome('Mother', [mother])).toBe('nobody')
    expect(outcome('Lives with Jane Doe', [mother])).toBe('nobody')
  })
  test('where nobody would be left, somebody has to read it', () =>
    expect(outcome('No contact with mother. No contact with father.')).toBe('?'))
  test('each part of a sentence counts', () => {
    const cell = 'Grandmother not allowed, father not allowed, only mother picks up'
    expect(outcome(cell, [mother, father, grandma]).split(', ').toSorted()).toEqual(['Ann', 'John'])
  })
  test('each sentence counts', () => {
    expect(outcome('Sole custody to mother. Father lives in Ohio.')).toBe('John')
    expect(outcome('No contact with father. See the office about grandma picking up only sometimes.')).toBe('?')
  })
})

describe('a cell under May pick up', () => {
  const settled = (cell: string, who: string) => settleCustody([readPickUp(1, 'PickupOK', cell, who)], [mother, father])
  test('no keeps that person from fetching, and from nothing else', () => {
    expect(settled('N', 'John Roe').barred).toEqual([{ guardian: father, isPickUpOnly: true }])
    expect(settled('否', 'John Roe').barred).toHaveLength(1)
    expect(settled('Yes', 'John Roe')).toMatchObject({ isUnclear: false, barred: [], notes: [] })
  })
  test('anything else is read by a person', () => {
    expect(settled('ask mum', 'John Roe').isUnclear).toBe(true)
    expect(settled('N', '').isUnclear).toBe(true)
  })
})

test('a column of people who may not fetch bars those it names', () => {
  expect(outcome('John Roe', [mother, father], readBarred)).toBe('John')
  expect(outcome('Linda Gray, Bob Gray', [mother, father], readBarred)).toBe('Linda Gray, Bob Gray')
  expect(outcome('none', [mother, father], readBarred)).toBe('nobody')
  expect(outcome('yes', [mother, father], readBarred)).toBe('?')
})

describe('any other cell', () => {
  test.each([
    'Father may not pick up',
    'Restraining order vs dad',
    'only mom picks up',
    '不要让爷爷接孩子',
    'mother has custody',
  ])('%j speaks of custody', cell => expect(speaksOfCustody(cell)).toBe(true))
  test.each(['Loves dinosaurs', 'Peanuts', '123 Court Street', 'Picks up new words quickly', '接受拍照', 'Only child'])(
    '%j does not',
    cell => expect(speaksOfCustody(cell)).toBe(false),
  )
  test('what is plain bars there, too', () => {
    expect(
      outcome('Allergic to nuts. Father may not pick up.', [mother, father], (n, _, cell) => readRemark(n, cell)),
    ).toBe('John')
    expect(outcome('mother has custody', [mother, father], (n, _, cell) => readRemark(n, cell))).toBe('?')
  })
})

test('no words let somebody in whom other words bar', () => {
  const clear = fc.constantFrom('Both', 'Joint custody', 'N', 'none', 'Mother and Father')
  const bars = fc.constantFrom(
    'No contact with father',
    'Sole custody to the mother',
    '父亲不得探视',
    'Not to be picked up by John Roe',
  )
  fc.assert(
    fc.property(fc.array(clear), bars, fc.array(clear), fc.string(), (before, bar, after, noise) => {
      const marks = [...before, bar, ...after, noise].map((cell, n) => readCustody(n, 'Custody', cell))
      const { isUnclear, barred } = settleCustody(marks, [mother, father])
      expect(isUnclear || barred.some(({ guardian, isPickUpOnly }) => guardian === father && !isPickUpOnly)).toBe(true)
    }),
  )
})
