import { gradeToCeds, periodOf } from '#rules/oneroster.ts'
import type { Field, Fields } from './restFilter.ts'

/** A row of a relation, as JSON from the database. */
export type Row = Record<string, unknown>
type Ref = { href: string; sourcedId: string; type: string }
type RefTo = (type: 'org' | 'academicSession' | 'course' | 'class' | 'user', id: unknown) => Ref

/** One of the standard's kinds of objects: its relation, its fields to filter by, and its form in JSON. */
export type Resource = {
  readonly relation: string
  readonly fields: Fields
  /** The members that can be selected, and how each is made. */
  readonly members: Readonly<Record<string, (row: Row, refTo: RefTo) => unknown>>
}

const text = (column: string): Field => ({ type: 'text', column })
const date = (column: string): Field => ({ type: 'date', column })
const list = (column: string): Field => ({ type: 'list', column })
const one = (column: string): Field => ({ type: 'one', column })

const base: Fields = {
  sourcedId: text('sourcedId'),
  status: { type: 'constant', value: 'active' },
  dateLastModified: { type: 'instant', column: 'modified' },
}
const as =
  (name: string) =>
  (row: Row): unknown =>
    row[name] === '' || row[name] === null ? undefined : row[name]
const head: Resource['members'] = {
  sourcedId: as('sourcedId'),
  status: () => 'active',
  dateLastModified: row => new Date(String(row['modified'])).toISOString(),
}
const refs = (row: Row, name: string): unknown[] => (Array.isArray(row[name]) ? row[name] : [])
const withMetadata =
  (...names: string[]) =>
  (row: Row): unknown => {
    const filled = names.flatMap(name =>
      row[name] === '' || row[name] === null ? [] : [[`lantern.${name}`, row[name]]],
    )
    return filled.length > 0 ? (Object.fromEntries(filled) as unknown) : undefined
  }

const orgs: Resource = {
  relation: 'orgs',
  fields: { ...base, name: text('name'), type: text('type'), identifier: text('identifier') },
  members: { ...head, name: as('name'), type: as('type'), identifier: as('identifier') },
}

const academicSessions: Resource = {
  relation: 'academicSessions',
  fields: {
    ...base,
    title: text('title'),
    type: text('type'),
    startDate: date('startDate'),
    endDate: date('endDate'),
    schoolYear: text('schoolYear'),
    'parent.sourcedId': text('parentSourcedId'),
    'children.sourcedId': list('children'),
  },
  members: {
    ...head,
    metadata: withMetadata('nativeName'),
    title: as('title'),
    startDate: as('startDate'),
    endDate: as('endDate'),
    type: as('type'),
    parent: (row, refTo) => (row['parentSourcedId'] ? refTo('academicSession', row['parentSourcedId']) : undefined),
    children: (row, refTo) => refs(row, 'children').map(id => refTo('academicSession', id)),
    schoolYear: as('schoolYear'),
  },
}

const courses: Resource = {
  relation: 'courses',
  fields: { ...base, title: text('title'), 'org.sourcedId': text('orgSourcedId') },
  members: {
    ...head,
    metadata: withMetadata('nativeName', 'programme', 'programmeNativeName', 'level'),
    title: as('title'),
    org: (row, refTo) => refTo('org', row['orgSourcedId']),
  },
}

const classes: Resource = {
  relation: 'classes',
  fields: {
    ...base,
    title: text('title'),
    classType: text('classType'),
    location: text('location'),
    'course.sourcedId': text('courseSourcedId'),
    'school.sourcedId': text('schoolSourcedId'),
    'terms.sourcedId': one('termSourcedId'),
  },
  members: {
    ...head,
    metadata: withMetadata('nativeName'),
    title: as('title'),
    classType: as('classType'),
    location: as('location'),
    course: (row, refTo) => refTo('course', row['courseSourcedId']),
    school: (row, refTo) => refTo('org', row['schoolSourcedId']),
    terms: (row, refTo) => [refTo('academicSession', row['termSourcedId'])],
    periods: row => [periodOf(Number(row['weekday']), String(row['startsAt']), String(row['endsAt']))],
  },
}

const users: Resource = {
  relation: 'users',
  fields: {
    ...base,
    enabledUser: text('enabledUser'),
    username: text('username'),
    givenName: text('givenName'),
    familyName: text('familyName'),
    preferredFirstName: text('preferredGivenName'),
    email: text('email'),
    phone: text('phone'),
    grades: list('ceds'),
    'roles.role': list('role_names'),
    role: list('role_names'),
    'roles.org.sourcedId': one('primaryOrgSourcedId'),
    'primaryOrg.sourcedId': text('primaryOrgSourcedId'),
    'agents.sourcedId': list('agents'),
  },
  members: {
    ...head,
    metadata: withMetadata('name', 'nativeName'),
    username: as('username'),
    enabledUser: as('enabledUser'),
    givenName: as('givenName'),
    familyName: as('familyName'),
    preferredFirstName: as('preferredGivenName'),
    // The first one is the primary role, as in roles.csv.
    roles: (row, refTo) =>
      refs(row, 'role_names').map((role, index) => ({
        roleType: index === 0 ? 'primary' : 'secondary',
        role,
        org: refTo('org', row['primaryOrgSourcedId']),
      })),
    primaryOrg: (row, refTo) => refTo('org', row['primaryOrgSourcedId']),
    email: as('email'),
    phone: as('phone'),
    agents: (row, refTo) => refs(row, 'agents').map(id => refTo('user', id)),
    grades: row => [gradeToCeds(String(row['grade']))].filter(grade => grade !== ''),
  },
}

const enrollments: Resource = {
  relation: 'enrollments',
  fields: {
    ...base,
    role: text('role'),
    primary: text('primary'),
    beginDate: date('beginDate'),
    endDate: date('endDate'),
    'user.sourcedId': text('userSourcedId'),
    'class.sourcedId': text('classSourcedId'),
    'school.sourcedId': text('schoolSourcedId'),
  },
  members: {
    ...head,
    user: (row, refTo) => refTo('user', row['userSourcedId']),
    class: (row, refTo) => refTo('class', row['classSourcedId']),
    school: (row, refTo) => refTo('org', row['schoolSourcedId']),
    role: as('role'),
    primary: as('primary'),
    beginDate: as('beginDate'),
    endDate: as('endDate'),
  },
}

const demographics: Resource = {
  relation: 'demographics',
  fields: { ...base, birthDate: date('birthDate') },
  members: { ...head, birthDate: as('birthDate') },
}

export const resources = { orgs, academicSessions, courses, classes, users, enrollments, demographics }
