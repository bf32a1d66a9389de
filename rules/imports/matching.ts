import type { numberKinds } from '#contract/exchange/imports.plain.ts'
import type { StudentField } from '#contract/studentFields.plain.ts'
import { hasHan, isHan } from './cells.ts'
import { shareKey } from './families.ts'
import { familyNameOf, type KeysOf } from './names.ts'

export type KnownPerson = Record<Exclude<StudentField, 'birthOn'>, string> & {
  id: string
  email: string
  phone: string
  otherPhones: string
  birthOn: string | null
  /** What is on record of custody; empty for adults. */
  custodyNote: string
  isStudent: boolean
  /** The household that a student belongs to, or those that an adult is a member of. */
  householdIds: string[]
  isArchived: boolean
}
/** `contacts` are the last digits of the telephone numbers of its emergency contacts. */
export type KnownHousehold = { id: string; name: string; address: string; contacts: string[] }
/** Whom the number of a sheet's own system stands for. */
export type SourceKey = { kind: (typeof numberKinds)[number]; key: string; ourId: string }
/** By what such a number is looked up. */
export const sourceKeyOf = (kind: SourceKey['kind'], key: string): string => `${kind} ${key.toLowerCase()}`
/** Everybody the school knows, to be found by what a sheet says. */
export type School = {
  households: ReadonlyMap<string, KnownHousehold>
  people: ReadonlyMap<string, readonly KnownPerson[]>
  byEmail: ReadonlyMap<string, readonly KnownPerson[]>
  byPhone: ReadonlyMap<string, readonly KnownPerson[]>
  studentsByName: ReadonlyMap<string, readonly KnownPerson[]>
  /** By the numbers of earlier sheets (`sourceKeyOf`). */
  bySourceKey: ReadonlyMap<string, KnownPerson>
  /** Households by the family numbers of earlier sheets. */
  byFamilyNumber: ReadonlyMap<string, KnownHousehold>
}

type Named = { name: string; nativeName: string }
export type Guardian = Named & { email: string; phone: string }
export type Child = Named & { birthOn: string | null }
/** A family as some source tells of it: a sheet, or a file of another system. */
type Family<G, C> = { guardians: readonly G[]; children: readonly C[] }
/** What is known of a family besides names, addresses and numbers. */
type Beforehand<G, C> = {
  /** Whom a key of the source stands for; it counts more than anything that can be reckoned. */
  knownAs: (one: G | C) => KnownPerson | undefined
  /** What the office has answered about a child in doubt. */
  answerOf: (child: C) => 'same' | 'new' | null
  /** Whether a source says a name of a child and nothing else, as the list of a class does: the student who has it is meant. */
  isNameAlone?: (child: C) => boolean
  /** The household that the family's number stands for; what the office has said counts more than all else. */
  household?: { known: KnownHousehold; isSaid: boolean } | undefined
}
/** Another child who may be meant; `family` is the name of its household. */
type Doubt = { child: string; person: KnownPerson; family: string; kind: 'namesake' | 'similar' }
export type FamilyMatch<G extends Guardian, C extends Child> = {
  household: KnownHousehold | null
  guardians: Map<G, KnownPerson>
  children: Map<C, KnownPerson>
  /** Addresses of the source that belong to somebody else. */
  takenEmails: ReadonlySet<string>
  doubts: Map<C, Doubt>
}

/** Whether a child is somebody whom the school knows, as a question. */
const doubtOf = (child: Child, person: KnownPerson, kind: Doubt['kind'], { households }: School): Doubt => ({
  child: child.name,
  kind,
  person,
  family: households.get(person.householdIds[0] ?? '')?.name ?? '',
})

const digits = (phone: string): string => phone.replace(/\D/g, '').slice(-10)
const group = <T>(entries: Iterable<readonly [string, T]>): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const [key, value] of entries) {
    const list = groups.get(key)
    if (list) list.push(value)
    else groups.set(key, [value])
  }
  return groups
}

