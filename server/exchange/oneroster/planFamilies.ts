import { relationships } from '#contract/people/students.plain.ts'
import { gradeFromCeds } from '#rules/oneroster.ts'
import { newId } from '#server/platform/ids.ts'
import type { NewCare } from '#server/people/students/acts.ts'
import { type Draft, own } from './draft.ts'
import type { User } from './planPeople.ts'
import { listOf } from './validate.ts'

type Relationship = NonNullable<NewCare['relationship']>
type Link = { student: User; guardian: User; relationship: Relationship; hasAccess: boolean }

/**
 * Guardians as a file names them in either direction: parents and guardians get access to the child's data, relatives
 * don't.
 */
const linksOf = (users: ReadonlyMap<string, User>): Map<User, Link[]> => {
  const links = new Map<User, Link[]>()
  const add = (student: User, guardian: User, relation: string) => {
    if (student.id === guardian.id) return
    const { standings } = guardian
    // Siblings are not guardians of each other.
    if (standings.has('student') && !['parent', 'guardian', 'relative'].some(each => standings.has(each as 'parent')))
      return
    const relationship = relationships.find(each => each === relation)
    const isGuardian = standings.has('parent') || standings.has('guardian')
    const all = links.get(student) ?? []
    links.set(student, all)
    if (all.some(each => each.guardian.id === guardian.id)) return
    all.push({
      student,
      guardian,
      relationship: relationship ?? (isGuardian || !standings.has('relative') ? 'guardian' : 'other'),
      hasAccess: relationship !== undefined || isGuardian || !standings.has('relative'),
    })
  }
  for (const user of users.values())
    if (user.standings.has('student')) {
      const relation = own(user.row, 'relationships').split(',')
      for (const [index, agent] of listOf(user.row.cells['agentSourcedIds']).entries()) {
        const guardian = users.get(agent)
        if (guardian) add(user, guardian, relation[index] ?? '')
      }
    }
  for (const user of users.values())
    for (const agent of listOf(user.row.cells['agentSourcedIds'])) {
      const student = users.get(agent)
      if (student?.standings.has('student') && !user.standings.has('student')) add(student, user, '')
    }
  return links
}

/** The household of a new student: the one that the file names, that of the student's guardians, or a new one. */
const householdFinder = (draft: Draft) => {
  const { state, writes } = draft
  const known = new Set(state.households.map(({ id }) => id))
  const of = new Map(
    state.people.flatMap(({ id, householdIds: [first] }) => (first === undefined ? [] : [[id, first]])),
  )
  const named = new Map<string, string>()
  return (student: User, links: readonly Link[]): string => {
    const asked = own(student.row, 'household').toLowerCase()
    if (known.has(asked)) return asked
    const found = (asked === '' ? undefined : named.get(asked)) ?? (asked === '' ? guardiansHome(links, of) : undefined)
    if (found !== undefined) return found
    const first = links[0]?.guardian ?? student
    const name =
      own(student.row, 'householdName') || (writes.people.people.get(first.id)?.name ?? '') || nameOf(draft, first.id)
    const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(asked) ? asked : newId()
    writes.people.households.push({ id, name: name.slice(0, 200) })
    if (asked !== '') named.set(asked, id)
    for (const { guardian } of links) if (!of.has(guardian.id)) of.set(guardian.id, id)
    return id
  }
}

const guardiansHome = (links: readonly Link[], of: ReadonlyMap<string, string>): string | undefined =>
  links.map(({ guardian }) => of.get(guardian.id)).find(id => id !== undefined)

const nameOf = ({ state }: Draft, id: string): string => state.people.find(person => person.id === id)?.name ?? ''

/**
 * Plans students with their households and guardians. A known guardianship stays as it is, above all where the office
 * has removed the access, and a guardian without access to one child of a household gets none to a later one. Returns
 * the ids of people with new links.
 */
export const planFamilies = (draft: Draft, users: ReadonlyMap<string, User>): Set<string> => {
  const { state, writes } = draft
  const links = linksOf(users)
  const homeFor = householdFinder(draft)
  const homes = new Map(
    state.people.flatMap(({ id, isStudent, householdIds }) => (isStudent ? [[id, householdIds[0]!] as const] : [])),
  )
  const careOf = Map.groupBy(state.care, ({ studentId }) => studentId)
  const cared = new Set(state.care.map(({ studentId, guardianId }) => `${studentId} ${guardianId}`))
  const barred = new Set(
    state.care.flatMap(each => (each.hasDataAccess ? [] : [`${each.householdId} ${each.guardianId}`])),
  )
  // A student has a household without being one of its adults.
  const belongs = new Set(
    state.people.flatMap(({ id, isStudent, householdIds }) =>
      isStudent ? [] : householdIds.map(home => `${home} ${id}`),
    ),
  )
  const members = new Map<string, { hasDataAccess: boolean }>()
  const linked = new Set<string>()

  for (const student of users.values()) {
    if (!student.standings.has('student')) continue
    const isOwn = own(student.row, 'ownGuardian') === 'true' && !homes.has(student.id)
    const self: Link = { student, guardian: student, relationship: 'self', hasAccess: true }
    const all = [...(isOwn ? [self] : []), ...(links.get(student) ?? [])]
    const householdId = homes.get(student.id) ?? homeFor(student, all)
    if (!homes.has(student.id)) {
      homes.set(student.id, householdId)
      const code = listOf(student.row.cells['grades'])[0] ?? ''
      const grade = own(student.row, 'grade') || gradeFromCeds(code)
      writes.people.students.push({ id: student.id, householdId, grade: grade.slice(0, 200) })
    }
    let contactOrder = careOf.get(student.id)?.length ?? 0
    for (const { guardian, relationship, hasAccess: hasDataAccess } of all) {
      if (cared.has(`${student.id} ${guardian.id}`)) continue
      cared.add(`${student.id} ${guardian.id}`)
      contactOrder += 1
      const place = `${householdId} ${guardian.id}`
      const member = members.get(place)
      if (member) member.hasDataAccess ||= hasDataAccess
      else if (!belongs.has(place)) {
        const joining = { householdId, personId: guardian.id, relationship, hasDataAccess }
        members.set(place, joining)
        writes.people.members.push(joining)
      }
      const care = { householdId, studentId: student.id, guardianId: guardian.id }
      writes.people.care.push({ ...care, relationship, hasDataAccess, contactOrder })
      if (!hasDataAccess || barred.has(place)) draft.note('noAccess')
      linked.add(student.id)
    }
  }
  return linked
}
