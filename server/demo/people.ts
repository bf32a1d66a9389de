import type { Kid, KidGroup, Notable } from './children.ts'
import { isSecondLanguage } from './children.ts'
import {
  mixedFathers,
  type NameStock,
  otherStocks,
  schoolNames,
  simplified,
  traditional,
  type Written,
} from './names.ts'
import type { Random } from './random.ts'
import type { StaffMember } from './staff.ts'

export type Name = { name: string; nativeName: string }
type NamedChild = Name & { preferredName: string; kid: Kid }
export type NamedAdult = Name & { relationship: 'mother' | 'father' | 'grandparent' }
type NamedFamily = { children: NamedChild[]; guardians: NamedAdult[] }

const eastern = (surname: Written, given: Written): Name => ({
  name: `${given.latin} ${surname.latin}`,
  nativeName: surname.native + given.native,
})
const western = (surname: Written, given: Written): Name => {
  const name = `${given.latin} ${surname.latin}`
  if (!given.native && !surname.native) return { name, nativeName: '' }
  const isSurnameFirst = /[\p{Script=Han}\p{Script=Hangul}]/u.test(surname.native)
  if (isSurnameFirst) return { name, nativeName: surname.native + given.native }
  return { name, nativeName: `${given.native || given.latin} ${surname.native || surname.latin}` }
}

/** Generates names that are unique in the school. */
export const nameGiver = (random: Random) => {
  const taken = new Set<string>()
  const other = random.shuffle(otherStocks)
  let nextOther = 0

  const unique = <T extends Name>(make: () => T): T => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const made = make()
      if (taken.has(made.name)) continue
      taken.add(made.name)
      return made
    }
    throw new Error('the demo has run out of names')
  }
  const reserve = (names: readonly string[]) => names.forEach(name => taken.add(name))

  const chineseChild = (kid: Kid, stock: NameStock, surname: Written): NamedChild => {
    const given = random.pick(kid.sex === 'f' ? stock.girls : stock.boys)
    const native = surname.native + given.native
    if (random.chance(0.18)) {
      const preferredName = random.chance(0.5)
        ? random.pick(kid.sex === 'f' ? schoolNames.girls : schoolNames.boys)
        : ''
      return { ...eastern(surname, given), preferredName, kid }
    }
    const called = random.pick(kid.sex === 'f' ? schoolNames.girls : schoolNames.boys)
    return { name: `${called} ${surname.latin}`, nativeName: native, preferredName: '', kid }
  }

  /** A Chinese family. A guardian who is given comes first, and determines the surname if he is the father. */
  const chinese = (kids: Kid[], stock: NameStock, guardians: number, known?: StaffMember): NamedFamily => {
    const isFather = known ? known.sex === 'm' : random.chance(0.28)
    const surname: Written =
      known && isFather
        ? { latin: known.name.split(' ').at(-1)!, native: known.nativeName.slice(0, 1) }
        : random.pick(stock.surnames)
    const father = (): NamedAdult => ({ ...eastern(surname, random.pick(stock.fathers)), relationship: 'father' })
    const mother = (): NamedAdult => ({
      ...eastern(random.pick(stock.surnames), random.pick(stock.mothers)),
      relationship: 'mother',
    })
    const first: NamedAdult = known
      ? { name: known.name, nativeName: known.nativeName, relationship: isFather ? 'father' : 'mother' }
      : unique(isFather ? father : mother)
    return {
      guardians: guardians > 1 ? [first, unique(isFather ? mother : father)] : [first],
      children: kids.map(kid => unique(() => chineseChild(kid, stock, surname))),
    }
  }

  /** A mother who speaks Chinese and a father who doesn't. */
  const mixed = (kids: Kid[], guardians: number): NamedFamily => {
    const surname = random.pick(mixedFathers.surnames)
    const maiden = random.pick(simplified.surnames)
    const child = (kid: Kid): NamedChild => ({
      name: `${random.pick(kid.sex === 'f' ? schoolNames.girls : schoolNames.boys)} ${surname}`,
      nativeName: maiden.native + random.pick(kid.sex === 'f' ? simplified.girls : simplified.boys).native,
      preferredName: '',
      kid,
    })
    const mother = unique(() => ({
      ...eastern(maiden, random.pick(simplified.mothers)),
      relationship: 'mother' as const,
    }))
    const father = () =>
      unique(() => ({
        name: `${random.pick(mixedFathers.given)} ${surname}`,
        nativeName: '',
        relationship: 'father' as const,
      }))
    return {
      guardians: guardians > 1 ? [mother, father()] : [mother],
      children: kids.map(kid => unique(() => child(kid))),
    }
  }

  const elsewhere = (kids: Kid[], stock: NameStock, guardians: number): NamedFamily => {
    const surname = stock.surnames[0]!
    const mother = unique(() => ({ ...western(surname, random.pick(stock.mothers)), relationship: 'mother' as const }))
    const father = () =>
      unique(() => ({ ...western(surname, random.pick(stock.fathers)), relationship: 'father' as const }))
    const child = (kid: Kid): NamedChild => ({
      ...western(surname, random.pick(kid.sex === 'f' ? stock.girls : stock.boys)),
      preferredName: '',
      kid,
    })
    return {
      guardians: guardians > 1 ? [mother, father()] : [mother],
      children: kids.map(kid => unique(() => child(kid))),
    }
  }

  /** Names a family by what its children learn and by its staff member, if any. */
  const family = ({ kids }: KidGroup, guardians: number, known?: StaffMember): NamedFamily => {
    if (known) return chinese(kids, simplified, guardians, known)
    if (kids.some(isSecondLanguage)) {
      const stock = other[nextOther]
      nextOther += 1
      return stock ? elsewhere(kids, stock, guardians) : mixed(kids, guardians)
    }
    if (kids.every(({ language }) => language === null) && random.chance(0.3)) return mixed(kids, guardians)
    return chinese(kids, random.chance(0.08) ? traditional : simplified, guardians)
  }
  return {
    family,
    reserve,
    /** An emergency contact. */
    relative: (sex: 'f' | 'm'): string =>
      unique(() =>
        eastern(random.pick(simplified.surnames), random.pick(sex === 'f' ? simplified.mothers : simplified.fathers)),
      ).name,
  }
}

