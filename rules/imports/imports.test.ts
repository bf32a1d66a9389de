import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allFields, eachField } from '#contract/studentFields.plain.ts'
import { fillFromAbove } from './above.ts'
import { isAsAbove, isNothing, isNothingMedical, plain } from './cells.ts'
import { proposeColumns } from './columns.ts'
import { readEmails, readPhones } from './contacts.ts'
import { columnOrder, readDate, settleDay } from './dates.ts'
import { findLayout, lineReader } from './layout.ts'
import { joinName, keyReader, nameKeys, readName, suffix } from './names.ts'
import { blanksOf } from './families.ts'
import { splitChildren, splitPeople } from './people.ts'
import { planStaff } from './staff.ts'
import { readGrade, relationOf } from './words.ts'

const phone = (text: string): string | null =>
  text.replace(/\D/g, '').length >= 7 ? text.replace(/\D/g, '').slice(-10) : null
const sound = (han: string): string[] => (han === '王小明' ? ['wang', 'xiao', 'ming'] : [])
const named = ({ name, nativeName, preferredName }: ReturnType<typeof readName>) =>
  [name, nativeName, preferredName].join('|')

describe('cells', () => {
  test.each([
    ['　１２３－４５６　', '123-456'],
    ['a\u00a0 b\r\n c', 'a b\nc'],
    ['\ufeffx\u200b', 'x'],
    ["'+1 301", '+1 301'],
  ])('%j is %j', (cell, text) => expect(plain(cell)).toBe(text))
  test('cleaning a cell twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(plain(plain(text))).toBe(plain(text))
      }),
    )
  })
  test.each(['', ' ', '-', '—', 'N/A', 'none', '无', '暫無', '?', 'TBD', '不详'])('%j counts as empty', cell =>
    expect(isNothing(cell)).toBe(true),
  )
  test.each(['Na', '吴', '0', 'None Smith'])('%j doesn’t count as empty', cell => expect(isNothing(cell)).toBe(false))
  test.each(['No', 'none', '无', '没有过敏', 'No known allergies', 'NKDA', 'None.'])('%j means no allergy', cell =>
    expect(isNothingMedical(cell)).toBe(true),
  )
  test.each(['nuts', '花生', 'No dairy'])('%j is an allergy', cell => expect(isNothingMedical(cell)).toBe(false))
  test.each(['same as above', '"', '″', '〃', '同上', 'Ditto', 'same'])('%j means the cell above', cell =>
    expect(isAsAbove(cell)).toBe(true),
  )
})

describe('dates', () => {
  test.each([
    '2016-03-04',
    '2016/3/4',
    '20160304',
    '4 Mar 2016',
    'March 4th, 2016',
    'Mar. 4, 2016',
    '4-Mar-16',
    '2016年3月4日',
    '２０１６年３月４日',
    '二〇一六年三月四日',
    '42433',
    '42433.0',
    'Friday, March 4, 2016',
    '2016-03-04T00:00:00.000Z',
    '3/4/2016 12:00:00 AM',
    'DOB: 2016.03.04',
    '4th of March 2016',
    '2016.3.4',
    '2016年03月04号',
  ])('%j is March 4, 2016', cell => {
    const read = readDate(cell, 2026)
    expect(settleDay(read, { slash: 'month-first', dot: 'day-first' })).toBe('2016-03-04')
  })
  test.each(['2016', '2016年', '7', 'age 7', '7岁', '7 yrs', '3/2016', 'March 2016', '2016-03'])(
    '%j is not a complete date',
    cell => expect(readDate(cell, 2026).kind).toBe('part'),
  )
  test.each(['2/30/2015', '2015-13-45', '31.11.2016', 'x7y', '99/99/9999'])('%j is not a valid date', cell =>
    expect(readDate(cell, 2026).kind).toBe('unreadable'),
  )
  test('a two-digit year is in the past', () => {
    expect(readDate('12/25/16', 2026)).toMatchObject({ day: '2016-12-25' })
    expect(readDate('12/25/84', 2026)).toMatchObject({ day: '1984-12-25' })
  })
  test('the whole column tells whether the day or the month comes first', () => {
    expect(columnOrder(['3/4/2016', '12/25/2015'], 2026).slash).toBe('month-first')
    expect(columnOrder(['3/4/2016', '25/12/2015'], 2026).slash).toBe('day-first')
    expect(columnOrder(['3/4/2016', '5/6/2016'], 2026)).toMatchObject({
      slash: null,
      example: { monthFirst: '2016-03-04', dayFirst: '2016-04-03' },
    })
    expect(columnOrder(['04.03.2016', '12/25/2015'], 2026)).toMatchObject({ slash: 'month-first', dot: 'day-first' })
  })
  test('every date is read in each common format', () => {
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    fc.assert(
      fc.property(fc.date({ min: new Date('1950-01-01'), max: new Date('2026-01-01'), noInvalidDate: true }), date => {
        const day = date.toISOString().slice(0, 10)
        const [y, m, d] = day.split('-').map(Number) as [number, number, number]
        for (const cell of [
          day,
          `${m}/${d}/${y}`,
          `${d} ${months[m - 1]} ${y}`,
          `${months[m - 1]} ${d}, ${y}`,
          `${y}年${m}月${d}日`,
          `${y}/${m}/${d}`,
        ])
          expect(settleDay(readDate(cell, 2026), { slash: 'month-first', dot: 'day-first' })).toBe(day)
      }),
    )
  })
  test('no text makes reading dates fail', () => {
    fc.assert(fc.property(fc.string(), text => void readDate(text, 2026)))
  })
})

