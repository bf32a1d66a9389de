import { gradeFromCeds, gradeToCeds } from '#rules/oneroster.ts'
import type { PersonOnRecord } from '../shared/queries.ts'
import { type Draft, own } from './draft.ts'
import { emailIn, matchUsers, nameIn, phoneIn, type Standing, type Standings } from './matching.ts'
import { listOf, type Row } from './validate.ts'

/** A user of the file with the person that the user stands for. */
export type User = {
  row: Row
  id: string
  isNew: boolean
  /** True where the person was matched by something other than this sourcedId. */
  isRecognised: boolean
  /** True for a second user of the file who stands for a person merged from two records. */
  isAlias: boolean
  standings: ReadonlySet<Standing>
}

const longest = 200
const phone = /^\+?[\d\s().-]{5,30}$/
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const standingOf = (role: string): Standing =>
  role === 'student' || role === 'teacher' || role === 'parent' || role === 'guardian' || role === 'relative'
    ? role
    : 'other'

/** The roles of each user of the file: by roles.csv (1.2), by the role column (1.1), otherwise by their enrollments. */
const standingsOf = (draft: Draft): Standings => {
  const found = new Map<string, Set<Standing>>()
  const add = (user: string, standing: Standing) => {
    const all = found.get(user) ?? new Set()
    found.set(user, all.add(standing))
  }
  for (const row of draft.rows('roles').kept) add(row.cells['userSourcedId']!, standingOf(row.cells['role']!))
  if (draft.package.version === '1.1')
    for (const row of draft.rows('users').kept) add(row.cells['sourcedId']!, standingOf(row.cells['role']!))
  for (const row of draft.rows('enrollments').kept) {
    const standing = standingOf(row.cells['role']!)
    if (standing === 'student' || standing === 'teacher') add(row.cells['userSourcedId']!, standing)
  }
  for (const row of draft.rows('users').kept)
    for (const agent of listOf(row.cells['agentSourcedIds']))
      if (found.get(row.cells['sourcedId']!)?.has('student') && !found.has(agent)) add(agent, 'guardian')
  return found
}

/**
 * Returns a function that is true where an adult other than `besides` has this address. Students don't count, since
 * children often have a parent's address.
 */
const addressBook = (draft: Draft) => {
  const owners = Map.groupBy(
    draft.state.people.filter(({ isStudent }) => !isStudent),
    ({ email }) => email.toLowerCase(),
  )
  return (email: string, besides: string | undefined): boolean =>
    (owners.get(email) ?? []).some(({ id }) => id !== besides)
}

/** A person's values by the row; where the row is blank, the present values stay. */
const valuesOf = (draft: Draft, row: Row, before: PersonOnRecord | undefined, isTaken: (email: string) => boolean) => {
  const saidOwn = (name: string, kept: string) =>
    draft.hasOwn('users', name) ? own(row, name).slice(0, longest) : kept
  const email = emailIn(row)
  const telephone = phoneIn(row)
  const isAddress = address.test(email) && email.length <= 254
  // A person who signs in with an address changes it in their account, and an address belongs to one adult only.
  const stays = email !== before?.email && (before?.hasAccount === true || isTaken(email))
  if (email !== '' && (!isAddress || stays)) draft.note('addresses')
  // The preferred name stands next to a family name shared with others.
  const preferred = row.cells['preferredGivenName'] ?? ''
  return {
    name: nameIn(row).slice(0, longest),
    nativeName: saidOwn('nativeName', before?.nativeName ?? ''),
    preferredName: preferred.slice(0, longest) || (before?.preferredName ?? ''),
    email: isAddress && !stays ? email : (before?.email ?? ''),
    phone: phone.test(telephone) ? telephone : (before?.phone ?? ''),
    language: own(row, 'language') === 'zh' ? 'zh' : own(row, 'language') === 'en' ? 'en' : (before?.language ?? 'en'),
  }
}

const gradeOf = (draft: Draft, row: Row, before: string): string => {
  const code = listOf(row.cells['grades'])[0] ?? ''
  if (draft.hasOwn('users', 'grade')) return own(row, 'grade').slice(0, longest)
  // The same grade under the standard's code is no change.
  return code === '' || gradeToCeds(before) === code ? before : gradeFromCeds(code).slice(0, longest)
}

