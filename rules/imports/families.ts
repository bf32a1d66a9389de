import type { Guardian } from './guardians.ts'
import { familyNameOf, type KeysOf } from './names.ts'
import { partsOf, type StudentField, studentFacts } from '#contract/studentFields.plain.ts'
import type { Child } from './children.ts'
import type { Contact, SheetRow } from './reading.ts'

/** A family as the lines of a sheet describe it together. `rows` lists the lines that name a person. */
export type SheetChild = Child & SheetRow['doctor'] & { rows: number[] }
export type SheetGuardian = Guardian & { rows: number[] }
export type SheetFamily = {
  name: string
  address: string
  guardians: SheetGuardian[]
  children: SheetChild[]
  contacts: Contact[]
  /** The family's number in the sheet's own system; empty if there is none. */
  familyId: string
  rows: number[]
}

export const shareKey = (a: readonly string[], b: readonly string[]): boolean => a.some(key => b.includes(key))
const digits = (phone: string): string => phone.replace(/\D/g, '').slice(-10)

/** A value shared by more lines than a family has children is a filler, such as the school's own address. */
const mostSiblings = 12

/** Groups items by index with union-find. */
const unions = (count: number) => {
  const parent = Array.from({ length: count }, (_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parent[root] !== root) root = parent[root]!
    parent[index] = root
    return root
  }
  return { rootOf, join: (a: number, b: number) => void (parent[rootOf(b)] = rootOf(a)) }
}

const addressKey = (address: string): string =>
  address
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '')
    .slice(0, 40)
const familyNames = (row: SheetRow): Set<string> => new Set([...row.children, ...row.guardians].flatMap(familyNameOf))

/** True if two lines have nothing in common about their families, though both say something about the parents. */
export const haveNothingInCommon = (a: SheetRow, b: SheetRow, keysOf: KeysOf): boolean => {
  if (a.guardians.length === 0 || b.guardians.length === 0) return false
  const names = familyNames(b)
  const isSame = (one: Guardian, other: Guardian) =>
    (one.email !== '' && one.email === other.email) ||
    (one.phone !== '' && digits(one.phone) === digits(other.phone)) ||
    shareKey(keysOf(one), keysOf(other))
  return (
    !a.guardians.some(one => b.guardians.some(other => isSame(one, other))) &&
    ![...familyNames(a)].some(name => names.has(name)) &&
    (a.address === '' || addressKey(a.address) !== addressKey(b.address))
  )
}

/** True if what two lines say about guardians of the same name suggests that they are different people. */
const differ = (a: Guardian, b: Guardian): boolean => {
  const apart = (x: string, y: string) => x !== '' && y !== '' && x !== y
  // A phone number without its area code is the same number.
  const same = (x: string, y: string) =>
    x !== '' && (x === y || (x.length === 7 && y.endsWith(x)) || (y.length === 7 && x.endsWith(y)))
  if (same(a.email, b.email) || same(digits(a.phone), digits(b.phone))) return false
  return apart(a.email, b.email) || apart(digits(a.phone), digits(b.phone))
}

/** Keys by which a line is matched to other lines of its family. */
const meetingKeys = (row: SheetRow, keysOf: KeysOf): string[] => {
  const keys: string[] = []
  if (row.familyId !== '') keys.push(`id:${row.familyId.toLowerCase()}`)
  for (const { sourceId } of row.children) if (sourceId !== '') keys.push(`id:student:${sourceId.toLowerCase()}`)
  for (const { sourceId } of row.guardians) if (sourceId !== '') keys.push(`id:guardian:${sourceId.toLowerCase()}`)
  for (const { email } of row.guardians) if (email !== '') keys.push(`mail:${email}`)
  // The sheet's own family number is more reliable than names and phone numbers.
  if (row.familyId !== '') return keys
  for (const guardian of row.guardians) {
    if (guardian.phone !== '') for (const name of familyNames(row)) keys.push(`phone:${digits(guardian.phone)}:${name}`)
    if (row.address !== '') for (const key of keysOf(guardian)) keys.push(`home:${addressKey(row.address)}:${key}`)
  }
  for (const child of row.children)
    if (child.birthOn !== null)
      for (const key of keysOf(child))
        for (const guardian of row.guardians) keys.push(`child:${child.birthOn}:${key}:${keysOf(guardian)[0] ?? ''}`)
  return keys
}

/**
 * Keys that join lines unless something speaks against it: the names of both parents, or the name of a single parent
 * with the children's family names.
 */
const softKeys = (row: SheetRow, keysOf: KeysOf): string[] => {
  const [only] = row.guardians
  if (row.familyId !== '' || !only) return []
  if (row.guardians.length === 1)
    return keysOf(only).flatMap(key => row.children.flatMap(familyNameOf).map(name => `lone:${key}:${name}`))
  return [
    `pair:${row.guardians
      .map(guardian => keysOf(guardian)[0] ?? '')
      .sort()
      .join('+')}`,
  ]
}
/**
 * What the children of a sheet are called in questions: by name and, if the sheet has namesakes with other birthdays or
 * numbers, by these as well. It doesn't depend on which lines wait, so that an answer is found again.
 */
