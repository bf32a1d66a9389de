import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { SectionStatus } from '#contract/enrolment/classes.ts'
import type { EnrolmentStatus } from '#contract/enrolment/enrolments.ts'
import type { TermStatus } from '#contract/school/terms.plain.ts'
import type { enrolmentTypes } from '#contract/values.plain.ts'
import type { BackLine, LeavingRequest, Withdrawal } from '#contract/enrolment/leavings.ts'
import type { PaymentMethod } from '#contract/money/payments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { effectiveCutoff } from '#server/enrolment/classes/acts.ts'
import { isOver, teachersOf } from '#server/enrolment/classes/tables.ts'
import { heldIn, isOnWaitlist, isSeated, offeredIn, seatedIn, waitingIn } from '#server/enrolment/enrolments/tables.ts'
import { drawOf } from '#server/enrolment/lotteries/tables.ts'
import { balanceOf, netOf, returningOf } from '#server/money/payments/tables.ts'
import { hasSpot } from '#server/people/students/tables.ts'
import { isAskedFor, leavingRequests, settledWithdrawals, typeChanges } from './tables.ts'
import { otherTermFor, otherTermOf } from '#server/school/terms/tables.ts'

export type Leaving = Pick<
  Withdrawal,
  | 'enrolmentId'
  | 'studentId'
  | 'student'
  | 'studentNativeName'
  | 'sectionId'
  | 'section'
  | 'sectionNativeName'
  | 'crayon'
  | 'request'
  | 'postedOn'
> & {
  householdId: string
  birthOn: string | null
  status: EnrolmentStatus
  type: (typeof enrolmentTypes)[number]
  endedOn: string | null
  courseId: string
  weekday: number
  startsAt: string
  endsAt: string
  termId: string
  otherTerm: { name: string; nativeName: string } | null
  startsOn: string
  sectionStatus: SectionStatus
  termStatus: TermStatus
  charges: (Pick<BackLine, 'chargeId' | 'kind' | 'description' | 'netCents'> & {
    amountCents: number
    invoiceId: string | null
    dueOn: string
    /** The reduction for a late start. */
    lateCents: number
  })[]
  /** Payments that cover part of it, newest first. */
  payers: { paymentId: string; method: PaymentMethod; reference: string }[]
  /**
   * The household's balance in cents, negative for credit; and the part of the credit that is being refunded and has
   * not been sent.
   */
  balanceCents: number
  returningCents: number
  postedCents: number | null
  postedFeeCents: number | null
}

const asked = sql`(select json_build_object('id', q.id, 'kind', q.kind, 'onDay', q.on_day, 'toSection', coalesce(z.name, ''), 'toSectionNativeName', coalesce(z.native_name, ''))
  from leaving_requests q left join sections z on z.id = q.to_section_id where q.enrolment_id = enrolments.id and q.status = 'asked')`

/** Enrolments with the charges for their classes, less what was reversed. */
const listWhere = (db: Db, seen: Scope<'enrolments'>, which: SQL): Promise<Leaving[]> =>
  rows<Leaving>(
    db,
    sql`
      select enrolments.id as "enrolmentId", s.household_id, s.id as "studentId", p.birth_on, enrolments.status, enrolments.type,
        to_char(enrolments.ended_at at time zone school.zone, 'YYYY-MM-DD') as "endedOn", p.name as student, p.native_name as "studentNativeName",
        sec.id as "sectionId", sec.name as section, sec.native_name as "sectionNativeName", sec.crayon, sec.course_id, sec.weekday, sec.starts_at, sec.ends_at,
        t.id as "termId", ${otherTermOf('t')} as "otherTerm", t.starts_on, sec.status as "sectionStatus", t.status as "termStatus", ${asked} as request,
        coalesce((select json_agg(json_build_object('chargeId', c.id, 'kind', c.kind, 'description', c.description, 'netCents', ${netOf('c')}, 'amountCents', c.amount_cents, 'invoiceId', c.invoice_id, 'dueOn', c.due_on,
            'lateCents', coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = c.id and d.rule = 'proration'), 0)) order by c.kind desc, c.id)
          from charges c where c.enrolment_id = enrolments.id and ${netOf('c')} > 0), '[]') as charges,
        coalesce((select json_agg(json_build_object('paymentId', y.id, 'method', y.method, 'reference', y.reference) order by y.created_at desc, y.id) from payments y
          where y.id in (select l.payment_id from allocations l join charges c on c.id = l.charge_id where c.enrolment_id = enrolments.id group by l.payment_id, l.charge_id having sum(l.amount_cents) > 0)), '[]') as payers,
        ${balanceOf(sql`s.household_id`)} as "balanceCents",
        (select coalesce(sum(${returningOf('y')}), 0)::bigint from payments y where y.household_id = s.household_id and y.status = 'succeeded') as "returningCents",
        w.on_day as "postedOn", w.total_cents as "postedCents", w.fee_cents as "postedFeeCents"
      from enrolments cross join school join students s on s.id = enrolments.student_id join persons p on p.id = s.id join sections sec on sec.id = enrolments.section_id
        join terms t on t.id = sec.term_id left join settled_withdrawals w on w.enrolment_id = enrolments.id
      where ${seen} and ${which} order by enrolments.ended_at desc, enrolments.id`,
  )

