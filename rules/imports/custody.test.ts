import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBarred, readCustody, readPickUp, readRemark, settleCustody, speaksOfCustody } from './custody.ts'
import { readHeading } from './headers.ts'

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
  ])('%j blocks %s', (cell, who) => expect(outcome(cell)).toBe(who))

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
  ])('%j needs a person to read it', cell => expect(outcome(cell)).toBe('?'))

  test('a guardian who might be the father is asked about or blocked, never let in', () => {
    expect(outcome('No contact with father', [mother, unnamed])).toBe('?')
    expect(outcome('No contact with father', [mother, grandma])).toBe('nobody')
    expect(outcome('Sole custody to the mother', [mother, unnamed, grandma])).toBe('Kim, Ann')
    expect(outcome('Sole custody to the mother', [father, unnamed])).toBe('?')
    expect(outcome('Mother', [mother])).toBe('nobody')
    expect(outcome('Lives with Jane Doe', [mother])).toBe('nobody')
  })
  test('a cell that would block every guardian needs a person to read it', () =>
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
  test('“no” blocks that person from pick-up and from nothing else', () => {
    expect(settled('N', 'John Roe').barred).toEqual([{ guardian: father, isPickUpOnly: true, isNamed: true }])
    expect(settled('否', 'John Roe').barred).toHaveLength(1)
    expect(settled('Yes', 'John Roe')).toMatchObject({ isUnclear: false, barred: [], notes: [] })
  })
  test('anything else needs a person to read it', () => {
    expect(settled('ask mum', 'John Roe').isUnclear).toBe(true)
    expect(settled('N', '').isUnclear).toBe(true)
  })
})

test('a column of people not allowed to pick up blocks those it names', () => {
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
  ])('%j is about custody', cell => expect(speaksOfCustody(cell)).toBe(true))
  test.each(['Loves dinosaurs', 'Peanuts', '123 Court Street', 'Picks up new words quickly', '接受拍照', 'Only child'])(
    '%j is not about custody',
    cell => expect(speaksOfCustody(cell)).toBe(false),
  )
  test('a clear statement blocks there, too', () => {
    expect(
      outcome('Allergic to nuts. Father may not pick up.', [mother, father], (n, _, cell) => readRemark(n, cell)),
    ).toBe('John')
    expect(outcome('mother has custody', [mother, father], (n, _, cell) => readRemark(n, cell))).toBe('?')
  })
})

test('no other cell lets in a person whom one cell blocks', () => {
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

/**
 * Headings and remarks as schools write them: every kind that must not be overlooked, and some that have nothing to do
 * with custody.
 */
describe('text about who may see or pick up a child', () => {
  const split = (text: string): string[] => text.split('|').map(part => part.trim())
  const headings: Record<'barred' | 'custody' | 'pickup', string[]> = {
    barred: split(
      'Do NOT release to | Cannot pick up | Not allowed to pick up | No contact | DNR | Banned | Blocked persons | Restricted Persons | Persons NOT authorized | Not allowed contact | NOT auth | Person(s) who do NOT have permission | 不允许接触者 | Who can NOT pick up? | 不可接送人 | 谁不可以接孩子 | 禁止接送 | 黑名单',
    ),
    custody: split(
      'CustodyFlag | Custodial parent | Contact2_HasCustody | LivesWith | Lives w/ | Resides with | Court order on file | Order of protection | Restrictions | Pick-up restrictions | Release notes | Marital status | Family situation | Legal alert | Does the other parent have access? | Safety concerns | Guardianship | Foster care | Parental rights | 监护权 | 监护情况说明 | 父母婚姻状况 | 是否单亲 | 与谁同住 | 居住情况',
    ),
    pickup: split(
      'PickupOK | May collect? | OK to pick up | Contact1_Pickup | Dad pickup Y/N | Pick-up list | Released to | Okay to release | Authorized for pickup | Authorized to P/U | Who is authorized to pick up your children? | Collected by | 接送人 | 可接人员 | 谁可以接孩子',
    ),
  }
  test.each(Object.entries(headings).flatMap(([what, of]) => of.map(heading => [heading, what])))(
    'the heading %s is about: %s',
    (heading, what) => expect(readHeading(heading).what).toBe(what),
  )
  test.each(
    split(
      'Dietary restrictions | Photo release | Liability release | Legal first name | Legal guardian name | Custodial parent name | Non-custodial parent phone | Contact no | Pick-up location | Pickup time | 监护人姓名',
    ),
  )('the heading %s is about something else', heading =>
    expect(Object.keys(headings)).not.toContain(readHeading(heading).what),
  )
  test.each(
    split(
      'Dad out of picture | NO DAD | Cal is not Ben’s dad | bio dad may not see Ben | Weekends only | Mother has EPO against father | mother’s boyfriend should not be given access | Father’s access is limited | Dad may visit Sundays only | ex wife cannot visit | Keep away from Uncle Joe | Do not call father | Address must stay private | If anyone but me comes, call me | Ward of the state | lives w/ mom | Mom ONLY | 父亲有暴力史，请勿透露孩子信息 | 父亲失联 | 跟妈妈住 | 不要告诉爸爸 | 地址请保密 | 父母正在打官司',
    ),
  )('the remark %s is about custody', remark => expect(speaksOfCustody(remark)).toBe(true))
  test.each(
    split(
      'Keep away from peanuts | do not call before noon | dad works nights, call mom first | no pork | cannot see well | does not like to share | only child | Speaks only Chinese | takes bus home | has a sister in class 2 | Mother prefers WeChat | 不吃猪肉 | 只会说中文 | 周日只能上午来',
    ),
  )('the remark %s is not about custody', remark => expect(speaksOfCustody(remark)).toBe(false))
  test('a pick-up list that leaves pick-up open blocks no parent; one that may exclude a parent never passes', () => {
    const [mei, dave] = [
      { name: 'Mei Lin', nativeName: '', relationship: 'mother' as const },
      { name: 'Dave Porter', nativeName: '', relationship: 'father' as const },
    ]
    const settled = (cell: string) => settleCustody([readPickUp(1, 'Pick-up list', cell, '')], [mei, dave])
    for (const open of ['Grandma Peg 585-555-0100', 'Mei or Dave', 'mom, dad'])
      expect(settled(open)).toMatchObject({ isUnclear: false, barred: [] })
    for (const asked of ['Mei', 'mom', 'not dad', 'see office', 'Only Grandma Peg'])
      expect(settled(asked).isUnclear || settled(asked).barred.length > 0).toBe(true)
  })
})
