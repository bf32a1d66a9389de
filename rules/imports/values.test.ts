import { describe, expect, test } from 'vitest'
import { isCode } from './cells.ts'
import { childrenOf } from './children.ts'
import { proposeColumns } from './columns.ts'
import { readPhones } from './contacts.ts'
import { readCustody, settleCustody } from './custody.ts'
import { readDate } from './dates.ts'
import { isStaffList } from './headers.ts'
import { rowOf, type Rules } from './line.ts'
import { splitPeople } from './people.ts'
import { readRow, refuseWithoutNumber } from './reading.ts'
import { isRomanisation } from './sounds.ts'

const sounds: Record<string, string[]> = {
  刘芳: ['liu', 'fang'],
  陈大文: ['chen', 'da', 'wen'],
  王丽: ['wang', 'li'],
  吕薇: ['lv', 'wei'],
}
const romanise = (han: string): string[] => sounds[han] ?? []
const mayBeOne: Rules['mayBeOne'] = (latin, han) => isRomanisation(latin, han, romanise)

describe('a Chinese name beside a Latin one', () => {
  test.each([
    ['Fang Liu', '刘芳'],
    ['Liu Fang', '刘芳'],
    ['Grace Liu', '刘芳'],
    ['Fang Brown', '刘芳'],
    ['Amy Lau', '刘芳'],
    ['Chan Tai Man', '陈大文'],
    ['Wei Lu', '吕薇'],
    ['Yuki Sato', '佐藤由紀'],
  ])('%s may be %s', (latin, han) => expect(mayBeOne(latin, han)).toBe(true))
  test.each([
    ['Mark Brown', '刘芳'],
    ['Wei Zhang', '刘芳'],
    ['John Li', '陈大文'],
  ])('%s can’t be %s', (latin, han) => expect(mayBeOne(latin, han)).toBe(false))

  const people = (cell: string) => splitPeople(cell, mayBeOne).map(({ text }) => text)
  test.each([
    ['Mark Brown / 刘芳', ['Mark Brown', '刘芳']],
    ['Fang Liu / 刘芳', ['刘芳 Fang Liu']],
    ['刘芳/Liu Fang', ['刘芳 Liu Fang']],
    ['刘芳 Fang Liu', ['刘芳 Fang Liu']],
    ['王丽（妈妈） and Tom Brown', ['王丽', 'Tom Brown']],
    ['mother: Xu Mei', ['Xu Mei']],
    ['Ana de la Cruz y Ortega', ['Ana de la Cruz y Ortega']],
    ['de la Cruz y Ortega, Ana', ['de la Cruz y Ortega, Ana']],
    ['Wei <wei+school@example.com>; Li <li@example.com>', ['Wei <wei+school@example.com>', 'Li <li@example.com>']],
  ])('%j', (cell, expected) => expect(people(cell)).toEqual(expected))
})

describe('phone cells with messengers and extensions', () => {
  const phone = (text: string) => (text.replace(/\D/g, '').length >= 7 ? text.replace(/\D/g, '') : null)
  const read = (cell: string) => {
    const { found, messengers, extensions } = readPhones(cell, phone)
    const kept = found.map(each => each.extension).filter(Boolean)
    return { found: found.map(({ value }) => value), messengers, extensions: [...kept, ...extensions] }
  }
  test.each([
    ['585-555-0100, QQ 1387654321', ['5855550100'], ['QQ 1387654321'], []],
    ['微信：13912345678', [], ['微信:13912345678'], []],
    ['585-555-0100 WeChat: lily_wang', ['5855550100'], ['WeChat: lily_wang'], []],
    ['手机/微信 13912345678', ['13912345678'], [], []],
    ['微信/手机 13912345678', ['13912345678'], [], []],
    ['13912345678（微信同号）', ['13912345678'], [], []],
    ['585-555-0100 x12', ['5855550100'], [], ['x12']],
    ['585-555-0100 ext. 4', ['5855550100'], [], ['ext. 4']],
    ['585-555-0100转12', ['5855550100'], [], ['转12']],
    ['５８５－５５５－０１００', ['5855550100'], [], []],
  ])('%j', (cell, found, messengers, extensions) => expect(read(cell)).toEqual({ found, messengers, extensions }))
})

