import type { Guardian } from './guardians.ts'
import { familyNameOf, type KeysOf } from './names.ts'
import { partsOf, type StudentField, studentFacts } from '#contract/studentFields.plain.ts'
import type { Child } from './children.ts'
import type { Contact, SheetRow } from './reading.ts'

/** A family as the lines of a sheet add up to it. `rows` says which lines named somebody. */
export type SheetChild = Child & SheetRow['doctor'] & { rows: number[] }
export type SheetGuardian = Guardian & { rows: number[] }
export type SheetFamily = {
  name: string
  address: string
  guardians: SheetGuardian[]
  children: SheetChild[]
  contacts: Contact[]
  /** The number that the sheet's own system has for the family; empty where it has none. */
  familyId: string
  rows: number[]
}

export const shareKey = (a: readonly string[], b: readonly string[]): boolean => a.some(key => b.includes(key))
const digits = (phone: string): string => phone.replace(/\D/g, '').slice(-10)

/** What more lines share than a family has children is a filler, such as the school's own address. */
const mostSiblings = 12

/** Puts together what belongs together: the classic union-find, by index. */
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

/** Whether nothing at all that two lines say of their families is the same, though each says something of the parents. */
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

/** Whether what two lines say of guardians of one name speaks against their being one person. */
const differ = (a: Guardian, b: Guardian): boolean => {
  const apart = (x: string, y: string) => x !== '' && y !== '' && x !== y
  // A number is the same without its area code.
  const same = (x: string, y: string) =>
    x !== '' && (x === y || (x.length === 7 && y.endsWith(x)) || (y.length === 7 && x.endsWith(y)))
  if (same(a.email, b.email) || same(digits(a.phone), digits(b.phone))) return false
  return apart(a.email, b.email) || apart(digits(a.phone), digits(b.phone))
}

/** Keys under which a line meets others of its family. */
const meetingKeys = (row: SheetRow, keysOf: KeysOf): string[] => {
  const keys: string[] = []
  if (row.familyId !== '') keys.push(`id:${row.familyId.toLowerCase()}`)
  for (const { sourceId } of row.children) if (sourceId !== '') keys.push(`id:student:${sourceId.toLowerCase()}`)
  for (const { sourceId } of row.guardians) if (sourceId !== '') keys.push(`id:guardian:${sourceId.toLowerCase()}`)
  for (const { email } of row.guardians) if (email !== '') keys.push(`mail:${email}`)
  // The sheet's own number says more than names and numbers do.
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
 * Both parents' names, or those of a single one and the children, bring lines together unless something speaks against
 * it.
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
/** Whether the sheet's own numbers tell two apart. */
const areApart = (a: string, b: string): boolean => a !== '' && b !== '' && a !== b
const isSameChild = (one: Child, other: Child, keysOf: KeysOf): boolean =>
  one.birthOn !== null &&
  one.birthOn === other.birthOn &&
  !areApart(one.sourceId, other.sourceId) &&
  shareKey(keysOf(one), keysOf(other))
type Place<C> = { children: readonly C[]; familyId: string }
/** Children of lines or families that one before them has too, by name and birthday. */
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
 * Whether a line may be that of a second guardian. Two lines with both parents each are two families' unless something
 * else says otherwise.
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
    // Two people of one name: on one line, or the mother and the grandmother, with an address or a number each.
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
      // Who is told of again later has been corrected: the last line sent says what is right.
      ((each.birthOn === child.birthOn || each.birthOn === null || child.birthOn === null || row.sentAt !== '') &&
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

/** What somebody is told of beside name and birthday, which say who it is. */
type Told = Record<Exclude<StudentField, 'name' | 'birthOn'>, string>
const told = studentFacts.filter(fact => fact !== 'name' && fact !== 'birthOn').map(partsOf) as (keyof Told)[][]

const contradict = (known: string, other: string): boolean => {
  const [a, b] = [known, other].map(text => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  return !a!.endsWith(b!) && !b!.endsWith(a!)
}
/** What a sheet says where nothing is known. Another doctor's telephone is not that of the one who is. */
export const blanksOf = (known: Told, given: Told): { field: keyof Told; value: string }[] =>
  told
    .filter(parts => !parts.some(field => contradict(known[field], given[field])))
    .flatMap(parts => parts.filter(field => known[field] === '' && given[field] !== ''))
    .map(field => ({ field, value: given[field] }))

const contactKey = ({ name, phone }: Contact): string => `${name.toLowerCase()}:${digits(phone)}`

const familyOf = (inOrder: readonly SheetRow[], keysOf: KeysOf): SheetFamily => {
  // What was sent last is taken first; what came before only fills its gaps.
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
 * Brings the lines of a sheet together into families: by the sheet's own number of a family, by addresses and numbers,
 * and by the names of both parents. A namesake with another address stays another family. It pauses after each line.
 * `isSaidSame` tells of which lines the office has said that their child is one that is known already.
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
      // A namesake's child of that name and birthday is somebody else's where addresses and numbers say so.
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
    // One line per guardian: the next line tells of the same child.
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
