import { sql, type SQL } from 'drizzle-orm'
import type { AttentionKey, FigureKey, ListKey } from '#contract/office/dashboard.ts'
import type { DuplicateKind } from '#contract/office/duplicates.ts'
import { quietDays } from '#contract/enrolment/enrolments.ts'
import { isAtRisk } from '#server/enrolment/cancellations/tables.ts'
import { isEnrollable, isOff, teachersOf } from '#server/enrolment/classes/tables.ts'
import { likelyPairs } from '#server/office/duplicates/acts.ts'
import { everyRecord } from '#server/office/duplicates/policy.ts'
import {
  freeSeatsIn,
  isEnrolled,
  isOnWaitlist,
  isSeated,
  offeredIn,
  seatedIn,
  waitingPosition,
} from '#server/enrolment/enrolments/tables.ts'
import { coveredOf, everyBalance, isReturning, netOf } from '#server/money/payments/tables.ts'
import { isLive } from '#server/access/users/tables.ts'
import { hadSpot, hasSpot } from '#server/people/students/tables.ts'
import { backupWarning } from '#server/school/backups/acts.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import { isCurrentTerm } from '#server/school/terms/tables.ts'
import { covers, lacksRoll } from '#server/teaching/absences/tables.ts'

/** The parameters of a list. */
export type Asked = {
  termId: string | null
  sectionId: string | null
  from: string | null
  today: string
  now: Date
  /**
   * For numbers: the term's seats without names (`namelessSeatsOf`), and relations with its classes, students and
   * charges that the statement has read already (`countedClassesOf`, `learnersOf`, `chargesOf`).
   */
  read?: { seats: SQL; classes: SQL; learners: SQL; charges: SQL }
  /** The balances to read, if they have been brought up to date (`storedBalances`). */
  balances?: SQL | undefined
}

/**
 * Every number of the dashboard is the sum of `amount` over one of these, and its list consists of the same rows, so a
 * number and its list can't differ. Columns: id, target, target_id, other_id, name, native_name, about, about_native,
 * crayon, on_day, amount.
 */
type Source = (asked: Asked) => SQL

const isCurrent = isCurrentTerm('t')
const instantOf = ({ now }: Asked): SQL => sql`${now.toISOString()}::timestamptz`
const noName = sql`''`
const none = sql`null`

type Columns = {
  id: SQL
  target: SQL
  targetId?: SQL
  otherId?: SQL
  name: SQL
  nativeName?: SQL
  about?: SQL
  aboutNative?: SQL
  crayon?: SQL
  /** Its day, or an instant whose day in the school's time zone is shown. */
  onDay?: SQL
  at?: SQL
  amount?: SQL
}
const dayOf = ({ at, onDay }: Columns): SQL =>
  at ? sql`(${at} at time zone (select zone from school))::date` : sql`(${onDay ?? none})::date`
const columns = (
  of: Columns,
): SQL => sql`select ${of.id} as id, ${of.target} as target, ${of.targetId ?? of.id} as target_id, (${of.otherId ?? none})::uuid as other_id,
  ${of.name} as name, ${of.nativeName ?? noName} as native_name, ${of.about ?? noName} as about, ${of.aboutNative ?? noName} as about_native,
  ${of.crayon ?? none}::text as crayon, ${dayOf(of)} as on_day, (${of.amount ?? sql`1`})::bigint as amount`

const student = sql`'student'`
const person = { name: sql`p.name`, nativeName: sql`p.native_name` }
const family = { name: sql`h.name`, nativeName: nativeHousehold(sql`h.id`, sql`h.name`) }
const section = { about: sql`x.name`, aboutNative: sql`x.native_name`, crayon: sql`x.crayon` }
const classAs = {
  id: sql`x.id`,
  target: sql`'class'`,
  name: sql`x.name`,
  nativeName: sql`x.native_name`,
  crayon: sql`x.crayon`,
}
// Separate columns, because a number reads no names and leaves them out.
const teachers = {
  about: sql`(select taught.text from ${teachersOf(sql`x.id`)} taught)`,
  aboutNative: sql`(select taught.native_text from ${teachersOf(sql`x.id`)} taught)`,
}
const freeOf = ({ now }: Asked): SQL => freeSeatsIn('x', now)

