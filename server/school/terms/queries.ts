import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { currentTerms } from '#contract/school/terms.plain.ts'
import type { Term, TermPlan, TermStatus } from '#contract/school/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isEnrollable, isOff, meetings, teachersOf } from '#server/enrolment/classes/tables.ts'
import { isSeated, offeredIn, seatedIn, waitingIn } from '#server/enrolment/enrolments/tables.ts'
import { lacksRoll } from '#server/teaching/absences/tables.ts'
import { everyBalance } from '#server/money/payments/tables.ts'
import { closures, isAhead, isMakeUpOnly, sessionDates, termColumns, terms } from './tables.ts'

export const listTerms = (db: Db, seen: Scope<'terms'>): Promise<Term[]> =>
  db.select(termColumns).from(terms).where(seen).orderBy(desc(terms.startsOn))

export const findTerm = async (db: Db, seen: Scope<'terms'>, id: string): Promise<Term | null> => {
  const [term] = await db
    .select(termColumns)
    .from(terms)
    .where(and(seen, eq(terms.id, id)))
  return term ?? null
}

/** The current term: of those open for registration or in progress, the one that starts first. */
export const findCurrentTerm = async (db: Db, seen: Scope<'terms'>): Promise<Term | null> => {
  const [term] = await db
    .select(termColumns)
    .from(terms)
    .where(and(seen, inArray(terms.status, [...currentTerms])))
    .orderBy(asc(terms.startsOn))
    .limit(1)
  return term ?? null
}

/** A term with its days, as of an instant. */
export const findPlan = async (db: Db, seen: Scope<'terms'>, id: string, now: Date): Promise<TermPlan | null> => {
  const term = await findTerm(db, seen, id)
  if (!term) return null
  const [dates, closed] = await Promise.all([
    db
      .select({
        id: sessionDates.id,
        onDay: sessionDates.onDay,
        status: sessionDates.status,
        note: sessionDates.note,
        nativeNote: sessionDates.nativeNote,
        isExtra: sessionDates.isExtra,
        isMakeUpOnly: isMakeUpOnly('session_dates'),
        isAhead: isAhead('session_dates', now),
      })
      .from(sessionDates)
      .where(eq(sessionDates.termId, id))
      .orderBy(sessionDates.onDay),
    db
      .select({
        id: closures.id,
        onDay: closures.onDay,
        reason: closures.reason,
        nativeReason: closures.nativeReason,
      })
      .from(closures)
      .where(eq(closures.termId, id))
      .orderBy(closures.onDay),
  ])
  return { ...term, sessionDates: dates, closures: closed }
}

export const lockTerm = async (db: Db, seen: Scope<'terms'>, id: string): Promise<{ status: TermStatus } | null> => {
  const [term] = await db
    .select({ status: terms.status })
    .from(terms)
    .where(and(seen, eq(terms.id, id)))
    .for('update')
  return term ?? null
}

export const insertTerm = async (db: Db, values: typeof terms.$inferInsert): Promise<string> => {
  const [term] = await db.insert(terms).values(values).returning({ id: terms.id })
  return term!.id
}

export const updateTerm = async (db: Db, id: string, values: Partial<typeof terms.$inferInsert>): Promise<void> => {
  await db.update(terms).set(values).where(eq(terms.id, id))
}

/**
 * Stores closures and session dates as given. A date with a roll taken stays regardless of the plan, and so does a
 * make-up date.
 */
export const planDates = async (
  db: Db,
  termId: string,
  days: readonly string[],
  closed: readonly { onDay: string; reason: string; nativeReason: string }[],
): Promise<void> => {
  await db.delete(closures).where(eq(closures.termId, termId))
  if (closed.length > 0) await db.insert(closures).values(closed.map(each => ({ termId, ...each })))
  await db
    .delete(sessionDates)
    .where(
      and(
        eq(sessionDates.termId, termId),
        eq(sessionDates.status, 'scheduled'),
        eq(sessionDates.isExtra, false),
        days.length > 0 ? notInArray(sessionDates.onDay, [...days]) : undefined,
        sql`not exists (select 1 from ${meetings} where ${meetings.sessionDateId} = ${sessionDates.id} and ${meetings.rollTakenAt} is not null)`,
      ),
    )
  if (days.length > 0) {
    await db
      .insert(sessionDates)
      .values(days.map(onDay => ({ termId, onDay })))
      .onConflictDoNothing()
  }
}