export const schoolOf = (
  persons: readonly KnownPerson[],
  households: readonly KnownHousehold[],
  keysOf: KeysOf,
  sourceKeys: readonly SourceKey[] = [],
): School => {
  const known = new Map(households.map(household => [household.id, household]))
  const byId = new Map(persons.map(person => [person.id, person]))
  const adults = persons.filter(({ isStudent }) => !isStudent)
  const students = persons.filter(({ isStudent }) => isStudent)
  return {
    households: known,
    people: group(persons.flatMap(person => person.householdIds.map(id => [id, person] as const))),
    byEmail: group(
      persons.filter(({ email }) => email !== '').map(person => [person.email.toLowerCase(), person] as const),
    ),
    byPhone: group(
      adults.filter(({ phone }) => digits(phone).length >= 7).map(person => [digits(person.phone), person] as const),
    ),
    studentsByName: group(students.flatMap(person => keysOf(person).map(key => [key, person] as const))),
    bySourceKey: new Map(
      sourceKeys.flatMap(({ kind, key, ourId }) => {
        const person = byId.get(ourId)
        return person ? [[sourceKeyOf(kind, key), person] as const] : []
      }),
    ),
    byFamilyNumber: new Map(
      sourceKeys.flatMap(({ kind, key, ourId }) => {
        const household = kind === 'family' ? known.get(ourId) : undefined
        return household ? [[sourceKeyOf(kind, key), household] as const] : []
      }),
    ),
  }
}

const latinWords = ({ name }: Named): string[] =>
  hasHan(name)
    ? []
    : (name
        .toLowerCase()
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .match(/\p{L}{2,}/gu) ?? [])

/** Whether a Latin name may be a Chinese one's: they have the sound of the family name in common. */
const soundAlike = (words: readonly string[], sounds: readonly string[]): boolean =>
  words.some(word => sounds.some(sound => sound.startsWith(word)))

/** Whether two names can be one person's: the same, one within the other, or the same family name in another script. */
export const mayBeOne = (a: Named, b: Named, keysOf: KeysOf): boolean => {
  if (shareKey(keysOf(a), keysOf(b))) return true
  const [words, others] = [latinWords(a), latinWords(b)]
  if (words.length === 0) return others.length > 0 && soundAlike(others, keysOf(a))
  if (others.length === 0) return soundAlike(words, keysOf(b))
  const [fewer, more] = words.length < others.length ? [words, others] : [others, words]
  return fewer.every(word => more.some(other => other.startsWith(word) || word.startsWith(other)))
}

/** Sounds and letters that are one slip apart. */
const isSlip = (a: Named, b: Named): boolean => {
  const [first, second] = [a, b].map(each => latinWords(each).join(' '))
  if (!first || !second || Math.abs(first.length - second.length) > 2) return false
  let row = Array.from({ length: second.length + 1 }, (_, index) => index)
  for (let i = 1; i <= first.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= second.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (first[i - 1] === second[j - 1] ? 0 : 1)))
    row = next
  }
  return row.at(-1)! <= 2
}

/** Whether an address or a number stands for a name that nobody knew. */
export const isUnnamed = ({ name, email, phone }: { name: string; email: string; phone: string }): boolean =>
  name === email || name === phone

/** The person that a guardian is by address or number, where the name does not speak against it. */
const guardianByContact = (guardian: Guardian, school: School, keysOf: KeysOf): KnownPerson | undefined => {
  const may = (person: KnownPerson) =>
    !person.isStudent && (isUnnamed(guardian) || isUnnamed(person) || mayBeOne(guardian, person, keysOf))
  const byEmail = guardian.email === '' ? [] : (school.byEmail.get(guardian.email) ?? [])
  const byPhone = guardian.phone === '' ? [] : (school.byPhone.get(digits(guardian.phone)) ?? [])
  return byEmail.find(may) ?? byPhone.find(may)
}