// A pair has no id of its own, so a UUID (version 8, RFC 9562) is derived from its two ids.
const pairId = sql`overlay(overlay(md5(d.one::text || d.other::text) placing '8' from 13) placing '8' from 17)::uuid`
const samePairs = (of: DuplicateKind, target: SQL, table: SQL, nativeName: (side: 'x' | 'y') => SQL): SQL => sql`
  ${columns({ id: pairId, target, targetId: sql`d.one`, otherId: sql`d.other`, name: sql`x.name`, nativeName: nativeName('x'), about: sql`y.name`, aboutNative: nativeName('y') })}
  from ${likelyPairs(everyRecord, of)} d join ${table} x on x.id = d.one join ${table} y on y.id = d.other`
const native = (side: 'x' | 'y') => sql.raw(`${side}.native_name`)

/** A condition: true for a household `h` with a child who has a spot in a current class. */
const hasPlaces = sql`h.archived_at is null and h.id in (select s.household_id from students s where s.id in (select e.student_id from enrolments e
  where ${hasSpot('e')} and e.section_id in (select x.id from sections x join terms t on t.id = x.term_id where ${isCurrent})))`

const attention: Record<AttentionKey, Source> = {
  // Lessons whose teacher has called in sick, until they are over, canceled or assigned to someone else.
  away: asked => sql`
    ${columns({ ...classAs, id: sql`m.id`, target: sql`'lesson'`, targetId: sql`x.id`, otherId: sql`d.id`, about: sql`p.name`, aboutNative: sql`p.native_name`, crayon: none, onDay: sql`m.on_day` })}
    from teacher_absences a join section_teachers st on st.teacher_id = a.teacher_id join sections x on x.id = st.section_id and ${isEnrollable('x')}
      join meetings m on m.section_id = x.id and m.on_day = a.on_day join session_dates d on d.id = m.session_date_id join persons p on p.id = a.teacher_id
    where a.withdrawn_at is null and a.on_day >= ${asked.today}::date and m.ends_at > ${instantOf(asked)} and not ${isOff('m', 'd')}`,
  rolls: asked => sql`
    ${columns({ id: sql`m.id`, target: sql`'roll'`, name: sql`x.name`, nativeName: sql`x.native_name`, ...teachers, crayon: sql`x.crayon`, onDay: sql`m.on_day` })}
    from terms t join sections x on x.term_id = t.id and ${isEnrollable('x')} join meetings m on m.section_id = x.id
      join session_dates d on d.id = m.session_date_id and not ${isOff('m', 'd')}
    where ${isCurrent} and m.ends_at < ${instantOf(asked)} and ${lacksRoll('m')}`,
  backups: ({ now }) => sql`
    ${columns({ id: sql`'00000000-0000-8000-8000-000000000001'::uuid`, target: sql`'backups'`, name: sql`s.name`, nativeName: sql`s.native_name`, at: sql`w.since` })}
    from school s, (${backupWarning(now)}) w`,
  // An address that received another email later works again.
  failed: asked => sql`
    ${columns({ id: sql`m.id`, target: sql`'mail'`, name: sql`m."to"`, about: sql`m.subject`, at: sql`m.queued_at` })}
    from mails m where m.status = 'failed' and not m.is_secret and m.queued_at > ${instantOf(asked)} - interval '30 days'
      and not exists (select 1 from mails later where later."to" = m."to" and later.status = 'sent' and later.queued_at > m.queued_at)`,
  approvals: () => sql`
    ${columns({ id: sql`e.id`, target: student, targetId: sql`p.id`, ...person, ...section, at: sql`e.created_at` })}
    from enrolments e join persons p on p.id = e.student_id join sections x on x.id = e.section_id where e.status = 'approval'
    union all ${columns({ id: sql`v.id`, target: student, targetId: sql`p.id`, ...person, ...section, at: sql`v.asked_at` })}
    from visits v join persons p on p.id = v.student_id join sections x on x.id = v.section_id where v.status = 'asked'`,
  requests: () => sql`
    ${columns({ id: sql`c.id`, target: sql`'family'`, targetId: sql`c.household_id`, ...family, about: sql`p.name`, aboutNative: sql`p.native_name`, at: sql`c.created_at` })}
    from change_requests c join households h on h.id = c.household_id join persons p on p.id = c.requested_by where c.status = 'filed'`,
  leavings: () => sql`
    ${columns({ id: sql`q.id`, target: student, targetId: sql`p.id`, ...person, ...section, at: sql`q.created_at` })}
    from leaving_requests q join enrolments e on e.id = q.enrolment_id and ${hasSpot('e')} join persons p on p.id = e.student_id
      join sections x on x.id = e.section_id where q.status = 'asked'`,
  absences: ({ today }) => sql`
    ${columns({ id: sql`a.id`, target: student, targetId: sql`p.id`, ...person, onDay: sql`a.from_day` })}
    from absence_notices a join persons p on p.id = a.student_id where a.status = 'filed' and a.to_day >= ${today}::date
      and exists (select 1 from enrolments e join meetings m on m.section_id = e.section_id join session_dates d on d.id = m.session_date_id join sections x on x.id = e.section_id
        where e.student_id = a.student_id and ${isEnrolled('e')} and ${covers('a', { section: sql`e.section_id`, day: sql`m.on_day`, endsAt: sql`m.ends_at` })} and not ${isOff('m', 'd')} and x.status <> 'cancelled')`,
  threads: () => sql`
    ${columns({ id: sql`c.id`, target: sql`'thread'`, ...family, about: sql`c.subject`, at: sql`c.at` })}
    from threads c join households h on h.id = c.household_id where c.status = 'open' and c.section_id is null`,
  offers: asked => sql`
    ${columns({ id: sql`w.id`, target: student, targetId: sql`p.id`, ...person, ...section, at: sql`w.joined_at` })}
    from terms t join sections x on x.term_id = t.id and ${isEnrollable('x')} join waitlist_entries w on w.section_id = x.id and w.status = 'waiting'
      join persons p on p.id = w.student_id
    where ${isCurrent} and ${freeOf(asked)} > 0 and ${waitingPosition} - ${offeredIn('x')} <= ${freeOf(asked)}`,
  urgent: asked => sql`
    ${columns({ id: sql`p.id`, target: sql`'notice'`, targetId: sql`n.id`, ...person, about: sql`n.subject`, aboutNative: sql`n.native_subject`, at: sql`n.sent_at` })}
    from notices n join notice_recipients r on r.notice_id = n.id and r.read_at is null join persons p on p.id = r.person_id
    where n.is_urgent and n.status = 'sent' and n.sent_at > ${instantOf(asked)} - interval '7 days'`,
  refunds: () => sql`
    ${columns({ id: sql`r.id`, target: sql`'account'`, targetId: sql`h.id`, ...family, at: sql`r.created_at`, amount: sql`r.amount_cents` })}
    from refunds r join households h on h.id = r.household_id where ${isReturning}`,
  // Overdue from the day after the due date. A left join, because a number needs no names and so never looks them up.
  overdue: ({ today, balances = everyBalance(today) }) => sql`
    ${columns({ id: sql`b.household_id`, target: sql`'account'`, ...family, onDay: sql`b.due_on + 1`, amount: sql`b.overdue` })}
    from ${balances} b left join households h on h.id = b.household_id where b.overdue > 0`,
  lapsed: ({ today }) => sql`
    ${columns({ id: sql`e.id`, target: sql`'promotion'`, targetId: sql`r.id`, ...person, ...section, onDay: sql`r.hold_until` })}
    from promotion_runs r join promotion_lines l on l.run_id = r.id join enrolments e on e.id = l.place_id and e.status = 'held'
      join persons p on p.id = e.student_id join sections x on x.id = e.section_id where r.status = 'applied' and r.hold_until < ${today}::date`,
  promotions: () => sql`
    ${columns({ id: sql`r.id`, target: sql`'promotion'`, name: sql`t.name`, nativeName: sql`t.native_name`, at: sql`r.created_at` })}
    from promotion_runs r join terms t on t.id = r.to_term_id where r.status in ('draft','reviewed')`,
  imports: () => sql`
    ${columns({ id: sql`i.id`, target: sql`'import'`, name: sql`i.file_name`, at: sql`i.created_at` })} from imports i where i.applied_at is null`,
  duplicates: () => sql`
    ${samePairs('household', sql`'sameFamily'`, sql`households`, side =>
      nativeHousehold(sql.raw(`${side}.id`), sql.raw(`${side}.name`)),
    )}
    union all ${samePairs('student', sql`'sameStudent'`, sql`persons`, native)}
    union all ${samePairs('adult', sql`'sameAdult'`, sql`persons`, native)}`,
  custody: () => sql`
    ${columns({ id: sql`p.id`, target: student, targetId: sql`p.id`, ...person, at: sql`s.created_at` })}
    from students s join persons p on p.id = s.id where s.is_custody_open and s.archived_at is null`,
  documents: ({ today }) => sql`
    ${columns({ id: sql`d.id`, target: student, targetId: sql`p.id`, ...person, about: sql`d.title`, onDay: sql`d.expires_on` })}
    from student_documents d join students s on s.id = d.student_id and s.archived_at is null join persons p on p.id = s.id
    where d.removed_at is null and d.expires_on < ${today}::date + 30`,
  below: () => sql`
    ${columns({ ...classAs, about: sql`t.name`, aboutNative: sql`t.native_name` })}
    from terms t join sections x on x.term_id = t.id where ${isAtRisk('x', 't')}`,
  // A guardian who is barred from a child of the family registers without one, and only the office can add it.
  contacts: () => sql`
    ${columns({ id: sql`h.id`, target: sql`'family'`, ...family, at: sql`h.created_at` })}
    from households h where ${hasPlaces} and h.id not in (select c.household_id from emergency_contacts c)`,
  never: () => sql`
    ${columns({ id: sql`h.id`, target: sql`'family'`, ...family, at: sql`h.created_at` })}
    from households h where ${hasPlaces}
      and h.id not in (select m.household_id from household_members m join persons p on p.id = m.person_id join accounts a on a.id = p.account_id where a.last_sign_in_at is not null)`,
  ledgers: () => sql`
    ${columns({ id: sql`h.id`, target: sql`'account'`, ...family, at: sql`min(f.found_at)` })}
    from ledger_faults f join households h on h.id = f.household_id group by h.id`,
  records: () => sql`
    ${columns({ id: sql`f.id`, target: sql`f.target`, targetId: sql`f.target_id`, name: sql`f.name`, about: sql`f.kind`, at: sql`f.found_at` })} from record_faults f`,
  jobs: () => sql`
    ${columns({ id: sql`'00000000-0000-8000-8000-000000000002'::uuid`, target: sql`'jobs'`, name: sql`s.name`, nativeName: sql`s.native_name`, at: sql`f.since`, amount: sql`f.n` })}
    from school s, (select count(*) as n, min(failed_at) as since from job_failures) f where f.n > 0`,
  unverified: () => sql`
    ${columns({ id: sql`a.id`, target: sql`'user'`, name: sql`a.display_name`, about: sql`a.email`, at: sql`a.created_at` })} from accounts a where not a.is_verified`,
  // Access ends by real time, not by the school's clock.
  expiring: () => sql`
    ${columns({ id: sql`g.id`, target: sql`'user'`, targetId: sql`p.account_id`, ...person, about: sql`g.role`, at: sql`g.ends_at` })}
    from role_grants g join persons p on p.id = g.person_id where p.account_id is not null and ${isLive('g')} and g.ends_at < now() + interval '30 days'`,
  claims: () => sql`
    ${columns({ id: sql`k.id`, target: sql`'user'`, targetId: sql`a.id`, name: sql`a.display_name`, about: sql`k.child_name`, at: sql`k.created_at` })}
    from family_claims k join accounts a on a.id = k.account_id where k.status = 'asked'`,
  // A family that was reminded needs no more attention.
  begun: asked => sql`
    ${columns({ id: sql`d.account_id`, target: sql`'user'`, name: sql`coalesce(p.name, a.display_name)`, nativeName: sql`coalesce(p.native_name, '')`, about: sql`a.email`, at: sql`d.saved_at` })}
    from drafts d join accounts a on a.id = d.account_id left join persons p on p.account_id = a.id
    where d.reminded_at is null and d.saved_at < ${instantOf(asked)} - interval '${sql.raw(String(quietDays))} days'`,
}

