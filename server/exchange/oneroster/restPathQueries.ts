import { sql, type SQL } from 'drizzle-orm'
import { type Resource, resources } from './restResources.ts'

/** The conditions of an address on a relation named `x`; where `within` is false, the address leads to nothing. */
export type Conditions = { where: SQL; within: SQL }

export type Kind = { resource: Resource; many: string; one: string; only: SQL }
const all = sql`true`
const role = (name: string): SQL => sql`${name} = any(x.role_names)`

/** The collections of the Rostering Service (REST binding 1.2, section 3.3), with their contents. */
export const kinds: Record<string, Kind> = {
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

type Link = (owner: SQL) => SQL
/** The conditions by which a collection belongs to the object before it in an address. */
export const links: Record<string, Record<string, Link>> = {
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

const idOf = (id: string): SQL => sql`${id}::uuid`
const exists = ({ resource, only }: Kind, id: SQL): SQL =>
  sql`exists (select 1 from ${sql.identifier(resource.relation)} x where x."sourcedId" = ${id} and ${only})`

export const collectionOf = ({ only }: Kind): Conditions => ({ where: only, within: all })

export const objectOf = ({ only }: Kind, id: string): Conditions => ({
  where: sql`x."sourcedId" = ${idOf(id)} and ${only}`,
  within: all,
})

/** The part of a collection that belongs to one object of another collection. */
export const collectionWithin = (outer: Kind, id: string, link: Link, { only }: Kind): Conditions => ({
  where: sql`${link(idOf(id))} and ${only}`,
  within: exists(outer, idOf(id)),
})

/** The part of a collection that belongs to one class of one school. */
export const collectionOfClass = (
  school: Kind,
  schoolId: string,
  classId: string,
  link: Link,
  { only }: Kind,
): Conditions => ({
  where: sql`${link(idOf(classId))} and ${only}`,
  within: sql`${exists(school, idOf(schoolId))} and exists (select 1 from "classes" x where x."sourcedId" = ${idOf(classId)} and ${links['schools']!['classes']!(idOf(schoolId))})`,
})
