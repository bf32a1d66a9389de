import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { actorFor, refusalFor } from '#server/platform/right.ts'
import { among, everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import type { Attachments } from '#server/access/files/policy.ts'
import { ofMySections } from '#server/people/teachers/policy.ts'
import { households } from '#server/people/parents/tables.ts'
import { ofMyHouseholds, ofMyStudents } from '#server/people/students/policy.ts'
import { isBarredIn, students } from '#server/people/students/tables.ts'
import { isCurrent } from './acts.ts'
import { childrenOf, inThreads, isKeptFrom, noticeRecipients, notices, threads, writtenStudents } from './tables.ts'

/** The office sees and may change every notice, teachers those that they wrote, and guardians none as a sender. */
export const writtenNotices = (actor: Actor): Scope<'notices'> =>
  scope('notices', actor, {
    admin: everything,
    parent: nothing,
    teacher: sql`${notices.createdBy} = ${actor.personId}::uuid`,
  })

/**
 * True if the actor teaches a current class in which a student meets the condition, with enrolments `e`, sections `s`,
 * terms `t` and students `st`.
 */
const inMyClasses = (actor: Actor, condition: SQL): SQL =>
  sql`exists (select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id join students st on st.id = e.student_id
    where ${isCurrent} and ${ofMySections(actor, sql`s.id`)} and ${condition})`

/**
 * True if a teacher may send notices to a whole family: one of their students', unless one of its guardians is barred from
 * one child and sees another. That guardian would read what the teacher of the one writes.
 */
const takesNotices = (actor: Actor, household: SQL): SQL =>
  sql`(${inMyClasses(actor, sql`st.household_id = ${household}`)} and (
    select 1 from students z join guardianships y on y.student_id = z.id and y.has_data_access where z.household_id = ${household} and ${isBarredIn(household, sql`y.guardian_id`)} limit 1) is null)`

/**
 * The audience parts (`part`) that the actor may write to: the office all, but families with unpaid charges only if
 * their area may see those; teachers their own classes, and the families and guardians in them.
 */
export const addressableParts = (actor: Actor): Scope<'part'> =>
  scope('part', actor, {
    admin: refusalFor(actor, ['payments-households']) === null ? everything : sql`part->>'kind' <> 'unpaid'`,
    parent: nothing,
    teacher: sql`(part->>'kind' = 'class' and ${ofMySections(actor, sql`(part->>'sectionId')::uuid`)}
      or part->>'kind' = 'household' and ${takesNotices(actor, sql`(part->>'householdId')::uuid`)}
      or part->>'kind' = 'person' and ${inMyClasses(actor, sql`exists (select 1 from guardianships g where g.student_id = st.id and g.has_data_access and g.guardian_id = (part->>'personId')::uuid)`)})`,
  })

/** Families to which the actor may send notices as a whole. */
export const noticeHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, {
    admin: everything,
    parent: nothing,
    teacher: takesNotices(actor, sql`${households.id}`),
  })

/** Families that the actor may write to for the school. */
export const addressableHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, {
    admin: everything,
    parent: nothing,
    teacher: inMyClasses(actor, sql`st.household_id = ${households.id}`),
  })

/**
 * Notices that the actor received: as a guardian while they have access to the data of a student it concerns, as staff
 * while they are staff.
 */
export const receivedNotices = (actor: Actor): Scope<'notice_recipients'> => {
  const mine = eq(noticeRecipients.personId, sql`${actor.personId}::uuid`)
  const asStaff = and(mine, sql`${noticeRecipients.studentIds} = '{}'`)!
  return scope('notice_recipients', actor, {
    admin: asStaff,
    teacher: asStaff,
    parent: and(
      mine,
      sql`exists (select 1 from guardianships g where g.guardian_id = ${actor.personId}::uuid and g.has_data_access and g.student_id = any(${noticeRecipients.studentIds}))`,
    )!,
  })
}

/**
 * Conversations in which the actor takes part for a family: about their child, of a class that their child is or was in,
 * or of the office with their household. A guardian without data access takes part in none, and one who is barred from a
 * child of the household only in those with the office that they began.
 */
export const familyThreads = (actor: Actor): Scope<'threads'> =>
  scope('threads', actor, {
    admin: nothing,
    teacher: nothing,
    // The first condition follows from the second, but only the first finds conversations by index.
    parent: sql`(${ofMyStudents(actor, threads.studentId)} or ${among(threads.householdId, sql`select ${students.householdId} from ${students} where ${ofMyStudents(actor, students.id)}`)})
      and case when ${threads.studentId} is not null then ${ofMyStudents(actor, threads.studentId)} when ${threads.sectionId} is null then ${ofMyHouseholds(actor, threads.householdId)} and not ${isKeptFrom(sql`${actor.personId}::uuid`)}
      else exists (select 1 from ${childrenOf} child where ${ofMyStudents(actor, sql`child.id`)}) end`,
  })

/** Conversations in which the actor takes part for the school: teachers those of their classes, the office its own. */
export const schoolThreads = (actor: Actor): Scope<'threads'> =>
  scope('threads', actor, {
    admin: sql`${threads.sectionId} is null`,
    teacher: ofMySections(actor, threads.sectionId),
    parent: nothing,
  })

/** Conversations that the actor may read: their own, and for the office all, because it supervises them. */
export const visibleThreads = (actor: Actor): Scope<'threads'> =>
  scope('threads', actor, {
    admin: everything,
    teacher: schoolThreads(actor),
    parent: familyThreads(actor),
  })

/** Conversations in which the actor takes part, on either side. */
export const ownThreads = (actor: Actor): Scope<'threads'> =>
  scope('threads', actor, {
    admin: schoolThreads(actor),
    teacher: schoolThreads(actor),
    parent: familyThreads(actor),
  })

/** Conversations in the actor's own inbox. The office's have a screen of their own. */
export const inboxThreads = (actor: Actor): Scope<'threads'> =>
  scope('threads', actor, {
    admin: nothing,
    teacher: ofMySections(actor, threads.sectionId),
    parent: familyThreads(actor),
  })

/** Everyone who may write notices may use the school's templates. */
export const usableTemplates = (actor: Actor): Scope<'message_templates'> =>
  scope('message_templates', actor, { admin: everything, teacher: everything, parent: nothing })

/**
 * The people whom the search for recipients finds: members of families that the actor may write to, and for the office
 * the staff.
 */
export const addressablePersons = (actor: Actor): Scope<'persons'> =>
  scope('persons', actor, {
    admin: everything,
    parent: nothing,
    teacher: inMyClasses(
      actor,
      sql`exists (select 1 from guardianships g where g.student_id = st.id and g.has_data_access and g.guardian_id = p.id)`,
    ),
  })

/** A condition: whether the caller may write for the office, or for a class of theirs. */
export const writesFor = (actor: Actor, sectionId: string | null): Scope<'sections'> =>
  sectionId === null
    ? scopeOf('sections', actor.roles.includes('admin') ? everything : nothing)
    : scopeOf('sections', actor.roles.includes('teacher') ? ofMySections(actor, sql`${sectionId}::uuid`) : nothing)

/** Files sent in conversations, open to those who may read the conversation. */
export const threadFiles: Attachments = {
  hold: inThreads,
  students: writtenStudents,
  seen: actor => sql`exists (
    select 1 from thread_message_files f join thread_messages m on m.id = f.message_id join threads on threads.id = m.thread_id
    where f.file_id = files.id and ${visibleThreads(actorFor(actor, 'messages-posts'))})`,
}