const seatsIn = (termId: string | null, names: SQL, more = sql``): SQL =>
  sql`(select e.id, e.status, e.created_at, e.student_id, ${names}
    from sections x join enrolments e on e.section_id = x.id and ${isSeated}${more} where x.term_id = ${termId}::uuid and x.status <> 'cancelled')`
/** The students of the term with their classes. */
const seatsOf = ({ termId, read }: Asked): SQL =>
  read?.seats ??
  seatsIn(
    termId,
    sql`p.name, p.native_name, x.name as about, x.native_name as about_native, x.crayon`,
    sql` join persons p on p.id = e.student_id`,
  )
/** The same for numbers, without names, which would take most of the time and memory. */
export const namelessSeatsOf = ({ termId }: Asked): SQL =>
  seatsIn(termId, sql`'' as name, '' as native_name, '' as about, '' as about_native, null as crayon`)
/** The students of the term, each once, with their families. */
export const learnersOf = (asked: Asked): SQL =>
  sql`(select distinct e.student_id, s.household_id from ${namelessSeatsOf(asked)} e join students s on s.id = e.student_id)`
/** The classes of the term with the number of their seats that are `taken`. */
export const countedClassesOf = ({ termId }: Asked): SQL =>
  sql`(select x.*, ${seatedIn('x')} as taken from sections x where x.term_id = ${termId}::uuid and x.status <> 'cancelled')`
