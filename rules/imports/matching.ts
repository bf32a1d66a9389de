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
  /** The custody note on record; empty for adults. */
  custodyNote: string
  isStudent: boolean
  /** The household that a student belongs to, or the households of which an adult is a member. */
  householdIds: string[]
  isArchived: boolean
}
/** `contacts` are the last digits of the emergency contacts' phone numbers. */
export type KnownHousehold = { id: string; name: string; address: string; contacts: string[] }
/** The record that a number from a sheet's own system stands for. */
export type SourceKey = { kind: (typeof numberKinds)[number]; key: string; ourId: string }
/** The lookup key of such a number. */
export const sourceKeyOf = (kind: SourceKey['kind'], key: string): string => `${kind} ${key.toLowerCase()}`
/** The people whom the school knows, indexed by what a sheet may say about them. */
export type School = {
  households: ReadonlyMap<string, KnownHousehold>
  people: ReadonlyMap<string, readonly KnownPerson[]>
  byEmail: ReadonlyMap<string, readonly KnownPerson[]>
  byPhone: ReadonlyMap<string, readonly KnownPerson[]>
  studentsByName: ReadonlyMap<string, readonly KnownPerson[]>
  /** By numbers from earlier sheets (`sourceKeyOf`). */
  bySourceKey: ReadonlyMap<string, KnownPerson>
  /** Households, by family numbers from earlier sheets. */
  byFamilyNumber: ReadonlyMap<string, KnownHousehold>
}

type Named = { name: string; nativeName: string }
export type Guardian = Named & { email: string; phone: string }
export type Child = Named & { birthOn: string | null }
/** A family as a source describes it: a sheet, or a file from another system. */
type Family<G, C> = { guardians: readonly G[]; children: readonly C[] }
/** What is known about a family besides names, addresses and phone numbers. */
type Beforehand<G, C> = {
  /** The person that a key of the source stands for. It takes precedence over any inferred match. */
  knownAs: (one: G | C) => KnownPerson | undefined
  /** The office's answer about a child in doubt. */
  answerOf: (child: C) => 'same' | 'new' | null
  /** True if the source gives only a child's name, as a class list does. The student with that name is then meant. */
  isNameAlone?: (child: C) => boolean
  /**
   * The household that the family's number stands for. The office's own answer takes precedence over everything else.
   */
  household?: { known: KnownHousehold; isSaid: boolean } | undefined
}
/** Another child who may be meant. `family` is the name of that child's household. */
type Doubt = { child: string; person: KnownPerson; family: string; kind: 'namesake' | 'similar' }
export type FamilyMatch<G extends Guardian, C extends Child> = {
  household: KnownHousehold | null
  guardians: Map<G, KnownPerson>
  children: Map<C, KnownPerson>
  /** Email addresses in the source that belong to someone else. */
  takenEmails: ReadonlySet<string>
  doubts: Map<C, Doubt>
}

/** A question for the office: whether a child is a person whom the school knows. */
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

/** True if a Latin name may belong to a Chinese one, because they share the sound of the family name. */
const soundAlike = (words: readonly string[], sounds: readonly string[]): boolean =>
  words.some(word => sounds.some(sound => sound.startsWith(word)))

/**
 * True if two names may belong to one person: they are the same, one contains the other, or they share a family name
 * across scripts.
 */
export const mayBeOne = (a: Named, b: Named, keysOf: KeysOf): boolean => {
  if (shareKey(keysOf(a), keysOf(b))) return true
  const [words, others] = [latinWords(a), latinWords(b)]
  if (words.length === 0) return others.length > 0 && soundAlike(others, keysOf(a))
  if (others.length === 0) return soundAlike(words, keysOf(b))
  const [fewer, more] = words.length < others.length ? [words, others] : [others, words]
  return fewer.every(word => more.some(other => other.startsWith(word) || word.startsWith(other)))
}

/** True if the Latin words of two names are at most two edits apart (Levenshtein distance). */
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

/** True if an email or phone number stands in for an unknown name. */
export const isUnnamed = ({ name, email, phone }: { name: string; email: string; phone: string }): boolean =>
  name === email || name === phone

/** The person whose email or phone number a guardian has, unless the names contradict each other. */
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

/** The student whose own email address this is, unless name or birthday contradicts it. */
export const studentByAddress = (
  child: Child & { email: string },
  school: School,
  keysOf: KeysOf,
): KnownPerson | undefined => {
  const [person, another] = (school.byEmail.get(child.email) ?? []).filter(({ isStudent }) => isStudent)
  const isApart = child.birthOn !== null && person?.birthOn !== null && child.birthOn !== person?.birthOn
  return person && !another && !isApart && mayBeOne(child, person, keysOf) ? person : undefined
}

/** True if both have an email or both have a phone number, and neither value is the same. */
const speaksAgainst = (guardian: Guardian, person: KnownPerson): boolean => {
  const isSame = (a: string, b: string) => a !== '' && a === b
  const isApart = (a: string, b: string) => a !== '' && b !== '' && a !== b
  const [email, phone] = [person.email.toLowerCase(), digits(person.phone)]
  if (isSame(guardian.email, email) || isSame(digits(guardian.phone), phone)) return false
  return isApart(guardian.email, email) || isApart(digits(guardian.phone), phone)
}

/** The score of each household of the school as a match for the family. */
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

/** True if a member of a household has one of the family's last names. */
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
 * Matches a family to those of the school: by keys of its source, by guardians' emails and phone numbers, then by names
 * within the household. A child with the same name and birthday in another family is a doubt, which the office settles.
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
  // The office's answers and source keys take precedence over anything inferred.
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
    // A child who belongs to another household stays there; a second record would be a different child.
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