describe('days', () => {
  test.each(['March', 'Mar-16', '3月', 'age 7', '7岁', 'Mar 2016'])('%j doesn’t become a made-up birthday', cell =>
    expect(['part', 'nothing']).toContain(readDate(cell, 2026).kind),
  )
  test.each(['农历2016年3月4日', '2016年腊月初三', '二〇一六年正月十五', 'lunar 3/4/2016'])(
    '%j is not a solar date',
    cell => expect(readDate(cell, 2026).kind).toBe('part'),
  )
})

test.each(['=A2&B2', '@SUM(A1)', '+cmd|x', '#REF!', '<b>Mia</b> Lin', 'Mia\u0007 Lin', '{{name}}'])(
  '%j is code, not a name',
  cell => expect(isCode(cell)).toBe(true),
)
test.each(['Mia Lin', 'Mia Lin <mia@example.com>', '- ', '+1 585 555 0100', 'O’Brien\nMia', '王小明'])(
  '%j may be a name',
  cell => expect(isCode(cell)).toBe(false),
)

describe('columns', () => {
  const fields = (headings: string[], rows: string[][] = []) =>
    proposeColumns(
      headings,
      headings.map((_, index) => rows.map(row => row[index] ?? '')),
    ).map(({ target: { field } }) => field)
  test.each(['Student #', 'Student No.', 'Student ID Number', 'Pupil Ref', 'Student number', 'Student Reg No'])(
    '%s is a column of numbers, and the name is beside it',
    heading => expect(fields([heading, 'Student Name', 'DOB'])).toEqual(['child-id', 'child-name', 'child-birth']),
  )
  test('a column of numbers under "Student" is not read as names', () => {
    const rows = [
      ['10001', 'Mia Lin', '1/6/2015'],
      ['10002', 'Leo Park', '2/7/2016'],
    ]
    expect(fields(['Student', 'Name', 'DOB'], rows)).toEqual(['child-id', 'child-name', 'child-birth'])
  })
  test('a list of teachers is a staff list, and a list of children with their teacher is not', () => {
    expect(fields(['Teacher', 'Email', 'Phone', 'Subject'])).toEqual([
      'staff-name',
      'staff-email',
      'staff-phone',
      'staff-role',
    ])
    expect(fields(['Staff name', 'Mobile'])).toEqual(['staff-name', 'staff-phone'])
    expect(fields(['Name', 'Birthday', 'Teacher', 'Email'])[0]).toBe('child-name')
    expect(fields(['Name', 'Grade', 'Teacher', 'Phone'])[0]).toBe('child-name')
  })
  test('QQ and WeChat are not phone numbers', () => {
    expect(
      fields(['Student', 'Mother', 'QQ', '妈妈微信', 'WeChat name'], [['', '', '1387654321', '1387654321']]),
    ).toEqual(['child-name', 'guardian-name', 'ignore', 'ignore', 'ignore'])
  })
})