const hadPlace = (
  termId: string | null,
  which: SQL,
): SQL => sql`exists (select 1 from enrolments o join sections ox on ox.id = o.section_id join terms ot on ot.id = ox.term_id
  where o.student_id = e.student_id and ${hadSpot('o')} and ot.starts_on < (select t.starts_on from terms t where t.id = ${termId}::uuid) and ${which})`
const seated = {
  id: sql`e.id`,
  target: student,
  targetId: sql`e.student_id`,
  name: sql`e.name`,
  nativeName: sql`e.native_name`,
  about: sql`e.about`,
  aboutNative: sql`e.about_native`,
  crayon: sql`e.crayon`,
}
/** Students of the term, each once with one of their classes; for a number without a class. */
const eachStudent = (asked: Asked, which: SQL): SQL =>
  asked.read
    ? sql`${columns({ id: sql`e.student_id`, target: student, name: noName })} from ${asked.read.learners} e where ${which}`
    : sql`select distinct on (s.id) s.* from (
    ${columns({ ...seated, id: sql`e.student_id` })} from ${seatsOf(asked)} e where ${which}) s order by s.id, s.about`

/**
 * Charges of the term with their net and covered amounts: those on its invoices, and those without an invoice made
 * while it ran.
 */
export const chargesOf = ({ termId, read }: Asked): SQL =>
  read?.charges ??
  sql`(select c.id, c.household_id, c.due_on, ${netOf('c')} as net, ${coveredOf('c')} as covered from (
    select c.* from invoices i join charges c on c.invoice_id = i.id where i.term_id = ${termId}::uuid
    union all
    select c.* from terms t join charges c on c.invoice_id is null and c.on_day between t.starts_on and t.ends_on where t.id = ${termId}::uuid) c)`
