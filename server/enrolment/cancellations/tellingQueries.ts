import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { isVisiting } from '#server/enrolment/visits/tables.ts'
import { isShown } from '#server/enrolment/classes/tables.ts'
import type { Recipient } from './letters.ts'
import { cancellations } from './tables.ts'

/**
 * Records that people are told of a cancellation, or that it was undone, and returns the cancellation. Undefined where
 * they were told already, where it was undone before this, or where nobody was told of a cancellation that was undone.
 */
export const takeUntold = async (
  db: Db,
  id: string,
  isRestored: boolean,
): Promise<typeof cancellations.$inferSelect | undefined> => {
  const [off] = await db
    .update(cancellations)
    .set({ told: isRestored ? 2 : 1 })
    .where(
      and(
        eq(cancellations.id, id),
        isRestored ? eq(cancellations.told, 1) : lt(cancellations.told, 1),
        isRestored ? isNotNull(cancellations.restoredAt) : isNull(cancellations.restoredAt),
      ),
    )
    .returning()
  return off
}

/**
 * The people affected by canceled lessons: the teachers, the guardians with data access to a student in one of them,
 * and the people whose shift was released. Each sees only the credit for children whose data they may see. A person who
 * has lost access to all children is left out, unless they work for the school.
 */
export const listConcerned = (db: Db, id: string): Promise<Recipient[]> =>
  rows<Recipient>(
    db,
    sql`
    with gone as (
      select s.id, s.name, s.native_name, s.starts_at, m.on_day from cancellations c join meetings m on m.session_date_id = c.session_date_id join sections s on s.id = m.section_id and ${isShown('s')}
      where c.id = ${id}::uuid and (c.section_id = s.id or c.section_id is null and m.cancelled_at is null)
    ), sits as (
      select gone.id as section_id, g.guardian_id as person_id, e.student_id from gone cross join school join enrolments e on e.section_id = gone.id and e.status = 'active' and (e.created_at at time zone school.zone)::date <= gone.on_day
        join guardianships g on g.student_id = e.student_id and g.has_data_access
    ), visiting as (
      select gone.id as section_id, g.guardian_id as person_id, v.student_id, v.charge_id is not null as is_charged from gone join visits v on v.section_id = gone.id and v.on_day = gone.on_day and ${isVisiting}
        join guardianships g on g.student_id = v.student_id and g.has_data_access
    ), meets as (
      select section_id, person_id from sits union select section_id, person_id from visiting union select t.section_id, t.teacher_id from gone join section_teachers t on t.section_id = gone.id
    ), duty as (
      select u.person_id, e.title, e.native_title, l.name, l.native_name, l.position from released_duties r join slot_signups u on u.id = r.sign_up_id join event_slots l on l.id = u.slot_id join events e on e.id = l.event_id
      where r.cancellation_id = ${id}::uuid and (exists (select 1 from guardianships g where g.guardian_id = u.person_id and g.has_data_access)
        or exists (select 1 from role_grants w where w.person_id = u.person_id and w.ends_at is null and w.role in ('teacher','admin')))
    )
    select p.id as "personId", p.email, p.name, p.native_name, p.language,
      coalesce((select json_agg(json_build_object('name', gone.name, 'nativeName', gone.native_name) order by gone.starts_at, gone.name) from gone where gone.id in (select section_id from meets where meets.person_id = p.id)), '[]') as sections,
      coalesce((select sum(x.amount_cents) from charge_credits x join charges c on c.id = x.charge_id
        where x.cancellation_id = ${id}::uuid and x.amount_cents > 0 and c.student_id in (select sits.student_id from sits where sits.person_id = p.id)), 0)::bigint as "creditCents",
      coalesce((select json_agg(json_build_object('name', k.name, 'nativeName', k.native_name, 'isCharged', x.is_charged) order by k.name) from visiting x join persons k on k.id = x.student_id where x.person_id = p.id), '[]') as guests,
      coalesce((select json_agg(json_build_object('name', d.title || ': ' || d.name, 'nativeName', coalesce(nullif(d.native_title, ''), d.title) || '：' || coalesce(nullif(d.native_name, ''), d.name)) order by d.title, d.position)
        from duty d where d.person_id = p.id), '[]') as duties
    from persons p where p.id in (select person_id from meets union select person_id from duty) order by p.id`,
  )
