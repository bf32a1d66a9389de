import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { enrollableSections } from '#contract/enrolment/classes.ts'
import { registrableTerms } from '#contract/school/terms.ts'
import type { Output } from '#contract/index.ts'
import { choiceDays, recentDays, seatedVisits, type Visit, type VisitStatus } from '#contract/enrolment/visits.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant, hasStatus } from '#server/platform/tables.ts'
import { callingOff } from '#server/enrolment/cancellations/tables.ts'
import { effectiveCutoff } from '#server/enrolment/classes/acts.ts'
import { isOff } from '#server/enrolment/classes/tables.ts'
import { isInOrWaits, isOnWaitlist, isSeated, seatedIn } from '#server/enrolment/enrolments/tables.ts'
import { isCurrent, isSignedBy } from '#server/school/policies/acts.ts'
import { isStanding } from '#server/money/payments/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { guestsOf, keepsDay, takesPlace, visits } from './tables.ts'

type VisitedSection = {
  id: string
  name: string
  nativeName: string
  termId: string
  isOpen: boolean
  ageFrom: number | null
  ageTo: number | null
  cutoff: string | null
  startsOn: string
  trialCents: number | null
  trialNeedsApproval: boolean
  dayCents: number | null
  /** The coming days with the number of places left for guests. */
  days: { onDay: string; places: number }[]
}

/** A class with its coming days; null where it is not in scope. */
export const findVisited = async (
  db: Db,
  seen: Scope<'sections'>,
  id: string,
  now: Date,
  /** A visit that is left out of the count. */
  exceptId: string | null = null,
): Promise<VisitedSection | null> => {
  const [found] = await rows<VisitedSection>(
    db,
    sql`
    select sections.id, sections.name, sections.native_name, sections.term_id, sections.age_from, sections.age_to,
      ${effectiveCutoff('sections')} as cutoff, t.starts_on, sections.trial_cents, sections.trial_needs_approval, sections.day_cents,
      (${inArray(sql`sections.status`, [...enrollableSections])} and ${inArray(sql`t.status`, [...registrableTerms])}) as "isOpen",
      coalesce((select json_agg(json_build_object('onDay', m.on_day, 'places', greatest(0, sections.capacity
          - ${seatedIn('sections')} - ${guestsOf(sql`sections.id`, sql`m.on_day`, sql`${exceptId}::uuid`)})) order by m.on_day)
        from meetings m join session_dates d on d.id = m.session_date_id and not ${isOff('m', 'd')}
        where m.section_id = sections.id and m.starts_at > ${now.toISOString()}::timestamptz), '[]') as days
    from sections join terms t on t.id = sections.term_id where ${seen} and sections.id = ${id}::uuid`,
  )
  return found ?? null
}

export type MyChild = Output<'visits-children'>['children'][number]
/** A person's own children, with whether each is in a class already; without a class, none is. */
export const listMyChildren = (db: Db, mine: Scope<'students'>, sectionId: string | undefined): Promise<MyChild[]> =>
  rows<MyChild>(
    db,
    sql`select students.id, p.name, p.native_name, p.birth_on,
        ${sectionId === undefined ? sql`false` : isInOrWaits(sql`students.id`, sql`${sectionId}::uuid`)} as "isInClass"
      from students join persons p on p.id = students.id
      where ${mine} and students.archived_at is null order by p.birth_on, p.name`,
  )
/** The caller's own name and phone number. */
export const findMe = async (db: Db, personId: string | null): Promise<{ name: string; phone: string } | null> =>
  personId === null
    ? null
    : ((
        await db.select({ name: persons.name, phone: persons.phone }).from(persons).where(eq(persons.id, personId))
      )[0] ?? null)

const unsigned = sql`exists (select 1 from policies where ${isCurrent} and not ${isSignedBy(sql`st.household_id`)})`
const isPending = hasStatus('visits', seatedVisits)
const isCalledOff = sql`(${isPending} and not ${takesPlace('visits')})`
const whyCalledOff = (
  column: 'reason' | 'native_reason',
) => sql`case when ${isCalledOff} then coalesce((select off.${sql.raw(column)}
  from meetings m join session_dates d on d.id = m.session_date_id join ${callingOff('s', 'd', 'off')} on true where m.section_id = s.id and m.on_day = visits.on_day), '') else '' end`
const columns = (now: Date, today: string): SQL => sql`
  visits.id, visits.kind, visits.status, visits.student_id, p.name as student, p.native_name as "studentNativeName", s.id as "sectionId", s.term_id as "termId", s.name as section,
  s.native_name, s.crayon, coalesce(r.name, '') as room, visits.on_day, s.starts_at, s.ends_at,
  visits.price_cents, visits.code, visits.note, visits.answer, ${asInstant(sql`visits.asked_at`)} as "askedAt",
  ${isCalledOff} as "isCalledOff", ${whyCalledOff('reason')} as reason, ${whyCalledOff('native_reason')} as "nativeReason", case when ${isCalledOff} then to_char(visits.on_day + ${choiceDays}::int, 'YYYY-MM-DD') end as "choosesUntil",
  (${isPending} and (${isCalledOff} or coalesce((select m.starts_at from meetings m where m.section_id = s.id and m.on_day = visits.on_day) > ${now.toISOString()}::timestamptz, visits.on_day >= ${today}::date))) as "mayCancel",
  (visits.kind = 'trial' and visits.status = 'approved' and ${inArray(sql`s.status`, [...enrollableSections])} and ${inArray(sql`t.status`, [...registrableTerms])}
    and not exists (select 1 from enrolments e where e.student_id = visits.student_id and e.section_id = s.id and ${isSeated})
    and not exists (select 1 from waitlist_entries w where w.student_id = visits.student_id and w.section_id = s.id and ${isOnWaitlist('w')})) as "mayConvert",
  ${unsigned} as "needsRegistration"`