describe('names', () => {
  test.each([
    ['Xiaoming Wang', 'Xiaoming Wang||'],
    ['王小明 Xiaoming Wang', 'Xiaoming Wang|王小明|'],
    ['Wang, Xiaoming (小明)', 'Xiaoming Wang|小明|'],
    ['WANG Xiaoming', 'Xiaoming Wang||'],
    ['WU Chao', 'Chao Wu||'],
    ['XIAOMING WANG', 'Xiaoming Wang||'],
    ['xiaoming wang', 'Xiaoming Wang||'],
    ['王 小明', '王小明|王小明|'],
    ['王小明（Max）', '王小明|王小明|'],
    ['William "Bill" O’Brien', 'William O’Brien||Bill'],
    ['Xiaoming Wang (Max)', 'Xiaoming Wang||Max'],
    ['Xiaoming Wang goes by Max', 'Xiaoming Wang||Max'],
    ['Dr. Wei Wang', 'Wei Wang||'],
    ['王伟先生', '王伟|王伟|'],
    ['Mrs. Wang', 'Mrs. Wang||'],
    ['Smith, John Jr.', 'John Jr. Smith||'],
    ['D’Angelo, Mia', 'Mia D’Angelo||'],
    ['???', '||'],
  ])('%j is %j', (cell, expected) => {
    // A Latin name in brackets beside a Chinese one is the person's Latin name.
    if (cell === '王小明（Max）') expect(readName(cell)).toMatchObject({ name: 'Max', nativeName: '王小明' })
    else expect(named(readName(cell))).toBe(expected)
  })
  test('name parts are joined, with the family name first in Chinese', () => {
    expect(named(joinName({ first: '小明', middle: '', last: '王' }))).toBe('王小明|王小明|')
    expect(named(joinName({ first: 'Xiaoming "Max"', middle: 'J', last: 'WANG' }))).toBe('Xiaoming J Wang||Max')
  })
  test('a person is recognized in another order, spelling or script', () => {
    const of = (cell: string) => nameKeys(readName(cell), sound)
    const keys = of('Xiaoming Wang')
    for (const cell of [
      'Wang, Xiaoming',
      'WANG Xiao Ming',
      'xiaoming  wang',
      '王小明',
      'Xiǎomíng Wáng',
      '王小明 Xiaoming Wang',
    ])
      expect(
        of(cell).some(key => keys.includes(key)),
        cell,
      ).toBe(true)
    expect(of('Xiaoli Wang').some(key => keys.includes(key))).toBe(false)
  })
  test('a name may begin with a word that elsewhere separates names, such as “Aka”', () => {
    expect(named(readName('Yuki Akamatsu'))).toBe('Yuki Akamatsu||')
    expect(named(readName('Yuki Akamatsu aka Yu'))).toBe('Yuki Akamatsu||Yu')
    // "Aka" is also a name.
    expect(named(readName('Aka Mori'))).toBe('Aka Mori||')
    expect(named(readName('Aka, Mei'))).toBe('Mei Aka||')
    expect(named(readName('Mori, Aka'))).toBe('Aka Mori||')
  })
  test('reading a name that was already read changes nothing', () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/).filter(each => !suffix.test(each))
    fc.assert(
      fc.property(word, word, (first, last) => {
        const once = readName(`${last}, ${first}`)
        expect(once.name).toBe(`${first} ${last}`)
        expect(readName(once.name)).toEqual(once)
      }),
    )
  })
})

