import { daysAfter } from '#rules/days.ts'
import { classNamed, enrichmentClasses, languageClasses, type OfferedClass } from './offer.ts'
import { fall } from './profile.ts'
import type { Random } from './random.ts'

/** A child before it is named: its classes and waitlists. */
export type Kid = {
  sex: 'f' | 'm'
  birthOn: string
  /** Age on the first day of the term. */
  age: number
  language: string | null
  enrichment: string | null
  waits: string[]
}
/** Families that represent special cases. */
export type Notable =
  | 'demo'
  | 'separated'
  | 'grandmother'
  | 'peanut'
  | 'noPhoto'
  | 'grownUp'
  | 'duplicate'
  | 'duplicateAgain'
  | 'arabic'
/** The children of one household. */
export type KidGroup = { notable: Notable | null; kids: Kid[] }

/** The number of families by number of children. */
export const familySizes = { 1: 138, 2: 61, 3: 12, 4: 1 } as const

/** Classes whose seats fill up before the families on their waitlist register. */
export const oversubscribed: ReadonlySet<string> = new Set(
  [...languageClasses, ...enrichmentClasses].filter(({ waiting }) => waiting > 0).map(({ name }) => name),
)

const lastBirthday = (age: number): string => `${Number(fall.startsOn.slice(0, 4)) - age}${fall.startsOn.slice(4)}`
const kid = (random: Random, age: number, seat: Partial<Kid>): Kid => ({
  sex: random.chance(0.5) ? 'f' : 'm',
  birthOn: daysAfter(lastBirthday(age), -random.int(0, 364)),
  age,
  language: null,
  enrichment: null,
  waits: [],
  ...seat,
})

const ageIn = (random: Random, { name, ageFrom, ageTo }: OfferedClass): number => {
  if (/^(CSL|AP)/.test(name))
    return random.int(ageFrom, Math.min(ageTo ?? 17, name.startsWith('AP') ? 17 : ageFrom + 3))
  return name !== 'Pre-K' && random.chance(0.15) ? ageFrom + 1 : ageFrom
}

// The seventeen children with only an enrichment class: class, age and waitlist.
const onlyEnrichment: readonly [enrichment: string, age: number, waits?: string][] = [
  ['Dance A', 4, 'Pre-K'],
  ['Dance A', 4, 'Pre-K'],
  ['Dance A', 4, 'Pre-K'],
  ['Kung Fu', 4, 'Pre-K'],
  ['Dance B', 9, 'G4'],
  ['Badminton', 9, 'G4'],
  ['Math 6–8', 11],
  ['Math 6–8', 13],
  ['Badminton', 15],
  ['Badminton', 12],
  ['Chess 2', 10],
  ['Go', 9],
  ['Chorus', 7],
  ['Chorus', 13],
  ['Drawing 2', 12],
  ['Kung Fu', 8],
]

// Children of the notable families, by their language class.
const notableKids: readonly [Notable, Partial<Kid>[]][] = [
  [
    'demo',
    [
      { language: 'G1-A', sex: 'f', birthOn: '2019-10-08', age: 6, enrichment: 'Kung Fu' },
      { language: 'Pre-K', sex: 'm', birthOn: '2022-02-17', age: 4, enrichment: 'Dance A' },
    ],
  ],
  ['separated', [{ language: 'G5', sex: 'm', birthOn: '2016-04-21', age: 10, enrichment: 'Badminton' }]],
  [
    'grandmother',
    [
      { language: 'G2-B', sex: 'f', birthOn: '2019-01-30', age: 7 },
      { language: 'K-B', sex: 'm', birthOn: '2021-03-12', age: 5 },
    ],
  ],
  ['peanut', [{ language: 'G1-A', sex: 'm', birthOn: '2020-05-26', age: 6 }]],
  ['noPhoto', [{ language: 'K-B', sex: 'f', birthOn: '2020-11-22', age: 5, enrichment: 'Dance A' }]],
  ['grownUp', [{ language: 'AP Chinese', sex: 'm', birthOn: '2008-08-29', age: 18 }]],
  ['duplicate', [{ language: 'G3-B', sex: 'm', birthOn: '2018-02-03', age: 8 }]],
  ['duplicateAgain', [{ language: null, sex: 'm', birthOn: '2018-02-03', age: 8, enrichment: 'Calligraphy' }]],
  [
    'arabic',
    [
      { language: 'CSL 2', sex: 'm', birthOn: '2016-12-05', age: 9 },
      { language: 'CSL 1', sex: 'f', birthOn: '2019-06-19', age: 7 },
    ],
  ],
]

