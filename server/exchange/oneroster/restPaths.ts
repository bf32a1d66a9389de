import { sql, type SQL } from 'drizzle-orm'
import type { RosterScope } from '#contract/exchange/oneroster.ts'
import { type Resource, resources } from './restResources.ts'

/** What an address of the service means. */
export type Place = {
  resource: Resource
  /** The member of the answer that holds it. */
  envelope: string
  isSingle: boolean
  where: SQL
  /** What must be there, or else nothing is. */
  within: SQL
  scopes: readonly RosterScope[]
}

type Kind = { resource: Resource; many: string; one: string; only: SQL }
const all = sql`true`
const role = (name: string): SQL => sql`${name} = any(x.role_names)`

/** The collections of the Rostering Service (REST binding 1.2, section 3.3), with what each holds. */
const kinds: Record<string, Kind> = {
  academicSessions: {
    resource: resources.academicSessions,
    many: 'academicSessions',
    one: 'academicSession',
    only: all,
  },
  terms: {
    resource: resources.academicSessions,
    many: 'academicSessions',
    one: 'academicSession',
    only: sql`x.type = 'term'`,
  },
  gradingPeriods: {
    resource: resources.academicSessions,
    many: 'academicSessions',
    one: 'academicSession',
    only: sql`x.type = 'gradingPeriod'`,
  },
  orgs: { resource: resources.orgs, many: 'orgs', one: 'org', only: all },
  schools: { resource: resources.orgs, many: 'orgs', one: 'org', only: sql`x.type = 'school'` },
  courses: { resource: resources.courses, many: 'courses', one: 'course', only: all },
  classes: { resource: resources.classes, many: 'classes', one: 'class', only: all },
  users: { resource: resources.users, many: 'users', one: 'user', only: all },
  students: { resource: resources.users, many: 'users', one: 'user', only: role('student') },
  teachers: { resource: resources.users, many: 'users', one: 'user', only: role('teacher') },
  enrollments: { resource: resources.enrollments, many: 'enrollments', one: 'enrollment', only: all },
  demographics: { resource: resources.demographics, many: 'demographics', one: 'demographics', only: all },
}

const sitsIn = (klass: SQL, as: 'student' | 'teacher'): SQL =>
  sql`exists (select 1 from "enrollments" e where e."userSourcedId" = x."sourcedId" and e."classSourcedId" = ${klass} and e.role = ${as})`
const hasSeat = (user: SQL): SQL =>
  sql`exists (select 1 from "enrollments" e where e."classSourcedId" = x."sourcedId" and e."userSourcedId" = ${user})`

/** Which of a collection belong to what stands before it in the address. */
const links: Record<string, Record<string, (owner: SQL) => SQL>> = {
  schools: {
    classes: id => sql`x."schoolSourcedId" = ${id}`,
    courses: id => sql`x."orgSourcedId" = ${id}`,
    enrollments: id => sql`x."schoolSourcedId" = ${id}`,
    students: id => sql`x."primaryOrgSourcedId" = ${id}`,
    teachers: id => sql`x."primaryOrgSourcedId" = ${id}`,
    terms: id => sql`exists (select 1 from "orgs" o where o."sourcedId" = ${id})`,
  },
  courses: { classes: id => sql`x."courseSourcedId" = ${id}` },
  classes: {
    students: id => sitsIn(id, 'student'),
    teachers: id => sitsIn(id, 'teacher'),
    enrollments: id => sql`x."classSourcedId" = ${id}`,
  },
  terms: {
    classes: id => sql`x."termSourcedId" = ${id}`,
    gradingPeriods: id => sql`x."parentSourcedId" = ${id}`,
  },
  users: { classes: hasSeat },
  students: { classes: hasSeat },
  teachers: { classes: hasSeat },
}

/** Every address of the service, with `{id}` where an id stands. */
export const restAddresses: readonly string[] = [
  ...Object.keys(kinds).flatMap(kind => [kind, `${kind}/{id}`]),
  ...Object.entries(links).flatMap(([outer, inner]) =>
    Object.keys(inner)
      .filter(kind => !(outer === 'classes' && kind === 'enrollments'))
      .map(kind => `${outer}/{id}/${kind}`),
  ),
  ...Object.keys(links['classes']!).map(kind => `schools/{id}/classes/{id}/${kind}`),
]

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const exists = ({ resource, only }: Kind, id: SQL): SQL =>
  sql`exists (select 1 from ${sql.identifier(resource.relation)} x where x."sourcedId" = ${id} and ${only})`

const core: readonly RosterScope[] = ['roster-core', 'roster']
const kindOf = (name: string | undefined): Kind | undefined =>
  name !== undefined && Object.hasOwn(kinds, name) ? kinds[name] : undefined

/**
 * What an address below the service's base means, null where it means nothing. Lists and single objects take the core
 * scope or the full one, lists within something else the full one, demographics their own (section 4, security).
 */
export const placeOf = (path: string): Place | null => {
  const parts = path.split('/')
  const ids = parts.filter((_, index) => index % 2 === 1)
  if (parts.length > 5 || !ids.every(id => uuid.test(id))) return null
  const [first, firstId, second, secondId, third] = parts
  const outer = kindOf(first)
  if (!outer) return null
  const id = sql`${firstId ?? ''}::uuid`
  if (second === undefined) {
    const isSingle = firstId !== undefined
    return {
      resource: outer.resource,
      envelope: isSingle ? outer.one : outer.many,
      isSingle,
      where: isSingle ? sql`x."sourcedId" = ${id} and ${outer.only}` : outer.only,
      within: all,
      scopes: first === 'demographics' ? ['roster-demographics'] : core,
    }
  }
  const inner = kindOf(second)
  const link = links[first!]?.[second]
  if (!inner || !link || (first === 'classes' && second === 'enrollments')) return null
  const nested = { isSingle: false, scopes: ['roster'] as const }
  if (secondId === undefined)
    return {
      ...nested,
      resource: inner.resource,
      envelope: inner.many,
      where: sql`${link(id)} and ${inner.only}`,
      within: exists(outer, id),
    }
  // Three deep there are the people and places of one class in one school only.
  const deepest = kindOf(third)
  const deepLink = links['classes']?.[third ?? '']
  if (first !== 'schools' || second !== 'classes' || !deepest || !deepLink) return null
  const classId = sql`${secondId}::uuid`
  return {
    ...nested,
    resource: deepest.resource,
    envelope: deepest.many,
    where: sql`${deepLink(classId)} and ${deepest.only}`,
    within: sql`${exists(outer, id)} and exists (select 1 from "classes" x where x."sourcedId" = ${classId} and ${links['schools']!['classes']!(id)})`,
  }
}