describe('people in a cell', () => {
  test.each([
    ['Wei Wang & Li Zhang', ['Wei Wang', 'Li Zhang']],
    ['王伟/张丽', ['王伟', '张丽']],
    ['王伟，张丽', ['王伟', '张丽']],
    ['王伟 张丽', ['王伟', '张丽']],
    ['王 小明', ['王 小明']],
    ['Father: Wei Wang Mother: Li Zhang', ['Wei Wang', 'Li Zhang']],
    ['爸爸：王伟 妈妈：张丽', ['王伟', '张丽']],
    ['父 王伟 母 张丽', ['王伟', '张丽']],
    ['Mr. and Mrs. Wei Wang', ['Wei Wang', 'Mrs. Wang']],
    ['Wei and Li Wang', ['Wei Wang', 'Li Wang']],
    ['Wang, Wei & Li', ['Wei Wang', 'Li Wang']],
    ['王伟/Wei Wang', ['王伟 Wei Wang']],
    ['Lin Zhao & 何静', ['Lin Zhao', '何静']],
    ['王伟 Wei Wang; 张丽 Li Zhang', ['王伟 Wei Wang', '张丽 Li Zhang']],
    ['Wei Wang, Li Zhang', ['Wei Wang', 'Li Zhang']],
    ['Wang, Wei', ['Wang, Wei']],
    ['Wei Wang\nLi Zhang', ['Wei Wang', 'Li Zhang']],
    ['Wei Wang (father), Li Zhang (mother)', ['Wei Wang', 'Li Zhang']],
    ['', []],
  ])('%j', (cell, expected) => expect(splitPeople(cell).map(({ text }) => text)).toEqual(expected))
  test('labels tell each person’s relationship to the child', () => {
    expect(splitPeople('Mom: Li Zhang; Dad: Wei Wang').map(({ relationship }) => relationship)).toEqual([
      'mother',
      'father',
    ])
    expect(splitPeople('王伟(父) 张丽(母)').map(({ relationship }) => relationship)).toEqual(['father', 'mother'])
  })
  test('the number of birthdays tells how many children a cell names', () => {
    expect(splitChildren('Emily, Kevin', 2, new Set()).map(({ text }) => text)).toEqual(['Emily', 'Kevin'])
    expect(splitChildren('Wang, Emily', 1, new Set())).toHaveLength(1)
    expect(splitChildren('Emily & Kevin Wang', 2, new Set()).map(({ text }) => text)).toEqual([
      'Emily Wang',
      'Kevin Wang',
    ])
  })
  test('a list is of given names unless it begins with the family name', () => {
    const named = (family: string) => splitChildren('Tom, Ann & Bea', 0, new Set([family])).map(({ text }) => text)
    expect(named('smith')).toEqual(['Tom', 'Ann', 'Bea'])
    expect(named('tom')).toEqual(['Ann Tom', 'Bea Tom'])
  })
})

describe('emails and phone numbers', () => {
  test('phone numbers in one cell are told apart, each with its label', () => {
    expect(readPhones('(H) 301-555-0100; cell 2405550199 妈妈', phone).found).toEqual([
      { value: '3015550100', relationship: null, isHome: true, words: '(H)  ', extension: '' },
      { value: '2405550199', relationship: 'mother', isHome: false, words: ' cell   妈妈', extension: '' },
    ])
    expect(readPhones('爸 301-555-0100，妈 240-555-0199', phone).found.map(({ relationship }) => relationship)).toEqual(
      ['father', 'mother'],
    )
    expect(readPhones('301-555-0100 240-555-0199', phone).found.map(({ value }) => value)).toEqual([
      '3015550100',
      '2405550199',
    ])
    expect(readPhones('3015550100.0', phone).found.map(({ value }) => value)).toEqual(['3015550100'])
    expect(readPhones('call us', phone)).toMatchObject({ found: [], unread: [] })
    expect(readPhones('12345', phone).unread).toEqual(['12345'])
  })
  test('emails are read in the many ways people write them', () => {
    const values = (cell: string) => readEmails(cell).found.map(({ value }) => value)
    expect(values('Wei@Example.COM; mailto:li@example.com')).toEqual(['wei@example.com', 'li@example.com'])
    expect(values('wei (at) example.com')).toEqual(['wei@example.com'])
    expect(values('wei@example,com')).toEqual(['wei@example.com'])
    expect(values('<wei.wang+school@example.co.uk>')).toEqual(['wei.wang+school@example.co.uk'])
    expect(readEmails('Mom: a@x.org Dad: b@x.org').found.map(({ relationship }) => relationship)).toEqual([
      'mother',
      'father',
    ])
    expect(readEmails('not@valid')).toMatchObject({ found: [], unread: ['not@valid'] })
  })
  test('no text makes reading people and contacts fail', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        text => void [readPhones(text, phone), readEmails(text), splitPeople(text), readName(text)],
      ),
    )
  })
})

