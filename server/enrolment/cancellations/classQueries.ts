import { sql, type SQL } from 'drizzle-orm'
import type { AtRisk, ClassPreview } from '#contract/enrolment/cancellations.ts'
import type { SectionStatus } from '#contract/enrolment/classes.ts'
import { enrollableSections } from '#contract/enrolment/classes.plain.ts'
import type { TermStatus } from '#contract/school/terms.plain.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { effectiveCutoff } from '#server/enrolment/classes/acts.ts'
import { school } from '#server/school/config/tables.ts'
import { isOff } from '#server/enrolment/classes/tables.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import {
  isOnWaitlist,
  isSeated,
  seatedIn,
  unclaimedSeatsIn,
  waitingIn,
  waitingOrder,
} from '#server/enrolment/enrolments/tables.ts'
import { drawOf } from '#server/enrolment/lotteries/tables.ts'
import { netOf } from '#server/money/payments/tables.ts'
import { comes } from '#server/enrolment/visits/tables.ts'
import { hasSpot } from '#server/people/students/tables.ts'
import type { ClosedRecipient } from './letters.ts'
import { isAtRisk } from './tables.ts'

type Other = ClassPreview['students'][number]['alternatives'][number]
/** A class of the same course or level, with its age rule, that has free seats not claimed by its waitlist. */
export type OtherClass = Other & { ageFrom: number | null; ageTo: number | null; cutoff: string | null }

/**
 * Other classes of the course of the class `s`, or of another course of its program and level, with seats that are
 * neither taken nor claimed by a waitlist, as a JSON column.
 */
const others = (now: Date): SQL => sql`coalesce((
  select json_agg(json_build_object('sectionId', o.id, 'name', o.name, 'nativeName', o.native_name, 'weekday', o.weekday, 'startsAt', o.starts_at, 'endsAt', o.ends_at,
      'freeSeats', o.free, 'isSameCourse', o.same, 'ageFrom', o.age_from, 'ageTo', o.age_to, 'cutoff', o.cutoff) order by o.same desc, o.free desc, o.name)
    from (select x.*, x.course_id = s.course_id as same, ${effectiveCutoff('x')} as cutoff, ${unclaimedSeatsIn('x', now)} as free
      from sections x join courses xc on xc.id = x.course_id join courses sc on sc.id = s.course_id
      where (xc.id = sc.id or xc.programme_id = sc.programme_id and xc.level = sc.level) and ${drawOf('x', now)} is null and x.term_id = s.term_id and x.id <> s.id and x.status in (${sql.raw(enrollableSections.map(each => `'${each}'`).join(','))})) o
    where o.free > 0), '[]')`

/** Classes of current terms that have fewer students than they need. */
export const listAtRisk = (
  db: Db,
  seen: Scope<'sections'>,
  now: Date,
): Promise<(Omit<AtRisk, 'daysLeft' | 'merges'> & { merges: OtherClass[] })[]> =>
  rows(
    db,
    sql`
    select s.id as "sectionId", s.name, s.native_name, s.crayon, t.name as term, t.native_name as "termNativeName", f.day as "startsOn", s.minimum, s.capacity,
      ${seatedIn('s')} as enrolled,
      ${waitingIn('s')} as waiting,
      ${others(now)} as merges
    from sections join sections s on s.id = sections.id join terms t on t.id = s.term_id left join lateral (select min(m.on_day) as day from meetings m where m.section_id = s.id) f on true
    where ${seen} and ${isAtRisk('s', 't')} order by f.day nulls last, s.name, s.id`,
  )

/** What decides whether another class suits a student. */
export type Fitting = {
  birthOn: string
  /** The times of their other classes in the term. */
  booked: { weekday: number; startsAt: string; endsAt: string }[]
  /** Classes that they are in or wait for. */
  known: string[]
}
type FoundStudent = Omit<ClassPreview['students'][number], 'backCents' | 'leftCents' | 'alternatives' | 'lines'> &
  Fitting & {
    /** The numbers of lessons that they have had by now, and that are left. */
    had: number
    left: number
    lines: (Pick<ClassPreview['students'][number]['lines'][number], 'kind' | 'netCents'> & {
      chargeId: string
      description: string
      nativeDescription: string
      invoiceId: string | null
      dueOn: string
    })[]
  }
export type FoundClass = {
  sectionId: string
  name: string
  nativeName: string
  status: SectionStatus
  termStatus: TermStatus
  startsOn: string
  students: FoundStudent[]
  line: (Omit<ClassPreview['line'][number], 'alternatives'> & Fitting)[]
  others: OtherClass[]
  /** For each affected family: its other classes of the term, and the registration fee that it was charged. */
  households: {
    householdId: string
    household: string
    householdNativeName: string
    classes: number
    feeCents: number
    feeIds: string[]
  }[]
  /** Visitors expected on a day that is not over. */
  guests: (ClassPreview['guests'][number] & { householdId: string; chargeId: string | null })[]
  hasBegun: boolean
  waiting: number
  held: number
  lessons: number
  letters: number
}

