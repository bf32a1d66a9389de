import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { seatedEnrolments } from '#contract/enrolment/enrolments.ts'
import type { Actor } from '#server/platform/actor.ts'
import { actorFor } from '#server/platform/right.ts'
import { among, everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { sections, sectionTeachers } from '#server/enrolment/classes/tables.ts'
import { school } from '#server/school/config/tables.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { ofMySections } from '#server/people/teachers/policy.ts'
import { householdMembers, households } from '#server/people/parents/tables.ts'
import { guardianships, isSeenWhole, students } from './tables.ts'

/** Rows about students of whom the actor is a guardian with data access. A guardian without it reaches nothing. */
export const ofMyStudents = (actor: Actor, student: SQLWrapper): SQL =>
  among(
    student,
    sql`select ${guardianships.studentId} from ${guardianships} where ${guardianships.guardianId} = ${actor.personId}::uuid and ${guardianships.hasDataAccess}`,
  )

/** Students of whom the actor is a guardian without data access: also a list of their class leaves them out. */
export const barredStudents = (actor: Actor): Scope<'students'> =>
  scopeOf(
    'students',
    sql`${students.id} in (select ${guardianships.studentId} from ${guardianships} where ${guardianships.guardianId} = ${actor.personId}::uuid and not ${guardianships.hasDataAccess})`,
  )

/** Rows about the actor as a student who signed in with a badge. */
export const ofMyself = (actor: Actor, student: SQLWrapper): SQL =>
  actor.roles.includes('student') ? sql`${student} = ${actor.personId}::uuid` : nothing

/** Days for which teachers still see a student's record after the student left the class or the class ended. */
const knownForDays = 30

/**
 * A condition: true if a day is recent enough that a teacher still sees the records of those who took part in what
 * ended on it.
 */
export const isRecent = (day: SQLWrapper, now: Date): SQL =>
  sql`${day} + ${knownForDays}::int >= (${now.toISOString()}::timestamptz at time zone (select ${school.zone} from ${school}))::date`

/** Rows about students who are in a class that the actor teaches, or were until recently. */
export const ofMyClasses = (actor: Actor, student: SQLWrapper, now: Date): SQL =>
  among(
    student,
    sql`select ${enrolments.studentId} from ${enrolments} join ${sections} on ${sections.id} = ${enrolments.sectionId} join ${terms} on ${terms.id} = ${sections.termId}
    join ${sectionTeachers} on ${sectionTeachers.sectionId} = ${sections.id} where ${sectionTeachers.teacherId} = ${actor.personId}::uuid and ${isRecent(terms.endsOn, now)}
    and (${inArray(enrolments.status, [...seatedEnrolments])} or ${enrolments.endedAt} + interval '1 day' * ${knownForDays}::int >= ${now.toISOString()}::timestamptz)`,
  )

/** The office sees every student, guardians their own, teachers those of their classes. */
export const visibleStudents = (actor: Actor, now: Date): Scope<'students'> =>
  scope('students', actor, {
    admin: everything,
    parent: ofMyStudents(actor, students.id),
    teacher: ofMyClasses(actor, students.id, now),
  })

/**
 * Whether class lists show a student's health notes, guardians and pick-up list to the caller, as the student's record
 * does: a lateral subquery with the column `visible`. Without `offset 0`, PostgreSQL would ask again at each use.
 */
export const visibility = (seen: Scope<'students'>, student: SQLWrapper): SQL =>
  sql`lateral (select exists (select 1 from ${students} where ${students.id} = ${student} and ${seen}) as visible offset 0)`

/**
 * Places that students have left, of which the actor sees the attendance: the office all, teachers those in their classes,
 * guardians their children's.
 */
export const leftPlaces = (actor: Actor): Scope<'enrolments'> =>
  scope('enrolments', actor, {
    admin: everything,
    parent: ofMyStudents(actor, enrolments.studentId),
    teacher: ofMySections(actor, enrolments.sectionId),
  })

/** The actor as a student who signed in with a badge. */
export const ownRecord = (actor: Actor): Scope<'students'> => scopeOf('students', ofMyself(actor, students.id))

/** A guardian's own children, regardless of their other roles. */
export const myStudents = (actor: Actor): Scope<'students'> => scopeOf('students', ofMyStudents(actor, students.id))

/** Students whose record the actor may edit: guardians their own children's, the office all, teachers none. */
export const caredStudents = (actor: Actor): Scope<'students'> =>
  scope('students', actor, { admin: everything, parent: ofMyStudents(actor, students.id), teacher: nothing })

/**
 * Rows about households that the actor belongs to. A member without data access to any of its children sees nothing of
 * the household.
 */
export const ofMyHouseholds = (actor: Actor, household: SQLWrapper): SQL =>
  sql`${household} in (select ${householdMembers.householdId} from ${householdMembers} where ${householdMembers.personId} = ${actor.personId}::uuid and exists (select 1 from ${students} where ${students.householdId} = ${householdMembers.householdId} and ${ofMyStudents(actor, students.id)}))`

/**
 * Rows about households of the actor with no child whom the actor may not see: only they decide what holds for all of its
 * children.
 */
export const ofMyWholeHouseholds = (actor: Actor, household: SQLWrapper): SQL =>
  sql`(${ofMyHouseholds(actor, household)} and ${isSeenWhole(household, ofMyStudents(actor, students.id))})`

/** The office sees every household, guardians their own, teachers none. */
export const visibleHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: everything, parent: ofMyHouseholds(actor, households.id), teacher: nothing })

/** Households whose balance the actor sees on lists of people: those whose ledger they may read. */
export const balancesSeen = (actor: Actor): Scope<'households'> => visibleHouseholds(actorFor(actor, 'payments-ledger'))
