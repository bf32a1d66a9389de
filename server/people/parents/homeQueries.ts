import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { noticeOf, ownCodeOf } from '#server/teaching/absences/tables.ts'
import { meetingStatus } from '#server/enrolment/classes/tables.ts'
import { waitingPosition } from '#server/enrolment/enrolments/tables.ts'
import { isCurrent, isSignedBy, newestVersion } from '#server/school/policies/acts.ts'
import { balanceOf, openOf } from '#server/money/payments/tables.ts'

const balance = balanceOf(sql`households.id`)

type Me = { personId: string | null; accountId: string | null }
type Home = Omit<Output<'parents-home'>, 'today'>

const isSeatedNow = sql`(exists (select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
    where e.student_id = mine.id and e.status in ('held','approval','active') and t.status in ('registration','active','grading'))
  or exists (select 1 from waitlist_entries w where w.student_id = mine.id and w.status in ('waiting','offered')))`

/** What waits for a family, each with its turn; the tables `mine` and `owed` are those of the statement around it. */
const toDo = (homes: Scope<'households'>, requests: Scope<'change_requests'>, me: Me): SQL => sql`
  select 1 as turn, 'pay' as kind, min(owed.household_id::text)::uuid as id, '' as name, '' as native_name from owed where owed.open > 0 having count(*) > 0
  union all select 1, 'confirm', households.id, households.name, '' from households where ${homes} and exists (select 1 from confirmations c
    join confirmation_rounds r on r.id = c.round_id and r.ended_at is null where c.household_id = households.id and c.confirmed_at is null)
  union all select distinct 2, 'sign', v.id, policies.title, policies.native_title from households cross join policies cross join lateral ${newestVersion('v')}
    where ${homes} and ${isCurrent} and not ${isSignedBy(sql`households.id`)}
  union all select 3, 'contact', households.id, households.name, '' from households where ${homes} and not exists (select 1 from emergency_contacts c where c.household_id = households.id)
  union all select 4, 'draft', drafts.account_id, '', '' from drafts where drafts.account_id = ${me.accountId}::uuid
  union all select 5, 'classes', mine.id, mine.name, mine.native_name from mine where not ${isSeatedNow} and exists (select 1 from terms where terms.status = 'registration')
    and not exists (select 1 from drafts where drafts.account_id = ${me.accountId}::uuid)
  union all select 6, 'phone', p.id, p.name, p.native_name from persons p where p.id = ${me.personId}::uuid and p.phone = ''
  union all select 7, 'address', households.id, households.name, '' from households where ${homes} and households.address = ''
  union all select 8, 'request', households.id, households.name, '' from households where ${homes} and exists (
    select 1 from change_requests where change_requests.household_id = households.id and change_requests.status = 'filed' and ${requests})`

/** The family's day, in one statement: children, the next day with classes, balance, what is due, places on waitlists, to do. */
export const findHome = async (
  db: Db,
  mine: Scope<'students'>,
  homes: Scope<'households'>,
  requests: Scope<'change_requests'>,
  me: Me,
  today: string,
): Promise<Home> => {
  const [home] = await rows<Home>(
    db,
    sql`
    with mine as (select students.id, p.name, p.native_name, p.birth_on from students join persons p on p.id = students.id where ${mine}),
    meets as (
      select m.id, e.student_id, sec.name, sec.native_name, sec.crayon, sec.id as section_id, sec.room_id, m.on_day, sec.starts_at, sec.ends_at, ${meetingStatus('m', 'd')} as status, a.code, a.own_code_id, null as visit
      from mine join enrolments e on e.student_id = mine.id and e.status in ('active','completed') join sections sec on sec.id = e.section_id
        join meetings m on m.section_id = sec.id join session_dates d on d.id = m.session_date_id left join attendance a on a.meeting_id = m.id and a.enrolment_id = e.id
      where m.on_day >= ${today}::date and sec.status in ('open','running')
      union all select m.id, v.student_id, sec.name, sec.native_name, sec.crayon, sec.id, sec.room_id, m.on_day, sec.starts_at, sec.ends_at, ${meetingStatus('m', 'd')}, v.code, null::uuid, v.kind
      from mine join visits v on v.student_id = mine.id and v.status = 'approved' join sections sec on sec.id = v.section_id
        join meetings m on m.section_id = sec.id and m.on_day = v.on_day join session_dates d on d.id = m.session_date_id
      where m.on_day >= ${today}::date and sec.status in ('open','running')
    ), next as (select min(on_day) as day from meets),
    owed as (
      select c.household_id, c.due_on, ${openOf('c')} as open
      from charges c join households on households.id = c.household_id where ${homes}
    ), to_do as (${toDo(homes, requests, me)})
    select
      coalesce((select name from persons where id = ${me.personId}::uuid), '') as name,
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'nativeName', native_name) order by birth_on, name) from mine), '[]') as children,
      (select day from next) as day,
      coalesce((select json_agg(json_build_object('meetingId', m.id, 'studentId', m.student_id, 'section', m.name, 'nativeName', m.native_name, 'crayon', m.crayon,
          'room', coalesce(r.name, ''), 'teacher', coalesce((select string_agg(tp.name, ', ' order by tp.name) from section_teachers st join persons tp on tp.id = st.teacher_id where st.section_id = m.section_id), ''),
          'onDay', m.on_day, 'startsAt', m.starts_at, 'endsAt', m.ends_at, 'status', m.status, 'visit', m.visit, 'code', m.code, 'ownCode', ${ownCodeOf(sql`m.own_code_id`)},
          'notice', ${noticeOf(sql`m.student_id`, sql`m.section_id`, sql`m.on_day`)}) order by m.starts_at, m.name, m.student_id)
        from meets m left join rooms r on r.id = m.room_id where m.on_day = (select day from next)), '[]') as meetings,
      (select coalesce(sum(${balance}), 0)::bigint from households where ${homes}) as "balanceCents",
      (select coalesce(sum(open), 0)::bigint from owed where open > 0) as "dueCents",
      (select min(due_on) from owed where open > 0) as "dueOn",
      coalesce((select json_agg(json_build_object('student', mine.name, 'section', sec.name, 'nativeName', sec.native_name, 'position', ${waitingPosition}) order by w.joined_at)
        from waitlist_entries w join mine on mine.id = w.student_id join sections sec on sec.id = w.section_id where w.status in ('waiting','offered')), '[]') as waiting,
      coalesce((select json_agg(json_build_object('kind', kind, 'id', id, 'of', name, 'ofNative', native_name) order by turn, name, id) from to_do), '[]') as "toDo"`,
  )
  return home!
}
