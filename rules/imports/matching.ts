import type { StudentField } from '#contract/studentFields.plain.ts'
import { hasHan, isHan } from './cells.ts'
import { shareKey, type SheetChild, type SheetFamily, type SheetGuardian } from './families.ts'
import { familyNameOf, type KeysOf } from './names.ts'

export type KnownPerson = Record<Exclude<StudentField, 'birthOn'>, string> & {
  id: string
  email: string
  phone: string
  birthOn: string | null
  isStudent: boolean
  /** The household that a student belongs to, or those that an adult is a member of. */
  householdIds: string[]
  isArchived: boolean
}
/** `contacts` are the last digits of the telephone numbers of its emergency contacts. */
export type KnownHousehold = { id: string; name: string; address: string; contacts: string[] }
/** Everybody the school knows, to be found by what a sheet says. */
export type School = {
  households: ReadonlyMap<string, KnownHousehold>
  people: ReadonlyMap<string, readonly KnownPerson[]>
  byEmail: ReadonlyMap<string, readonly KnownPerson[]>
  byPhone: ReadonlyMap<string, readonly KnownPerson[]>
  studentsByName: ReadonlyMap<string, readonly KnownPerson[]>
}
export type Doubt = { child: string; person: KnownPerson; family: string }
export type FamilyMatch = {
  household: KnownHousehold | null
  guardians: Map<SheetGuardian, KnownPerson>
  children: Map<SheetChild, KnownPerson>
  /** Addresses of the sheet that belong to somebody else. */
  takenEmails: ReadonlySet<string>
  doubts: Map<number, Doubt>
}

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
): School => {
  const adults = persons.filter(({ isStudent }) => !isStudent)
  const students = persons.filter(({ isStudent }) => isStudent)
  return {
    households: new Map(households.map(household => [household.id, household])),
    people: group(persons.flatMap(person => person.householdIds.map(id => [id, person] as const))),
    byEmail: group(
      persons.filter(({ email }) => email !== '').map(person => [person.email.toLowerCase(), person] as const),
    ),
    byPhone: group(
      adults.filter(({ phone }) => digits(phone).length >= 7).map(person => [digits(person.phone), person] as const),
    ),
    studentsByName: group(students.flatMap(person => keysOf(person).map(key => [key, person] as const))),
  }
}

type Named = { name: string; nativeName: string }
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
const mayBeOne = (a: Named, b: Named, keysOf: KeysOf): boolean => {
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

/** The person that a guardian of the sheet is by address or number, where the name does not speak against it. */
const guardianByContact = (guardian: SheetGuardian, school: School, keysOf: KeysOf): KnownPerson | undefined => {
  const may = (person: KnownPerson) =>
    !person.isStudent && (isUnnamed(guardian) || isUnnamed(person) || mayBeOne(guardian, person, keysOf))
  const byEmail = guardian.email === '' ? [] : (school.byEmail.get(guardian.email) ?? [])
  const byPhone = guardian.phone === '' ? [] : (school.byPhone.get(digits(guardian.phone)) ?? [])
  return byEmail.find(may) ?? byPhone.find(may)
}

const studentsNamed = (child: SheetChild, school: School, keysOf: KeysOf): KnownPerson[] => [
  ...new Set(keysOf(child).flatMap(key => school.studentsByName.get(key) ?? [])),
]

/** Whether both have an address or a number, and none is the same. */
const speaksAgainst = (guardian: SheetGuardian, person: KnownPerson): boolean => {
  const isSame = (a: string, b: string) => a !== '' && a === b
  const isApart = (a: string, b: string) => a !== '' && b !== '' && a !== b
  const [email, phone] = [person.email.toLowerCase(), digits(person.phone)]
  if (isSame(guardian.email, email) || isSame(digits(guardian.phone), phone)) return false
  return isApart(guardian.email, email) || isApart(digits(guardian.phone), phone)
}

/** How much speaks for each household of the school. */
const evidenceFor = (
  family: SheetFamily,
  guardians: ReadonlyMap<SheetGuardian, KnownPerson>,
  strong: ReadonlyMap<SheetChild, KnownPerson>,
  school: School,
): Map<string, number> => {
  const score = new Map<string, number>()
  const add = (ids: readonly string[], points: number) => {
    for (const id of ids) score.set(id, (score.get(id) ?? 0) + points)
  }
  for (const person of guardians.values()) add(person.householdIds, 3)
  for (const guardian of family.guardians)
    if (guardian.email !== '' && !guardians.has(guardian))
      for (const person of school.byEmail.get(guardian.email) ?? []) add(person.householdIds, 2)
  for (const person of strong.values()) add(person.householdIds, 1)
  return score
}

const best = (score: ReadonlyMap<string, number>): [string, number] | undefined =>
  [...score].sort((a, b) => b[1] - a[1])[0]

/**
 * Finds a family of the sheet among those of the school: by addresses and numbers of its guardians, then by the names
 * within the household. A child of the same name and birthday in another family is a doubt, which `answerOf` its line
 * settles.
 */
export const matchFamily = (
  family: SheetFamily,
  school: School,
  keysOf: KeysOf,
  answerOf: (n: number) => 'same' | 'new' | null,
): FamilyMatch => {
  const guardians = new Map<SheetGuardian, KnownPerson>()
  for (const guardian of family.guardians) {
    const person = guardianByContact(guardian, school, keysOf)
    if (person && ![...guardians.values()].includes(person)) guardians.set(guardian, person)
  }
  const namesakes = new Map(family.children.map(child => [child, studentsNamed(child, school, keysOf)] as const))
  const strong = new Map<SheetChild, KnownPerson>()
  for (const [child, found] of namesakes) {
    const person = found.find(each => each.birthOn !== null && each.birthOn === child.birthOn)
    if (person) strong.set(child, person)
  }
  const doubts = new Map<number, Doubt>()
  const familyNameFor = (person: KnownPerson) => school.households.get(person.householdIds[0] ?? '')?.name ?? ''
  const answerFor = (child: SheetChild) => child.rows.map(answerOf).find(answer => answer !== null) ?? null
  const ask = (child: SheetChild, person: KnownPerson) => {
    for (const n of child.rows) doubts.set(n, { child: child.name, person, family: familyNameFor(person) })
  }

  const score = evidenceFor(family, guardians, strong, school)
  // What the office says counts more than anything that can be reckoned.
  for (const [child, person] of strong)
    if (answerFor(child) === 'same') for (const id of person.householdIds) score.set(id, (score.get(id) ?? 0) + 10)
  let [householdId, points] = best(score) ?? [undefined, 0]
  if (householdId !== undefined && points < 2) {
    const members = (school.people.get(householdId) ?? []).filter(({ isStudent }) => !isStudent)
    const isKnown = family.guardians.some(guardian =>
      members.some(member => shareKey(keysOf(guardian), keysOf(member)) && !speaksAgainst(guardian, member)),
    )
    const isAlone = family.guardians.length === 0 || members.length === 0
    if (!isKnown && !isAlone) {
      for (const [child, person] of strong) if (answerFor(child) === null) ask(child, person)
      householdId = undefined
      points = 0
    }
  }
  const household = householdId === undefined ? null : (school.households.get(householdId) ?? null)
  const children = new Map<SheetChild, KnownPerson>()
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
    for (const child of family.children) {
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
      else if (answer === null) ask(child, alike)
    }
    // A child whom another household has stays there; a second record would be another child.
    for (const [child, person] of strong) {
      if (children.has(child) || doubts.has(child.rows[0]!)) continue
      const answer = answerFor(child)
      if (answer === 'same') children.set(child, person)
      else if (answer === null) ask(child, person)
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