const studentsNamed = (child: Named, school: School, keysOf: KeysOf): KnownPerson[] => [
  ...new Set(keysOf(child).flatMap(key => school.studentsByName.get(key) ?? [])),
]

/** The student whose own address this is, where neither name nor birthday speaks against it. */
export const studentByAddress = (
  child: Child & { email: string },
  school: School,
  keysOf: KeysOf,
): KnownPerson | undefined => {
  const [person, another] = (school.byEmail.get(child.email) ?? []).filter(({ isStudent }) => isStudent)
  const isApart = child.birthOn !== null && person?.birthOn !== null && child.birthOn !== person?.birthOn
  return person && !another && !isApart && mayBeOne(child, person, keysOf) ? person : undefined
}

/** Whether both have an address or a number, and none is the same. */
const speaksAgainst = (guardian: Guardian, person: KnownPerson): boolean => {
  const isSame = (a: string, b: string) => a !== '' && a === b
  const isApart = (a: string, b: string) => a !== '' && b !== '' && a !== b
  const [email, phone] = [person.email.toLowerCase(), digits(person.phone)]
  if (isSame(guardian.email, email) || isSame(digits(guardian.phone), phone)) return false
  return isApart(guardian.email, email) || isApart(digits(guardian.phone), phone)
}

/** How much speaks for each household of the school. */
const evidenceFor = <G extends Guardian>(
  guardians: readonly G[],
  known: ReadonlyMap<G, KnownPerson>,
  strong: Iterable<KnownPerson>,
  school: School,
): Map<string, number> => {
  const score = new Map<string, number>()
  const add = (ids: readonly string[], points: number) => {
    for (const id of ids) score.set(id, (score.get(id) ?? 0) + points)
  }
  for (const person of known.values()) add(person.householdIds, 3)
  for (const guardian of guardians)
    if (guardian.email !== '' && !known.has(guardian))
      for (const person of school.byEmail.get(guardian.email) ?? []) add(person.householdIds, 2)
  for (const person of strong) add(person.householdIds, 1)
  return score
}

/** Whether somebody of a household bears a family name of the family. */
export const mayBeHousehold = (
  { guardians, children }: Family<Named, Named>,
  household: KnownHousehold,
  { people }: School,
): boolean => {
  const names = new Set([...guardians, ...children].flatMap(familyNameOf))
  return (people.get(household.id) ?? []).some(person => familyNameOf(person).some(name => names.has(name)))
}

const best = (score: ReadonlyMap<string, number>): [string, number] | undefined =>
  [...score].sort((a, b) => b[1] - a[1])[0]

/**
 * Finds a family among those of the school: by keys of its source, by addresses and numbers of its guardians, then by
 * the names within the household. A child of the same name and birthday in another family is a doubt, which the office
 * settles.
 */