const days = (birthOn: string): number => Date.parse(birthOn) / 86_400_000
const maySiblings = (some: readonly Kid[], other: Kid): boolean =>
  some.every(each => {
    const apart = Math.abs(days(each.birthOn) - days(other.birthOn))
    const isSameTrack = isSecondLanguage(each) === isSecondLanguage(other)
    return isSameTrack && apart >= 500 && apart <= 3300
  })
/** True if a child learns Chinese as a second language. */
export const isSecondLanguage = ({ language }: Kid): boolean => language?.startsWith('CSL') ?? false

/** All 300 children by household, each with a seat in a language class or, for those without one, in enrichment. */
export const groupChildren = (random: Random): KidGroup[] => {
  const notables = notableKids.map(([notable, kids]): KidGroup => ({
    notable,
    kids: kids.map(each => kid(random, each.age ?? 0, each)),
  }))
  const placed = (name: string) =>
    notables.flatMap(({ kids }) => kids).filter(({ language }) => language === name).length
  const pool = random.shuffle(
    languageClasses.flatMap(each =>
      Array.from({ length: each.enrolled - placed(each.name) }, () =>
        kid(random, ageIn(random, each), { language: each.name }),
      ),
    ),
  )
  const single = onlyEnrichment.map(([enrichment, age, waits]): KidGroup => ({
    notable: null,
    kids: [kid(random, age, { enrichment, waits: waits ? [waits] : [] })],
  }))
  const groups: KidGroup[] = [...notables, ...single]
  const open = (size: keyof typeof familySizes) =>
    familySizes[size] - groups.filter(({ kids }) => kids.length === size).length
  for (const size of [4, 3, 2, 1] as const) {
    for (let left = open(size), first = 0; left > 0;) {
      const family = pool.slice(first, first + 1)
      for (const other of pool) if (family.length < size && maySiblings(family, other)) family.push(other)
      if (family.length < size) {
        first += 1
        continue
      }
      for (const each of family) pool.splice(pool.indexOf(each), 1)
      groups.push({ notable: null, kids: family })
      left -= 1
    }
  }
  return groups
}

const waitsInLanguage = [
  { from: 'K-B', waits: 'K-A' },
  { from: 'G2-B', waits: 'G2-A' },
]
const isFull = (each: Kid): boolean =>
  [each.language, each.enrichment].some(name => name !== null && oversubscribed.has(name))

/** Puts children on waitlists, only in families without a seat in a class that has a waitlist. */
export const placeWaiting = (groups: readonly KidGroup[], random: Random): void => {
  const free = groups.filter(({ notable, kids }) => notable === null && !kids.some(isFull))
  const take = (name: string, count: number, fits: (each: Kid) => boolean) => {
    const candidates = random
      .shuffle(free.flatMap(({ kids }) => kids))
      .filter(each => each.waits.length === 0 && fits(each))
    for (const each of candidates.slice(0, count)) each.waits.push(name)
  }
  for (const { from, waits } of waitsInLanguage) {
    const { waiting, ageFrom, ageTo } = classNamed(waits)
    take(waits, waiting, each => each.language === from && each.age >= ageFrom && each.age <= (ageTo ?? 99))
  }
  for (const { name, waiting, ageFrom, ageTo } of enrichmentClasses.filter(each => each.waiting > 0)) {
    take(name, waiting, each => each.language !== null && each.age >= ageFrom && each.age <= (ageTo ?? 99))
  }
}

/** True if a family is on a waitlist. */
export const isWaiting = ({ kids }: KidGroup): boolean => kids.some(({ waits }) => waits.length > 0)

/** Fills every enrichment class with children of the right age, starting with classes for the youngest. */
export const fillEnrichment = (groups: readonly KidGroup[], random: Random): void => {
  const narrowFirst = [...enrichmentClasses].sort((a, b) => (a.ageTo ?? 99) - (b.ageTo ?? 99))
  for (const { name, enrolled, ageFrom, ageTo } of narrowFirst) {
    const seated = groups.flatMap(({ kids }) => kids).filter(({ enrichment }) => enrichment === name).length
    const candidates = groups
      .filter(group => !oversubscribed.has(name) || !isWaiting(group))
      .flatMap(({ kids }) => kids)
      .filter(each => each.enrichment === null && each.age >= ageFrom && each.age <= (ageTo ?? 99))
      .filter(({ waits }) => !waits.some(each => classNamed(each).programme === 'Enrichment'))
      .map(each => ({ each, order: random.next() + (name.startsWith('Dance') && each.sex === 'm' ? 0.8 : 0) }))
      .sort((a, b) => a.order - b.order)
    for (const { each } of candidates.slice(0, enrolled - seated)) each.enrichment = name
  }
}
