import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { Db } from '#server/platform/db.ts'
import { prepared } from '#server/platform/prepared.ts'
import type { Scope } from '#server/platform/scope.ts'
import { noticeOf, ownCodeOf } from '#server/teaching/absences/tables.ts'
import { meetingStatus } from '#server/enrolment/classes/tables.ts'
import { waitingPosition } from '#server/enrolment/enrolments/tables.ts'
import { isCurrent, isSignedBy, newestVersion } from '#server/school/policies/acts.ts'
import { accountOf } from '#server/money/payments/tables.ts'

type Home = Output<'parents-home'>
type ToDo = Home['toDo'][number] & { turn: number }
type Child = { id: string; name: string; nativeName: string }
type Household = { id: string; name: string; hasAddress: boolean }
type Me = {
  name: string
  nativeName: string
  hasPhone: boolean
  hasDraft: boolean
  isRegistering: boolean
  today: string
}
type Account = { balance: number; due: number; dueOn: string | null; owing: string | null }

type Values = Record<'person' | 'account', SQL>
type Scopes = {
  mine: Scope<'students'>
  homes: Scope<'households'>
  requests: Scope<'change_requests'>
}

const uuids = (ids: SQL) => sql`${ids}::uuid[]`

/** Who asks, and what of the school matters to everybody. */
const findMe = prepared<Me, 'person' | 'account' | 'now'>(
  ({ person, account, now }) => sql`
  select coalesce(p.name, '') as name, coalesce(p.native_name, '') as native_name, coalesce(p.phone, '-') <> '' as has_phone,
    exists (select 1 from drafts where drafts.account_id = ${account}::uuid) as has_draft,
    exists (select 1 from terms where terms.status = 'registration') as is_registering,
    (${now}::timestamptz at time zone coalesce((select zone from school), 'UTC'))::date as today
  from (values (${person}::uuid)) me (id) left join persons p on p.id = me.id`,
)

const sectionColumns = sql`sec.id as section_id, sec.name, sec.native_name, sec.crayon, sec.room_id, sec.starts_at, sec.ends_at`

/** Looked up one by one: the database would read all classes for what it takes for a long list of children. */
const sectionOf = (id: SQL) => sql`lateral (select * from sections where sections.id = ${id} offset 0)`

/** The meetings of the children's next day that has any, today included: classes that they are in, and visits. */
const listMeetings = prepared<Home['meetings'][number], 'children' | 'today'>(
  ({ children, today }) => sql`
  with seats as (
    select e.id, e.student_id, ${sectionColumns},
      (select m.on_day from meetings m where m.section_id = e.section_id and m.on_day >= ${today}::date order by m.on_day limit 1) as day
    from enrolments e join ${sectionOf(sql`e.section_id`)} sec on true
    where e.student_id = any(${uuids(children)}) and e.status in ('active','completed') and sec.status in ('open','running')
  ), trials as (
    select v.student_id, ${sectionColumns}, v.code, v.kind, v.on_day as day
    from visits v join ${sectionOf(sql`v.section_id`)} sec on true
    where v.student_id = any(${uuids(children)}) and v.status = 'approved' and v.on_day >= ${today}::date and sec.status in ('open','running')
      and exists (select 1 from meetings m where m.section_id = v.section_id and m.on_day = v.on_day)
  ), meets as (
    select s.*, null as code, null as visit from seats s
    union all select null, t.student_id, t.section_id, t.name, t.native_name, t.crayon, t.room_id, t.starts_at, t.ends_at, t.day, t.code, t.kind from trials t
  )
  select m.id as meeting_id, x.student_id, x.name as section, x.native_name, x.crayon, coalesce((select r.name from rooms r where r.id = x.room_id), '') as room,
    coalesce((select string_agg(tp.name, ', ' order by tp.name) from section_teachers st join persons tp on tp.id = st.teacher_id where st.section_id = x.section_id), '') as teacher,
    m.on_day, x.starts_at, x.ends_at, ${meetingStatus('m', 'd')} as status, x.visit, coalesce(a.code, x.code) as code,
    ${ownCodeOf(sql`a.own_code_id`)} as own_code, ${noticeOf(sql`x.student_id`, sql`x.section_id`, sql`m.on_day`)} as notice
  from meets x join meetings m on m.section_id = x.section_id and m.on_day = x.day
    join session_dates d on d.id = m.session_date_id left join attendance a on a.meeting_id = m.id and a.enrolment_id = x.id
  where x.day = (select min(day) from meets) order by x.starts_at, x.name, x.student_id`,
)

const findAccount = prepared<Account, 'households'>(({ households }) => accountOf(uuids(households)))

const listWaiting = prepared<Home['waiting'][number], 'children'>(
  ({ children }) => sql`
  select p.name as student, sec.name as section, sec.native_name, ${waitingPosition} as position
  from waitlist_entries w join persons p on p.id = w.student_id join sections sec on sec.id = w.section_id
  where w.student_id = any(${uuids(children)}) and w.status in ('waiting','offered') order by w.joined_at`,
)