describe('a line', () => {
  const rules = (...columns: [field: Rules['columns'][number]['field'], n?: number][]): Rules => ({
    columns: columns.map(([field, n = 1]) => ({ field, n, header: field, relationship: null })),
    order: { slash: 'month-first', dot: 'day-first' },
    timeOrder: { slash: 'month-first', dot: 'day-first' },
    today: '2026-11-15',
    phone: text => (text.replace(/\D/g, '').length >= 7 ? text.replace(/\D/g, '') : null),
    mayBeOne,
    romanise,
    isAmerican: true,
    isOrderGuessed: false,
    boilerplate: new Set(),
  })
  const problems = (values: string[], of: Rules) => readRow(2, values, of).problems.map(({ code }) => code)
  const child = rules(['child-name'], ['child-birth'], ['row-time'])
  test.each([
    [['=B2', '1/2/2015', ''], ['name-code']],
    [['x'.repeat(10_000), '1/2/2015', ''], ['name-long']],
    [['Mia Lin', '1/2/2031', ''], ['birth-future']],
    [['Mia Lin', '11/3/2026', '11/3/2026 18:02:00'], ['birth-today']],
    [['Mia Lin', '11/15/2026', ''], ['birth-today']],
    [['Mia Lin', '1/2/2015', '11/3/2026 18:02:00'], []],
  ])('%j', (values, expected) => expect(problems(values, child)).toEqual(expected))
  test.each([
    ['Mia 小米 9岁; Leo 小乐7岁', ['Mia 小米', 'Leo 小乐']],
    ['Mia Lin 9 yrs old; Leo Lin 7 y/o', ['Mia Lin ', 'Leo Lin ']],
  ])('an age behind a child’s name isn’t part of it: %s', (cell, expected) =>
    expect(readRow(2, [cell], rules(['child-name'])).children.map(each => `${each.name} ${each.nativeName}`)).toEqual(
      expected,
    ),
  )
  test.each(['Ana Park 585-555-0172 分机3', 'Ana Park, 585-555-0172 ext. 3'])(
    'an extension behind the number beside a guardian’s name is kept with it: %s',
    cell => {
      const [guardian] = readRow(2, ['Mia Lin', cell], rules(['child-name'], ['guardian-name'])).guardians
      expect(guardian).toMatchObject({ name: 'Ana Park', nativeName: '', phone: '5855550172' })
      expect(guardian!.others).toEqual([expect.stringMatching(/^5855550172 (?:分机|ext\. )3$/)])
    },
  )
  test('a last name without a first name is reported', () => {
    const apart = rules(['child-first'], ['child-last'])
    expect(problems(['', 'Lin'], apart)).toEqual(['first-missing'])
    expect(problems(['Mia', 'Lin'], apart)).toEqual([])
  })
  test('"Born" may be a family name or introduce a birthday', () => {
    const names = (text: string) =>
      childrenOf(rowOf([text], rules(['child-name'])), 1).map(({ name, birthOn }) => [name, birthOn])
    expect(names('Max Born')).toEqual([['Max Born', null]])
    expect(names('Max Lin, born 1/6/2015')).toEqual([['Max Lin', '2015-01-06']])
  })
  test('an email or phone number beside a name belongs to that person', () => {
    const { guardians } = readRow(
      2,
      ['Mia Lin', 'Wei Lin <wei@example.com>; Ana Park 585-555-0100'],
      rules(['child-name'], ['guardian-name']),
    )
    expect(guardians.map(({ name, email, phone }) => [name, email, phone])).toEqual([
      ['Wei Lin', 'wei@example.com', ''],
      ['Ana Park', '', '5855550100'],
    ])
  })
  test('two people named in two scripts stay two, with a note', () => {
    const { guardians, notes } = readRow(
      2,
      ['Mia Brown', 'Mark Brown / 刘芳'],
      rules(['child-name'], ['guardian-name']),
    )
    expect(guardians.map(({ name }) => name)).toEqual(['Mark Brown', '刘芳'])
    expect(notes).toContainEqual({ code: 'people-two', column: 1, text: 'Mark Brown + 刘芳' })
  })
  test('more phone numbers and extensions are kept beside the first', () => {
    const one = readRow(
      2,
      ['Mia Lin', 'Wei Lin', '585-555-0100 x12'],
      rules(['child-name'], ['guardian-name'], ['guardian-phone']),
    )
    expect(one.guardians).toMatchObject([{ phone: '5855550100', others: ['5855550100 x12'] }])
    const { notes, guardians } = readRow(
      2,
      ['Mia Lin', 'Wei Lin', '585-555-0100; 585-555-0101 x3; QQ 1387654321'],
      rules(['child-name'], ['guardian-name'], ['guardian-phone']),
    )
    expect(notes.map(({ code }) => code).filter(code => code !== 'birth-missing')).toEqual([
      'messenger',
      'phone-extension',
    ])
    expect(guardians).toMatchObject([{ phone: '5855550100', others: ['5855550101'] }])
  })
  test('"Mom" and "Dad" aren’t matched to people by the order of names', () => {
    const { guardians } = readRow(
      2,
      ['Mia Lin', 'Wei Lin & Ana Park', 'Dad 585-555-0100, Mom 585-555-0101'],
      rules(['child-name'], ['guardian-name'], ['guardian-phone']),
    )
    expect(guardians.map(({ relationship }) => relationship)).toEqual([null, null])
  })
  test('a line without a number is refused if all others have one', () => {
    const of = rules(['child-id'], ['child-name'])
    const rows = Array.from({ length: 30 }, (_, n) =>
      readRow(n + 2, [n === 7 ? '' : String(100 + n), `Mia Lin${n}`], of),
    )
    refuseWithoutNumber(rows, of.columns)
    expect(
      rows.filter(({ problems: found }) => found.length > 0).map(({ n, problems: found }) => [n, found[0]!.code]),
    ).toEqual([[9, 'number-missing']])
  })
})