/** Plans people: new ones, and changes of known ones. Returns the accepted users, by sourcedId. */
export const planUsers = async (draft: Draft): Promise<Map<string, User>> => {
  const { people } = draft.writes
  const { kept } = draft.rows('users')
  const standings = standingsOf(draft)
  const isHeard = new Set(kept.filter(row => draft.idOf('user', row.cells['sourcedId']!) !== undefined))
  const known = await matchUsers(draft, kept, standings)
  const isAdults = addressBook(draft)
  const users = new Map<string, User>()
  const claimed = new Set<string>()
  for (const row of kept) {
    const sourcedId = row.cells['sourcedId']!
    const stands = standings.get(sourcedId) ?? new Set<Standing>()
    const before = known.get(sourcedId)
    // A file can't make anyone a member of the office.
    if (!before && [...stands].every(standing => standing === 'other')) {
      if (stands.size > 0) draft.note('administrators')
      draft.count('users', 'skipped')
      continue
    }
    const isTaken = (email: string) => !stands.has('student') && isAdults(email, before?.id)
    const values = valuesOf(draft, row, before, isTaken)
    if (!before) {
      const id = draft.make('user', sourcedId)
      people.people.set(id, { id, ...values, birthOn: null })
      users.set(sourcedId, { row, id, isNew: true, isRecognised: false, isAlias: false, standings: stands })
      continue
    }
    const user = { row, id: before.id, isNew: false, isRecognised: !isHeard.has(row), standings: stands }
    users.set(sourcedId, { ...user, isAlias: claimed.has(before.id) })
    if (claimed.has(before.id)) continue
    claimed.add(before.id)
    for (const field of Object.keys(values) as (keyof typeof values)[]) draft.change(before, field, values[field])
    if (before.isStudent) draft.change(before, 'grade', gradeOf(draft, row, before.grade))
  }
  return users
}

/** Counts, once everything is planned, which known users change. */
export const countUsers = (draft: Draft, users: ReadonlyMap<string, User>, linked: ReadonlySet<string>): void => {
  const { writes } = draft
  const touched = new Set([...writes.people.changes, ...writes.people.students].map(({ id }) => id))
  const isRoleHere = draft.package.version === '1.1'
  for (const { id, isNew, isRecognised, isAlias } of users.values()) {
    const isChanged = isRecognised || touched.has(id) || linked.has(id) || (isRoleHere && writes.teachers.has(id))
    draft.count('users', isNew ? 'new' : isChanged && !isAlias ? 'changed' : 'unchanged')
  }
}

/** Plans birthdays, including the day that stands for an unknown one. */
export const planDemographics = (draft: Draft, users: ReadonlyMap<string, User>): void => {
  const { state, writes } = draft
  const known = new Map(state.people.map(person => [person.id, person]))
  const { kept, ended } = draft.rows('demographics')
  for (const row of kept) {
    const id = users.get(row.cells['sourcedId']!)?.id ?? draft.idOf('user', row.cells['sourcedId']!)
    const birthOn = row.cells['birthDate'] ?? ''
    if (birthOn > state.today) {
      draft.refuse('demographics', row, 'birthDate', 'future')
      continue
    }
    const made = id === undefined ? undefined : writes.people.people.get(id)
    const before = known.get(id ?? '')
    if (made) {
      if (birthOn !== '') made.birthOn = birthOn
      draft.count('demographics', 'new')
    } else if (!before || birthOn === '' || before.birthOn === birthOn)
      draft.count('demographics', before ? 'unchanged' : 'skipped')
    else {
      draft.change(before, 'birthOn', birthOn)
      draft.count('demographics', 'changed')
    }
  }
  for (const _ of ended) draft.count('demographics', 'skipped')
  for (const user of users.values()) {
    const made = writes.people.people.get(user.id)
    if (made?.birthOn === null && user.standings.has('student')) draft.note('births')
  }
}

/**
 * Plans the roles that a file can give: teachers and students. Guardians get theirs through their children, the office
 * by hand.
 */
export const planRoles = (draft: Draft, users: ReadonlyMap<string, User>): void => {
  const { state, writes } = draft
  const teachers = new Set(state.teachers.map(({ id }) => id))
  for (const { id, standings } of users.values())
    // A file can't make someone teach again who has stopped.
    if (standings.has('teacher') && !teachers.has(id)) writes.teachers.add(id)
  const { kept, ended } = draft.rows('roles')
  for (const row of kept) {
    const user = users.get(row.cells['userSourcedId']!)
    const standing = standingOf(row.cells['role']!)
    if (!user || standing === 'other') draft.count('roles', isOffice(row) && user ? 'unchanged' : 'skipped')
    else if (user.isNew || (standing === 'teacher' && writes.teachers.has(user.id))) draft.count('roles', 'new')
    else draft.count('roles', 'unchanged')
  }
  for (const _ of ended) draft.count('roles', 'skipped')
  const profiles = draft.rows('userProfiles')
  for (const _ of [...profiles.kept, ...profiles.ended]) draft.count('userProfiles', 'skipped')
}

const isOffice = (row: Row): boolean => /administrator$|^principal$/i.test(row.cells['role']!)