describe('headings', () => {
  const fields = (headings: string[], cells: string[][] = []) =>
    proposeColumns(headings, cells).map(({ target: { field, n } }) => (n === 1 ? field : `${field}:${n}`))
  test.each<[string[], string[]]>([
    [
      ['学生姓名 Student Name', 'DOB', 'Parent/Guardian 1 Email', 'Parent/Guardian 2 Email'],
      ['child-name', 'child-birth', 'guardian-email', 'guardian-email:2'],
    ],
    [
      ['Name', 'Mom', 'Dad', '爸爸手机', 'Mom Cell'],
      ['child-name', 'guardian-name', 'guardian-name:2', 'guardian-phone:2', 'guardian-phone'],
    ],
    [
      ['Student', 'Mother', 'Phone', 'Email', 'Father', 'Phone', 'Email'],
      [
        'child-name',
        'guardian-name',
        'guardian-phone',
        'guardian-email',
        'guardian-name:2',
        'guardian-phone:2',
        'guardian-email:2',
      ],
    ],
    [
      ['Child 1 First Name', 'Child 1 Last Name', 'Child 2 First Name', 'Child 2 DOB'],
      ['child-first', 'child-last', 'child-first:2', 'child-birth:2'],
    ],
    [
      ['姓', '名', '出生日期', '年级', '家长', '电话', '邮箱', '住址', '备注'],
      [
        'child-last',
        'child-first',
        'child-birth',
        'child-grade',
        'guardian-name',
        'guardian-phone',
        'guardian-email',
        'family-address',
        'ignore',
      ],
    ],
    [
      ['I agree to the rules', 'Gender', '性别', 'How did you hear about us?'],
      ['ignore', 'ignore', 'ignore', 'ignore'],
    ],
    [
      ['Last Name', 'First Name', 'Birthdate', 'Guardian Last Name', 'Guardian First Name'],
      ['child-last', 'child-first', 'child-birth', 'guardian-last', 'guardian-first'],
    ],
    [
      ['Student Name', 'Emergency Contact Name', 'Emergency Contact Phone', 'Doctor', 'Doctor Phone'],
      ['child-name', 'emergency-name', 'emergency-phone', 'doctor-name', 'doctor-phone'],
    ],
    [
      ['Street', 'City', 'State', 'Zip Code'],
      ['family-street', 'family-city', 'family-state', 'family-postcode'],
    ],
  ])('%j', (headings, expected) => expect(fields(headings)).toEqual(expected))
  test('cells count more than headings', () => {
    expect(fields(['Children (age/DOB)'], [['Mia Lin (1/6/2010)', 'Leo Li (3/4/2012); Zoe Li (5/6/2014)']])).toEqual([
      'child-name',
    ])
    expect(fields(['Parent contact'], [['a@x.org', 'b@x.org']])).toEqual(['guardian-email'])
    expect(fields(['?'], [['a@x.org', 'b@x.org']])).toEqual(['family-email'])
  })
})