describe('a blocked person whose name is written differently', () => {
  const guardian = (name: string, relationship: 'mother' | 'father' | 'guardian') => ({
    name,
    nativeName: '',
    relationship,
  })
  const settled = (cell: string, ...of: ReturnType<typeof guardian>[]) => {
    const { isUnclear, barred, strangers } = settleCustody([readCustody(2, '', cell)], of)
    return { isUnclear, barred: barred.map(each => each.guardian.name), strangers }
  }
  const mother = guardian('Ana Park', 'mother')
  test('is recognized without the middle initial', () => {
    expect(settled('Not to be picked up by Carlos Lin', mother, guardian('Carlos M. Lin', 'father'))).toMatchObject({
      isUnclear: false,
      barred: ['Carlos M. Lin'],
    })
  })
  test.each(['Michael Lin', '林伟'])('needs a decision if only part of the name matches: %s', name => {
    expect(settled('Not to be picked up by Mike Lin', mother, guardian(name, 'father')).isUnclear).toBe(true)
  })
  test('an aunt with the family name isn’t taken for the father', () => {
    expect(settled('Not to be picked up by Linda Lin (aunt)', mother, guardian('Wei Lin', 'father'))).toEqual({
      isUnclear: false,
      barred: [],
      strangers: ['Linda Lin'],
    })
  })
})

describe('a staff list', () => {
  const lists = [
    'Last Name,First Name,Job Title,Dept,Hire Date,Work Email',
    'Name,Role,Email,Phone',
    'Instructor,Classes taught,Pay rate,E-mail',
    'Staff name,Mobile,Subject,DOB',
    'Coach,Team,Phone',
    '教师姓名,任教科目,手机,邮箱',
    '老师姓名,英文名,课程',
    '序号,老师,英文名,教授课程,电话',
    'Teacher name,English name,Class',
    'Teacher,Class,E-mail,Cell',
  ]
  test.each(lists)('is recognized by its headings: %s', headings => expect(isStaffList(headings.split(','))).toBe(true))
  const others = [
    'Name,Teacher,Phone',
    'Student,Teacher,Email',
    'Name,Role,DOB,Email',
    'Child,Coach,Parent phone',
    '姓名,班级,老师,电话',
    '课程,英文名,老师',
    '老师,课程,英文名,教室,时间',
    '老师,学生,英文名,课程',
    'Teacher,Class,First name,Last name,Phone',
    'Teacher,Class,Grade,Phone',
  ]
  test.each(others)('is not recognized in other headings: %s', headings =>
    expect(isStaffList(headings.split(','))).toBe(false),
  )
})
