import { turned, type WrittenChild, type WrittenGuardian, written } from './importSpelling.ts'

/** Generated families with everything that makes spreadsheets difficult, and the layouts in which schools keep them. */
export type TruthGuardian = {
  name: string
  /** The name in Chinese characters; empty without one. */
  nativeName: string
  relationship: 'Mother' | 'Father' | 'Grandmother'
  email: string
  phone: string
}
export type TruthChild = {
  name: string
  nativeName: string
  birthOn: string
  allergies: string
  guardians: TruthGuardian[]
  barred: string[]
}
export type TruthFamily = { id: string; children: TruthChild[] }

const last = [
  'Wang',
  'Li',
  'Nguyen',
  'Garcia',
  'O’Brien',
  'Smith',
  'Chen',
  'de la Cruz',
  'Kim',
  'Zhang',
  'Haddad',
  'Park',
]
const women = ['Ana', 'Mei', 'Siobhan', 'Linh', 'Rosa', 'Jing', 'Fatima', 'Grace', 'Yuna', 'Carmen']
const men = ['Wei', 'John', 'Minh', 'Carlos', 'Omar', 'Bin', 'Liam', 'Jun', 'Diego', 'Hao']
/** Chinese characters for names that sound alike. */
const han: Record<string, string> = {
  Wang: '王',
  Li: '李',
  Chen: '陈',
  Zhang: '张',
  Mei: '梅',
  Jing: '静',
  Wei: '伟',
  Bin: '斌',
  Jun: '军',
  Hao: '浩',
}
const inChinese = (name: string): string => {
  const [given, family] = name.split(' ')
  return han[given!] && han[family!] ? `${han[family!]}${han[given!]}` : ''
}
const kids = [
  'Emily',
  'Lucas',
  'Mia',
  'Leo',
  'Zoe',
  'Max',
  'Ivy',
  'Kai',
  'Nora',
  'Theo',
  'Lily',
  'Owen',
  'Ruby',
  'Finn',
]

