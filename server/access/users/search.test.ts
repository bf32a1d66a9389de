import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Callable } from '#contract/callable.ts'
import { contract } from '#contract/index.ts'
import { slipsOf, wordsOf } from '#server/platform/search.ts'
import { rows } from '#server/platform/db.ts'
import { sql } from 'drizzle-orm'
import { freshDatabase, type FreshDatabase } from '#tests/database-fixture.ts'
import { type Person, school } from '#tests/school.ts'
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
  for (const search of ['%', '_', '%%%', 'm_a', "'", 'g w', 'zzzz', '55501009', 'wang kowalski'])
    expect(await found(search)).toEqual([])
})
test('an exact match hides near matches, and a whole-word search finds no near ones', async () => {
  expect(await found('kowalsky', matchesWords)).toEqual([])
  await fresh.database.db.insert(persons).values({ name: 'Ann Kowalsky' })
  expect(await found('kowalsky')).toEqual(['Ann Kowalsky'])
})
test('a family’s search finds nobody by a near match, and nobody of another family', async () => {
  const s = await school()
  try {
    const event = await s.ida.call('events-create', {
      title: 'Picnic of the Wangs',
      nativeTitle: '',
      description: '',
      nativeDescription: '',
      place: '',
      isAllDay: true,
      startsOn: '2026-09-26',
      endsOn: '2026-09-26',
      startTime: null,
      endTime: null,
      audience: [{ kind: 'everyone' }],
      isPublic: false,
      takesRsvp: false,
      capacity: null,
      rsvpClosesAt: null,
      slots: [],
    })
    await s.ida.call('events-move', { id: event.id, to: 'published' })
    await s.tom.call('assignments-create', {
      sectionId: s.grade1.id,
      title: 'Homework',
      nativeTitle: '',
      instructions: '',
      kind: 'homework',
      takesText: true,
      takesFiles: false,
      due: { day: '2026-09-20', time: '14:00' },
      closes: null,
      maxPoints: null,
      fileIds: [],
      status: 'published',
      publish: null,
    })
    const { householdId } = s.annRegistration
    const about = {
      side: 'family',
      householdId,
      studentId: null,
      sectionId: null,
      subject: 'Hello',
      body: 'Hi',
    } as const
    await s.ann.call('messages-startThread', about)

    const searches = {
      'assignments-history': async (who: Person, search: string) =>
        (await who.call('assignments-history', { search })).rows.length,
      'events-agenda': async (who: Person, search: string) => (await who.call('events-agenda', { search })).rows.length,
      'messages-inbox': async (who: Person, search: string) =>
        (await who.call('messages-inbox', { search })).rows.length,
      'messages-threads': async (who: Person, search: string) =>
        (await who.call('messages-threads', { search })).rows.length,
    }
    // A new search that families may make belongs here.
    const open = Object.entries<Callable>(contract).flatMap(([name, { by, input }]) =>
      by.some(role => role !== 'admin' && role !== 'teacher') && 'shape' in input && 'search' in Object(input.shape)
        ? [name]
        : [],
    )
    expect(open.toSorted()).toEqual(Object.keys(searches))

    for (const near of ['Wamg', 'Wagn']) expect((await s.ida.call('students-list', { search: near })).total).toBe(2)
    for (const [name, find] of Object.entries(searches)) {
      expect(await find(s.ann, 'wang'), name).toBeGreaterThan(0)
      for (const near of ['Wamg', 'Wagn']) expect(await find(s.ann, near), `${name} ${near}`).toBe(0)
      if (name === 'events-agenda') continue
      for (const other of ['wang', 'Wamg', 'Wagn']) expect(await find(s.bob, other), `${name} ${other}`).toBe(0)
    }
  } finally {
    await s.drop()
  }
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
  expect(wordsOf('2016-05')).toEqual([{ text: '201605', mayBeNear: false }])
})