export const calledIn = (rows: readonly SheetRow[]): ((child: Child) => string) => {
  const byName = Map.groupBy(
    rows.flatMap(({ children }) => children),
    ({ name }) => name,
  )
  const varies = (values: readonly (string | null)[]) => new Set(values.filter(Boolean)).size > 1
  const shared = new Set(
    [...byName].flatMap(([name, namesakes]) =>
      varies(namesakes.map(({ birthOn }) => birthOn)) || varies(namesakes.map(({ sourceId }) => sourceId))
        ? [name]
        : [],
    ),
  )
  return ({ name, birthOn, sourceId }) => {
    const marks = shared.has(name) ? [birthOn, sourceId].filter(Boolean) : []
    return marks.length === 0 ? name : `${name} (${marks.join(', ')})`
  }
}
/** True if both have a number in the sheet's own system and the numbers differ. */
const areApart = (a: string, b: string): boolean => a !== '' && b !== '' && a !== b
const isSameChild = (one: Child, other: Child, keysOf: KeysOf): boolean =>
  one.birthOn !== null &&
  one.birthOn === other.birthOn &&
  !areApart(one.sourceId, other.sourceId) &&
  shareKey(keysOf(one), keysOf(other))
type Place<C> = { children: readonly C[]; familyId: string }
/** Children who also appear in an earlier line or family, by name and birthday. */
export const toldBefore = <C extends Child, P extends Place<C>>(
  places: readonly (P & Place<C>)[],
  keysOf: KeysOf,
): { child: C; at: P; before: { child: C; at: P } }[] => {
  const told: ReturnType<typeof toldBefore<C, P>> = []
  const known = new Map<string, { child: C; at: P }[]>()
  for (const at of places) {
    const own = at.children
      .filter(({ birthOn }) => birthOn !== null)
      .map(child => ({ child, keys: keysOf(child).map(key => `${child.birthOn}:${key}`) }))
    for (const { child, keys } of own) {
      const before = keys
        .flatMap(key => known.get(key) ?? [])
        .find(other => isSameChild(child, other.child, keysOf) && !areApart(at.familyId, other.at.familyId))
      if (before) told.push({ child, at, before })
    }
    for (const { child, keys } of own)
      for (const key of keys) {
        const list = known.get(key) ?? []
        list.push({ child, at })
        known.set(key, list)
      }
  }
  return told
}
/**
 * True if one of two lines may be that of a second guardian. Two lines with both parents each are two families unless
 * something else says otherwise.
 */
const isOfOneGuardian = (a: SheetRow, b: SheetRow): boolean => a.guardians.length < 2 || b.guardians.length < 2
const mayBeTogether = (a: SheetRow, b: SheetRow, keysOf: KeysOf): boolean =>
  !a.guardians.some(one => b.guardians.some(other => shareKey(keysOf(one), keysOf(other)) && differ(one, other)))

const isOtherKin = (a: Guardian, b: Guardian): boolean =>
  a.relationship !== null && b.relationship !== null && a.relationship !== b.relationship

const mergeGuardian = (into: SheetGuardian[], guardian: Guardian, n: number, keysOf: KeysOf): void => {
  const keys = keysOf(guardian)
  const isUnnamed = (each: Guardian) => each.name === each.email || each.name === each.phone
  const known = into.find(each => {
    // Two people with the same name: on one line, or the mother and the grandmother, each with their own email or phone
    // number.
    if (differ(each, guardian) && (each.rows.includes(n) || isOtherKin(each, guardian))) return false
    if (each.sourceId !== '' && guardian.sourceId !== '') return each.sourceId === guardian.sourceId
    if (each.email !== '' && each.email === guardian.email)
      return shareKey(keysOf(each), keys) || isUnnamed(each) || isUnnamed(guardian) || !each.rows.includes(n)
    if (
      (isUnnamed(each) || isUnnamed(guardian)) &&
      guardian.phone !== '' &&
      digits(each.phone) === digits(guardian.phone)
    )
      return true
    return shareKey(keysOf(each), keys)
  })
  if (!known) {
    into.push({ ...guardian, others: [...guardian.others], rows: [n] })
    return
  }
  if (!known.rows.includes(n)) known.rows.push(n)
  if (isUnnamed(known)) known.name = guardian.name
  known.nativeName ||= guardian.nativeName
  known.email ||= guardian.email
  known.phone ||= guardian.phone
  known.others.push(...guardian.others.filter(other => !known.others.includes(other)))
  known.relationship ??= guardian.relationship
  known.sourceId ||= guardian.sourceId
}