/** Returns a generator of integers from 0 to `n` - 1 that is determined by its seed. */
const random = (seed: number) => {
  let state = seed * 2654435761 + 12345
  return (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

/**
 * Generates `count` families with twins, half-siblings, grandparents, siblings with different surnames, and people who
 * are barred.
 */
export const truth = (seed: number, count: number): TruthFamily[] => {
  const pick = random(seed)
  const used = new Set<string>()
  const adult = (
    first: readonly string[],
    surname: string,
    relationship: TruthGuardian['relationship'],
    at: number,
  ) => {
    const name = `${first[pick(first.length)]!} ${surname}`
    const mail = name.toLowerCase().replace(/[^a-z]+/g, '.')
    const isAbroad = relationship === 'Father' && pick(9) === 0
    return {
      name,
      nativeName: inChinese(name),
      relationship,
      email: `${mail}.${at}@example.com`,
      phone: isAbroad ? `+86 139 1355 ${String(1000 + at).slice(-4)}` : `585-555-${String(1000 + at).slice(-4)}`,
    }
  }
  return Array.from({ length: count }, (_, index): TruthFamily => {
    const surname = last[pick(last.length)]!
    const other = last[pick(last.length)]!
    const motherName = pick(3) === 0 ? other : surname
    const mother = adult(women, motherName, 'Mother', index * 10)
    const father = adult(men, surname, 'Father', index * 10 + 1)
    const second = adult(men, other, 'Father', index * 10 + 2)
    const grandmother = adult(women, other, 'Grandmother', index * 10 + 3)
    const isHalf = pick(5) === 0
    const size = 1 + pick(3)
    const children: TruthChild[] = []
    while (children.length < size) {
      const isSecond = isHalf && children.length > 0 && second.name !== father.name
      // Some have their mother's surname.
      const called = isSecond ? other : pick(7) === 0 ? motherName : surname
      const name = `${kids[pick(kids.length)]!} ${called}`
      const birthOn = `${2009 + pick(11)}-${String(1 + pick(12)).padStart(2, '0')}-${String(13 + pick(15))}`
      if (used.has(`${name} ${birthOn}`) || children.some(child => child.name === name)) continue
      used.add(`${name} ${birthOn}`)
      const guardians = [mother, isSecond ? second : father, ...(pick(8) === 0 ? [grandmother] : [])]
      children.push({
        name,
        nativeName: '',
        birthOn,
        allergies: pick(4) === 0 ? `Peanuts ${index}` : '',
        guardians,
        barred: pick(5) === 0 ? [guardians[1]!.name] : [],
      })
    }
    return { id: `F-${1000 + index}`, children }
  })
}

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const csv = (lines: readonly (readonly string[])[]): string => lines.map(line => line.map(cell).join(',')).join('\n')
const american = (day: string): string => {
  const [y, m, d] = day.split('-')
  return `${Number(m)}/${Number(d)}/${y}`
}
const each = <T>(
  families: readonly TruthFamily[],
  make: (child: WrittenChild, family: TruthFamily, n: number) => T[],
): T[] => {
  let n = 0
  return families.flatMap(family => family.children.flatMap(child => make(written(child, (n += 1)), family, n)))
}
const three = <T>(make: (n: number) => T): T[] => [0, 1, 2].map(make)
const person = (guardian: WrittenGuardian | undefined): string[] =>
  guardian ? [guardian.cell, guardian.relationship, guardian.phoneCell, guardian.emailCell] : ['', '', '', '']
const contact = ({ cell: name, phoneCell, emailCell }: WrittenGuardian): string[] => [name, phoneCell, emailCell]
const parents = ({ guardians: [mother, father] }: WrittenChild): string[] => [mother!, father!].flatMap(contact)
/** The cells of a family's first three children; blank where it has fewer. */
const ofThree = ({ children }: TruthFamily, at: number, cells: (child: WrittenChild) => string[]): string[] =>
  three(n => {
    const child = children[n]
    return child ? cells(written(child, at + n)) : cells(written(children[0]!, at)).map(() => '')
  }).flat()
const isOut = (child: WrittenChild, guardian: TruthGuardian | undefined): boolean =>
  guardian !== undefined && child.barred.includes(guardian.name)

/** The same families in twelve spreadsheet layouts. */
export const layouts: Record<string, (families: readonly TruthFamily[]) => string> = {
  'mother and father, each with a pick-up column': families =>
    csv([
      [
        'Student',
        'DOB',
        'Allergies',
        'Mother',
        'Mother Phone',
        'Mother Email',
        'Mother PickupOK',
        'Father',
        'Father Phone',
        'Father Email',
        'Father PickupOK',
        'Guardian 3',
        'Relationship',
        'Guardian 3 Phone',
        'Guardian 3 Email',
      ],
      ...each(families, child => {
        const [mother, father, third] = child.guardians
        const row = (guardian: WrittenGuardian) => [
          guardian.cell,
          guardian.phoneCell,
          guardian.emailCell,
          isOut(child, guardian) ? 'N' : 'Y',
        ]
        return [
          [child.cell, american(child.birthOn), child.allergies, ...row(mother!), ...row(father!), ...person(third)],
        ]
      }),
    ]),
  'custody flags beside guardians by number': families =>
    csv([
      ['School year 2026/27', '', ''],
      [
        'Student Name',
        'Birth Date',
        'CustodyFlag',
        'Guardian 1 Name',
        'Guardian 1 Relationship',
        'Guardian 1 Phone',
        'Guardian 1 Email',
        'Guardian 2 Name',
        'Guardian 2 Relationship',
        'Guardian 2 Phone',
        'Guardian 2 Email',
        'Guardian 3 Name',
        'Guardian 3 Relationship',
        'Guardian 3 Phone',
        'Guardian 3 Email',
      ],
      ...each(families, child => [
        [
          turned(child.name),
          child.bornCell,
          child.barred.length > 0 ? 'Y' : 'N',
          ...three(n => person(child.guardians[n])).flat(),
        ],
      ]),
    ]),
  'notes that bar in words': families =>
    csv([
      ['Name', 'Birthday', 'Mom', 'Mom cell', 'Mom email', 'Dad', 'Dad cell', 'Dad email', 'Notes'],
      ...each(families, (child, _, n) => {
        const [, father] = child.guardians
        const words = [
          `Not to be picked up by ${father!.said}.`,
          'No contact with father',
          'Sole custody to the mother',
          '不能让爸爸接',
        ]
        return [
          [
            child.cell,
            american(child.birthOn),
            ...parents(child),
            isOut(child, father) ? words[n % words.length]! : n % 3 === 0 ? 'Loves dinosaurs' : '',
          ],
        ]
      }),
    ]),
  'one line per guardian, with a student number': families =>
    csv([
      ['Student ID', 'Student Name', 'Date of Birth', 'Guardian Name', 'Relationship', 'Phone', 'Email', 'Pickup OK'],
      ...each(families, (child, _, n) =>
        child.guardians.map((guardian, index) => [
          String(4000 + n),
          written(child, n + index).cell,
          child.bornCell,
          ...person(guardian),
          isOut(child, guardian) ? 'No' : 'Yes',
        ]),
      ),
    ]),
  'one line per guardian, without a number': families =>
    csv([
      ['Child', 'Born', 'Parent', 'Relation', 'Parent phone', 'Parent email', 'Allowed to pick up?'],
      ...each(families, (child, _, n) =>
        child.guardians.map((guardian, index) => [
          written(child, n + index).cell,
          child.bornCell,
          ...person(guardian),
          isOut(child, guardian) ? 'NO' : 'yes',
        ]),
      ),
    ]),
  'a form that asks for three children under the same headings': families =>
    csv([
      [
        'Timestamp',
        'Mother name',
        'Mother phone',
        'Mother email',
        'Father name',
        'Father phone',
        'Father email',
        ...three(() => ['Child name', 'Date of birth', 'Allergies', 'Custody or pick-up restrictions']).flat(),
      ],
      ...families.filter(isWhole).map((family, n) => {
        const first = written(family.children[0]!, n)
        const [, father] = first.guardians
        const cells = (child: WrittenChild) => [
          child.cell,
          child.bornCell,
          child.allergies,
          isOut(child, father) ? `${father!.said} is not allowed to pick up` : 'none',
        ]
        return [`11/${1 + (n % 20)}/2026 18:0${n % 10}:00`, ...parents(first), ...ofThree(family, n, cells)]
      }),
    ]),
  'a form that was sent twice, the second time right': families =>
    csv([
      [
        'Timestamp',
        'Student name',
        'Date of birth',
        'Parent 1 name',
        'Parent 1 relationship',
        'Parent 1 phone',
        'Parent 1 email',
        'Parent 2 name',
        'Parent 2 relationship',
        'Parent 2 phone',
        'Parent 2 email',
        'Is there anyone who may not pick up your child?',
      ],
      ...each(families, (child, _, n) => {
        const [mother, father] = child.guardians
        const [sooner] = written(child, n + 1).guardians
        const barred = child.barred.length > 0 ? `Not to be picked up by ${child.barred[0]}` : 'No'
        const old = { ...sooner!, phoneCell: mother!.phone.replace(/555|1355/, '444') }
        return [
          [
            '9/14/2026 8:15:00',
            child.cell,
            `${Number(child.birthOn.slice(0, 4)) - 1}${child.birthOn.slice(4)}`,
            ...person(old),
            ...person(father),
            barred,
          ],
          [
            '10/2/2026 19:30:00',
            written(child, n + 1).cell,
            child.bornCell,
            ...person(mother),
            ...person(father),
            barred,
          ],
        ]
      }),
    ]),
  'in Chinese': families =>
    csv([
      [
        '学号',
        '学生姓名',
        '出生日期',
        '母亲姓名',
        '母亲电话',
        '母亲邮箱',
        '父亲姓名',
        '父亲电话',
        '父亲邮箱',
        '监护权',
        '备注',
      ],
      ...each(families, (child, _, n) => {
        const [, father] = child.guardians
        const [y, m, d] = child.birthOn.split('-')
        return [
          [
            `S${n}`,
            child.cell,
            `${y}年${Number(m)}月${Number(d)}日`,
            ...parents(child),
            isOut(child, father) ? (n % 2 === 0 ? '监护权归母亲' : '有法院文件') : '共同监护',
            '',
          ],
        ]
      }),
    ]),
  'one line per family with numbered children and a list of who may not fetch': families =>
    csv([
      [
        'Family ID',
        'Mother',
        'Mother email',
        'Mother phone',
        'Father',
        'Father email',
        'Father phone',
        ...three(n => [`Child ${n + 1}`, `Child ${n + 1} DOB`, `Child ${n + 1}: not allowed to pick up`]).flat(),
      ],
      ...families.filter(isWhole).map((family, n) => {
        const [mother, father] = written(family.children[0]!, n).guardians
        const cells = ({ cell: name, bornCell, barred }: WrittenChild) => [name, bornCell, barred.join(', ')]
        return [
          family.id,
          ...[mother!, father!].flatMap(each => [each.cell, each.emailCell, each.phoneCell]),
          ...ofThree(family, n, cells),
        ]
      }),
    ]),
  'lives with, and court orders': families =>
    csv([
      [
        'Last name',
        'First name',
        'DOB',
        'LivesWith',
        'Court order',
        'Parent/Guardian 1',
        'Parent/Guardian 1 Relationship',
        'Parent/Guardian 1 Phone',
        'Parent/Guardian 1 Email',
        'Parent/Guardian 2',
        'Parent/Guardian 2 Relationship',
        'Parent/Guardian 2 Phone',
        'Parent/Guardian 2 Email',
      ],
      ...each(families, (child, _, n) => {
        const [first, ...rest] = child.name.split(' ')
        const isBarred = child.barred.length > 0
        return [
          [
            rest.join(' '),
            first!,
            american(child.birthOn),
            isBarred && n % 2 === 0 ? 'Mother' : 'Both',
            isBarred && n % 2 === 1 ? 'Restraining order against father' : '',
            ...person(child.guardians[0]),
            ...person(child.guardians[1]),
          ],
        ]
      }),
    ]),
  'both parents in one cell': families =>
    csv([
      ['Student', 'Birthday', 'Parents', 'Phones', 'Emails', 'QQ', 'Custody'],
      ...each(families, (child, _, n) => [
        [
          child.cell,
          american(child.birthOn),
          ...ofBoth(child.guardians, n),
          '1387654321',
          child.barred.length > 0 ? 'No contact with father' : 'both parents',
        ],
      ]),
    ]),
  'between a title and totals, among lines that are nobody': families =>
    csv([
      ['Lakeside Chinese School'],
      ['Roster 2026/27', '', '', 'printed 11/02/2026'],
      [],
      [
        'Student #',
        'Student',
        'Birth date',
        'Mother',
        'Mother Phone',
        'Mother Email',
        'Mother WeChat',
        'Father',
        'Father Phone',
        'Father Email',
        'Do not release to',
        '',
      ],
      ...each(families, (child, _, n) => [
        [
          String(10_000 + n),
          child.cell,
          american(child.birthOn),
          ...contact(child.guardians[0]!),
          '5855550000',
          ...contact(child.guardians[1]!),
          child.barred.join(', '),
          `bus ${n % 4}`,
        ],
        ...(n % 8 === 0 ? [nobodies[(n / 8) % nobodies.length]!] : []),
      ]),
      [],
      ['Total', `${families.length} families`],
      ['Printed by the office'],
    ]),
}
/** Rows that are not students. */
const nobodies: readonly string[][] = [
  ['90001', '=B5&" copy"', '1/2/2015', 'Ann Field', '585-555-0001'],
  ['90002', 'x'.repeat(10_000), '1/2/2015', 'Ann Field', '585-555-0001'],
  ['90003', 'Mia\u0007\u0001 Field', '1/2/2015', 'Ann Field', '585-555-0001'],
  ['90004', '<b>Mia</b> Field', '1/2/2015', 'Ann Field', '585-555-0001'],
  ['90005', 'Mia Field', '1/2/2031', 'Ann Field', '585-555-0001'],
  ['', 'Test Entry', '1/2/2015', 'Ann Field', '585-555-0001'],
  ['90006', 'Mia Field', '2/30/2015', 'Ann Field', '585-555-0001'],
  ['90007', '???', '1/2/2015', 'Ann Field', '585-555-0001'],
  ['90008', 'Mia Field', '1/2/2015', ...Array.from({ length: 497 }, () => 'spilled')],
]

/** Both parents in one cell, as people write couples, with all their phone numbers in the next cell. */
const ofBoth = ([mother, father]: readonly WrittenGuardian[], n: number): string[] => {
  const [m, f] = [mother!, father!]
  // Uses both scripts only for names without a common sound, which can't be taken for one person.
  const isApart = m.nativeName !== '' && m.name.split(' ').every(word => !f.name.includes(word))
  const names = [
    `${m.name} & ${f.name}`,
    `${m.name}（妈妈） and ${f.name}（爸爸）`,
    `mother: ${m.name}; father: ${f.name}`,
    isApart ? `${m.nativeName} / ${f.name}` : `${m.name} / ${f.name}`,
    `${m.name} <${m.email}>; ${f.name} <${f.email}>`,
    `${m.name}\n${f.name}`,
    `Mrs. ${turned(m.name)}; Mr. ${turned(f.name)}`,
    `${m.name}, ${f.name}`,
  ]
  const numbers = [
    `${m.phone}; ${f.phone}`,
    `${m.phone} (mom), ${f.phone} (dad)`,
    `妈妈 ${m.phone} 爸爸 ${f.phone}`,
    `Mom: ${m.phone}\nDad: ${f.phone}`,
    `${m.phone} / ${f.phone} / home 585-444-0199`,
  ]
  return [
    names[n % names.length]!,
    numbers[n % numbers.length]!,
    n % 3 === 0 ? `${f.emailCell}; ${m.emailCell}` : `${m.email}, ${f.email}`,
  ]
}

/** True when all children of a family have the same parents, so that one row can hold them. */
const isWhole = ({ children }: TruthFamily): boolean =>
  children.every(({ guardians }) => guardians[1] === children[0]!.guardians[1])
/**
 * The part of the truth that a layout can express: some have two guardians, some only families with the same parents.
 */
export const held = (layout: string, families: readonly TruthFamily[]): TruthFamily[] => {
  const hasThree = /pick-up column|by number|per guardian/.test(layout)
  const isByFamily = /three children|per family/.test(layout)
  return families
    .filter(family => !isByFamily || isWhole(family))
    .map(family => ({
      ...family,
      children: family.children.map(child => ({ ...child, guardians: child.guardians.slice(0, hasThree ? 3 : 2) })),
    }))
}