describe('what a sheet fills in', () => {
  const nothing = eachField(allFields, () => '')
  const told = { ...nothing, preferredName: 'Mimi', doctorName: 'Dr. Ho', doctorPhone: '+1 555 0110' }
  const completed = (known: Partial<typeof nothing>) =>
    blanksOf({ ...nothing, ...known }, told).map(({ field }) => field)

  test('is every field that was blank', () => {
    expect(completed({})).toEqual(['preferredName', 'doctorName', 'doctorPhone'])
    expect(completed({ preferredName: 'Mia' })).toEqual(['doctorName', 'doctorPhone'])
    expect(completed({ doctorName: 'Ho' })).toEqual(['preferredName', 'doctorPhone'])
  })
  test('is not the phone number of a different doctor', () => {
    expect(completed({ doctorName: 'Dr. Lee' })).toEqual(['preferredName'])
  })
})

describe('the layout of a sheet', () => {
  const sheet = [
    ['Roster 2026', '', '', ''],
    [],
    ['Student', '', 'Parent 1', ''],
    ['First', 'Last', 'Name', 'Email'],
    ['Mia', 'Lin', 'Wei Lin', 'wei@x.org'],
    ['First', 'Last', 'Name', 'Email'],
    ['Total', '1', '', ''],
    ['* kept by the office', '', '', ''],
  ]
  const layout = findLayout(sheet)
  test('headings on two lines become one', () => {
    expect(layout).toEqual({
      headingRows: [2, 3],
      headings: ['Student First', 'Student Last', 'Parent 1 Name', 'Parent 1 Email'],
    })
  })
  test('lines without people are recognized', () => {
    const kinds = sheet
      .slice(4)
      .map(lineReader(layout, sheet, ['child-first', 'child-last', 'guardian-name', 'guardian-email']))
    expect(kinds).toEqual(['data', 'heading', 'total', 'note'])
  })
  test.each([
    [['一班 小计', '1', '', '300'], 'total'],
    [['Class 1 subtotal', '2', '', ''], 'total'],
    [['2 families', '3 children', '', ''], 'total'],
    [['3人', '', '', ''], 'total'],
    [['一班', '王小计', '王安', '300'], 'data'],
  ])('%j is read as %s', (line, kind) => {
    const headings = ['班级', '学生', '家长', '学费']
    const plainLayout = findLayout([headings])
    expect(lineReader(plainLayout, [headings], ['child-class', 'child-name', 'guardian-name', 'ignore'])(line)).toBe(
      kind,
    )
  })
  test('cells left to the line above are filled in from it', () => {
    const columns = [
      { field: 'child-name', n: 1 },
      { field: 'guardian-name', n: 1 },
      { field: 'guardian-email', n: 1 },
    ] as const
    const lines = [
      ['Mia Lin', 'Wei Lin', 'w@x.org'],
      ['Leo Lin', 'same as above', ''],
      ['Zoe Lin', '', ''],
      ['Kim Ono', '', ''],
    ]
    const filled = fillFromAbove(
      lines.map(cells => ({ cells, isData: true })),
      columns,
    )
    expect(filled.map(cells => cells[2])).toEqual(['w@x.org', 'w@x.org', 'w@x.org', ''])
  })
})

test.each([
  ['Grade 3', '3'],
  ['3rd', '3'],
  ['三年级', '3'],
  ['第三年級', '3'],
  ['K', 'K'],
  ['幼儿园', 'K'],
  ['Pre-K', 'Pre-K'],
  ['学前班', 'Pre-K'],
  ['rising 4th grader', '4'],
  ['Adult', 'Adult'],
  ['5.0', '5'],
  ['', ''],
  ['十一年级', '11'],
  ['初二', '8'],
])('the grade %j is %j', (cell, grade) => expect(readGrade(cell)).toBe(grade))
test.each([
  ['Mom', 'mother'],
  ['爸爸', 'father'],
  ['Grandma', 'grandparent'],
  ['监护人', 'guardian'],
  ['Aunt', 'other'],
  ['xyz', null],
])('%j is %j', (word, relationship) => expect(relationOf(word)).toBe(relationship))