const joined = sql`visits join sections s on s.id = visits.section_id join terms t on t.id = s.term_id left join rooms r on r.id = s.room_id
  join students st on st.id = visits.student_id join persons p on p.id = st.id`

/** A family's visits: those to come, and those of the last `recentDays`. */
export const listMyVisits = (db: Db, mine: Scope<'visits'>, now: Date, today: string): Promise<Visit[]> =>
  rows<Visit>(
    db,
    sql`select ${columns(now, today)} from ${joined} where ${mine} and visits.status <> 'cancelled' and visits.on_day > ${today}::date - ${recentDays}::int order by visits.on_day, visits.id limit 200`,
  )

/** Visits by page: coming ones from the nearest on, past ones from the latest back. */
export const listVisits = (
  db: Db,
  seen: Scope<'visits'>,
  ask: { search?: string | undefined; when: 'coming' | 'past'; after: (string | number | null)[] | null },
  now: Date,
  today: string,
): Promise<(Visit & { total: number })[]> => {
  const isComing = ask.when === 'coming'
  const which = and(
    seen,
    isComing
      ? sql`visits.on_day >= ${today}::date and ${isPending}`
      : sql`(visits.on_day < ${today}::date or not ${isPending})`,
    ask.search
      ? sql`(lower(p.name) like ${containing(ask.search)} or lower(p.native_name) like ${containing(ask.search)} or lower(s.name) like ${containing(ask.search)})`
      : undefined,
  )!
  const turn = sql.raw(isComing ? '>' : '<')
  const order = sql.raw(isComing ? 'asc' : 'desc')
  return rows<Visit & { total: number }>(
    db,
    sql`
    select ${columns(now, today)}, (select count(*)::int from ${joined} where ${which}) as total from ${joined}
    where ${which} and ${ask.after ? sql`(visits.on_day, visits.id) ${turn} (${ask.after[0]}::date, ${ask.after[1]}::uuid)` : sql`true`}
    order by visits.on_day ${order}, visits.id ${order} ${onePage}`,
  )
}

export type FoundVisit = Visit & {
  termId: string
  chargeId: string | null
  householdId: string
}
/** A visit in its current state. `forUpdate` locks it; the caller has locked its class. */
export const findVisit = async (
  db: Db,
  seen: Scope<'visits'>,
  id: string,
  now: Date,
  today: string,
  { forUpdate = false } = {},
): Promise<FoundVisit | null> => {
  const [found] = await rows<FoundVisit>(
    db,
    sql`select ${columns(now, today)}, s.term_id, visits.charge_id, st.household_id from ${joined}
      where ${seen} and visits.id = ${id}::uuid ${forUpdate ? sql`for update of visits` : sql``}`,
  )
  return found ?? null
}

/** Moves a visit to another day; false where the child visits the class on that day already. */
export const moveVisit = async (db: Db, id: string, onDay: string): Promise<boolean> =>
  (
    await rows(
      db,
      sql`update visits set on_day = ${onDay}::date where id = ${id}::uuid and not exists (select 1 from visits o where o.id <> visits.id
        and o.student_id = visits.student_id and o.section_id = visits.section_id and o.on_day = ${onDay}::date and ${keepsDay('o')}) returning id`,
    )
  ).length === 1

/** Canceled visits up to a day whose family has not chosen another day, class by class. */
export const listUnchosen = (db: Db, lastDay: string): Promise<{ id: string; sectionId: string }[]> =>
  rows(
    db,
    sql`select visits.id, visits.section_id from visits where visits.on_day <= ${lastDay}::date and ${isCalledOff} order by visits.section_id, visits.id limit 500`,
  )

/** Ends a visit whose lesson is still canceled, and returns its charge; null where its state has changed. */
export const endUnchosen = async (db: Db, id: string, at: Date): Promise<{ chargeId: string | null } | null> =>
  (
    await rows<{ chargeId: string | null }>(
      db,
      sql`update visits set status = 'cancelled', decided_at = ${at.toISOString()}::timestamptz where id = ${id}::uuid and ${isCalledOff} returning charge_id`,
    )
  )[0] ?? null

/** Adds a visit; false where the child visits the class on that day already. */
export const insertVisit = async (db: Db, values: typeof visits.$inferInsert): Promise<boolean> =>
  (await db.insert(visits).values(values).onConflictDoNothing().returning({ id: visits.id })).length === 1

export const updateVisit = async (
  db: Db,
  id: string,
  values: Partial<typeof visits.$inferInsert> & { status: VisitStatus },
): Promise<void> => {
  await db.update(visits).set(values).where(eq(visits.id, id))
}

/** The amount of a charge in cents; 0 once it is reversed. */
export const standingOf = async (db: Db, chargeId: string | null): Promise<number> => {
  if (chargeId === null) return 0
  const [found] = await rows<{ cents: number }>(
    db,
    sql`select c.amount_cents::int as cents from charges c where c.id = ${chargeId}::uuid and ${isStanding('c.id')}`,
  )
  return found?.cents ?? 0
}