/** Children who have no place and wait for none. */
const listUnseated = prepared<{ id: string }, 'children'>(
  ({ children }) => sql`
  select mine.id from unnest(${uuids(children)}) mine (id) where not (
    exists (select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
      where e.student_id = mine.id and e.status in ('held','approval','active') and t.status in ('registration','active','grading'))
    or exists (select 1 from waitlist_entries w where w.student_id = mine.id and w.status in ('waiting','offered')))`,
)

/** What households have to confirm, to sign and to add. */
const listAsked = prepared<ToDo, 'households'>(
  ({ households: ids }) => sql`
  with households as materialized (select h.id, h.name from households h where h.id = any(${uuids(ids)}))
  select 1 as turn, 'confirm' as kind, households.id, households.name as of, '' as of_native from households where exists (select 1 from confirmations c
    join confirmation_rounds r on r.id = c.round_id and r.ended_at is null where c.household_id = households.id and c.confirmed_at is null)
  union all select distinct 2, 'sign', v.id, policies.title, policies.native_title from households cross join policies cross join lateral ${newestVersion('v')}
    where ${isCurrent} and not ${isSignedBy(sql`households.id`, 'few')}
  union all select 3, 'contact', households.id, households.name, '' from households where not exists (select 1 from emergency_contacts c where c.household_id = households.id)`,
)

/** What of `of` comes first where the turn is the same. */
const inTurn = (one: ToDo, other: ToDo): number =>
  one.turn - other.turn || Number(one.of > other.of) - Number(one.of < other.of) || (one.id < other.id ? -1 : 1)

/**
 * The family's day: children, the next day with classes, balance, what is due, places on waitlists, to do. The scopes say
 * whose; what they find is asked for by its ids. Two rounds of small statements, each round sent together.
 */
export const homeOf = (scopesOf: (value: Values) => Scopes) => {
  const listChildren = prepared<Child, 'person' | 'account'>(
    value => sql`select students.id, p.name, p.native_name from students join persons p on p.id = students.id
      where ${scopesOf(value).mine} order by p.birth_on, p.name`,
  )
  const listHouseholds = prepared<Household, 'person' | 'account'>(
    value =>
      sql`select households.id, households.name, households.address <> '' as has_address from households where ${scopesOf(value).homes}`,
  )
  const listFiled = prepared<ToDo, 'person' | 'account' | 'households'>(
    value => sql`select 8 as turn, 'request' as kind, households.id, households.name as of, '' as of_native from households
      where households.id = any(${uuids(value.households)}) and exists (select 1 from change_requests
        where change_requests.household_id = households.id and change_requests.status = 'filed' and ${scopesOf(value).requests})`,
  )

  return async (db: Db, actor: { personId: string | null; accountId: string | null }, now: Date): Promise<Home> => {
    const by = { person: actor.personId, account: actor.accountId }
    const [found, children, homes] = await Promise.all([
      findMe(db, { ...by, now: now.toISOString() }),
      listChildren(db, by),
      listHouseholds(db, by),
    ])
    const me = found[0]!
    const ofChildren = { children: children.map(({ id }) => id) }
    const ofHomes = { households: homes.map(({ id }) => id) }
    const seeksClasses = me.isRegistering && !me.hasDraft
    const [meetings, accounts, waiting, unseated, asked, filed] = await Promise.all([
      listMeetings(db, { ...ofChildren, today: me.today }),
      findAccount(db, ofHomes),
      listWaiting(db, ofChildren),
      seeksClasses ? listUnseated(db, ofChildren) : [],
      listAsked(db, ofHomes),
      listFiled(db, { ...by, ...ofHomes }),
    ])
    const account = accounts[0]!
    const toDo: ToDo[] = [...asked, ...filed]
    const add = (turn: number, kind: ToDo['kind'], id: string | null, of = '', ofNative = '') => {
      if (id !== null) toDo.push({ turn, kind, id, of, ofNative })
    }
    add(1, 'pay', account.owing)
    if (me.hasDraft) add(4, 'draft', actor.accountId)
    for (const { id } of unseated) {
      const child = children.find(each => each.id === id)!
      add(5, 'classes', id, child.name, child.nativeName)
    }
    if (!me.hasPhone) add(6, 'phone', actor.personId, me.name, me.nativeName)
    for (const { id, name, hasAddress } of homes) if (!hasAddress) add(7, 'address', id, name)
    return {
      today: me.today,
      name: me.name,
      children,
      day: meetings[0]?.onDay ?? null,
      meetings,
      balanceCents: account.balance,
      dueCents: account.due,
      dueOn: account.dueOn,
      waiting,
      toDo: toDo.toSorted(inTurn),
    }
  }
}
