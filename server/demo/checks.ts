import { isOfAge } from '#rules/fit.ts'
import { fewPlaces } from '#rules/places.ts'
import { familySizes, oversubscribed } from './children.ts'
import { guardianCount, type PlannedFamily, secondAccounts } from './family.ts'
import { adultClass, enrichmentClasses, languageClasses, laterSeats, offer } from './offer.ts'
import { fall } from './profile.ts'
import { earlyFamilies } from './schedule.ts'
import { teachers } from './staff.ts'

const same = (what: string, found: unknown, wanted: unknown): void => {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    throw new Error(`The demo's plan is wrong: ${what} ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
  }
}
const unique = (what: string, values: readonly string[]): void => {
  same(what, values.length - new Set(values).size, 0)
}
const years = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / 31_557_600_000

/** Throws unless the plan has exactly the demo school's figures. */
export const checkPlan = (families: readonly PlannedFamily[]): void => {
  const children = families.flatMap(each => each.children)
  same('families', families.length, 212)
  same('children', children.length, 300)
  for (const [size, count] of Object.entries(familySizes)) {
    same(`families of ${size}`, families.filter(each => each.children.length === Number(size)).length, count)
  }
  const guardians = families.flatMap(each => each.guardians)
  same('guardians', guardians.length, guardianCount)
  same('accounts', guardians.filter(({ hasAccount }) => hasAccount).length, families.length + secondAccounts)
  same('teachers', teachers.length, 28)
  same('teachers who are parents', families.filter(({ staff }) => teachers.some(each => each === staff)).length, 11)
  same('taught classes', teachers.flatMap(each => each.classes).sort(), offer.map(({ name }) => name).sort())

  for (const section of [...languageClasses, ...enrichmentClasses]) {
    const seated = children.filter(({ seats }) => seats.includes(section.name))
    const waiting = children.filter(({ waits }) => waits.includes(section.name))
    same(`${section.name} enrolled`, seated.length, section.enrolled)
    same(`${section.name} waiting`, waiting.length, section.waiting)
    for (const child of [...seated, ...waiting]) {
      same(
        `${child.name} is of age for ${section.name}`,
        isOfAge(child.birthOn, { ...section, ageDay: fall.startsOn }),
        true,
      )
    }
  }
  same('adults', families.filter(({ taiChi }) => taiChi !== null).length, adultClass.enrolled)
  const inLanguage = (names: readonly string[]) =>
    names.filter(name => languageClasses.some(each => each.name === name)).length
  for (const { name, seats } of children) {
    same(`${name} has language classes`, inLanguage(seats) <= 1, true)
    same(`${name} has enrichment classes`, seats.length - inLanguage(seats) <= 1, true)
  }
  same('children without language', children.filter(({ seats }) => inLanguage(seats) === 0).length, 17)

  unique(
    'children of the same name',
    children.map(({ name }) => name),
  )
  unique(
    'guardians of the same name',
    guardians.map(({ name }) => name),
  )
  unique(
    'addresses',
    guardians.map(({ email }) => email).filter(email => email !== ''),
  )
  for (const each of families) {
    const ages = each.children.map(({ birthOn }) => birthOn).sort()
    ages
      .slice(1)
      .forEach((birthOn, index) =>
        same(`siblings apart in ${each.guardians[0]!.name}'s`, years(birthOn, ages[index]!) > 1, true),
      )
  }

  same(
    'early families',
    families.filter(({ registersAt }) => registersAt <= `${fall.earlyBirdOn}T23:59:59Z`).length,
    earlyFamilies,
  )
  const firstWaits = families.find(each => each.children.some(({ waits }) => waits.length > 0))!.registersAt
  const lastSits = families.findLast(each =>
    each.children.some(({ seats }) => seats.some(name => oversubscribed.has(name))),
  )!
  same('seats are taken before anybody waits', lastSits.registersAt < firstWaits, true)
  for (const { name, capacity, enrolled, waiting } of offer)
    same(
      `${name} is full when somebody waits, but for a seat that came later`,
      waiting === 0 || enrolled === capacity - (name === laterSeats.name ? laterSeats.seats : 0),
      true,
    )
  same(
    'some classes have few places',
    offer.some(({ capacity, enrolled }) => capacity > enrolled && capacity - enrolled <= fewPlaces),
    true,
  )
}