const mergeChild = (into: SheetChild[], child: Child, row: SheetRow, keysOf: KeysOf): void => {
  const keys = keysOf(child)
  const known = into.find(
    each =>
      (each.sourceId !== '' && each.sourceId === child.sourceId) ||
      // A child who appears again in another submission has been corrected: the latest one is right.
      ((each.birthOn === child.birthOn ||
        each.birthOn === null ||
        child.birthOn === null ||
        (row.sentAt !== '' && !each.rows.includes(row.n))) &&
        (each.sourceId === '' || child.sourceId === '') &&
        shareKey(keysOf(each), keys)),
  )
  if (!known) {
    into.push({ ...child, custody: [...child.custody], ...row.doctor, rows: [row.n] })
    return
  }
  if (!known.rows.includes(row.n)) known.rows.push(row.n)
  known.custody.push(...child.custody)
  known.birthOn ??= child.birthOn
  known.sourceId ||= child.sourceId
  for (const { field, value } of blanksOf(known, { ...child, ...row.doctor })) known[field] = value
}

/** Facts about a child, other than the name and birthday that identify them. */
type Told = Record<Exclude<StudentField, 'name' | 'birthOn'>, string>
const told = studentFacts.filter(fact => fact !== 'name' && fact !== 'birthOn').map(partsOf) as (keyof Told)[][]

const contradict = (known: string, other: string): boolean => {
  const [a, b] = [known, other].map(text => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  return !a!.endsWith(b!) && !b!.endsWith(a!)
}
/**
 * Values from the sheet for facts that are blank on record. A phone number for a different doctor than the one on
 * record is not taken.
 */
export const blanksOf = (known: Told, given: Told): { field: keyof Told; value: string }[] =>
  told
    .filter(parts => !parts.some(field => contradict(known[field], given[field])))
    .flatMap(parts => parts.filter(field => known[field] === '' && given[field] !== ''))
    .map(field => ({ field, value: given[field] }))

const contactKey = ({ name, phone }: Contact): string => `${name.toLowerCase()}:${digits(phone)}`

const familyOf = (inOrder: readonly SheetRow[], keysOf: KeysOf): SheetFamily => {
  // The latest submission is used first. Earlier ones only fill its gaps.
  const rows = inOrder.toSorted((a, b) => b.sentAt.localeCompare(a.sentAt) || a.n - b.n)
  const guardians: SheetGuardian[] = []
  const children: SheetChild[] = []
  const contacts = new Map<string, Contact>()
  for (const row of rows) {
    for (const guardian of row.guardians) mergeGuardian(guardians, guardian, row.n, keysOf)
    for (const child of row.children) mergeChild(children, child, row, keysOf)
    for (const contact of row.contacts) contacts.set(contactKey(contact), contact)
  }
  const first = guardians[0] ?? children[0]
  return {
    name: rows.map(({ familyName }) => familyName).find(Boolean) ?? first?.name ?? '',
    address: rows.map(({ address }) => address).find(Boolean) ?? '',
    guardians,
    children,
    contacts: [...contacts.values()],
    familyId: rows.map(row => row.familyId).find(Boolean) ?? '',
    rows: rows.map(({ n }) => n),
  }
}

/**
 * Groups the lines of a sheet into families: by the sheet's own family number, by email, phone and address, and by the
 * names of both parents. A namesake with other contact details stays in a separate family. `isSaidSame` is true for
 * lines whose child the office has confirmed to be a known one. Yields after each line.
 */
export function* gatherFamilies(
  rows: readonly SheetRow[],
  keysOf: KeysOf,
  isSaidSame: (row: SheetRow) => boolean,
): Generator<void, SheetFamily[]> {
  const { rootOf, join } = unions(rows.length)
  const keys: string[][] = []
  const count = new Map<string, number>()
  for (const row of rows) {
    const own = [...new Set(meetingKeys(row, keysOf))]
    for (const key of own) count.set(key, (count.get(key) ?? 0) + 1)
    keys.push(own)
    yield
  }
  const at = new Map<string, number>()
  const soft = new Map<string, number[]>()
  for (const [index, row] of rows.entries()) {
    for (const key of keys[index]!) {
      if (!key.startsWith('id:') && count.get(key)! > mostSiblings) continue
      const first = at.get(key)
      if (first === undefined) at.set(key, index)
      // A child with the same name and birthday whose parent is a namesake is another child if email or phone says so.
      else if (!key.startsWith('child:') || mayBeTogether(rows[first]!, row, keysOf)) join(first, index)
    }
    for (const key of softKeys(row, keysOf)) {
      const others = soft.get(key) ?? []
      const friend = others.slice(-mostSiblings).find(other => mayBeTogether(rows[other]!, row, keysOf))
      if (friend !== undefined) join(friend, index)
      others.push(index)
      soft.set(key, others)
    }
    yield
  }
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    // One line per guardian: the next line describes the same child.
    const isNext = before && row.n - before.n === 1 && isOfOneGuardian(before, row)
    if (isNext && toldBefore([before, row], keysOf).length > 0) join(index - 1, index)
  }
  const indexOf = new Map(rows.map((row, index) => [row, index]))
  for (const { at, before } of toldBefore(rows, keysOf))
    if (isSaidSame(at)) join(indexOf.get(before.at)!, indexOf.get(at)!)
  const groups = new Map<number, SheetRow[]>()
  for (const [index, row] of rows.entries()) {
    const root = rootOf(index)
    const group = groups.get(root)
    if (group) group.push(row)
    else groups.set(root, [row])
  }
  return [...groups.values()].map(group => familyOf(group, keysOf))
}