describe('repeated headings', () => {
  const fields = (...headings: string[]) =>
    proposeColumns(
      headings,
      headings.map(() => []),
    ).map(({ target: { field, n } }) => `${field}:${n}`)
  test('belong to the next child, in order', () => {
    expect(
      fields(
        'Parent Name',
        'Email',
        'Child Name',
        'DOB',
        'Allergies',
        'Child Name',
        'DOB',
        'Child Name',
        'DOB',
        'Allergies',
      ),
    ).toEqual([
      'guardian-name:1',
      'guardian-email:1',
      'child-name:1',
      'child-birth:1',
      'child-allergies:1',
      'child-name:2',
      'child-birth:2',
      'child-name:3',
      'child-birth:3',
      'child-allergies:3',
    ])
    expect(fields('First Name', 'Last Name', 'Grade', 'First Name', 'Last Name', 'Grade')).toEqual([
      'child-first:1',
      'child-last:1',
      'child-grade:1',
      'child-first:2',
      'child-last:2',
      'child-grade:2',
    ])
    expect(fields('学生姓名', '出生日期', '学生姓名', '出生日期')).toEqual([
      'child-name:1',
      'child-birth:1',
      'child-name:2',
      'child-birth:2',
    ])
  })
  test('with numbers added by a program belong to the next child', () =>
    expect(fields('Student Name', 'DOB', 'Student Name.1', 'DOB.1', 'Student Name.2', 'DOB.2')).toEqual([
      'child-name:1',
      'child-birth:1',
      'child-name:2',
      'child-birth:2',
      'child-name:3',
      'child-birth:3',
    ]))
  test('belong to the next guardian', () =>
    expect(fields('Student Name', 'Guardian Name', 'Guardian Phone', 'Guardian Name', 'Guardian Phone')).toEqual([
      'child-name:1',
      'guardian-name:1',
      'guardian-phone:1',
      'guardian-name:2',
      'guardian-phone:2',
    ]))
  test('beyond what a family can have are ignored, not mixed in', () =>
    expect(fields(...Array.from({ length: 7 }, () => 'Child Name')).at(-1)).toBe('ignore:1'))
})

describe('what people write, and mean', () => {
  test.each([
    ['Wang Wei（爸爸） and Li Na', ['Wang Wei', 'Li Na']],
    ['mother: Xu Mei', ['Xu Mei']],
    ['Ana de la Cruz y Ortega', ['Ana de la Cruz y Ortega']],
    ['Ana y Luis Garcia', ['Ana Garcia', 'Luis Garcia']],
    ['Ana Lopez y Luis Garcia', ['Ana Lopez', 'Luis Garcia']],
  ])('%j', (cell, expected) => expect(splitPeople(cell).map(({ text }) => text)).toEqual(expected))
  test('years of the Republic of China are counted from 1912', () => {
    for (const cell of ['民國105年3月4日', '民国105/3/4', '中華民國105年03月04日'])
      expect(readDate(cell, 2026)).toEqual({ kind: 'day', day: '2016-03-04' })
  })
  test('a lunar date is never read as a solar one', () => {
    for (const cell of ['农历2016年3月4日', '2016-03-04 (lunar)', '阴历三月初四'])
      expect(readDate(cell, 2026).kind).toBe('part')
  })
})

test('a list of teachers in two scripts gives both names', () => {
  const headings = ['老师姓名', '英文名', '课程']
  const columns = proposeColumns(
    headings,
    headings.map(() => []),
  ).map(({ target }) => target)
  expect(columns.map(({ field }) => field)).toEqual(['staff-native', 'staff-name', 'ignore'])
  const lines = [
    { n: 2, cells: ['王芳', 'Fang Wang', '书法'] },
    { n: 3, cells: ['李明', '', '中文一年级'] },
    { n: 4, cells: ['Tom Smith', '', '舞蹈'] },
  ]
  const order = { slash: 'month-first', dot: 'day-first' } as const
  const members = planStaff(lines, [], new Map(), {
    columns,
    order,
    today: '2026-09-13',
    phone,
    keysOf: keyReader(sound),
  })
  expect(members.map(({ name, nativeName }) => [name, nativeName])).toEqual([
    ['Fang Wang', '王芳'],
    ['李明', ''],
    ['Tom Smith', ''],
  ])
})

test('a staff list is not read as a list of children', () => {
  const headings = ['First name', 'Last name', 'Hire date', 'Position', 'Email']
  expect(proposeColumns(headings, [[], [], ['9/1/2019'], [], []]).map(({ target }) => target.field)).toEqual([
    'staff-first',
    'staff-last',
    'staff-start',
    'staff-role',
    'staff-email',
  ])
  const families = ['Student name', 'Birthday', 'Mother', 'Mother’s position', 'Mother’s department']
  expect(
    proposeColumns(
      families,
      families.map(() => []),
    )[0]!.target.field,
  ).toBe('child-name')
})