export const findLeaving = async (db: Db, seen: Scope<'enrolments'>, id: string): Promise<Leaving | null> =>
  (await listWhere(db, seen, sql`enrolments.id = ${id}::uuid`))[0] ?? null

/** A student's places that the office ended by hand, latest first. */
export const listEnded = (db: Db, seen: Scope<'enrolments'>, studentId: string): Promise<Leaving[]> =>
  listWhere(
    db,
    seen,
    sql`enrolments.student_id = ${studentId}::uuid and enrolments.status in ('withdrawn','dropped') and t.status <> 'archived'`,
  )

export type Mine = {
  enrolmentId: string
  status: EnrolmentStatus
  startsOn: string
  type: Leaving['type']
  takesAuditors: boolean
  request: Leaving['request']
}
/** Places that a family could leave, those of its children in classes that aren't over, and any that it asked about. */
export const listMine = (db: Db, seen: Scope<'enrolments'>): Promise<Mine[]> =>
  rows<Mine>(
    db,
    sql`
    select enrolments.id as "enrolmentId", enrolments.status, t.starts_on, enrolments.type, sec.audit_cents is not null as "takesAuditors", ${asked} as request
    from enrolments join sections sec on sec.id = enrolments.section_id join terms t on t.id = sec.term_id
    where ${seen} and ${hasSpot('enrolments')} and t.status <> 'archived' and (not ${isOver('sec', 't')} or ${asked} is not null) order by enrolments.id`,
  )

export type TargetSection = {
  id: string
  name: string
  nativeName: string
  crayon: Withdrawal['crayon']
  courseId: string
  status: SectionStatus
  weekday: number
  startsAt: string
  endsAt: string
  room: string
  teachers: string[]
  teacherNativeNames: string[]
  ageFrom: number | null
  ageTo: number | null
  /** The age cutoff ('MM-DD'), the class's own or the school's. */
  cutoff: string | null
  capacity: number
  seated: number
  held: number
  waiting: number
  offered: number
  /** True where the class can be audited. */
  takesAuditors: boolean
  /** This student's waitlist entry; null once its offer has expired. */
  mine: { id: string; status: 'waiting' | 'offered' } | null
  isThere: boolean
  /** True where a lottery gives its seats. */
  isDrawn: boolean
  /** True where another class of the student is at the same time, apart from classes that end with this transfer. */
  clashes: boolean
}
/**
 * The classes of a term for a student who would leave one of them, with their numbers of students; without classes
 * whose seats a lottery will give.
 */
export const listTargets = (
  db: Db,
  of: Pick<Leaving, 'termId' | 'studentId' | 'enrolmentId' | 'sectionId'>,
  now: Date,
  only?: { id: string; leaves: readonly string[] },
): Promise<TargetSection[]> =>
  rows<TargetSection>(
    db,
    sql`
    select s.id, s.name, s.native_name, s.crayon, s.course_id, s.status, s.weekday, s.starts_at, s.ends_at,
      coalesce(r.name, '') as room, s.age_from, s.age_to, ${effectiveCutoff('s')} as cutoff, s.capacity, s.audit_cents is not null as "takesAuditors",
      taught.names as teachers, taught.native_names as "teacherNativeNames",
      ${seatedIn('s')} as seated, ${heldIn('s', now)} as held, ${drawOf('s', now)} is not null as "isDrawn",
      ${waitingIn('s')} as waiting,
      ${offeredIn('s')} as offered,
      (select json_build_object('id', w.id, 'status', w.status) from waitlist_entries w where w.section_id = s.id and w.student_id = ${of.studentId}::uuid and (w.status = 'waiting' or w.status = 'offered' and (w.expires_at is null or w.expires_at > ${now.toISOString()}::timestamptz or ${isAskedFor('w')}))) as mine,
      exists (select 1 from enrolments e where e.section_id = s.id and e.student_id = ${of.studentId}::uuid and ${isSeated}) as "isThere",
      exists (select 1 from enrolments e join sections o on o.id = e.section_id where e.student_id = ${of.studentId}::uuid and not ${oneOf(sql`e.id`, [of.enrolmentId, ...(only?.leaves ?? [])])} and ${hasSpot('e')}
        and o.term_id = s.term_id and o.weekday = s.weekday and o.starts_at < s.ends_at and s.starts_at < o.ends_at) as clashes
    from sections s left join rooms r on r.id = s.room_id cross join lateral ${teachersOf(sql`s.id`)} taught
    where s.term_id = ${of.termId}::uuid and s.id <> ${of.sectionId}::uuid and ${only ? sql`s.id = ${only.id}::uuid` : sql`true`} and ${drawOf('s', now)} is null
    order by s.course_id <> (select course_id from sections where id = ${of.sectionId}::uuid), s.name, s.id`,
  )