const named = (kid: Kid, name: string, nativeName: string, preferredName = ''): NamedChild => ({
  name,
  nativeName,
  preferredName,
  kid,
})
const mother = (name: string, nativeName: string): NamedAdult => ({ name, nativeName, relationship: 'mother' })
const father = (name: string, nativeName: string): NamedAdult => ({ name, nativeName, relationship: 'father' })

/** The families that represent special cases, by name. The first guardian is the one who signs in. */
export const notableFamilies: Record<Notable, (kids: Kid[]) => NamedFamily> = {
  demo: ([older, younger]) => ({
    guardians: [mother('Jing Liu', '刘静'), father('Hao Wang', '王浩')],
    children: [named(older!, 'Emily Wang', '王思涵'), named(younger!, 'Lucas Wang', '王子轩')],
  }),
  // The father may neither see the child's data nor pick him up.
  separated: ([child]) => ({
    guardians: [mother('Yuhong Pan', '潘玉红'), father('Dawei Tian', '田大伟')],
    children: [named(child!, 'Jason Tian', '田嘉豪')],
  }),
  // The grandmother brings the children and picks them up; she has a phone but no email address.
  grandmother: ([older, younger]) => ({
    guardians: [
      mother('Xuemei Yuan', '袁雪梅'),
      father('Haitao Su', '苏海涛'),
      { name: 'Guiying Su', nativeName: '苏桂英', relationship: 'grandparent' },
    ],
    children: [named(older!, 'Chloe Su', '苏可怡'), named(younger!, 'Nathan Su', '苏浩宇')],
  }),
  peanut: ([child]) => ({
    guardians: [mother('Ying Xia', '夏颖'), father('Bo Luo', '罗波')],
    children: [named(child!, 'Oliver Luo', '罗一帆')],
  }),
  noPhoto: ([child]) => ({
    guardians: [mother('Ran Shen', '沈冉'), father('Kun Du', '杜坤')],
    children: [named(child!, 'Lily Du', '杜若曦')],
  }),
  grownUp: ([child]) => ({
    guardians: [mother('Li Jia', '贾丽'), father('Jianhua Zou', '邹建华')],
    children: [named(child!, 'Vincent Zou', '邹致远')],
  }),
  // The same mother twice, with two email addresses and two spellings, and the same son under two of his names.
  duplicate: ([child]) => ({
    guardians: [mother('Meiling Sun', '孙美玲'), father('Chao Zhao', '赵超')],
    children: [named(child!, 'Ethan Zhao', '赵奕辰')],
  }),
  duplicateAgain: ([child]) => ({
    guardians: [mother('Mei-Ling Sun', '孙美玲')],
    children: [named(child!, 'Yichen Zhao', '赵奕辰', 'Ethan')],
  }),
  arabic: ([older, younger]) => ({
    guardians: [mother('Rania Haddad', 'رانيا حداد'), father('Omar Haddad', 'عمر حداد')],
    children: [named(older!, 'Yusuf Haddad', 'يوسف حداد'), named(younger!, 'Layla Haddad', 'ليلى حداد')],
  }),
}