/** The applications, requested visits and offered spots of a term that nobody has answered. */
export const countUnsettled = async (
  db: Db,
  seen: Scope<'terms'>,
  id: string,
): Promise<{ applications: number; visits: number; offers: number } | null> => {
  const [found] = await rows<{ applications: number; visits: number; offers: number }>(
    db,
    sql`
    select (select count(*)::int from enrolments e join sections s on s.id = e.section_id where s.term_id = terms.id and e.status = 'approval') as applications,
      (select count(*)::int from visits v join sections s on s.id = v.section_id where s.term_id = terms.id and v.status = 'asked') as visits,
      (select coalesce(sum(${offeredIn('s')}), 0)::int from sections s where s.term_id = terms.id) as offers
    from terms where ${seen} and terms.id = ${id}::uuid`,
  )
  return found ?? null
}

type Figures = {
  students: number
  households: number
  enrolled: number
  places: number
  waiting: number
  approvals: number
  unpaidHouseholds: number | null
  owedCents: number | null
  chargedCents: number | null
  paidCents: number | null
  unverifiedAccounts: number
  missingRolls: { meetingId: string; section: string; crayon: string; onDay: string; teacher: string }[]
  attendance: { onDay: string; present: number; marked: number }[]
  sections: {
    id: string
    name: string
    nativeName: string
    crayon: string
    enrolled: number
    capacity: number
    waiting: number
  }[]
}

/** The key figures of one term for the office, in one statement. */
export const findFigures = async (
  db: Db,
  _seen: Scope<'terms'>,
  termId: string | null,
  now: Date,
  today: string,
): Promise<Figures> => {
  const [figures] = await rows<Figures>(
    db,
    sql`
    with sec as (
      select s.id, s.name, s.native_name, s.crayon, s.capacity, s.starts_at,
        ${seatedIn('s')} as enrolled,
        ${waitingIn('s')} as waiting
      from sections s where s.term_id = ${termId}::uuid and s.status not in ('draft','cancelled')
    ), balances as materialized (select charged, paid, balance from ${everyBalance(today)} b)
    select
      (select count(distinct e.student_id)::int from enrolments e join sec on sec.id = e.section_id where ${isSeated}) as students,
      (select count(*)::int from households) as households,
      (select coalesce(sum(enrolled), 0)::int from sec) as enrolled,
      (select coalesce(sum(capacity), 0)::int from sec) as places,
      (select coalesce(sum(waiting), 0)::int from sec) as waiting,
      ((select count(*) from enrolments where status = 'approval') + (select count(*) from visits where status = 'asked'))::int as approvals,
      (select coalesce(json_agg(json_build_object('onDay', d."onDay", 'present', d.present, 'marked', d.marked) order by d."onDay"), '[]') from (
        select m.on_day as "onDay", sum(m.present_count)::int as present, sum(m.present_count + m.absent_count)::int as marked
        from sec join meetings m on m.section_id = sec.id where m.present_count + m.absent_count > 0 group by m.on_day
      ) d) as attendance,
      (select count(*)::int from balances where balance > 0) as "unpaidHouseholds",
      (select coalesce(sum(balance), 0)::bigint from balances where balance > 0) as "owedCents",
      (select coalesce(sum(charged), 0)::bigint from balances) as "chargedCents",
      (select coalesce(sum(paid), 0)::bigint from balances) as "paidCents",
      (select count(*)::int from accounts where not is_verified) as "unverifiedAccounts",
      (select coalesce(json_agg(m order by m."onDay" desc, m.section), '[]') from (
        select m.id as "meetingId", s.name as section, s.crayon, m.on_day as "onDay",
          taught.text as teacher
        from meetings m join sections s on s.id = m.section_id join session_dates d on d.id = m.session_date_id cross join lateral ${teachersOf(sql`s.id`)} taught
        where s.term_id = ${termId}::uuid and m.ends_at < ${now.toISOString()}::timestamptz and ${lacksRoll('m')}
          and not ${isOff('m', 'd')} and ${isEnrollable('s')}
        order by m.on_day desc limit 50
      ) m) as "missingRolls",
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'nativeName', native_name, 'crayon', crayon,
        'enrolled', enrolled, 'capacity', capacity, 'waiting', waiting) order by starts_at, name), '[]') from sec) as sections`,
  )
  return figures!
}