/** A student's waitlist entries for classes at the same time as another class. */
export const listWaits = (
  db: Db,
  studentId: string,
  at: { termId: string; id: string; weekday: number; startsAt: string; endsAt: string },
): Promise<
  { id: string; sectionId: string; status: 'waiting' | 'offered'; section: string; sectionNativeName: string }[]
> =>
  rows(
    db,
    sql`
    select w.id, w.section_id, w.status, s.name as section, s.native_name as "sectionNativeName" from waitlist_entries w join sections s on s.id = w.section_id
    where w.student_id = ${studentId}::uuid and ${isOnWaitlist('w')} and s.term_id = ${at.termId}::uuid and s.id <> ${at.id}::uuid
      and s.weekday = ${at.weekday} and s.starts_at < ${at.endsAt} and ${at.startsAt} < s.ends_at order by s.name, w.id`,
  )

export const insertSettled = async (db: Db, values: typeof settledWithdrawals.$inferInsert): Promise<void> => {
  await db.insert(settledWithdrawals).values(values)
}

export const insertTypeChange = async (db: Db, values: typeof typeChanges.$inferInsert): Promise<void> => {
  await db.insert(typeChanges).values(values)
}
export const insertRequest = async (db: Db, values: typeof leavingRequests.$inferInsert): Promise<void> => {
  await db.insert(leavingRequests).values(values)
}

export type LockedRequest = typeof leavingRequests.$inferSelect
export const findRequest = async (
  db: Db,
  seen: Scope<'leaving_requests'>,
  id: string,
): Promise<LockedRequest | null> => {
  const [found] = await db
    .select()
    .from(leavingRequests)
    .where(and(seen, eq(leavingRequests.id, id)))
  return found ?? null
}
export const lockRequest = async (
  db: Db,
  seen: Scope<'leaving_requests'>,
  id: string,
): Promise<LockedRequest | null> => {
  const [found] = await db
    .select()
    .from(leavingRequests)
    .where(and(seen, eq(leavingRequests.id, id)))
    .for('update')
  return found ?? null
}

type Answer = { status: LockedRequest['status']; by: string | null; answer: string; at: Date }
/** Closes the open request with this id or of this enrolment, if there is one. */
export const closeRequests = async (
  db: Db,
  which: { id: string } | { enrolmentId: string },
  done: Answer,
): Promise<void> => {
  const of = 'id' in which ? eq(leavingRequests.id, which.id) : eq(leavingRequests.enrolmentId, which.enrolmentId)
  await db
    .update(leavingRequests)
    .set({ status: done.status, answeredBy: done.by, answeredAt: done.at, answer: done.answer })
    .where(and(of, eq(leavingRequests.status, 'asked')))
}

/** Requests that wait for the office, except those whose place has ended in another way. */
export const listRequests = (db: Db, seen: Scope<'leaving_requests'>): Promise<LeavingRequest[]> =>
  rows<LeavingRequest>(
    db,
    sql`
    select leaving_requests.id, leaving_requests.kind, e.id as "enrolmentId", p.id as "studentId", p.name as student, p.native_name as "studentNativeName",
      s.name as section, s.native_name as "sectionNativeName", ${otherTermFor('s.term_id')} as "otherTerm", s.crayon, z.id as "toSectionId", coalesce(z.name, '') as "toSection", coalesce(z.native_name, '') as "toSectionNativeName", leaving_requests.leaves, e.type,
      leaving_requests.on_day, leaving_requests.back, leaving_requests.note, leaving_requests.agreed_cents,
      q.name as "requestedBy", q.native_name as "requestedByNativeName", to_char(leaving_requests.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from leaving_requests join enrolments e on e.id = leaving_requests.enrolment_id join persons p on p.id = e.student_id join sections s on s.id = e.section_id
      left join sections z on z.id = leaving_requests.to_section_id join persons q on q.id = leaving_requests.requested_by
    where ${seen} and leaving_requests.status = 'asked' and ${hasSpot('e')}
    order by leaving_requests.created_at, leaving_requests.id limit 500`,
  )

export type Reader = {
  id: string
  name: string
  email: string
  language: 'en' | 'zh'
  /** True where they belong to the household that is billed, and so may read amounts. */
  isBilled: boolean
}
/** A student's guardians with access to their data. */
export const listReaders = (db: Db, studentId: string): Promise<Reader[]> =>
  rows<Reader>(
    db,
    sql`
    select p.id, case when p.language = 'zh' and p.native_name <> '' then p.native_name else p.name end as name, p.email, case when p.language = 'zh' then 'zh' else 'en' end as language,
      exists (select 1 from household_members m where m.person_id = p.id and m.household_id = s.household_id) as "isBilled"
    from guardianships g join persons p on p.id = g.guardian_id join students s on s.id = g.student_id
    where g.student_id = ${studentId}::uuid and g.has_data_access order by g.contact_order, p.id`,
  )

/** The school's name, currency and email address, for letters. */
export const findSchool = async (
  db: Db,
): Promise<{ name: string; nativeName: string; currency: string; email: string }> =>
  (
    await rows<{ name: string; nativeName: string; currency: string; email: string }>(
      db,
      sql`select name, native_name, currency, email from school`,
    )
  )[0]!