/** Families with the sum of an amount over their charges of the term, where it is not zero. */
const moneyOf = (asked: Asked, amount: SQL, what: SQL = sql`money.amount`): SQL => sql`
  ${columns({ id: sql`h.id`, target: sql`'account'`, ...family, amount: what })}
  from (select c.household_id, sum(${amount}) as amount from ${chargesOf(asked)} c group by c.household_id having sum(${amount}) <> 0) money join households h on h.id = money.household_id`
const open = sql`c.net - c.covered`

const seat = { id: sql`e.id`, target: student, targetId: sql`p.id`, ...person, ...section, at: sql`e.created_at` }

const figures: Record<FigureKey, Source> = {
  students: asked => eachStudent(asked, sql`true`),
  families: asked =>
    asked.read
      ? sql`${columns({ id: sql`s.household_id`, target: sql`'family'`, name: noName })} from (select distinct household_id from ${asked.read.learners}) s`
      : sql`
    ${columns({ id: sql`h.id`, target: sql`'family'`, ...family, at: sql`h.created_at` })}
    from households h where h.id in (select s.household_id from ${seatsOf(asked)} e join students s on s.id = e.student_id)`,
  places: asked =>
    asked.read
      ? sql`${columns({ ...classAs, amount: sql`x.taken` })} from ${asked.read.classes} x`
      : sql`${columns({ ...seated, at: sql`e.created_at` })} from ${seatsOf(asked)} e`,
  openings: asked => sql`
    ${columns({ ...classAs, amount: sql`spare.free` })} from ${asked.read?.classes ?? sql`sections`} x cross join lateral (select ${freeSeatsIn('x', asked.now, asked.read && sql`x.taken`)} as free offset 0) spare
    where x.term_id = ${asked.termId}::uuid and x.status not in ('draft','cancelled','ended') and spare.free > 0`,
  waiting: ({ termId }) => sql`
    ${columns({ ...seat, id: sql`w.id`, at: sql`w.joined_at` })}
    from sections x join waitlist_entries w on w.section_id = x.id and ${isOnWaitlist('w')} join persons p on p.id = w.student_id where x.term_id = ${termId}::uuid`,
  held: asked => sql`${columns({ ...seated, at: sql`e.created_at` })} from ${seatsOf(asked)} e where e.status = 'held'`,
  newcomers: asked => eachStudent(asked, sql`not ${hadPlace(asked.termId, sql`true`)}`),
  returning: asked => eachStudent(asked, hadPlace(asked.termId, sql`true`)),
  // Students of the previous term without a place in this one.
  gone: asked => sql`
    ${columns({ id: sql`p.id`, target: student, ...person })}
    from persons p where p.id in (select e.student_id from sections x join enrolments e on e.section_id = x.id and ${isEnrolled('e')}
        where x.term_id = (select b.id from terms b join terms t on t.id = ${asked.termId}::uuid where b.starts_on < t.starts_on and b.status <> 'draft' order by b.starts_on desc limit 1))
      and not exists (select 1 from ${seatsOf(asked)} e where e.student_id = p.id)`,
  charged: asked => moneyOf(asked, sql`c.net`),
  paid: asked => moneyOf(asked, sql`c.covered`),
  owed: asked => moneyOf(asked, open),
  unpaid: asked => moneyOf(asked, open, sql`1`),
}