export const matchFamily = <G extends Guardian, C extends Child>(
  family: Family<G, C>,
  school: School,
  keysOf: KeysOf,
  { knownAs, answerOf, isNameAlone = () => false, household: numbered }: Beforehand<G, C>,
): FamilyMatch<G, C> => {
  const guardians = new Map<G, KnownPerson>()
  const children = new Map<C, KnownPerson>()
  const take = <One>(matched: Map<One, KnownPerson>, one: One, person: KnownPerson | undefined) => {
    if (person && ![...matched.values()].includes(person)) matched.set(one, person)
  }
  for (const guardian of family.guardians) take(guardians, guardian, knownAs(guardian))
  for (const guardian of family.guardians)
    if (!guardians.has(guardian)) take(guardians, guardian, guardianByContact(guardian, school, keysOf))
  for (const child of family.children) take(children, child, knownAs(child))
  const namesakes = new Map(family.children.map(child => [child, studentsNamed(child, school, keysOf)] as const))
  const strong = new Map<C, KnownPerson>(children)
  const doubts = new Map<C, Doubt>()
  const answerFor = (child: C) => (children.has(child) ? 'same' : answerOf(child))
  const ask = (child: C, person: KnownPerson, kind: Doubt['kind']) =>
    doubts.set(child, doubtOf(child, person, kind, school))
  for (const [child, found] of namesakes) {
    const isAlone = isNameAlone(child)
    const person = isAlone
      ? found.length === 1 && answerOf(child) !== 'new'
        ? found[0]
        : undefined
      : found.find(each => each.birthOn !== null && each.birthOn === child.birthOn)
    if (person && !children.has(child)) strong.set(child, person)
    if (isAlone && found.length > 1 && answerFor(child) === null) ask(child, found[0]!, 'namesake')
  }

  const score = evidenceFor(family.guardians, guardians, strong.values(), school)
  // What the office or a key says counts more than anything that can be reckoned.
  for (const [child, person] of strong)
    if (answerFor(child) === 'same') for (const id of person.householdIds) score.set(id, (score.get(id) ?? 0) + 10)
  if (numbered) score.set(numbered.known.id, (score.get(numbered.known.id) ?? 0) + (numbered.isSaid ? 100 : 3))
  let [householdId, points] = best(score) ?? [undefined, 0]
  if (householdId !== undefined && points < 2) {
    const members = (school.people.get(householdId) ?? []).filter(({ isStudent }) => !isStudent)
    const isKnown = family.guardians.some(guardian =>
      members.some(member => shareKey(keysOf(guardian), keysOf(member)) && !speaksAgainst(guardian, member)),
    )
    const isAlone = family.guardians.length === 0 || members.length === 0
    if (!isKnown && !isAlone) {
      for (const [child, person] of strong) if (answerFor(child) === null) ask(child, person, 'namesake')
      householdId = undefined
      points = 0
    }
  }
  const household = householdId === undefined ? null : (school.households.get(householdId) ?? null)
  if (household) {
    const people = school.people.get(household.id) ?? []
    const free = () => people.filter(person => !person.isStudent && ![...guardians.values()].includes(person))
    for (const guardian of family.guardians) {
      if (guardians.has(guardian)) continue
      const keys = keysOf(guardian)
      const person = free().find(each => keysOf(each).some(key => keys.includes(key)))
      if (person) guardians.set(guardian, person)
    }
    const students = people.filter(({ isStudent }) => isStudent)
    const taken = () => [...children.values()]
    for (const child of family.children.filter(each => !children.has(each))) {
      const named = namesakes
        .get(child)!
        .filter(person => person.householdIds.includes(household.id) && !taken().includes(person))
      const person = named.find(each => each.birthOn === child.birthOn) ?? (named.length === 1 ? named[0] : undefined)
      if (person && answerFor(child) !== 'new') children.set(child, person)
    }
    for (const child of family.children.filter(each => !children.has(each))) {
      const alike = students.find(
        person =>
          !taken().includes(person) &&
          child.birthOn !== null &&
          person.birthOn === child.birthOn &&
          (isSlip(child, person) ||
            isHan(child.name) !== isHan(person.name) ||
            latinWords(child)
              .filter(word => !familyNameOf(child).includes(word))
              .some(word => latinWords(person).includes(word))),
      )
      if (!alike) continue
      const answer = answerFor(child)
      if (answer === 'same') children.set(child, alike)
      else if (answer === null) ask(child, alike, 'similar')
    }
    // A child whom another household has stays there; a second record would be another child.
    for (const [child, person] of strong) {
      if (children.has(child) || doubts.has(child)) continue
      const answer = answerFor(child)
      if (answer === 'same') children.set(child, person)
      else if (answer === null) ask(child, person, 'namesake')
    }
  }
  const known = new Set(guardians.values())
  const takenEmails = new Set(
    family.guardians.flatMap(({ email }) =>
      email !== '' && (school.byEmail.get(email) ?? []).some(person => !known.has(person)) ? [email] : [],
    ),
  )
  for (const [guardian, person] of guardians)
    if (person.email.toLowerCase() === guardian.email) takenEmails.delete(guardian.email)
  return { household, guardians, children, takenEmails, doubts }
}