/** Conditions that are true where a lesson has taken place by an instant, and where it is still to come. */
const isHad = (meeting: string, date: string, now: Date): SQL =>
  sql`(not ${isOff(meeting, date)} and (${sql.raw(meeting)}.roll_taken_at is not null or ${sql.raw(meeting)}.starts_at <= ${now.toISOString()}::timestamptz))`
const isLeft = (meeting: string, date: string, now: Date): SQL =>
  sql`(not ${isOff(meeting, date)} and ${sql.raw(meeting)}.roll_taken_at is null and ${sql.raw(meeting)}.starts_at > ${now.toISOString()}::timestamptz)`

/** What decides whether another class suits the student `p`, as parts of a JSON object. */
const fitting = sql`'birthOn', coalesce(p.birth_on::text, '1900-01-01'),
  'booked', coalesce((select json_agg(json_build_object('weekday', x.weekday, 'startsAt', x.starts_at, 'endsAt', x.ends_at)) from enrolments e join sections x on x.id = e.section_id
    where e.student_id = p.id and x.term_id = s.term_id and x.id <> s.id and ${hasSpot('e')}), '[]'::json),
  'known', coalesce((select json_agg(k.id) from (select e.section_id as id from enrolments e where e.student_id = p.id and ${isSeated}
    union select w.section_id from waitlist_entries w where w.student_id = p.id and ${isOnWaitlist('w')}) k), '[]'::json)`

/** Everything that canceling a class for good affects, in one statement. */
export const findClass = async (db: Db, seen: Scope<'sections'>, id: string, now: Date): Promise<FoundClass | null> => {
  const [found] = await rows<FoundClass>(
    db,
    sql`
    with sits as (
      select e.id, e.student_id, st.household_id, (e.created_at at time zone school.zone)::date as joined_on from enrolments e join students st on st.id = e.student_id cross join school where e.section_id = ${id}::uuid and ${hasSpot('e')}
    ), waits as (select w.student_id from waitlist_entries w where w.section_id = ${id}::uuid and ${isOnWaitlist('w')}),
    ${comes(id, now)}
    select s.id as "sectionId", s.name, s.native_name, s.status, t.status as "termStatus", t.starts_on, ${others(now)} as others,
      coalesce((select json_agg(json_build_object('enrolmentId', sits.id, 'studentId', p.id, 'name', p.name, 'nativeName', p.native_name,
          'householdId', h.id, 'household', h.name, 'householdNativeName', ${nativeHousehold(sql`h.id`, sql`h.name`)},
          'lines', coalesce((select json_agg(json_build_object('chargeId', c.id, 'kind', c.kind, 'description', c.description, 'nativeDescription', c.native_description, 'netCents', ${netOf('c')}, 'invoiceId', c.invoice_id, 'dueOn', c.due_on) order by c.kind desc, c.id) from charges c where c.enrolment_id = sits.id and ${netOf('c')} > 0), '[]'::json),
          'had', (select count(*) from meetings m join session_dates d on d.id = m.session_date_id where m.section_id = s.id and ${isHad('m', 'd', now)} and m.on_day >= sits.joined_on),
          'left', (select count(*) from meetings m join session_dates d on d.id = m.session_date_id where m.section_id = s.id and ${isLeft('m', 'd', now)}), ${fitting}) order by p.name_order, p.id)
        from sits join persons p on p.id = sits.student_id join households h on h.id = sits.household_id), '[]') as students,
      coalesce((select json_agg(json_build_object('householdId', h.id, 'household', h.name, 'householdNativeName', ${nativeHousehold(sql`h.id`, sql`h.name`)},
          'classes', (select count(*) from students st join enrolments e on e.student_id = st.id join sections x on x.id = e.section_id where st.household_id = h.id and x.term_id = s.term_id and x.id <> s.id and x.status <> 'cancelled' and ${isSeated}),
          'feeCents', f.cents, 'feeIds', f.ids) order by h.name_order, h.id)
        from households h cross join lateral (select coalesce(sum(${netOf('c')}), 0) as cents, coalesce(json_agg(c.id), '[]'::json) as ids from invoices i join charges c on c.invoice_id = i.id
          where i.household_id = h.id and i.term_id = s.term_id and c.kind = 'registration' and ${netOf('c')} > 0) f
        where h.id in (select household_id from sits)), '[]') as households,
      coalesce((select json_agg(json_build_object('studentId', p.id, 'name', p.name, 'nativeName', p.native_name,
          'household', h.name, 'householdNativeName', ${nativeHousehold(sql`h.id`, sql`h.name`)}, ${fitting}) order by ${waitingOrder('w')})
        from waitlist_entries w join persons p on p.id = w.student_id join students st on st.id = p.id join households h on h.id = st.household_id
        where w.section_id = s.id and ${isOnWaitlist('w')}), '[]') as line,
      exists (select 1 from meetings m join session_dates d on d.id = m.session_date_id where m.section_id = s.id and ${isHad('m', 'd', now)}) as "hasBegun",
      coalesce((select json_agg(json_build_object('visitId', v.id, 'studentId', v.student_id, 'name', p.name, 'nativeName', p.native_name, 'onDay', v.on_day, 'householdId', st.household_id, 'chargeId', c.id, 'backCents', coalesce(${netOf('c')}, 0)) order by v.on_day, p.name, v.id)
        from visits v join persons p on p.id = v.student_id join students st on st.id = p.id left join charges c on c.id = v.charge_id and ${netOf('c')} > 0 where v.id in (select id from comes)), '[]') as guests,
      (select count(*)::int from waits) as waiting,
      (select count(*)::int from seat_holds k where k.section_id = s.id and k.expires_at > ${now.toISOString()}::timestamptz) as held,
      (select count(*)::int from meetings m where m.section_id = s.id and m.roll_taken_at is null and m.starts_at > ${now.toISOString()}::timestamptz) as lessons,
      (select count(distinct p.id)::int from persons p where p.email <> '' and p.id in (
        select g.guardian_id from guardianships g where g.has_data_access and g.student_id in (select student_id from sits union select student_id from waits union select student_id from comes)
        union select st.teacher_id from section_teachers st where st.section_id = s.id)) as letters
    from sections join sections s on s.id = sections.id join terms t on t.id = s.term_id where ${seen} and sections.id = ${id}::uuid`,
  )
  return found ?? null
}

