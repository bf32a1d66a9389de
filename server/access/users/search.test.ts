import { afterAll, beforeAll, expect, test } from 'vitest'
import { slipsOf, wordsOf } from '#server/platform/search.ts'
import { rows } from '#server/platform/db.ts'
import { sql } from 'drizzle-orm'
import { freshDatabase, type FreshDatabase } from '#tests/database-fixture.ts'
import { matchesSearch, matchesWords, persons } from './tables.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.database.db
    .insert(persons)
    .values([
      { name: 'Xiaoming Wang', nativeName: '王小明', email: 'ming@home.example', phone: '+1 (301) 555-0100' },
      { name: 'José Ángel García-Núñez', preferredName: 'Pepe' },
      { name: '欧阳修', phone: '139 1234 5678' },
      { name: 'Lü Bu', nativeName: '吕布' },
      { name: 'Guofan Zeng', nativeName: '曾國藩' },
      { name: "Siobhán O'Brien" },
      { name: 'Łukasz Kowalski' },
      { name: 'Min-jun Kim', nativeName: '김민준' },
    ])
})
afterAll(() => fresh.drop())

const found = async (search: string, by = matchesSearch) =>
  (
    await rows<{ name: string }>(
      fresh.database.db,
      sql`select p.name from persons p where ${by(sql`p.id`, search)} order by p.name`,
    )
  ).map(({ name }) => name)

test.each([
  '王小明',
  '王 小明',
  '小明',
  '王',
  'Xiaoming Wang',
  'wang xiaoming',
  'WANG, Xiaoming',
  'wangxiaoming',
  'xiaomingwang',
  'xiao ming',
  'xiaom',
  'wang xm',
  'wxm',
  'ming@home',
  '301-555-0100',
  '3015550100',
  '+1 301 555 0100',
  '(301) 555-0100',
  '555-0100',
  'wang 0100',
  'Xiaomng',
  'Xiaoming Wamng',
  'Wnag Xiaoming',
  'Xiaomign Wagn',
  'ｗａｎｇ xiaoming',
])('王小明 is found as %s', async search => {
  expect(await found(search)).toContain('Xiaoming Wang')
})
test.each([
  ['Jose', 'José Ángel García-Núñez'],
  ['garcia nunez', 'José Ángel García-Núñez'],
  ['GARCÍA-NÚÑEZ', 'José Ángel García-Núñez'],
  ['pepe', 'José Ángel García-Núñez'],
  ['ouyang xiu', '欧阳修'],
  ['ouyangx', '欧阳修'],
  ['oyx', '欧阳修'],
  ['+86 13912345678', '欧阳修'],
  ['lubu', 'Lü Bu'],
  ['lv bu', 'Lü Bu'],
  ['zeng', 'Guofan Zeng'],
  ['曾國', 'Guofan Zeng'],
  ['obrien', "Siobhán O'Brien"],
  ['o’brien', "Siobhán O'Brien"],
  ['lukasz', 'Łukasz Kowalski'],
  ['kowalsky', 'Łukasz Kowalski'],
  ['sobhan', "Siobhán O'Brien"],
  ['Jsoé', 'José Ángel García-Núñez'],
  ['min jun', 'Min-jun Kim'],
  ['김민', 'Min-jun Kim'],
])('%s finds only %s', async (search, name) => {
  expect(await found(search)).toEqual([name])
})
test('symbols alone, absent words and letters inside words find nothing', async () => {
  for (const search of ['%', '_', "'", 'g w', 'zzzz', '55501009', 'wang kowalski'])
    expect(await found(search)).toEqual([])
})
test('an exact match hides near matches, and a whole-word search finds no near ones', async () => {
  expect(await found('kowalsky', matchesWords)).toEqual([])
  await fresh.database.db.insert(persons).values({ name: 'Ann Kowalsky' })
  expect(await found('kowalsky')).toEqual(['Ann Kowalsky'])
})
test('a changed name is found under its new spelling, even when changed directly in the database', async () => {
  await rows(fresh.database.db, sql`update persons set native_name = '陈婉清' where name = 'Ann Kowalsky'`)
  expect(await found('chenwanqing')).toEqual(['Ann Kowalsky'])
  await rows(fresh.database.db, sql`delete from persons where name = 'Ann Kowalsky'`)
})
test('one typo after the first letter is a near match, two are not', () => {
  const letters = 'wang'.split('')
  const near = new RegExp(slipsOf('wang').replaceAll(/\\[mM]/g, '\\b'))
  for (let index = 1; index < letters.length; index += 1) {
    expect(letters.toSpliced(index, 1).join('')).toMatch(near)
    expect(letters.toSpliced(index, 1, 'x').join('')).toMatch(near)
    expect(letters.toSpliced(index, 0, 'x').join('')).toMatch(near)
  }
  expect('wnag').toMatch(near)
  expect('wangx').toMatch(near)
  for (const far of ['wxxg', 'ang', 'awng', 'wangxy']) expect(far).not.toMatch(near)
})
test('a search uses at most eight words', () => {
  expect(wordsOf('a b c d e f g h i j')).toHaveLength(8)
  expect(wordsOf('2016-05')).toEqual([{ pattern: '%201605%', word: '201605', mayBeNear: false }])
})
