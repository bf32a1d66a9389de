import { setImmediate as nextTurn } from 'node:timers/promises'
import { matchFamily, schoolOf, studentByAddress } from '#rules/imports/matching.ts'
import { keyReader } from '#rules/imports/names.ts'
import { joinName } from '#rules/oneroster.ts'
import type { PersonOnRecord } from '../shared/queries.ts'
import { romaniser } from '../shared/romanise.ts'
import { type Draft, own } from './draft.ts'
import { listOf, type Row } from './validate.ts'

export type Standing = 'student' | 'teacher' | 'parent' | 'guardian' | 'relative' | 'other'
export type Standings = ReadonlyMap<string, ReadonlySet<Standing>>

/** The number of families looked up before other requests are served. */
const atOnce = 100

/** A person's name by their row: from Lantern's own column, or else joined from its parts. */
export const nameIn = (row: Row): string => {
  const { givenName = '', middleName = '', familyName = '' } = row.cells
  return own(row, 'name') || joinName(givenName, middleName, familyName)
}
export const emailIn = (row: Row): string => (row.cells['email'] ?? '').toLowerCase()
export const phoneIn = (row: Row): string => row.cells['phone'] || row.cells['sms'] || ''

/** Students grouped with those named as their guardians in either direction; then all other users, each alone. */
const familiesOf = (rows: readonly Row[], isStudent: (sourcedId: string) => boolean) => {
  const guardians = new Map(rows.map(row => [row.cells['sourcedId']!, new Set<string>()]))
  for (const { cells } of rows)
    for (const agent of listOf(cells['agentSourcedIds'])) {
      const [child, guardian] = isStudent(cells['sourcedId']!)
        ? [cells['sourcedId']!, agent]
        : [agent, cells['sourcedId']!]
      if (isStudent(child) && !isStudent(guardian) && guardians.has(guardian)) guardians.get(child)?.add(guardian)
    }
  const students = [...guardians].filter(([id]) => isStudent(id))
  const families = Map.groupBy(students, ([id, of]) => (of.size === 0 ? id : [...of].sort().join(' ')))
  const inFamily = new Set(students.flatMap(([, of]) => [...of]))
  return [
    ...[...families.values()].map(each => ({ guardians: [...each[0]![1]], children: each.map(([id]) => id) })),
    ...[...guardians.keys()]
      .filter(id => !isStudent(id) && !inFamily.has(id))
      .map(id => ({ guardians: [id], children: [] as string[] })),
  ]
}

/**
 * The people whom the users of a file stand for, by sourcedId: the person it stood for before, a student by their own
 * address, and others by the matching of families that all imports use. A child for whom this is undecidable counts as
 * new, and is noted.
 */
export const matchUsers = async (
  draft: Draft,
  rows: readonly Row[],
  standings: Standings,
): Promise<Map<string, PersonOnRecord>> => {
  const { state } = draft
  const byId = new Map(state.people.map(person => [person.id, person]))
  const found = new Map<string, PersonOnRecord>()
  const unheard = new Set<string>()
  for (const { cells } of rows) {
    const id = draft.idOf('user', cells['sourcedId']!)
    const person = byId.get(id ?? '')
    if (person) found.set(cells['sourcedId']!, person)
    else if (id === undefined) unheard.add(cells['sourcedId']!)
  }
  if (unheard.size === 0 || state.people.length === 0) return found
  const keysOf = keyReader(await romaniser())
  const school = schoolOf(state.people, state.households, keysOf)
  const births = new Map(draft.rows('demographics').kept.map(({ cells }) => [cells['sourcedId'], cells['birthDate']]))
  const people = new Map(
    rows.map(row => {
      const sourcedId = row.cells['sourcedId']!
      const named = { name: nameIn(row), nativeName: own(row, 'nativeName') }
      const birthOn = births.get(sourcedId) || null
      return [sourcedId, { sourcedId, ...named, birthOn, email: emailIn(row), phone: phoneIn(row) }]
    }),
  )
  const settle = (sourcedId: string, personId: string) => {
    if (!unheard.delete(sourcedId)) return
    found.set(sourcedId, byId.get(personId)!)
    draft.match('user', sourcedId, personId)
  }
  const isStudent = (sourcedId: string) => standings.get(sourcedId)?.has('student') ?? false
  const students = [...people.values()].filter(({ sourcedId }) => isStudent(sourcedId))
  for (const [email, [child, another]] of Map.groupBy(students, each => each.email)) {
    const person = email === '' || !child || another ? undefined : studentByAddress(child, school, keysOf)
    if (child && person) settle(child.sourcedId, person.id)
  }
  for (const [index, { guardians, children }] of familiesOf(rows, isStudent).entries()) {
    if (index % atOnce === 0) await nextTurn()
    if (![...guardians, ...children].some(id => unheard.has(id))) continue
    const family = { guardians: guardians.map(id => people.get(id)!), children: children.map(id => people.get(id)!) }
    const match = matchFamily(family, school, keysOf, {
      knownAs: ({ sourcedId }) => found.get(sourcedId),
      answerOf: () => null,
    })
    for (const [{ sourcedId }, { id }] of [...match.guardians, ...match.children]) settle(sourcedId, id)
    draft.note('namesakes', match.doubts.size)
  }
  return found
}