/**
 * Lists the people to write to about a canceled class. Must be read before the class is emptied, while it still has its
 * students.
 */
export const listConcernedBy = (
  db: Db,
  sectionId: string,
  backOf: ReadonlyMap<string, number>,
  now: Date,
  offers: readonly { studentId: string; sectionId: string }[],
): Promise<ClosedRecipient[]> =>
  rows<ClosedRecipient>(
    db,
    sql`
    with sits as (select e.student_id from enrolments e where e.section_id = ${sectionId}::uuid and ${hasSpot('e')}),
    waits as (select w.student_id from waitlist_entries w where w.section_id = ${sectionId}::uuid and ${isOnWaitlist('w')}),
    ${comes(sectionId, now)},
    back as (select b."studentId" as student_id, b.cents from jsonb_to_recordset(${JSON.stringify([...backOf].map(([studentId, cents]) => ({ studentId, cents })))}::jsonb) as b("studentId" uuid, cents bigint)),
    offers as (select o."studentId" as student_id, o."sectionId" as section_id from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as o("studentId" uuid, "sectionId" uuid)),
    cares as (select g.guardian_id as person_id, g.student_id from guardianships g where g.has_data_access and g.student_id in (select student_id from sits union select student_id from waits union select student_id from comes))
    select p.id as "personId", p.email, p.name, p.native_name, p.language,
      ${children(sql`c.student_id in (select student_id from sits)`)} as students, ${children(sql`c.student_id in (select student_id from waits)`)} as waiting, ${children(sql`c.student_id in (select student_id from comes)`)} as guests,
      coalesce((select sum(back.cents) from back join cares c on c.student_id = back.student_id where c.person_id = p.id), 0)::bigint as "backCents",
      coalesce((select json_agg(json_build_object('student', json_build_object('name', k.name, 'nativeName', k.native_name), 'section', json_build_object('name', x.name, 'nativeName', x.native_name)) order by k.name)
        from offers o join cares c on c.student_id = o.student_id join persons k on k.id = o.student_id join sections x on x.id = o.section_id where c.person_id = p.id), '[]') as offers
    from persons p where p.id in (select person_id from cares union select t.teacher_id from section_teachers t where t.section_id = ${sectionId}::uuid) order by p.id`,
  )
const children = (
  which: SQL,
): SQL => sql`coalesce((select json_agg(json_build_object('name', k.name, 'nativeName', k.native_name) order by k.birth_on, k.name)
  from cares c join persons k on k.id = c.student_id where c.person_id = p.id and ${which}), '[]')`

type FoundSchool = { name: string; nativeName: string; zone: string; currency: string }
export const findSchool = async (db: Db): Promise<FoundSchool> => {
  const { name, nativeName, zone, currency } = school
  const [found] = await db.select({ name, nativeName, zone, currency }).from(school)
  return found!
}

/** The number of unclaimed seats of each class, read behind the locks of the classes. */
export const countFree = async (db: Db, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await rows<{ id: string; free: number }>(
        db,
        sql`select s.id, ${unclaimedSeatsIn('s', now)} as free from sections s where ${oneOf(sql`s.id`, ids)}`,
      )
    ).map(({ id, free }) => [id, free]),
  )
