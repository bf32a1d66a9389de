import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { familyFirst } from '#rules/nameOrder.ts'
import { rows } from '#server/platform/db.ts'
import { isHouseholdAfter } from './nameOrder.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const inOrder = async (
  people: readonly { name: string; nativeName?: string }[],
  column: 'name_order' | 'native_order',
) =>
  (
    await rows<{ name: string }>(
      s.database.db,
      sql`select name from json_to_recordset(${JSON.stringify(people)}::json) as p(name text, "nativeName" text)
        order by ${sql.raw(column)}(name, coalesce("nativeName", '')) collate "C"`,
    )
  ).map(({ name }) => name)

test('the database splits any name as the rule does', async () => {
  const word = fc.oneof(
    fc.constantFrom(
      'de',
      'la',
      'De La',
      'van der',
      'Van',
      'Jr',
      'III',
      'Emily',
      'Wang,',
      'the',
      'family',
      '王',
      '김',
      'O’Brien',
    ),
    fc.string({ maxLength: 8 }),
  )
  const names = fc.sample(
    fc.array(word, { maxLength: 6 }).map(words => words.join(' ').replaceAll('\0', '')),
    { numRuns: 500, seed: 7 },
  )
  // A name of only Chinese characters and spaces is Chinese and sorted by its sound. These are the others.
  const others = names.filter(name => !/^[\u4e00-\u9fff\s·•]+$/.test(name) && !/[\t\n\v\f\r\u0085\ufeff]/.test(name))
  const found = await rows<{ is: boolean }>(
    s.database.db,
    sql`select name_order(name, '') = fold(wanted) as is from json_to_recordset(${JSON.stringify(
      others.map(name => {
        const { family, given } = familyFirst(name)
        return { name, wanted: given ? `${family}\t${given}` : family }
      }),
    )}::json) as p(name text, wanted text)`,
  )
  expect(others.length).toBeGreaterThan(300)
  expect(others.filter((_, index) => !found[index]!.is)).toEqual([])
})

test('in English, people are sorted by family name', async () => {
  const sorted = [
    { name: 'Zoe Abel' },
    { name: 'Maria de la Cruz' },
    { name: 'Ben Lee Jr.' },
    { name: 'Şule Oğuz' },
    { name: 'Anna van der Berg' },
    { name: 'Wang, Emily' },
    // The Chinese name tells that the family name comes first here.
    { name: 'Wang Xiaoming', nativeName: '王小明' },
    { name: '王芳' },
    { name: 'Amy Wong' },
  ]
  expect(await inOrder(sorted.toReversed(), 'name_order')).toEqual(sorted.map(({ name }) => name))
})

test('in Chinese, people are sorted by the sound of the Chinese name, surname by surname, with others between', async () => {
  const sorted = [
    { name: 'a', nativeName: '陈明' },
    { name: 'Bob Chu' },
    { name: 'b', nativeName: '欧安' },
    { name: 'c', nativeName: '欧宇' },
    { name: 'd', nativeName: '欧阳安' },
    { name: 'e', nativeName: '单丽' },
    { name: 'f', nativeName: '汪芳' },
    { name: 'g', nativeName: '汪雨' },
    { name: 'h', nativeName: '王芳' },
    { name: 'i', nativeName: '王雨' },
    { name: 'j', nativeName: '曾安' },
  ]
  expect(await inOrder(sorted.toReversed(), 'native_order')).toEqual(sorted.map(({ name }) => name))
})

test.each(['乥', '乥鿿', '·', '㐂'])(
  'a name whose sound isn’t known, “%s”, is still saved, searchable and sortable',
  async name => {
    const [made] = await rows<{ text: string; order: string; native: string }>(
      s.database.db,
      sql`insert into persons (id, name, native_name) values (gen_random_uuid(), ${name}, ${name})
      returning search_text as text, name_order as "order", native_order as native`,
    )
    expect(made?.text).toContain(name.replace('·', ' '))
    expect([made?.order, made?.native]).toEqual([expect.any(String), expect.any(String)])
  },
)

test('pages of families continue where the last one ended, without repeating or missing one', async () => {
  const names = [
    'The Smith Family',
    'Smith',
    'Ana de la Cruz',
    'Cruz',
    '王家',
    '王芳',
    'Smith',
    "Sinéad O'Neil",
    'Wang, Emily',
  ]
  await rows(
    s.database.db,
    sql`insert into households (id, name, created_at) select gen_random_uuid(), name, now() from unnest(${sql.param(names)}::text[]) name`,
  )
  const all = await rows<{ name: string; id: string }>(
    s.database.db,
    sql`select h.name, h.id from households h order by h.name_order, h.id`,
  )
  const paged: typeof all = []
  for (;;) {
    const last = paged.at(-1)
    const page = await rows<{ name: string; id: string }>(
      s.database.db,
      sql`select h.name, h.id from households h where ${last ? isHouseholdAfter('h', [last.name, last.id]) : sql`true`} order by h.name_order, h.id limit 2`,
    )
    if (page.length === 0) break
    paged.push(...page)
  }
  expect(paged).toEqual(all)
  expect(all.length).toBeGreaterThan(names.length)
})