// A mark has no id of its own, so a UUID (version 8, RFC 9562) is derived from its key.
const markId = sql`overlay(overlay(md5(a.meeting_id::text || a.enrolment_id::text) placing '8' from 13) placing '8' from 17)::uuid`

/** Every list of the dashboard. */
export const sources: Record<ListKey, Source> = {
  ...attention,
  ...figures,
  class: ({ sectionId }) => sql`
    ${columns({ ...seat, about: sql`e.status`, aboutNative: noName, crayon: none })}
    from sections x join enrolments e on e.section_id = x.id and ${isSeated} join persons p on p.id = e.student_id where x.id = ${sectionId}::uuid`,
  absent: ({ termId, from }) => sql`
    ${columns({ ...seat, id: markId, onDay: sql`m.on_day` })}
    from session_dates d join meetings m on m.session_date_id = d.id join attendance a on a.meeting_id = m.id and not a.is_present join enrolments e on e.id = a.enrolment_id
      join sections x on x.id = m.section_id join persons p on p.id = e.student_id
    where d.term_id = ${termId}::uuid and date_trunc('week', d.on_day) = date_trunc('week', ${from}::date) and x.status not in ('draft','cancelled')`,
  due: asked => sql`
    ${columns({ id: sql`h.id`, target: sql`'account'`, ...family, amount: sql`money.amount` })}
    from (select c.household_id, sum(c.net) as amount from ${chargesOf(asked)} c
      where c.due_on >= ${asked.from}::date and c.due_on < ${asked.from}::date + interval '1 month' group by c.household_id having sum(c.net) <> 0) money
      join households h on h.id = money.household_id`,
  received: asked => sql`
    ${columns({ id: sql`h.id`, target: sql`'account'`, ...family, amount: sql`money.amount` })}
    from (select c.household_id, sum(l.amount_cents) as amount from ${chargesOf(asked)} c join allocations l on l.charge_id = c.id join payments y on y.id = l.payment_id
      where y.received_on >= ${asked.from}::date and y.received_on < ${asked.from}::date + interval '1 month' group by c.household_id having sum(l.amount_cents) <> 0) money
      join households h on h.id = money.household_id`,
}

/** A term's amounts by month. */
export const moneyByMonth = (asked: Asked): SQL => sql`
  select to_char(month, 'YYYY-MM-DD') as month, coalesce(sum(due), 0)::bigint as "dueCents", coalesce(sum(paid), 0)::bigint as "paidCents" from (
    select date_trunc('month', c.due_on)::date as month, c.net as due, 0 as paid from ${chargesOf(asked)} c
    union all
    select date_trunc('month', y.received_on)::date, 0, l.amount_cents from ${chargesOf(asked)} c join allocations l on l.charge_id = c.id join payments y on y.id = l.payment_id
  ) entry group by month having sum(due) <> 0 or sum(paid) <> 0 order by month`
